import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Change } from '../../../data/change.ts';
import type { Statement } from '../../../data/pipeline/verdict.ts';
import type { Price, Tier } from '../../../data/record.ts';
import { changesBetween } from '../../../verifier/record/changes.ts';
import { termsOf } from '../../../verifier/record/statement.ts';
import { customTier, freeTier, NOON, price, rate, statement, tier } from '../../builders.ts';

const CONTEXT = { slug: 'acme', observedAt: NOON, recordedAt: NOON };

function between(before: Partial<Statement>, next: Partial<Statement>) {
  return changesBetween(statement(before), statement(next), CONTEXT);
}

function pro(...prices: Partial<Price>[]): { tiers: Tier[] } {
  return { tiers: [tier({ prices: prices.map((each) => price(each)) })] };
}

const MONTHLY = { amount: '12.00' };
const ANNUAL = { amount: '10.00', billing: 'annual' as const };

const MONTHLY_AS_ANNUAL = { ...MONTHLY, billing: 'annual' as const };
const oneTier = { tiers: [tier()] };
const custom = { tiers: [customTier({ id: 'pro', name: 'Pro' })] };

/** "price_changed pro: 12.00 USD monthly user -> 15.00 USD monthly user" */
function told({ type, subject, before, after }: Change): string {
  const side = (of: Change['before']) =>
    [of?.isCustom && 'custom', of?.rate, of?.amount, of?.currency, of?.billing, of?.unit].filter(Boolean).join(' ');
  return `${type} ${subject}: ${side(before)} -> ${side(after)}`;
}

describe('a typed event', () => {
  const USER = 'USD monthly user';
  test.each<[string, Partial<Statement>, Partial<Statement>, string[]]>([
    ['a price', pro(MONTHLY), pro({ amount: '15.00' }), [`price_changed pro: 12.00 ${USER} -> 15.00 ${USER}`]],
    [
      'a currency',
      pro(MONTHLY),
      pro({ ...MONTHLY, currency: 'EUR' }),
      [`currency_changed pro: 12.00 ${USER} -> 12.00 EUR monthly user`],
    ],
    [
      'a unit',
      pro(MONTHLY),
      pro({ amount: '90.00', unit: 'workspace' }),
      [`unit_changed pro: 12.00 ${USER} -> 90.00 USD monthly workspace`],
    ],
    [
      'the same amount billed otherwise, of unknown cause',
      pro(MONTHLY),
      pro(MONTHLY_AS_ANNUAL),
      [`changed_with_redesign pro: 12.00 ${USER} -> 12.00 USD annual user`],
    ],
    [
      'an assumed billing that the page now spells out, beside a new price',
      pro({ ...MONTHLY, assumed: ['billing'] }),
      pro({ amount: '15.00' }, MONTHLY_AS_ANNUAL),
      [`changed_with_redesign pro: 12.00 ${USER} -> 12.00 USD annual user`],
    ],
    ['a tier', oneTier, { tiers: [tier(), tier({ id: 'team' })] }, [`tier_added team:  -> 12.00 ${USER}`]],
    ['a rename', oneTier, { tiers: [tier({ name: 'Growth' })] }, [`tier_renamed pro: 12.00 ${USER} -> 12.00 ${USER}`]],
    ['a free tier', oneTier, { tiers: [freeTier(), tier()] }, ['free_tier_added free:  -> ']],
    [
      'a free tier that costs now',
      { tiers: [freeTier()] },
      { tiers: [tier({ id: 'free', name: 'Free' })] },
      [`free_tier_removed free:  -> 12.00 ${USER}`],
    ],
    ['a price that is not published any more', oneTier, custom, [`price_changed pro: 12.00 ${USER} -> custom`]],
    [
      'a rate',
      { rates: [rate()] },
      { rates: [rate({ inputPerMTok: '2.00' })] },
      ['rate_changed large-1: inputPerMTok 2.50 USD -> inputPerMTok 2.00 USD'],
    ],
    [
      'a rate a thousand times as high, of unknown cause',
      { rates: [rate({ inputPerMTok: '0.0025' })] },
      { rates: [rate()] },
      ['changed_with_redesign large-1: inputPerMTok 0.0025 USD -> inputPerMTok 2.50 USD'],
    ],
    [
      'a model',
      { rates: [rate()] },
      {
        rates: [rate(), rate({ model: 'Small-1', band: 'up to 200K' }), rate({ model: 'small-1', band: 'over 200K' })],
      },
      ['model_added small-1:  -> inputPerMTok 2.50 USD'],
    ],
    [
      'a model gone',
      { rates: [rate(), rate({ model: 'small-1' })] },
      { rates: [rate()] },
      ['model_removed small-1: inputPerMTok 2.50 USD -> '],
    ],
  ])('%s', (_, before, next, expected) => {
    const found = between(before, next);
    expect(found.map(told)).toEqual(expected);
    for (const change of found) expect(Change.safeParse(change).error).toBeUndefined();
  });

  test('cites the evidence of both sides', () => {
    const [old, fresh] = [`ev_${'1'.repeat(20)}`, `ev_${'2'.repeat(20)}`];
    expect(between(pro({ ...MONTHLY, evidence: old }), pro({ amount: '15.00', evidence: fresh }))[0]?.evidence).toEqual(
      [old, fresh],
    );
  });
});

describe('prices that only changed names', () => {
  const ladder = (...rungs: [string, string][]) => ({
    tiers: rungs.map(([id, amount]) => tier({ id, name: id, prices: [price({ amount })] })),
  });
  const types = (before: Partial<Statement>, next: Partial<Statement>) =>
    between(before, next).map(({ type, subject }) => `${type} ${subject}`);

  test('were misread before or are now, or moved: the cause is not known', () => {
    const misread = ladder(['basic', '20.00'], ['team', '40.00']);
    const right = ladder(['basic', '10.00'], ['team', '20.00'], ['max', '40.00']);
    expect(types(misread, right)).toEqual([
      'changed_with_redesign basic',
      'tier_added max',
      'changed_with_redesign team',
    ]);
    expect(types(right, misread)).toEqual([
      'changed_with_redesign basic',
      'tier_removed max',
      'changed_with_redesign team',
    ]);
  });

  test('nor those of plans that are all for the asking now, or were before', () => {
    const hidden = { tiers: ['basic', 'team'].map((id) => customTier({ id, name: id })) };
    const [stated, moved] = [
      ladder(['basic', '10.00'], ['team', '20.00']),
      ['price_changed basic', 'price_changed team'],
    ];
    expect(types(stated, hidden)).toEqual(moved);
    expect(types(hidden, stated)).toEqual(moved);
  });

  test('nor one alone: a plan may cost what another does', () => {
    expect(types(ladder(['basic', '10.00'], ['team', '20.00']), ladder(['basic', '20.00'], ['team', '20.00']))).toEqual(
      ['price_changed basic'],
    );
  });
});

describe('no event', () => {
  test.each<[string, Partial<Statement>, Partial<Statement>]>([
    ['an annual price that the page begins to show', pro(MONTHLY), pro(MONTHLY, ANNUAL)],
    ['a monthly price in place of an annual one: they are never compared', pro(ANNUAL), pro(MONTHLY)],
    ['a promo beside the list price', pro(MONTHLY), pro(MONTHLY, { amount: '6.00', kind: 'promo' })],
    ['the same amount with another number of decimals', pro({ amount: '12' }), pro({ amount: '12.00' })],
    [
      'a rate or a band of context that a known model gains or loses',
      { rates: [rate(), rate({ model: 'small-1' })] },
      { rates: [rate({ cachedInputPerMTok: '1.00' }), rate({ model: 'small-1', band: 'over 200K' })] },
    ],
    [
      'several amounts with a unit in place of one without',
      pro({ amount: '60.00', unit: 'creator' }, { amount: '6.00', unit: 'app user' }),
      pro({ amount: '10.00', unit: undefined }),
    ],
    [
      'an amount without a unit in place of several with one: which it became is not stated',
      pro({ amount: '10.00', unit: undefined }),
      pro({ amount: '60.00', unit: 'creator' }, { amount: '6.00', unit: 'app user' }),
    ],
  ])('%s', (_, before, next) => {
    expect(between(before, next)).toEqual([]);
  });

  test('the first statement of a product', () => {
    expect(changesBetween(undefined, statement(), CONTEXT)).toEqual([]);
  });
});

test('what cannot be attributed to the vendor says why, and is never a correction of ours [D3.changes.correction]', () => {
  const doubt = 'the design of the page changed too';
  const next = statement({
    tiers: [tier({ prices: [price({ amount: '15.00' })] }), tier({ id: 'max' })],
    rates: [rate()],
  });
  const doubted = changesBetween(statement(pro(MONTHLY)), next, { ...CONTEXT, doubt });
  expect(doubted.map(({ type, reason }) => [type, reason])).toEqual(Array(3).fill(['changed_with_redesign', doubt]));
  const reinterpreted = between(pro(MONTHLY), pro(MONTHLY_AS_ANNUAL));
  expect(reinterpreted.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^the same amount under other terms/),
  ]);
});

const anyPrice = fc.record({
  amount: fc.constantFrom('5.00', '10.00', '12.00', '15.00', '120.00'),
  currency: fc.constantFrom('USD', 'EUR'),
  billing: fc.constantFrom('monthly' as const, 'annual' as const),
  per: fc.constantFrom('month' as const, 'year' as const),
  kind: fc.constantFrom('list' as const, 'promo' as const),
});
const anyTier = fc
  .record({
    id: fc.constantFrom('free', 'pro', 'team', 'scale'),
    prices: fc.uniqueArray(anyPrice, { selector: termsOf, maxLength: 4 }),
    claim: fc.constantFrom('none', 'free', 'custom'),
  })
  .map(({ id, prices, claim }) =>
    tier({ id, isFree: claim === 'free', isCustom: claim === 'custom', prices: prices.map((each) => price(each)) }),
  );
const anyRate = fc
  .record({ model: fc.constantFrom('a', 'b', 'c'), inputPerMTok: fc.constantFrom('1.00', '2.00') })
  .map((each) => rate(each));
const anyStatement = fc
  .tuple(
    fc.uniqueArray(anyTier, { selector: ({ id }) => id }),
    fc.uniqueArray(anyRate, { selector: ({ model }) => model }),
  )
  .map(([tiers, rates]) => statement({ tiers, rates }));

describe('for any two statements', () => {
  test('nothing changes between a statement and itself', () => {
    fc.assert(
      fc.property(anyStatement, (a) => {
        expect(changesBetween(a, a, CONTEXT)).toEqual([]);
      }),
    );
  });

  test('the order in which tiers, prices and rates are stated makes no difference', () => {
    const shuffled = (s: Statement): Statement => ({
      ...s,
      tiers: s.tiers.map((t) => ({ ...t, prices: t.prices.toReversed() })).toReversed(),
      rates: s.rates.toReversed(),
    });
    fc.assert(
      fc.property(anyStatement, anyStatement, (a, b) => {
        expect(changesBetween(shuffled(a), shuffled(b), CONTEXT)).toEqual(changesBetween(a, b, CONTEXT));
      }),
      { numRuns: 500 },
    );
  });

  test('no event is a correction, and one of unknown cause alone has a reason', () => {
    fc.assert(
      fc.property(anyStatement, anyStatement, fc.option(fc.constant('why'), { nil: undefined }), (a, b, doubt) => {
        for (const { type, reason } of changesBetween(a, b, { ...CONTEXT, doubt })) {
          expect(type).not.toBe('correction');
          expect(reason !== undefined).toBe(type === 'changed_with_redesign');
        }
      }),
    );
  });

  test('a list price that moved under the same terms is told exactly once, and none is told twice', () => {
    fc.assert(
      fc.property(anyStatement, anyStatement, (a, b) => {
        const changes = changesBetween(a, b, CONTEXT);
        const key = (t: string | undefined, side: Change['before']) =>
          `${t} ${side?.amount} ${side?.currency} ${side?.billing} ${side?.per}`;
        for (const after of b.tiers) {
          const before = a.tiers.find(({ id }) => id === after.id);
          if (before === undefined || before.isFree !== after.isFree || before.isCustom !== after.isCustom) continue;
          for (const now of after.prices.filter(({ kind }) => kind === 'list')) {
            const was = before.prices.find((each) => each.kind === 'list' && termsOf(each) === termsOf(now));
            if (was === undefined) continue;
            const told = changes.filter((change) => key(change.subject, change.after) === key(after.id, now));
            expect(told).toHaveLength(was.amount === now.amount ? 0 : 1);
          }
        }
        const sides = changes.flatMap((change) =>
          change.type === 'price_changed' && change.after?.amount !== undefined
            ? [key(change.subject, change.after)]
            : [],
        );
        expect(new Set(sides).size).toBe(sides.length);
      }),
    );
  });

  test('what appears in one direction disappears in the other', () => {
    const MIRROR: Partial<Record<Change['type'], Change['type']>> = {
      tier_added: 'tier_removed',
      tier_removed: 'tier_added',
      free_tier_added: 'free_tier_removed',
      free_tier_removed: 'free_tier_added',
      model_added: 'model_removed',
      model_removed: 'model_added',
    };
    fc.assert(
      fc.property(anyStatement, anyStatement, (a, b) => {
        const there = changesBetween(a, b, CONTEXT).map(({ type, subject }) => `${MIRROR[type] ?? type} ${subject}`);
        const back = changesBetween(b, a, CONTEXT).map(({ type, subject }) => `${type} ${subject}`);
        expect(there.sort()).toEqual(back.sort());
      }),
    );
  });
});
