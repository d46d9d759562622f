import { describe, expect, test } from 'vitest';
import type { PageReading } from '../../../data/reading.ts';
import { daysAfterNoon, product, sha256Of, unchanged } from '../../builders.ts';
import { type Kept, kept, readAgain } from '../test-verifier.ts';
import { vendorPage, visit } from '../vendor-page.ts';

/** A page on which a careless reader takes the annual price of Team for the monthly one. */
const page = vendorPage([
  { name: 'Hobby', claim: 'free' },
  { name: 'Team', monthly: '12', annual: '10' },
]);
const later = vendorPage(
  [
    { name: 'Hobby', claim: 'free' },
    { name: 'Team', monthly: '15', annual: '13' },
  ],
  { salt: 'a year on' },
);

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

function story({ ledger }: Kept) {
  return ledger
    .snapshots('acme')
    .filter(({ superseded }) => superseded !== true)
    .map(({ origin, validFrom, tiers }) => [
      origin,
      validFrom,
      tiers.flatMap(({ prices }) => prices.map(({ amount }) => amount)).join(' '),
    ]);
}

const types = ({ ledger }: Kept) => ledger.changesSince(0, 100).map(({ type, observedAt }) => [type, observedAt]);

describe('what is not taken', () => {
  test('a re-reading of a page that was never observed', async () => {
    const house = await kept();
    await expect(house.take(readAgain(page, { at: daysAfterNoon(0) }), page)).rejects.toThrow(/no observation/);
    expect(house.ledger.position().entries).toBe(0);
  });

  test('a reading that loses a price which an earlier reader had: it waits, and the record stands', async () => {
    const house = await kept();
    await house.take(visit(page, { at: daysAfterNoon(0) }), page);
    const before = house.record();
    const verdict = await house.take(readAgain(page, { at: daysAfterNoon(0) }, monthlyOnly(page.reading)));
    expect(verdict).toMatchObject({ outcome: 'contradicted', disputed: false });
    expect(verdict).toHaveProperty('reasons', expect.arrayContaining(['would lose Team at 10.00 USD']));
    expect(house.record()).toEqual(before);
    expect(house.ledger.waiting('acme')).toMatchObject([{ kind: 'rereading', since: daysAfterNoon(0) }]);
  });

  test('nor does it wait any longer once a later version reads what the record says', async () => {
    const house = await kept();
    await house.take(visit(page, { at: daysAfterNoon(0) }), page);
    await house.take(readAgain(page, { at: daysAfterNoon(0) }, monthlyOnly(page.reading), 'broken'));
    expect(house.ledger.waiting('acme')).toHaveLength(1);
    expect(await house.take(readAgain(page, { at: daysAfterNoon(0) }, page.reading, 'mended'))).toMatchObject({
      outcome: 'confirmed',
    });
    expect(house.ledger.waiting('acme')).toEqual([]);
  });

  test('a reader that finds nothing any more takes nothing away', async () => {
    const house = await kept();
    await house.take(visit(page, { at: daysAfterNoon(0) }), page);
    const before = house.record();
    const nothing = { ...page.reading, tiers: [], readings: [] };
    expect(await house.take(readAgain(page, { at: daysAfterNoon(0) }, nothing))).toMatchObject({
      outcome: 'unsupported',
    });
    expect(house.record()).toEqual(before);
    expect(house.ledger.waiting('acme')).toEqual([]);
  });

  test('a reading whose quotes the archived page does not have', async () => {
    const house = await kept();
    await house.take(visit(page, { at: daysAfterNoon(0) }, monthlyOnly(page.reading)), page);
    const forged = { ...later.reading };
    expect(await house.take(readAgain(page, { at: daysAfterNoon(0) }, forged))).toMatchObject({
      outcome: 'contradicted',
      refused: expect.arrayContaining([expect.objectContaining({ reason: expect.stringContaining('Team') })]),
    });
    expect(story(house)).toEqual([['observed', daysAfterNoon(0), '12.00']]);
  });
});

describe('what is read better', () => {
  test('sets the past right from the page’s own instant on, as a correction, and what we had said stays', async () => {
    const house = await kept();
    await house.take(visit(page, { at: daysAfterNoon(0) }, monthlyOnly(page.reading)), page);
    await house.take(visit(later, { at: daysAfterNoon(300) }, monthlyOnly(later.reading)), later);
    expect(story(house)).toEqual([
      ['observed', daysAfterNoon(0), '12.00'],
      ['observed', daysAfterNoon(300), '15.00'],
    ]);
    expect(await house.take(readAgain(page, { at: daysAfterNoon(0) }))).toMatchObject({ outcome: 'changed' });
    expect(await house.take(readAgain(later, { at: daysAfterNoon(300) }))).toMatchObject({ outcome: 'changed' });
    expect(story(house)).toEqual([
      ['correction', daysAfterNoon(0), '12.00 10.00'],
      ['correction', daysAfterNoon(300), '15.00 13.00'],
    ]);
    expect(house.ledger.snapshots('acme').filter(({ superseded }) => superseded === true)).toHaveLength(2);
    // The vendor's own change was told when it was seen; nothing that we set right is dressed as another.
    expect(types(house).filter(([type]) => type === 'price_changed')).toEqual([['price_changed', daysAfterNoon(300)]]);
    expect(house.ledger.verifyChain()).toEqual({ ok: true });
  });

  test('a misread amount is a correction in the log, and never a change of the vendor’s', async () => {
    const house = await kept();
    const misread = structuredClone(page.reading);
    for (const { tiers } of [misread, ...misread.readings])
      for (const { prices } of tiers) {
        const [monthly, annual] = prices;
        if (monthly !== undefined && annual !== undefined)
          Object.assign(monthly, { amount: '10.00', evidence: annual.evidence });
      }
    await house.take(visit(page, { at: daysAfterNoon(0) }, misread), page);
    await house.take(readAgain(page, { at: daysAfterNoon(0) }));
    expect(story(house)).toEqual([['correction', daysAfterNoon(0), '12.00 10.00']]);
    expect(house.ledger.changesSince(0, 10)).toMatchObject([
      { type: 'correction', observedAt: daysAfterNoon(0), before: { amount: '10.00' }, after: { amount: '12.00' } },
    ]);
  });

  test('after it, other bytes with the same prices confirm, where without it a change would be told', async () => {
    const house = await kept();
    const again = vendorPage(
      [
        { name: 'Hobby', claim: 'free' },
        { name: 'Team', monthly: '12', annual: '10' },
      ],
      { salt: 'a new footer' },
    );
    await house.take(visit(page, { at: daysAfterNoon(0) }, monthlyOnly(page.reading)), page);
    await house.take(unchanged({ at: daysAfterNoon(3) }, page.sha256));
    await house.take(readAgain(page, { at: daysAfterNoon(0) }));
    // The visit of day 3 met the same bytes: it confirms what is read from them now.
    expect(house.record().verification).toMatchObject({ confirmedAt: daysAfterNoon(3), outcome: 'confirmed' });
    expect(await house.take(visit(again, { at: daysAfterNoon(7) }), again)).toMatchObject({ outcome: 'confirmed' });
    expect(await house.take(unchanged({ at: daysAfterNoon(8) }, again.sha256))).toMatchObject({ outcome: 'confirmed' });
    expect(types(house)).toEqual([]);
  });

  test('a page that no reader could read becomes the record, from its own day on', async () => {
    const house = await kept();
    const nothing = { ...page.reading, tiers: [], readings: [] };
    expect(await house.take(visit(page, { at: daysAfterNoon(0) }, nothing), page)).toMatchObject({
      outcome: 'unsupported',
    });
    await house.take(readAgain(page, { at: daysAfterNoon(0) }));
    expect(house.record()).toMatchObject({
      verification: { confirmedAt: daysAfterNoon(0), outcome: 'changed' },
      tiers: [{ id: 'hobby' }, { id: 'team' }],
    });
    expect(await house.take(unchanged({ at: daysAfterNoon(1) }, page.sha256))).toMatchObject({ outcome: 'confirmed' });
  });

  test('an old page’s leaves what holds now alone', async () => {
    const house = await kept();
    await house.take(visit(page, { at: daysAfterNoon(0) }, monthlyOnly(page.reading)), page);
    await house.take(visit(later, { at: daysAfterNoon(300) }), later);
    const before = house.record();
    await house.take(readAgain(page, { at: daysAfterNoon(0) }));
    expect(house.record()).toEqual(before);
    expect(story(house).map(([origin]) => origin)).toEqual(['correction', 'observed']);
  });

  test('is one row, however often it is handed over', async () => {
    const house = await kept();
    await house.take(visit(page, { at: daysAfterNoon(0) }, monthlyOnly(page.reading)), page);
    await house.take(readAgain(page, { at: daysAfterNoon(0) }));
    const position = house.ledger.position();
    expect(await house.take(readAgain(page, { at: daysAfterNoon(0) }))).toBe('duplicate');
    expect(house.ledger.position()).toEqual(position);
  });

  test('of one source also corrects what began at another source’s instant meanwhile', async () => {
    const two = product({
      sources: ['pricing', 'docs'].map((id) => ({
        id,
        url: `https://acme.example/${id}`,
        kind: 'pricing' as const,
        render: 'http' as const,
        cadence: 'weekly' as const,
        urlSeen: true,
      })),
    });
    const docs = vendorPage([{ name: 'Add-on', monthly: '3' }]);
    const house = await kept([two]);
    await house.take(visit(page, { at: daysAfterNoon(0) }, monthlyOnly(page.reading)), page);
    await house.take(visit(docs, { at: daysAfterNoon(5), source: 'docs' }), docs);
    await house.take(readAgain(page, { at: daysAfterNoon(0) }));
    expect(story(house)).toEqual([
      ['correction', daysAfterNoon(0), '12.00 10.00'],
      ['correction', daysAfterNoon(5), '12.00 10.00 3.00'],
    ]);
  });
});

/** One after the other is how `replay` hands them over; a retry may bring them otherwise. */
test.each([
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
])('handed over as %i, %i, %i, they come to the same record and the same past', async (...order) => {
  const pages = [10, 20, 30].map((amount, i) =>
    vendorPage([
      { name: 'Hobby', claim: 'free' },
      { name: 'Team', monthly: String(amount + 2), annual: String(amount + i) },
    ]),
  );
  const house = await kept();
  for (const [i, each] of pages.entries())
    await house.take(visit(each, { at: daysAfterNoon(i * 100) }, monthlyOnly(each.reading)), each);
  for (const i of order) {
    const each = pages[i];
    if (each !== undefined) await house.take(readAgain(each, { at: daysAfterNoon(i * 100) }));
  }
  expect(story(house)).toEqual([
    ['correction', daysAfterNoon(0), '12.00 10.00'],
    ['correction', daysAfterNoon(100), '22.00 21.00'],
    ['correction', daysAfterNoon(200), '32.00 32.00'],
  ]);
  expect(house.record()).toMatchObject({
    tiers: [{}, { prices: [{ amount: '32.00' }, { amount: '32.00' }] }],
    verification: { confirmedAt: daysAfterNoon(200) },
  });
  expect(await house.take(unchanged({ at: daysAfterNoon(300) }, pages[2]?.sha256))).toMatchObject({
    outcome: 'confirmed',
  });
});

test('the page that a waiting reading was taken from by a 304 supports it from then on', async () => {
  const house = await kept();
  const cut = vendorPage([
    { name: 'Hobby', claim: 'free' },
    { name: 'Team', monthly: '2', annual: '1' },
  ]);
  await house.take(visit(page, { at: daysAfterNoon(0) }), page);
  expect(await house.take(visit(cut, { at: daysAfterNoon(1) }), cut)).toMatchObject({ disputed: true });
  expect(await house.take(unchanged({ at: daysAfterNoon(2) }, cut.sha256))).toMatchObject({ outcome: 'changed' });
  expect(await house.take(unchanged({ at: daysAfterNoon(3) }, cut.sha256))).toMatchObject({ outcome: 'confirmed' });
  expect(await house.take(unchanged({ at: daysAfterNoon(4) }, sha256Of('another')))).toMatchObject({
    outcome: 'unreadable',
  });
});
