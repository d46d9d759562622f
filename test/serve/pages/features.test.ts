import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedFeatures } from '../../../serve/pages/product/plans.ts';
import type { TierView } from '../../../serve/record/shape.ts';

const plan = (name: string, features: string[]) => ({ name, features }) as TierView;
const words = fc.array(fc.constantFrom('SSO', 'sso ', 'Audit log', 'audit  LOG', 'Guests', '5 GB', '50 GB'), {
  maxLength: 6,
});
const plainly = (feature: string) => feature.toLowerCase().replaceAll(/\s+/g, ' ').trim();

test('a plan never adds what the one before has, and drops nothing that it adds', () => {
  fc.assert(
    fc.property(words, words, (before, own) => {
      const { features, hasAll } = addedFeatures(plan('Pro', own), plan('Free', before));
      const had = new Set(before.map(plainly));
      expect(features.filter((feature) => had.has(plainly(feature)))).toEqual([]);
      for (const feature of own) if (!had.has(plainly(feature))) expect(features).toContain(feature);
      if (hasAll) expect(had.isSubsetOf(new Set(own.map(plainly)))).toBe(true);
    }),
  );
});
