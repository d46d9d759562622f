import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Slug } from '../../../data/product.ts';
import { tierIds, tierSlug } from '../../../verifier/record/reconcile.ts';
import { customTier, freeTier, price, readPrice, readTier, tier } from '../../builders.ts';

const BEFORE = [
  freeTier(),
  tier({ id: 'pro', prices: [price({ amount: '12.00' })], features: ['Reports', 'Roles'] }),
  tier({ id: 'business', prices: [price({ amount: '24.00' })], features: ['Audit log', 'SSO'] }),
  customTier(),
];

function read(name: string, amount: string | 'free' | 'custom', features: string[] = []) {
  if (amount === 'free') return readTier({ name, isFree: true, prices: [], features });
  if (amount === 'custom') return readTier({ name, isCustom: true, prices: [], features });
  return readTier({ name, prices: [readPrice({ amount })], features });
}

type Read = Parameters<typeof read>;
const FREE: Read = ['Free', 'free'];
const PRO: Read = ['Pro', '12.00'];
const BUSINESS: Read = ['Business', '24.00'];
const ENTERPRISE: Read = ['Enterprise', 'custom'];
const idsOf = (tiers: Read[]) =>
  tierIds(
    tiers.map((each) => read(...each)),
    BEFORE,
  );

describe('a tier keeps its id', () => {
  test.each<[string, Read[], string[]]>([
    [
      'a reordering and new prices [D2.tier.id]',
      [ENTERPRISE, ['Business', '99.00'], ['PRO plan', '30.00'], FREE],
      ['enterprise', 'business', 'pro', 'free'],
    ],
    [
      'two renames at once, told apart by their prices',
      [FREE, ['Starter', '12.00'], ['Growth', '24.00'], ENTERPRISE],
      ['free', 'pro', 'business', 'enterprise'],
    ],
    [
      'renames of a free and of a contact-us tier',
      [['Hobby', 'free'], PRO, BUSINESS, ['Custom', 'custom']],
      ['free', 'pro', 'business', 'enterprise'],
    ],
  ])('through %s', (_, tiers, ids) => {
    expect(idsOf(tiers)).toEqual(ids);
  });

  test('when another source names it first', () => {
    expect(
      tierIds([read('Business', '24.00'), read('Solo', '5.00')], [], [tier({ id: 'pro', name: 'Business' })]),
    ).toEqual(['pro', 'solo']);
  });
});

describe('a new id is given', () => {
  test('where two tiers could be the renamed one', () => {
    const before = [tier({ id: 'pro' })];
    expect(tierIds([read('Solo', '12.00'), read('Duo', '12.00')], before)).toEqual(['solo', 'duo']);
  });

  test('to two tiers of one name', () => {
    expect(tierIds([read('Pro', '12.00'), read('Pro', '24.00')], [])).toEqual(['pro', 'pro-2']);
  });

  test('to names in other scripts, whatever their place', () => {
    const [id] = tierIds([read('专业版', '12.00')], []);
    expect(id).toMatch(/^tier-[0-9a-f]{8}$/);
    expect(tierIds([read('免费版', 'free'), read('专业版', '12.00')], [])[1]).toBe(id);
  });
});

const name = fc.oneof(
  fc.constantFrom('Free', 'Pro', 'Pro+', 'Team', 'Business', 'Enterprise'),
  fc.string({ minLength: 1, maxLength: 80 }),
);
const tiers = fc.array(fc.tuple(name, fc.constantFrom('free', 'custom', '5.00', '12.00', '24.00')), { maxLength: 8 });

test('ids are slugs and all different, and a page read again gives the same ones in any order', () => {
  fc.assert(
    fc.property(tiers, tiers, (was, is) => {
      const first = was.map(([n, amount]) => read(n, amount));
      const ids = tierIds(first, []);
      const before = first.map((each, i) =>
        tier({
          id: ids[i] ?? '',
          name: each.name,
          isFree: each.isFree,
          isCustom: each.isCustom,
          prices: each.prices.map(({ amount }) => price({ amount })),
        }),
      );
      const next = tierIds(
        is.map(([n, amount]) => read(n, amount)),
        before,
      );
      expect(new Set(next).size).toBe(is.length);
      for (const id of [...ids, ...next]) expect(Slug.safeParse(id).success, id).toBe(true);
      expect(tierIds(first, before)).toEqual(ids);
      if (new Set(was.map(([n]) => tierSlug(n))).size === was.length)
        expect(tierIds(first.toReversed(), before)).toEqual(ids.toReversed());
    }),
  );
});
