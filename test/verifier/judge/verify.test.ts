import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../data/observation.ts';
import { LedgerEntry } from '../../../data/pipeline/verdict.ts';
import type { Ledger } from '../../../data/store/ledger/ledger.ts';
import { earlierStatements } from '../../../data/store/ledger/review.ts';
import { besideWriter } from '../../../data/store/ledger-queries/source-facts.ts';
import { needsWords, verifyObservation } from '../../../verifier/judge/verify.ts';
import { daysAfterNoon, failure, NOON, product, sources, unchanged } from '../../builders.ts';
import { temporaryLedger } from '../../temporary-ledger.ts';
import { type TestVerifier, testVerifier } from '../test-verifier.ts';
import { teamPage, type VendorPage, vendorPage, visit } from '../vendor-page.ts';

const OFFER = [
  { name: 'Hobby', claim: 'free' as const },
  { name: 'Team', monthly: '12', annual: '10' },
  { name: 'Business', monthly: '24' },
];
const ACME = product();
const RECORDED = new Date(daysAfterNoon(1_000));

/** Of the pages that a test has shown so far, by hash. */
const archive = new Map<string, VendorPage>();

function verify(observation: Observation, ledger: Ledger, page?: VendorPage): LedgerEntry {
  const state = ledger.state('acme');
  if (page !== undefined) archive.set(page.sha256, page);
  const words = needsWords({ observation, state, recordedAt: RECORDED }) ? page?.words : undefined;
  const entry = verifyObservation({
    observation,
    words,
    archived: ({ sha256 }) => archive.get(sha256)?.words,
    state,
    past: () => ledger.past('acme'),
    product: ACME,
    recordedAt: RECORDED,
  });
  expect(LedgerEntry.safeParse(entry).error).toBeUndefined();
  return entry;
}

/** The entries of these visits, and what a real ledger says after them. */
function judgedInTurn(...visits: [page: VendorPage | undefined, observation: Observation][]) {
  const ledger = temporaryLedger();
  const entries = visits.map(([page, observation]) => {
    const entry = verify(observation, ledger, page);
    ledger.append([entry], RECORDED);
    return entry;
  });
  return { state: ledger.state('acme'), entries };
}

function on(day: number) {
  return { at: daysAfterNoon(day) };
}

function shown(page: VendorPage, day: number): [VendorPage, Observation] {
  return [page, visit(page, on(day))];
}

const first = vendorPage(OFFER);
const dearer = vendorPage(OFFER.map((each) => (each.name === 'Team' ? { ...each, monthly: '15' } : each)));
const TENFOLD = OFFER.map((each) => (each.monthly === undefined ? each : { ...each, monthly: `${each.monthly}0` }));
const tenfold = vendorPage(TENFOLD);
const tenfoldAgain = vendorPage(TENFOLD, { salt: 'rendered later' });

describe('an observation becomes an entry', () => {
  test('the first reading is published at once, as a snapshot without changes', () => {
    const {
      entries: [entry],
    } = judgedInTurn(shown(first, 0));
    expect(entry).toMatchObject({
      verdict: { outcome: 'changed', disputed: false, refused: [] },
      snapshot: { origin: 'observed', validFrom: NOON },
      changes: [],
    });
    expect(
      entry?.statement?.tiers.map(({ id, isFree, prices }) => [id, isFree, prices.map(({ amount }) => amount)]),
    ).toEqual([
      ['hobby', true, []],
      ['team', false, ['12.00', '10.00']],
      ['business', false, ['24.00']],
    ]);
    expect(entry?.statement?.evidence).toHaveLength(4);
    expect(entry?.verdict.reasons).toContain('2 readings agree');
  });

  test('the same prices on another page confirm, and the evidence that proved them stays', () => {
    const again = vendorPage(OFFER, { salt: 'rendered later' });
    const { entries } = judgedInTurn(shown(first, 0), shown(again, 7));
    expect(entries[1]).toMatchObject({ verdict: { outcome: 'confirmed', disputed: false }, changes: [] });
    expect(entries[1]).not.toHaveProperty('statement');
    // A design that is misread is misread as long as it stands: seen again, it is no surer.
    expect(entries[1]?.verdict.score).toBe(entries[0]?.verdict.score);
  });

  test('what was stated before facts had a confidence gets that of the next page, and keeps its evidence', () => {
    const rated = vendorPage(OFFER, { salt: 'rendered later', confidence: 0.97 });
    const again = vendorPage(OFFER, { salt: 'later still', confidence: 0.6 });
    const { entries, state } = judgedInTurn(shown(first, 0), shown(rated, 7), shown(again, 14));
    expect(entries.map(({ verdict, statement }) => [verdict.outcome, verdict.score, statement !== undefined])).toEqual([
      ['changed', 0.9, true],
      ['confirmed', 0.97, true],
      ['confirmed', 0.97, false],
    ]);
    const { tiers = [], evidence } = state.sources.get('pricing')?.statement ?? {};
    expect(tiers.map(({ confidence, prices }) => [confidence, ...prices.map((price) => price.confidence)])).toEqual([
      [0.97],
      [undefined, 0.97, 0.97],
      [undefined, 0.97],
    ]);
    expect(evidence).toEqual(entries[0]?.statement?.evidence);
  });

  test('what waited for want of sureness, and is sure on a later page, is no change by the vendor', () => {
    const page = (scale: number, salt = '') =>
      vendorPage([...OFFER, { name: 'Scale', monthly: '99', confidence: scale }], { confidence: 0.97, salt });
    const { entries, state } = judgedInTurn(
      shown(page(0.6), 0),
      shown(page(0.6, 'again'), 7),
      shown(page(0.95, 'anew'), 14),
    );
    expect(
      entries.map(({ verdict: { outcome, disputed }, candidate }) => [outcome, disputed, candidate !== undefined]),
    ).toEqual([
      ['changed', false, true],
      ['confirmed', false, true],
      ['changed', false, false],
    ]);
    expect(entries[2]?.changes.map(({ type }) => type)).toEqual(['changed_with_redesign']);
    expect(state.sources.get('pricing')?.statement?.tiers).toHaveLength(4);
  });

  test('other words of a later day around the same prices are a witness; the same day, a token and a 304 are none', () => {
    const before = vendorPage(OFFER, { readers: 1 });
    const shifted = vendorPage([{ name: 'New: read our report', claim: 'custom' as const }, ...OFFER], { readers: 1 });
    const sameOffer = { ...shifted.reading, tiers: shifted.reading.tiers.slice(1) };
    const seenAs = (day: number): [VendorPage, Observation] => [shifted, visit(shifted, on(day), sameOffer)];
    const witnessesOf = (...visits: [VendorPage | undefined, Observation][]) =>
      judgedInTurn(shown(before, 0), ...visits).state.sources.get('pricing')?.backing?.witnesses;
    expect(witnessesOf(seenAs(7))).toEqual(['structure', 'page']);
    expect(witnessesOf(seenAs(0.1))).toEqual(['structure']);
    expect(witnessesOf(shown(vendorPage(OFFER, { readers: 1, salt: 'token' }), 7))).toEqual(['structure']);
    expect(witnessesOf([undefined, unchanged(on(7), before.sha256)])).toEqual(['structure']);
  });

  test('304, and the same bytes again, confirm without a look at the archive and carry the score', () => {
    const { entries } = judgedInTurn(
      shown(first, 0),
      [undefined, unchanged(on(7), first.sha256)],
      [undefined, visit(first, on(14))],
    );
    for (const { verdict } of entries.slice(1)) {
      expect(verdict).toMatchObject({ outcome: 'confirmed', score: entries[0]?.verdict.score });
      expect(verdict.reasons.at(-1)).toBe('the page has not changed');
    }
  });

  test('what another source states at its first reading is in the record, and is no change by the vendor', async () => {
    const two = product({ sources: sources('pricing', 'docs') });
    const verifier = await testVerifier([two], RECORDED.toISOString());
    await verifier.visit(first, 0);
    const more = vendorPage([{ name: 'Scale', monthly: '99' }]);
    await verifier.submit(visit(more, { ...on(1), source: 'docs' }), more);
    expect(verifier.record().tiers.map(({ name }) => name)).toEqual(['Hobby', 'Team', 'Business', 'Scale']);
    expect(verifier.ledger.changesSince(0, 10)).toEqual([]);
  });

  test('a plausible change is published with its event, from the day it was seen', () => {
    const { entries } = judgedInTurn(shown(first, 0), shown(dearer, 7));
    expect(entries[1]).toMatchObject({
      verdict: { outcome: 'changed' },
      snapshot: { origin: 'observed', validFrom: daysAfterNoon(7) },
      changes: [
        {
          type: 'price_changed',
          slug: 'acme',
          subject: 'team',
          before: { amount: '12.00' },
          after: { amount: '15.00' },
          observedAt: daysAfterNoon(7),
          recordedAt: RECORDED.toISOString(),
        },
      ],
    });
    expect(entries[1]?.changes[0]?.evidence).toHaveLength(2);
  });

  test('a tenfold price waits, through a failure, a challenge and its own bytes, until another page of a later day states it', () => {
    const challenge = visit(tenfold, on(3), { ...tenfold.reading, verdict: 'challenge', reason: 'are you human' });
    const { entries } = judgedInTurn(
      shown(first, 0),
      shown(tenfold, 1),
      [undefined, failure(on(2))],
      [undefined, challenge],
      shown(tenfold, 4),
      [undefined, unchanged(on(5), tenfold.sha256)],
      shown(tenfoldAgain, 6),
    );
    expect(entries.map(({ verdict: { outcome, disputed } }) => [outcome, disputed])).toEqual([
      ['changed', false],
      ['contradicted', true],
      ['unreadable', true],
      ['unreadable', true],
      ['contradicted', true],
      ['contradicted', true],
      ['changed', false],
    ]);
    for (const each of entries.slice(1, 6)) expect(each).not.toHaveProperty('snapshot');
    expect(entries[6]?.changes.map(({ type, after }) => [type, after?.amount])).toEqual([
      ['price_changed', '240.00'],
      ['price_changed', '120.00'],
    ]);
    expect(entries[6]?.verdict.reasons[0]).toBe('a page of a later day states the same');
    const dates = [entries[6]?.snapshot?.validFrom, ...(entries[6]?.changes ?? []).map(({ observedAt }) => observedAt)];
    expect(dates).toEqual([daysAfterNoon(1), daysAfterNoon(1), daysAfterNoon(1)]);
  });

  test('the old prices again clear what waited', () => {
    const { entries } = judgedInTurn(shown(first, 0), shown(tenfold, 1), [undefined, unchanged(on(2), first.sha256)]);
    expect(entries[2]).toMatchObject({ verdict: { outcome: 'confirmed', disputed: false } });
  });

  test('a page of prices that states none any more is unsupported, and stays so on 304 [D2.clocks.200]', () => {
    const bare = vendorPage([]);
    const { entries } = judgedInTurn(shown(first, 0), shown(bare, 1), [undefined, unchanged(on(2), bare.sha256)]);
    expect(entries.slice(1).map(({ verdict, statement }) => [verdict.outcome, verdict.score, statement])).toEqual([
      ['unsupported', 0, undefined],
      ['unsupported', 0, undefined],
    ]);
  });

  test('a forged quote is refused, and its tier is not taken for one that the vendor dropped', () => {
    const reading = structuredClone(first.reading);
    for (const tiers of [reading.tiers, ...reading.readings.map((each) => each.tiers)])
      for (const price of tiers[1]?.prices ?? []) price.amount = '1.00';
    const salted = vendorPage(OFFER, { salt: 'another day' });
    const { entries } = judgedInTurn(shown(first, 0), [salted, visit(salted, on(1), reading)]);
    expect(entries[1]).toMatchObject({ verdict: { outcome: 'contradicted', disputed: true }, changes: [] });
    expect(entries[1]?.verdict.refused.map(({ reason }) => reason)).toContain('Team: the quote does not state 1.00');
    expect(JSON.stringify(entries[1]?.candidate ?? {})).not.toContain('1.00');
  });

  test('a visit that arrives late changes nothing', () => {
    const { entries } = judgedInTurn(shown(first, 0), shown(dearer, 7), shown(first, 3));
    expect(entries[2]).toMatchObject({
      verdict: {
        outcome: 'unreadable',
        disputed: false,
        reasons: expect.arrayContaining(['arrived after a later visit was judged']),
      },
      changes: [],
    });
    expect(entries[2]).not.toHaveProperty('statement');
  });
});

/** The same offer in another design: a table where cards were. */
function redesigned(page: VendorPage): VendorPage {
  const moved: VendorPage['reading'] = JSON.parse(
    JSON.stringify(page.reading).replaceAll('"path":"section > p"', '"path":"main > table > td"'),
  );
  return { ...page, reading: moved };
}

/** As a reader that puts each price under the name before its own reads it. */
function shifted({ reading, ...page }: VendorPage): VendorPage {
  const [hobby, team, business] = reading.tiers;
  const [first] = reading.readings;
  if (!hobby || !team || !business || !first) throw new Error('The offer has three tiers and a reading');
  const tiers = [hobby, { ...team, prices: business.prices }];
  return { ...page, reading: { ...reading, tiers, readings: [{ ...first, tiers }] } };
}

describe('where the design of a page changes', () => {
  const before = vendorPage(OFFER, { readers: 1, confidence: 0.97 });
  const dearer = [OFFER[0], { name: 'Team', monthly: '15', annual: '13' }, { name: 'Business', monthly: '31' }].filter(
    (tier) => tier !== undefined,
  );

  test('the same prices make two designs that say so, and a witness more', () => {
    const { entries } = judgedInTurn(
      shown(before, 0),
      shown(redesigned(vendorPage(OFFER, { readers: 1, salt: 'new' })), 7),
      // Neither the same bytes again nor the first design again is a third.
      shown(redesigned(vendorPage(OFFER, { readers: 1, salt: 'new' })), 14),
      shown(before, 21),
    );
    const witnesses = ['structure', 'design'];
    expect(entries[1]?.verdict).toMatchObject({ outcome: 'confirmed', backing: { designs: 2, witnesses } });
    expect(entries[1]?.verdict.reasons).toContain('2 designs of the page gave the same prices');
    expect(entries[0]?.verdict.backing?.witnesses).toEqual(['structure']);
    expect(entries.slice(2).map(({ verdict }) => verdict.backing?.designs)).toEqual([2, 2]);
  });

  test('prices that stood on no page before, while the old ones are gone, are the vendor’s move', () => {
    const { entries } = judgedInTurn(shown(first, 0), shown(redesigned(vendorPage(dearer)), 7));
    expect(entries[1]?.changes.map(({ type }) => type)).toEqual(['price_changed', 'price_changed', 'price_changed']);
    expect(entries[1]?.verdict.backing).not.toHaveProperty('against');
  });

  test('what a misreading had missed is of unknown cause, says so and leaves the past alone', () => {
    const misread = shifted(before);
    const next = redesigned(vendorPage(OFFER, { readers: 1, salt: 'new', confidence: 0.97 }));
    const { entries } = judgedInTurn(shown(misread, 0), shown(next, 7), shown(next, 7.5));
    const last = entries.findLast(({ changes }) => changes.length > 0);
    expect(new Set(last?.changes.map(({ type }) => type))).toEqual(new Set(['changed_with_redesign']));
    expect(last?.changes[0]?.reason).toMatch(/is not known$/);
    expect(last?.snapshot).toMatchObject({ origin: 'observed' });
    expect(last?.verdict.score).toBeLessThan(entries[0]?.verdict.score ?? 0);
  });
});

describe('a price that waited and is published by a later page', () => {
  const [twelve, other] = [teamPage('12'), teamPage('1.20')];
  const leapt = (salt = '') => teamPage('120', { salt });
  const thirteen = { amount: '13.00', currency: 'USD', per: 'month' as const, billing: 'monthly' as const };
  const values = { tiers: [{ tier: 'team', prices: [thirteen] }], rates: [] };

  test.each<[string, (verifier: TestVerifier) => Promise<unknown>, since: number]>([
    ['through a failure', ({ submit }) => submit(failure(on(3))), 2],
    ['through a visit that read the same', ({ visit: see }) => see(leapt(), 3), 2],
    [
      'not before the old price was seen again',
      async ({ visit: see }) => [await see(twelve, 3), await see(leapt(), 4)],
      4,
    ],
    ['not before another price was seen', async ({ visit: see }) => [await see(other, 3), await see(leapt(), 4)], 4],
    [
      'not before a person stated another price',
      ({ decide, standing }) => decide(standing(), 3, { action: 'correct', values, from: 'now' }),
      9,
    ],
  ])('holds since it was first seen, %s', async (_, between, since) => {
    const verifier = await testVerifier();
    const { ledger } = verifier;
    await verifier.visit(twelve, 0);
    await verifier.visit(leapt(), 2);
    await between(verifier);
    await verifier.visit(leapt('later'), 9);
    const from = daysAfterNoon(since);
    expect(ledger.changesSince(0, 9).filter(({ type }) => type === 'price_changed')).toMatchObject([
      { observedAt: from },
    ]);
    expect(ledger.snapshots('acme').findLast(({ validTo }) => validTo === undefined)).toMatchObject({
      validFrom: from,
      lastSeenAt: daysAfterNoon(9),
    });
    expect(verifier.standing().since).toBe(from);
    expect(ledger.past('acme').nextStatement('pricing', daysAfterNoon(since - 0.1))).toBe(from);
    expect(ledger.watched('acme')?.changes).toBe(1);
    expect(verifier.record().verification.confirmedAt).toBe(daysAfterNoon(9));
  });

  /** What each interval states of paid plans, and since when. */
  const story = ({ ledger }: TestVerifier) =>
    ledger
      .snapshots('acme')
      .filter(({ superseded }) => superseded !== true)
      .map(({ validFrom, tiers }) => [
        validFrom,
        tiers.flatMap(({ prices }) => prices.map(({ amount }) => amount)).join(),
      ]);

  test.each([
    ['of the days without a visit', [], [{ from: daysAfterNoon(60), to: daysAfterNoon(160) }]],
    ['in no days, where visits read the waiting page', [100, 130], undefined],
  ])('has a gap %s', async (_, days, gaps) => {
    const verifier = await testVerifier();
    await verifier.visit(twelve, 0);
    await verifier.visit(leapt(), 60);
    for (const day of days) await verifier.unchanged(leapt(), day);
    await verifier.visit(leapt('later'), 160);
    const [before, since] = verifier.ledger.snapshots('acme');
    expect([before?.gaps, since?.validFrom, since?.gaps]).toEqual([undefined, daysAfterNoon(60), gaps]);
  });

  test('leaves what another source changed meanwhile at its date', async () => {
    const verifier = await testVerifier([product({ sources: sources('pricing', 'docs') })]);
    const docs = (monthly: string) => vendorPage([{ name: 'Scale', monthly }]);
    const see = (page: VendorPage, day: number, source = 'pricing') =>
      verifier.submit(visit(page, { ...on(day), source }), page);
    await see(twelve, 0);
    await see(docs('30'), 1, 'docs');
    await see(leapt(), 2);
    await see(docs('35'), 4, 'docs');
    await see(leapt('later'), 9);
    expect(story(verifier)).toEqual([
      [daysAfterNoon(0), '12.00'],
      [daysAfterNoon(1), '12.00,30.00'],
      [daysAfterNoon(2), '120.00,30.00'],
      [daysAfterNoon(4), '120.00,35.00'],
    ]);
    const dates = verifier.ledger.changesSince(0, 9).map(({ subject, observedAt }) => [subject, observedAt]);
    expect(dates).toEqual([
      ['scale', daysAfterNoon(4)],
      ['team', daysAfterNoon(2)],
    ]);
    expect(verifier.record().tiers.flatMap(({ prices }) => prices.map(({ amount }) => amount))).toEqual([
      '120.00',
      '35.00',
    ]);
  });

  test('is set right since then by an accepted re-reading', async () => {
    const verifier = await testVerifier();
    await verifier.visit(twelve, 0);
    await verifier.visit(leapt(), 2);
    await verifier.visit(leapt('later'), 9);
    const { tiers, ...reading } = leapt('later').reading;
    await verifier.reread(leapt('later'), 9, { ...reading, tiers: tiers.filter(({ isFree }) => isFree) });
    await verifier.decide(verifier.waits(), 12, { action: 'accept' });
    expect(story(verifier)).toEqual([
      [daysAfterNoon(0), '12.00'],
      [daysAfterNoon(2), ''],
    ]);
    const earlier = besideWriter(verifier.file, (reader) => earlierStatements(reader, verifier.standing()));
    expect(earlier?.map(({ observedAt }) => observedAt)).toEqual([daysAfterNoon(2), daysAfterNoon(0)]);
  });
});
