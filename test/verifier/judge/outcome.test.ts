import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TRUST } from '../../../config/trust.ts';
import type { SourceState } from '../../../data/pipeline/ledger-state.ts';
import type { Statement } from '../../../data/pipeline/verdict.ts';
import { judgeReading, judgeUnreadable } from '../../../verifier/judge/outcome.ts';
import { doubts, variantDoubts } from '../../../verifier/record/plausibility.ts';
import { customTier, daysAfterNoon, freeTier, NOON, price, rate, statement, tier } from '../../builders.ts';

const BEFORE = statement({
  tiers: [freeTier(), tier(), tier({ id: 'team', prices: [price({ amount: '24.00' })] }), customTier()],
});

function withTiers(change: (tiers: Statement['tiers']) => Statement['tiers']): Statement {
  return { ...BEFORE, tiers: change(structuredClone(BEFORE.tiers)) };
}

function repriced(factor: number): Statement {
  return withTiers((tiers) =>
    tiers.map((each) => ({
      ...each,
      prices: each.prices.map((p) => ({ ...p, amount: (Number(p.amount) * factor).toFixed(2) })),
    })),
  );
}

function judge(state: Partial<SourceState>, next: Statement, { isClean = true, score = 0.9, observedAt = NOON } = {}) {
  const against = state.statement === undefined ? [] : doubts(state.statement, next);
  const reading = { statement: next, doubts: against, isClean, observedAt, scoreAs: () => score };
  return judgeReading({ unsupportedInARow: 0, ...state }, reading);
}

/** "contradicted, waits, disputed" */
function summary({ outcome, isTaken, isCandidate, isDisputed }: ReturnType<typeof judge>): string {
  return [outcome, isTaken && 'taken', isCandidate && 'waits', isDisputed && 'disputed'].filter(Boolean).join(', ');
}

/** What the ledger makes of a judgement. */
function after(state: SourceState, next: Statement, judged: ReturnType<typeof judge>, at = NOON): SourceState {
  const { candidate, ...rest } = state;
  if (judged.isTaken) return { ...rest, statement: next };
  if (judged.isCandidate)
    return {
      ...rest,
      candidate: { statement: next, seen: (candidate?.seen ?? 0) + 1, firstSeenAt: candidate?.firstSeenAt || at },
    };
  return judged.isDisputed && candidate !== undefined ? { ...rest, candidate } : rest;
}

describe('what is not taken', () => {
  test.each<[string, Statement, RegExp]>([
    ['a price ten times as high', repriced(10), /Pro leaps from 12.00 to 120.00 USD/],
    ['a cut of 80 %', repriced(0.2), /leaps/],
    [
      'a tier list that collapsed',
      withTiers(([first]) => (first === undefined ? [] : [first])),
      /only 25 % of the tiers/,
    ],
    [
      'a currency that flipped',
      withTiers((all) => all.map((t) => ({ ...t, prices: t.prices.map((p) => ({ ...p, currency: 'EUR' })) }))),
      /from USD to EUR/,
    ],
    [
      'all prices gone',
      withTiers((all) => all.map((t) => ({ ...t, isCustom: !t.isFree, prices: [] }))),
      /all prices vanished/,
    ],
    [
      'a paid tier turned free',
      withTiers((all) => all.map((t) => (t.id === 'pro' ? { ...t, isFree: true, prices: [] } : t))),
      /Pro turned free/,
    ],
  ])('%s waits for another look', (_, next, reason) => {
    const judged = judge({ statement: BEFORE }, next);
    expect(summary(judged)).toBe('contradicted, waits, disputed');
    expect(judged.reasons).toContainEqual(expect.stringMatching(reason));
  });

  test('a page whose switch stands on annual', () => {
    const both = (monthly: string) =>
      statement({
        tiers: [tier({ prices: [price({ amount: monthly }), price({ amount: '10.00', billing: 'annual' })] })],
      });
    expect(judge({ statement: both('12.00') }, both('10.00')).reasons).toContain(
      'every price that moved is now what the other billing cost',
    );
    expect(judge({ statement: both('12.00') }, both('11.00')).outcome).toBe('changed');
  });

  test('a tier that was not read and whose name still stands on the page', () => {
    const next = withTiers((all) => all.filter(({ id }) => id !== 'team'));
    expect(doubts(BEFORE, next, 'Free\nteam\n$24')).toEqual(['Team was not read and the page still names it']);
    expect(doubts(BEFORE, next, 'Free\nfor your team\n$24')).toEqual([]);
  });

  test('a reading of which a part was refused waits for a clean one, and does not count as a visit', () => {
    const state = { statement: BEFORE, candidate: { statement: repriced(10), seen: 1, firstSeenAt: '' } };
    expect(summary(judge(state, repriced(10), { isClean: false }))).toBe('contradicted, disputed');
  });

  test('a readable page that states nothing is unsupported, a failure unreadable; what waits goes on waiting [D2.clocks.200]', () => {
    const candidate = { statement: repriced(10), seen: 1, firstSeenAt: '' };
    const nothing = statement({ tiers: [] });
    expect(summary(judge({ statement: BEFORE }, nothing))).toBe('unsupported');
    expect(summary(judge({ statement: BEFORE, candidate }, nothing))).toBe('unsupported, disputed');
    const failed = judgeUnreadable({ statement: BEFORE, candidate, unsupportedInARow: 0 }, 'timeout');
    expect(summary(failed)).toBe('unreadable, disputed');
  });

  test('a first reading that is not sure enough', () => {
    expect(summary(judge({}, BEFORE, { score: 0.5 }))).toBe('contradicted, waits, disputed');
    expect(summary(judge({}, BEFORE, { score: 0.7 }))).toBe('changed, taken');
  });
});

describe('what is taken', () => {
  test('the same facts, in another order and from another page, confirm', () => {
    const reversed = withTiers((all) => all.toReversed());
    expect(summary(judge({ statement: BEFORE }, reversed, { score: 0.1 }))).toBe('confirmed, taken');
  });

  test('a plausible change is published at once', () => {
    const grown = withTiers((all) => [...all, tier({ id: 'scale' })]);
    for (const next of [repriced(1.25), grown])
      expect(summary(judge({ statement: BEFORE }, next))).toBe('changed, taken');
  });
});

const amount = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));
const anyTier = fc.record({
  id: fc.constantFrom('free', 'pro', 'team', 'scale', 'enterprise'),
  amount,
  currency: fc.constantFrom('USD', 'EUR'),
  claim: fc.constantFrom('none', 'free', 'custom'),
});
const anyStatement = fc
  .tuple(fc.uniqueArray(anyTier, { selector: ({ id }) => id, maxLength: 5 }), fc.array(amount, { maxLength: 3 }))
  .map(([tiers, rates]) =>
    statement({
      tiers: tiers.map(({ id, amount, currency, claim }) =>
        tier({
          id,
          isFree: claim === 'free',
          isCustom: claim === 'custom',
          prices: claim === 'none' ? [price({ amount, currency })] : [],
        }),
      ),
      rates: rates.map((inputPerMTok, i) => rate({ model: `m${i}`, inputPerMTok })),
    }),
  );

test('from whatever state, a clean reading that comes again and again is published within the visits that overrule', () => {
  const candidate = fc.option(
    anyStatement.map((waiting) => ({ statement: waiting, seen: 1, firstSeenAt: '' })),
    { nil: undefined },
  );
  fc.assert(
    fc.property(
      fc.option(anyStatement, { nil: undefined }),
      candidate,
      anyStatement,
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (before, waiting, next, score) => {
        fc.pre(next.tiers.length + next.rates.length > 0);
        let state: SourceState = {
          unsupportedInARow: 0,
          ...(before && { statement: before }),
          ...(waiting && { candidate: waiting }),
        };
        let visits = 0;
        for (let taken = false; !taken; visits += 1) {
          // A week apart: what may be another variant of the page has to stand longer.
          const isOther = before !== undefined && variantDoubts(before, next).length > 0;
          expect(visits).toBeLessThan(isOther ? TRUST.variantRepeats : TRUST.repeatsToOverrule);
          const observedAt = daysAfterNoon(7 * visits);
          const judged = judge(state, next, { score, observedAt });
          taken = judged.isTaken;
          state = after(state, next, judged, observedAt);
        }
        expect(state.candidate).toBeUndefined();
      },
    ),
  );
});

describe('another variant of the page', () => {
  const euros = withTiers((tiers) =>
    tiers.map((each) => ({ ...each, prices: each.prices.map((p) => ({ ...p, currency: 'EUR' as const })) })),
  );
  const german = { ...repriced(0.95), variant: { locale: 'de-DE' } };

  /** Day by day from the first sight on, until it is published. */
  function published(before: Statement, next: Statement, days: number[]): number | undefined {
    let state: SourceState = { unsupportedInARow: 0, statement: before };
    for (const day of days) {
      const observedAt = daysAfterNoon(day);
      const judged = judge(state, next, { observedAt });
      if (judged.isTaken) return day;
      state = after(state, next, judged, observedAt);
    }
    return undefined;
  }

  test('is no change, however often it comes within some days', () => {
    expect(published(BEFORE, euros, [0, 0.25, 0.5, 0.75, 1, 2, 5, 10, 13])).toBeUndefined();
    const american = { ...BEFORE, variant: { locale: 'en-US' } };
    expect(published(american, german, [0, 1, 2, 3, 7])).toBeUndefined();
  });

  test('that stands for weeks is what the vendor now sells, without a person', () => {
    expect(published(BEFORE, euros, [0, 1, 8, 15, 22])).toBe(15);
  });

  test('in the same words and money is no other variant', () => {
    const same = { ...BEFORE, variant: { locale: 'en-US' } };
    expect(variantDoubts(same, { ...repriced(1.2), variant: { locale: 'en-US' } })).toEqual([]);
    expect(variantDoubts(BEFORE, german)).toEqual([]);
  });
});
