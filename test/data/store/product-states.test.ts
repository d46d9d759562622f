import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LedgerEntry } from '../../../data/pipeline/verdict.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { daysAfterNoon, entry, evidence, NOON, observation, price, statement, tier, verdict } from '../../builders.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const NOW = new Date(NOON);

function taken(amount: number, day: number): LedgerEntry {
  const visit = { slug: 'acme', source: 'pricing', at: daysAfterNoon(day) };
  const cited = evidence({ quote: `$${amount} per user/month` });
  const stated = statement({
    tiers: [tier({ prices: [price({ amount: `${amount}.00`, evidence: cited.id })] })],
    evidence: [cited],
  });
  return entry({
    observation: observation(visit),
    verdict: verdict({ outcome: 'changed' }),
    statement: stated,
    snapshot: { ...stated, origin: 'observed', validFrom: visit.at },
  });
}

it('a state read before an append stays true of its moment, and one read within a transaction shows its appends', () => {
  const ledger = openLedger(join(temporaryDirectory(), 'ledger.db'));
  const amountNow = () => ledger.state('acme').snapshot?.tiers[0]?.prices[0]?.amount;
  ledger.append([taken(10, 1)], NOW);
  const before = ledger.state('acme');
  const failing = () =>
    ledger.together(() => {
      ledger.append([taken(12, 2)], NOW);
      expect(amountNow()).toBe('12.00');
      throw new Error('undone');
    });
  expect(failing).toThrow('undone');
  expect(amountNow()).toBe('10.00');
  ledger.append([taken(12, 2)], NOW);
  expect(before.snapshot?.tiers[0]?.prices[0]?.amount).toBe('10.00');
  expect(before.sources.get('pricing')?.statement?.tiers[0]?.prices[0]?.amount).toBe('10.00');
  expect(amountNow()).toBe('12.00');
  ledger.close();
});
