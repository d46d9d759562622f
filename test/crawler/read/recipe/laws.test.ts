/** Laws of recipes: what a change of a page may do to a reading by them. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readByRecipe } from '../../../../crawler/read/recipe/read-recipe.ts';
import { pageOf } from '../../../../crawler/read/teach.ts';
import { isWhole, taught as taughtOf, tried } from '../../../../lab/teach/trials.ts';
import { redesigns } from '../../../workload/redesigns.ts';
import { lines } from '../pages.ts';
import { readablePage, taught } from './taught.ts';

const NAMES = ['Hobby', 'Growth', 'Scale', 'Fleet'];
const plans = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.array(fc.integer({ min: 2, max: 900 }), { minLength: 8, maxLength: 8 }))
  .map(([count, amounts]) =>
    NAMES.slice(0, count).map((name, at) => ({ name, was: amounts[at] ?? 5, is: amounts[at + 4] ?? 9 })),
  );

interface Look {
  hash: string;
  wrappers: number;
  banner: boolean;
  turn: number;
}

function pageWith(cards: readonly { name: string; amount: number }[], { hash, wrappers, banner, turn }: Look): string {
  const shown = [...cards.slice(turn % cards.length), ...cards.slice(0, turn % cards.length)].map(
    ({ name, amount }) =>
      `<div class="${hash}a"><h3 class="${hash}b">${name}</h3><p class="${hash}c">$${amount} / month</p><a href="#">Choose</a></div>`,
  );
  const above = banner ? '<aside><p>Save $99 until Friday</p></aside>' : '';
  const body = `<div class="${hash}d">${shown.join('')}</div>`;
  return `<main>${above}<h1>Pricing</h1>${'<div>'.repeat(wrappers)}${body}${'</div>'.repeat(wrappers)}</main>`;
}

const TWO = NAMES.slice(0, 2).map((name) => ({ name, was: 2, is: 2 }));
const PLAIN = { wrappers: 0, banner: false, turn: 0 };
/** A hash that holds the code of a currency. */
const CODE_IN_HASH: [typeof TWO, Look, Look] = [
  TWO,
  { ...PLAIN, hash: 'css-a0aa0a' },
  { ...PLAIN, hash: 'css-0cad00' },
];

describe('a recipe', () => {
  test('reads the new amounts under hashed classes, in more wrappers, below a banner, in another order', () => {
    const look = fc.record({
      hash: fc.stringMatching(/^css-[a-z0-9]{6}$/),
      wrappers: fc.integer({ min: 0, max: 6 }),
      banner: fc.boolean(),
      turn: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(plans, look, look, (all, before, after) => {
        const first = pageWith(
          all.map(({ name, was }) => ({ name, amount: was })),
          before,
        );
        const recipe = taught(
          first,
          all.map(({ name, was }) => `${name} ${was}`),
        );
        const next = pageWith(
          all.map(({ name, is }) => ({ name, amount: is })),
          after,
        );
        const { outcome, reading } = readByRecipe(readablePage(next), recipe);
        expect(outcome).toBe('met');
        expect(lines(reading.tiers).toSorted()).toEqual(
          all.map(({ name, is }) => `${name}: ${is}.00 USD monthly/month`).toSorted(),
        );
      }),
      { numRuns: 40, examples: [CODE_IN_HASH] },
    );
  });

  test('reads its own layout at other prices, and another layout rightly or not at all', () => {
    for (const { layout, page, facts, later } of redesigns(1).filter((_, at) => at % 3 === 0)) {
      const result = taughtOf(page, facts);
      if (result === undefined || 'faults' in result) continue;
      for (const { layout: other, page: source } of later) {
        const { outcome, alone } = tried(result.recipe, source);
        if (other === layout) expect(isWhole(alone), layout).toBe(true);
        if (outcome !== 'abstained') expect(alone, `${layout} → ${other}`).toMatchObject({ wrong: 0, missed: 0 });
      }
    }
  });

  test('takes time in proportion to the page', () => {
    const look = { ...PLAIN, hash: 'x' };
    const page = pageWith(
      [
        { name: 'Hobby', amount: 5 },
        { name: 'Growth', amount: 9 },
      ],
      look,
    );
    const recipe = taught(page, ['Hobby 5', 'Growth 9']);
    const msOf = (times: number) => {
      const long = pageOf(page + '<p>Hobby</p><p>45</p><p>$7 a month</p>'.repeat(times), {
        format: 'html',
        url: 'https://vendor.example/pricing',
      });
      const from = performance.now();
      if (long !== undefined) readByRecipe(long, recipe);
      return performance.now() - from;
    };
    msOf(500);
    expect(msOf(20_000)).toBeLessThan(Math.max(2_000, 40 * msOf(1_000)));
  });
});
