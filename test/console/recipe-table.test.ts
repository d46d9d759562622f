import { expect, test } from 'vitest';
import { recipeSection } from '../../console/pages/readers.ts';
import { NOON } from '../builders.ts';

const UNREAD = { slug: 'acme', source: 'pricing', taughtOn: '2026-11-01', plans: 3 };
const COUNTS = { met: 4, relocated: 1, abstained: 2, overruled: 1 };

test('each recipe shows how it fared and why it abstained, and a fault of a page is text', () => {
  const last = {
    id: 'acme.pricing.s1',
    observedAt: NOON,
    outcome: 'abstained' as const,
    faults: ['<b>Team</b>: gone'],
  };
  const shown = recipeSection([{ ...UNREAD, ...COUNTS, last }]).toString();
  expect([...shown.matchAll(/<td class="number">(\d+)<\/td>/g)].map(([, count]) => count)).toEqual([
    ...['3', '4', '1', '2', '1'],
  ]);
  expect(shown).toContain('href="/captures/acme.pricing.s1"');
  expect(shown).toContain('&lt;b&gt;Team&lt;/b&gt;: gone');
});

test('no recipes, and more of them than are shown, are said', () => {
  expect(recipeSection([]).toString()).toContain('No source has a recipe.');
  const many = Array.from({ length: 51 }, () => ({ ...UNREAD, ...COUNTS }));
  expect(recipeSection(many).toString()).toContain('The first 50 of 51.');
});
