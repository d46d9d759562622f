import { describe, expect, test } from 'vitest';
import type { PageReading } from '../../../data/reading.ts';
import { daysAfterNoon, product, sources, unchanged } from '../../builders.ts';
import { readAgain, type TestVerifier, testVerifier } from '../test-verifier.ts';
import { teamPage, vendorPage, visit } from '../vendor-page.ts';

/** A page on which a careless reader takes the annual price of Team for the monthly one. */
const page = teamPage('12', { annual: '10' });
const later = teamPage('15', { annual: '13', salt: 'a year on' });

/** The reading without its annual prices. */
function monthlyOnly(reading: PageReading): PageReading {
  const without = <T extends { prices: { billing?: string | undefined }[] }>(tiers: T[]): T[] =>
    tiers.map((tier) => ({ ...tier, prices: tier.prices.filter(({ billing }) => billing === 'monthly') }));
  return {
    ...reading,
    tiers: without(reading.tiers),
    readings: reading.readings.map((each) => ({ ...each, tiers: without(each.tiers) })),
  };
}

function story({ ledger }: TestVerifier) {
  return ledger
    .snapshots('acme')
    .filter(({ superseded }) => superseded !== true)
    .map(({ origin, validFrom, tiers }) => [
      origin,
      validFrom,
      tiers.flatMap(({ prices }) => prices.map(({ amount }) => amount)).join(' '),
    ]);
}

const types = ({ ledger }: TestVerifier) =>
  ledger.changesSince(0, 100).map(({ type, observedAt }) => [type, observedAt]);

describe('what is not taken', () => {
  test('a re-reading of a page that was never observed', async () => {
    const verifier = await testVerifier();
    await expect(verifier.submit(readAgain(page, { at: daysAfterNoon(0) }), page)).rejects.toThrow(/no observation/);
    expect(verifier.ledger.position().entries).toBe(0);
  });

  test('a reading that loses a price which an earlier reader had: it waits, and the record stands', async () => {
    const verifier = await testVerifier();
    await verifier.visit(page, 0);
    const before = verifier.record();
    const verdict = await verifier.reread(page, 0, monthlyOnly(page.reading));
    expect(verdict).toMatchObject({ outcome: 'contradicted', disputed: false });
    expect(verdict).toHaveProperty('reasons', expect.arrayContaining(['would lose Team at 10.00 USD']));
    expect(verifier.record()).toEqual(before);
    expect(verifier.ledger.waiting('acme')).toMatchObject([{ kind: 'rereading', since: daysAfterNoon(0) }]);
  });

  test('a reader that finds nothing any more takes nothing away', async () => {
    const verifier = await testVerifier();
    await verifier.visit(page, 0);
    const before = verifier.record();
    const nothing = { ...page.reading, tiers: [], readings: [] };
    expect(await verifier.reread(page, 0, nothing)).toMatchObject({ outcome: 'unsupported' });
    expect(verifier.record()).toEqual(before);
    expect(verifier.ledger.waiting('acme')).toEqual([]);
  });

  test('a reading whose quotes the archived page does not have', async () => {
    const verifier = await testVerifier();
    await verifier.visit(page, 0, monthlyOnly(page.reading));
    const forged = { ...later.reading };
    expect(await verifier.reread(page, 0, forged)).toMatchObject({
      outcome: 'contradicted',
      refused: expect.arrayContaining([expect.objectContaining({ reason: expect.stringContaining('Team') })]),
    });
    expect(story(verifier)).toEqual([['observed', daysAfterNoon(0), '12.00']]);
  });
});

describe('what is read better', () => {
  test('sets the past right from the page’s own instant on, as a correction, and what we had said stays', async () => {
    const verifier = await testVerifier();
    await verifier.visit(page, 0, monthlyOnly(page.reading));
    await verifier.visit(later, 300, monthlyOnly(later.reading));
    expect(story(verifier)).toEqual([
      ['observed', daysAfterNoon(0), '12.00'],
      ['observed', daysAfterNoon(300), '15.00'],
    ]);
    expect(await verifier.reread(page, 0)).toMatchObject({ outcome: 'changed' });
    expect(await verifier.reread(later, 300)).toMatchObject({ outcome: 'changed' });
    expect(story(verifier)).toEqual([
      ['correction', daysAfterNoon(0), '12.00 10.00'],
      ['correction', daysAfterNoon(300), '15.00 13.00'],
    ]);
    expect(verifier.ledger.snapshots('acme').filter(({ superseded }) => superseded === true)).toHaveLength(2);
    // The vendor's own change was told when it was seen; nothing that we set right is dressed as another.
    expect(types(verifier).filter(([type]) => type === 'price_changed')).toEqual([
      ['price_changed', daysAfterNoon(300)],
    ]);
    expect(verifier.ledger.verifyChain()).toEqual({ ok: true });
  });

  test('a misread amount is a correction in the log, and never a change of the vendor’s', async () => {
    const verifier = await testVerifier();
    const misread = structuredClone(page.reading);
    for (const { tiers } of [misread, ...misread.readings])
      for (const { prices } of tiers) {
        const [monthly, annual] = prices;
        if (monthly !== undefined && annual !== undefined)
          Object.assign(monthly, { amount: '10.00', evidence: annual.evidence });
      }
    await verifier.visit(page, 0, misread);
    await verifier.reread(page, 0);
    expect(story(verifier)).toEqual([['correction', daysAfterNoon(0), '12.00 10.00']]);
    expect(verifier.ledger.changesSince(0, 10)).toMatchObject([
      { type: 'correction', observedAt: daysAfterNoon(0), before: { amount: '10.00' }, after: { amount: '12.00' } },
    ]);
  });

  test('after it, other bytes with the same prices confirm, where without it a change would be told', async () => {
    const verifier = await testVerifier();
    const again = teamPage('12', { annual: '10', salt: 'a new footer' });
    await verifier.visit(page, 0, monthlyOnly(page.reading));
    await verifier.unchanged(page, 3);
    await verifier.reread(page, 0);
    // The visit of day 3 met the same bytes: it confirms what is read from them now.
    expect(verifier.record().verification).toMatchObject({ confirmedAt: daysAfterNoon(3), outcome: 'confirmed' });
    expect(await verifier.visit(again, 7)).toMatchObject({ outcome: 'confirmed' });
    expect(await verifier.unchanged(again, 8)).toMatchObject({ outcome: 'confirmed' });
    expect(types(verifier)).toEqual([]);
  });

  test('a page that no reader could read becomes the record, from its own day on', async () => {
    const verifier = await testVerifier();
    const nothing = { ...page.reading, tiers: [], readings: [] };
    expect(await verifier.visit(page, 0, nothing)).toMatchObject({ outcome: 'unsupported' });
    await verifier.reread(page, 0);
    expect(verifier.record()).toMatchObject({
      verification: { confirmedAt: daysAfterNoon(0), outcome: 'changed' },
      tiers: [{ id: 'hobby' }, { id: 'team' }],
    });
    expect(await verifier.unchanged(page, 1)).toMatchObject({ outcome: 'confirmed' });
  });

  test('of one source also corrects what began at another source’s instant meanwhile', async () => {
    const docs = vendorPage([{ name: 'Add-on', monthly: '3' }]);
    const verifier = await testVerifier([product({ sources: sources('pricing', 'docs') })]);
    await verifier.visit(page, 0, monthlyOnly(page.reading));
    await verifier.submit(visit(docs, { at: daysAfterNoon(5), source: 'docs' }), docs);
    await verifier.reread(page, 0);
    expect(story(verifier)).toEqual([
      ['correction', daysAfterNoon(0), '12.00 10.00'],
      ['correction', daysAfterNoon(5), '12.00 10.00 3.00'],
    ]);
  });
});

/** One after the other is how `replay` hands them over; a retry may bring them otherwise. */
test.each([
  [0, 1, 2],
  [1, 2, 0],
  [2, 1, 0],
])('handed over as %i, %i, %i, they come to the same record and the same past', async (...order) => {
  const pages = [10, 20, 30].map((amount, i) => teamPage(String(amount + 2), { annual: String(amount + i) }));
  const verifier = await testVerifier();
  for (const [i, each] of pages.entries()) await verifier.visit(each, i * 100, monthlyOnly(each.reading));
  for (const i of order) {
    const each = pages[i];
    if (each !== undefined) await verifier.reread(each, i * 100);
  }
  expect(story(verifier)).toEqual([
    ['correction', daysAfterNoon(0), '12.00 10.00'],
    ['correction', daysAfterNoon(100), '22.00 21.00'],
    ['correction', daysAfterNoon(200), '32.00 32.00'],
  ]);
  expect(verifier.record()).toMatchObject({
    tiers: [{}, { prices: [{ amount: '32.00' }, { amount: '32.00' }] }],
    verification: { confirmedAt: daysAfterNoon(200) },
  });
  expect(await verifier.submit(unchanged({ at: daysAfterNoon(300) }, pages[2]?.sha256))).toMatchObject({
    outcome: 'confirmed',
  });
});
