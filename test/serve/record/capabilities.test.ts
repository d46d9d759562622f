import { expect, test } from 'vitest';
import type { Fact } from '../../../data/record.ts';
import { recordData } from '../../../serve/record/view.ts';
import { evidence, record } from '../../builders.ts';
import { SITE } from '../served.ts';

const proof = evidence({ quote: 'SSO – ✓' });
const sso: Fact = {
  kind: 'capability',
  capability: 'sso',
  tiers: [
    { tier: 'free', state: 'not_included' },
    { tier: 'pro', state: 'included' },
  ],
  first: 'pro',
  evidence: proof.id,
};
const trial: Fact = { kind: 'trial', days: 14, evidence: proof.id };
const view = (facts: Fact[] | undefined, depth: 'summary' | 'full') =>
  recordData({ ...record(), ...(facts && { facts }), evidence: [proof] }, { site: SITE, depth }).capabilities;

test('capabilities are served by name, with the first tier that has each and its evidence [S2.3.capabilities]', () => {
  expect(view([trial, sso], 'full')).toEqual({ sso: { tiers: sso.tiers, first: 'pro', evidence: proof.id } });
});

test('a summary has none, and neither has a record that nothing is said of', () => {
  expect(view([sso], 'summary')).toBeUndefined();
  expect(view([trial], 'full')).toBeUndefined();
  expect(view(undefined, 'full')).toBeUndefined();
});
