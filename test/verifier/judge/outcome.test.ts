import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Page } from '../../../data/page.ts';
import type { SourceState } from '../../../data/pipeline/ledger-state.ts';
import type { Statement } from '../../../data/pipeline/verdict.ts';
import type { ReaderName } from '../../../data/reading.ts';
import { judgeReading, judgeSameBytes } from '../../../verifier/judge/outcome.ts';
import { doubts } from '../../../verifier/record/plausibility.ts';
import {
  customTier,
  daysAfterNoon,
  evidence,
  freeTier,
  NOON,
  price,
  rate,
  rated,
  sha256Of,
  statement,
  tier,
} from '../../builders.ts';

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

/** Two pages of different bytes. */
const PAGE = sha256Of('page');
const OTHER = sha256Of('other page');

function judge(
  state: Partial<SourceState>,
  next: Statement,
  { isClean = true, sure = 0.97, observedAt = NOON, pageSha256 = PAGE, via = 'http' as Page['via'] } = {},
) {
  const against = state.statement === undefined ? [] : doubts(state.statement, next);
  const reading = { statement: rated(next, sure), doubts: against, isClean, pageSha256, via, observedAt };
  return judgeReading({ unsupportedInARow: 0, ...state }, reading);
}

/** "contradicted, waits, disputed" */
function summary({ outcome, taken, candidate, isDisputed }: ReturnType<typeof judge>): string {
  return [outcome, taken && 'taken', candidate && 'waits', isDisputed && 'disputed'].filter(Boolean).join(', ');
}

function waiting(next: Statement, pageSha256 = PAGE) {
  return { statement: next, firstSeenAt: NOON, pageSha256, via: 'http' as const };
}

describe('what is not taken', () => {
  test.each<[string, Statement, RegExp]>([
    ['a price ten times as high', repriced(10), /Pro jumps from 12.00 to 120.00 USD/],
    [
      'a tier list that collapsed',
      withTiers(([first]) => (first === undefined ? [] : [first])),
      /only 25 % of the tiers/,
    ],
    [
      'all prices gone',
      withTiers((all) => all.map((t) => ({ ...t, isCustom: !t.isFree, prices: [] }))),
      /all prices disappeared/,
    ],
    [
      'a paid tier that became free',
      withTiers((all) => all.map((t) => (t.id === 'pro' ? { ...t, isFree: true, prices: [] } : t))),
      /Pro became free/,
    ],
  ])('%s waits', (_, next, reason) => {
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
      'all changed prices now equal the prices of the other billing',
    );
    expect(judge({ statement: both('12.00') }, both('11.00')).outcome).toBe('changed');
  });

  test('a tier that was not read and whose name still stands on the page', () => {
    const next = withTiers((all) => all.filter(({ id }) => id !== 'team'));
    expect(doubts(BEFORE, next, 'Free\nteam\n$24')).toEqual(['Team was not read, but the page still names it']);
    expect(doubts(BEFORE, next, 'Free\nfor your team\n$24')).toEqual([]);
  });

  test('a reading of which a part was refused waits, and proves nothing of the one that waits', () => {
    const state = { statement: BEFORE, candidate: waiting(repriced(10), OTHER) };
    const later = { isClean: false, observedAt: daysAfterNoon(1) };
    expect(summary(judge(state, repriced(10), later))).toBe('contradicted, waits, disputed');
  });
});

describe('what is taken', () => {
  test('the same facts, in another order and from another page, confirm', () => {
    const reversed = withTiers((all) => all.toReversed());
    expect(summary(judge({ statement: BEFORE }, reversed, { sure: 0.1 }))).toBe('confirmed, taken');
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

const anyState = fc.record({
  before: fc.option(anyStatement, { nil: undefined }),
  next: anyStatement.filter(({ tiers, rates }) => tiers.length + rates.length > 0),
  score: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
});

describe('a reading that waits', () => {
  const tenfold = waiting(repriced(10));
  const state = { statement: BEFORE, candidate: tenfold };

  test('from whatever state, is not published by the same bytes, however often and late they come', () => {
    fc.assert(
      fc.property(anyState, fc.integer({ min: 1, max: 3_000 }), ({ before, next, score }, day) => {
        const known = before && { statement: before };
        const first = judge({ ...known }, next, { sure: score });
        fc.pre(first.candidate !== undefined);
        const then = { ...known, ...(first.taken && { statement: first.taken }), candidate: waiting(next) };
        const again = judge(then, next, { sure: score, observedAt: daysAfterNoon(day) });
        expect([again.candidate, again.taken]).toEqual([first.candidate, first.taken]);
      }),
    );
    expect(summary(judgeSameBytes('the page has not changed'))).toBe('contradicted, disputed');
  });

  test.each([
    ['other bytes on the same day', { pageSha256: OTHER, observedAt: daysAfterNoon(0.49) }, false],
    ['other bytes on the next day, UTC', { pageSha256: OTHER, observedAt: daysAfterNoon(0.5) }, true],
    ['the same bytes on the next day', { observedAt: daysAfterNoon(1) }, false],
    ['a browser, beside the plain request, on the same day', { pageSha256: OTHER, via: 'browser' as const }, true],
    [
      'other bytes that state it with a score too low',
      { pageSha256: OTHER, observedAt: daysAfterNoon(9), sure: 0.5 },
      false,
    ],
  ])('is published by new evidence alone: %s', (_, seen, isPublished) => {
    expect(judge(state, repriced(10), seen).taken !== undefined).toBe(isPublished);
    expect(judge(state, repriced(11), seen).taken).toBeUndefined();
  });

  test('is published as another page of a later day states it: the same plans gone, whatever the new ones cost', () => {
    const replaced = (...amounts: string[]) =>
      statement({
        tiers: amounts.map((amount, at) => tier({ id: `new-${at}`, name: `New ${at}`, prices: [price({ amount })] })),
      });
    const known = { statement: BEFORE, candidate: waiting(replaced('5.00')) };
    const later = { pageSha256: OTHER, observedAt: daysAfterNoon(60) };
    expect(judge(known, replaced('6.00', '12.00'), later).taken).toBeDefined();
    expect(judge(known, replaced('6.00', '12.00'), { ...later, pageSha256: PAGE }).taken).toBeUndefined();
    const keepsOne = { ...replaced('6.00'), tiers: [...replaced('6.00').tiers, freeTier()] };
    expect(judge(known, keepsOne, later).taken).toBeUndefined();
  });

  test('is published when independent readers read the same from the same bytes', () => {
    const readBy = (method: ReaderName) => {
      const proof = evidence({ method });
      const tiers = [tier({ prices: [price({ amount: '90.00', evidence: proof.id })] })];
      return statement({ tiers, evidence: [proof] });
    };
    const known = { statement: BEFORE, candidate: waiting(readBy('cards')) };
    expect(judge(known, readBy('table')).taken).toBeUndefined();
    expect(judge(known, readBy('recipe')).taken).toBeDefined();
    expect(judge(known, readBy('json-ld'), { sure: 0.3 }).taken).toBeDefined();
  });
});

describe('another variant of the page', () => {
  const euros = withTiers((tiers) =>
    tiers.map((each) => ({ ...each, prices: each.prices.map((p) => ({ ...p, currency: 'EUR' as const })) })),
  );
  const german = { ...repriced(0.95), variant: { locale: 'de-DE' } };

  /** The first of these days on which a page of other bytes publishes it. */
  const publishedOn = (before: Statement, next: Statement, days: number[]) =>
    days.find(
      (day) =>
        judge({ statement: before, candidate: waiting(next) }, next, {
          pageSha256: OTHER,
          observedAt: daysAfterNoon(day),
        }).taken !== undefined,
    );

  test('is no change for being answered to a browser too', () => {
    const seen = { pageSha256: OTHER, via: 'browser' as const };
    expect(judge({ statement: BEFORE, candidate: waiting(euros) }, euros, seen).taken).toBeUndefined();
  });

  test('is no change within some days, and is one after two weeks', () => {
    expect(publishedOn(BEFORE, euros, [0.25, 1, 2, 5, 10, 13, 14])).toBe(14);
    const american = { ...BEFORE, variant: { locale: 'en-US' } };
    expect(publishedOn(american, german, [1, 7, 13, 15])).toBe(15);
  });
});
