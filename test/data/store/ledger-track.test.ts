import { expect, it } from 'vitest';
import type { LedgerEntry } from '../../../data/pipeline/verdict.ts';
import { daysAfterNoon, entry, failure, observation, unchanged, verdict } from '../../builders.ts';
import { temporaryLedger } from '../../temporary-ledger.ts';

function ledgerOf(entries: LedgerEntry[]) {
  const ledger = temporaryLedger();
  ledger.append(entries, new Date(daysAfterNoon(400)));
  return ledger;
}

const confirmed = (day: number, slug = 'acme', source = 'pricing') =>
  entry({ observation: observation({ slug, source, at: daysAfterNoon(day) }) });

it('of an empty ledger, and of one that confirmed nothing, there is no rate', () => {
  expect(ledgerOf([]).checks()).toBeUndefined();
  const failed = entry({ observation: failure(), verdict: verdict({ outcome: 'unreadable' }) });
  const ledger = ledgerOf([failed]);
  expect([ledger.checks(), ledger.lastVisit()]).toEqual([undefined, daysAfterNoon(0)]);
});

it('counts each record once a day, over the 30 days up to the last visit, whatever came of that', () => {
  const ledger = ledgerOf([
    confirmed(0),
    confirmed(60),
    // 30 days before the last visit, and a moment after.
    confirmed(70),
    confirmed(70.01, 'beta'),
    confirmed(80),
    confirmed(80.1, 'acme', 'docs'),
    entry({ observation: unchanged({ at: daysAfterNoon(90) }), verdict: verdict() }),
    entry({
      observation: failure({ slug: 'beta', at: daysAfterNoon(100) }),
      verdict: verdict({ outcome: 'unreadable' }),
    }),
  ]);
  expect(ledger.checks()).toEqual({ from: daysAfterNoon(70), until: daysAfterNoon(100), days: 30, confirmations: 3 });
});

it('a young ledger has a window that begins with its first visit, and of at least a day', () => {
  expect(ledgerOf([confirmed(0), confirmed(10)]).checks()).toEqual({
    from: daysAfterNoon(0),
    until: daysAfterNoon(10),
    days: 10,
    confirmations: 2,
  });
  expect(ledgerOf([confirmed(0), confirmed(0.1, 'beta')]).checks()).toMatchObject({ days: 1, confirmations: 2 });
});
