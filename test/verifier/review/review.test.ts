import { describe, expect, test } from 'vitest';
import { TRUST } from '../../../config/trust.ts';
import type { Decision, StatedValues } from '../../../data/pipeline/review-decision.ts';
import type { Waiting } from '../../../data/store/ledger/review.ts';
import { differences } from '../../../verifier/review/differences.ts';
import { type Decidable, decisionOn, type Resolution } from '../../../verifier/review/review.ts';
import { daysAfterNoon, unchanged } from '../../builders.ts';
import { type TestVerifier, testVerifier } from '../test-verifier.ts';
import { teamPage, vendorPage, visit } from '../vendor-page.ts';

const page = teamPage('12');
const cut = (salt = '') => teamPage('2', { salt });

/** Day 0: 12; day 7: a page that says 2, which waits. */
async function withWaitingReading(): Promise<{ verifier: TestVerifier; waits: Waiting }> {
  const verifier = await testVerifier();
  await verifier.visit(page, 0);
  await verifier.visit(cut(), 7);
  return { verifier, waits: verifier.waits() };
}

function decision(
  on: Decidable,
  action: Decision['action'],
  { values, by = 'ada', reason = 'compared with the page' }: Partial<Resolution> = {},
): Decision {
  return decisionOn(on, { action, values, by, reason, decidedAt: daysAfterNoon(8) });
}

const team = (verifier: TestVerifier) => verifier.record().tiers.find(({ id }) => id === 'team');
const events = ({ ledger }: TestVerifier) => ledger.changesSince(0, 100).map(({ type }) => type);

describe('what waits', () => {
  test('is listed with both sides, their quotes, the reasons and the visits that saw it', async () => {
    const { waits } = await withWaitingReading();
    expect(waits).toMatchObject({
      kind: 'visit',
      since: daysAfterNoon(7),
      lastSeenAt: daysAfterNoon(7),
      seen: 1,
      url: 'https://acme.example/pricing',
      verdict: { reasons: expect.arrayContaining(['Team jumps from 12.00 to 2.00 USD']) },
    });
    expect(differences(waits.statement, waits.candidate)).toEqual([
      { subject: 'Hobby', terms: '', before: 'free', after: 'free', isSame: true, ...bothQuotes('Free forever Hobby') },
      {
        subject: 'Team',
        terms: 'per month, monthly',
        before: '12.00 USD',
        after: '2.00 USD',
        quoteBefore: '$12 per month billed monthly, Team',
        quoteAfter: '$2 per month billed monthly, Team',
        isSame: false,
      },
    ]);
  });

  test('is also a first reading that is not sure enough', async () => {
    const verifier = await testVerifier();
    await verifier.visit(vendorPage([{ name: 'Team', monthly: '12' }], { confidence: 0.7 }), 0);
    const waits = verifier.waits();
    expect(waits).toMatchObject({ seen: 1 });
    expect(waits).not.toHaveProperty('statement');
    expect(differences(undefined, waits.candidate)).toMatchObject([
      { subject: 'Team', after: '12.00 USD', confidence: 0.7 },
    ]);
    await verifier.submit(decision(waits, 'accept'));
    expect(team(verifier)?.prices[0]).toMatchObject({ amount: '12.00', confidence: TRUST.decidedConfidence });
    expect(verifier.record().verification).toMatchObject({
      score: TRUST.decidedConfidence,
      witnesses: ['structure', 'person'],
    });
  });

  test('is the rest of a reading whose sure part was published, and undisturbed by its page seen again', async () => {
    const verifier = await testVerifier();
    const teams = { name: 'Team', monthly: '12' };
    const grown = vendorPage([teams, { name: 'Scale', monthly: '99', confidence: 0.6 }], { confidence: 0.97 });
    await verifier.visit(grown, 0);
    await verifier.unchanged(grown, 7);
    const names = () => verifier.record().tiers.map(({ name }) => name);
    expect(names()).toEqual(['Team']);
    expect(verifier.record().verification).toMatchObject({
      disputed: false,
      confirmedAt: daysAfterNoon(7),
      score: 0.97,
    });
    expect(verifier.waits()).toMatchObject({ isRest: true, seen: 2, statement: expect.anything() });
    await verifier.submit(decision(verifier.waits(), 'accept'));
    expect(names()).toEqual(['Team', 'Scale']);
    expect(events(verifier)).toEqual(['correction']);
    expect(verifier.ledger.waiting('acme')).toEqual([]);
    expect(verifier.record().verification.reasons.join()).not.toContain('waiting');
  });
});

const bothQuotes = (quote: string) => ({ quoteBefore: quote, quoteAfter: quote });

describe('a decision that is refused', () => {
  test.each([
    ['on a reading that nobody has', { on: 'acme.pricing.never' }],
    ['on other prices than those that wait', { key: 'f'.repeat(64) }],
    ['from another instant on', { observedAt: daysAfterNoon(1) }],
  ])('%s', async (_, other) => {
    const { verifier, waits } = await withWaitingReading();
    const before = verifier.ledger.position();
    await expect(verifier.submit({ ...decision(waits, 'accept'), ...other })).rejects.toThrow(/no longer waiting/);
    expect(verifier.ledger.position()).toEqual(before);
  });

  test('one that would leave nothing stated', async () => {
    const { verifier, waits } = await withWaitingReading();
    const gone = { tiers: ['hobby', 'team'].map((tier) => ({ tier, isGone: true as const, prices: [] })), rates: [] };
    await expect(verifier.submit(decision(waits, 'correct', { values: gone }))).rejects.toThrow(
      /no prices would remain/,
    );
  });

  test('a rate of a model that nobody knows, without its currency', async () => {
    const { verifier, waits } = await withWaitingReading();
    const values = { tiers: [], rates: [{ model: 'large-9', inputPerMTok: '3.00' }] };
    await expect(verifier.submit(decision(waits, 'correct', { values }))).rejects.toThrow(/without a currency/);
  });

  test('a price of 0: free and priced are two facts', async () => {
    const { verifier, waits } = await withWaitingReading();
    const price = { amount: '0.00', currency: 'USD', per: 'month' } as const;
    const values = { tiers: [{ tier: 'team', prices: [price] }], rates: [] };
    await expect(verifier.submit(decision(waits, 'correct', { values }))).rejects.toThrow(/state the tier as free/);
  });
});

describe('accepted', () => {
  test('the reading is the vendor’s, since it was first seen, and the record says who took it and why', async () => {
    const { verifier, waits } = await withWaitingReading();
    expect(await verifier.submit(decision(waits, 'accept'))).toMatchObject({ outcome: 'changed' });
    expect(team(verifier)?.prices[0]?.amount).toBe('2.00');
    const { verification } = verifier.record();
    expect(verification).toMatchObject({
      disputed: false,
      outcome: 'changed',
      score: TRUST.decidedConfidence,
      confirmedAt: daysAfterNoon(7),
    });
    expect(verification.reasons[0]).toBe('accepted by ada: compared with the page');
    expect(verification.reasons.join()).not.toContain('waiting');
    expect(events(verifier)).toEqual(['price_changed']);
    expect(verifier.ledger.snapshots('acme').map(({ validFrom }) => validFrom)).toEqual([
      daysAfterNoon(0),
      daysAfterNoon(7),
    ]);
    expect(verifier.ledger.waiting('acme')).toEqual([]);
  });

  test('its page supports the record from then on, whatever other pages came since', async () => {
    const { verifier, waits } = await withWaitingReading();
    const blank = { ...page.reading, tiers: [], readings: [] };
    expect(await verifier.visit(vendorPage([]), 8, blank)).toMatchObject({ outcome: 'unsupported', disputed: true });
    await verifier.submit(decision(waits, 'accept'));
    expect(await verifier.unchanged(cut(), 9)).toMatchObject({ outcome: 'confirmed' });
    expect(verifier.record().verification.reasons).toContain('accepted by ada: compared with the page');
  });

  test('the next price in the same layout is published without a person, and waits in another layout', async () => {
    const verifier = await testVerifier();
    const at = (monthly: string, how = {}) => vendorPage([{ name: 'Team', monthly }], { confidence: 0.7, ...how });
    await verifier.visit(at('12'), 0);
    await verifier.decide(verifier.waits(), 1, { action: 'accept' });
    expect(await verifier.visit(at('15'), 7)).toMatchObject({ outcome: 'changed', disputed: false });
    expect(team(verifier)?.prices[0]).toMatchObject({ amount: '15.00', confidence: TRUST.decidedConfidence });
    const redesigned = at('18', { symbol: 'US$ ' });
    expect(await verifier.visit(redesigned, 14)).toMatchObject({ outcome: 'contradicted', disputed: true });
  });

  test('twice, by whomever, it is one row', async () => {
    const { verifier, waits } = await withWaitingReading();
    await verifier.submit(decision(waits, 'accept'));
    const before = verifier.ledger.position();
    expect(await verifier.submit(decision(waits, 'accept', { by: 'grace', reason: 'so do I' }))).toBe('duplicate');
    expect(verifier.ledger.position()).toEqual(before);
  });
});

describe('rejected', () => {
  test('the record stands, and neither the same bytes nor the same prices in other bytes wait again', async () => {
    const { verifier, waits } = await withWaitingReading();
    await verifier.submit(decision(waits, 'reject', { reason: 'a price for students' }));
    expect(verifier.record().verification).toMatchObject({
      disputed: false,
      confirmedAt: daysAfterNoon(0),
      reasons: expect.arrayContaining([
        'the last reading contradicts the record, rejected by ada: a price for students',
      ]),
    });
    // An attempt that saw nothing does not end it.
    const blank = { ...page.reading, verdict: 'blocked' as const, tiers: [], readings: [] };
    await verifier.visit(vendorPage([]), 8, blank);
    const looks = [
      unchanged({ at: daysAfterNoon(9) }, cut().sha256),
      visit(cut('a'), { at: daysAfterNoon(10) }),
      unchanged({ at: daysAfterNoon(11) }, cut('a').sha256),
      visit(cut('b'), { at: daysAfterNoon(12) }),
      visit(cut(), { at: daysAfterNoon(13) }),
    ];
    for (const each of [cut('a'), cut('b')]) await verifier.archive.put(each.bytes);
    for (const look of looks)
      expect(await verifier.submit(look)).toMatchObject({ outcome: 'contradicted', disputed: false });
    expect(verifier.ledger.waiting('acme')).toEqual([]);
    expect(team(verifier)?.prices[0]?.amount).toBe('12.00');
    expect(events(verifier)).toEqual([]);
  });

  test('once the page has said something else in between, they wait again: no decision holds for ever', async () => {
    const { verifier, waits } = await withWaitingReading();
    await verifier.submit(decision(waits, 'reject'));
    expect(await verifier.visit(page, 9)).toMatchObject({ outcome: 'confirmed' });
    expect(await verifier.visit(cut('x'), 90)).toMatchObject({ disputed: true });
    expect(await verifier.visit(cut('y'), 91)).toMatchObject({ outcome: 'changed' });
    expect(team(verifier)?.prices[0]?.amount).toBe('2.00');
  });
});

describe('corrected', () => {
  const values: StatedValues = {
    tiers: [{ tier: 'Team', prices: [{ amount: '9.50', currency: 'USD', billing: 'monthly', per: 'month' }] }],
    rates: [],
  };

  test('the record has the values, without a quote, with who stated them and why', async () => {
    const { verifier, waits } = await withWaitingReading();
    await verifier.submit(decision(waits, 'correct', { values, reason: 'the page draws its price in a picture' }));
    expect(team(verifier)).toMatchObject({
      origin: 'research',
      research: { by: 'ada', asOf: '2026-11-29', sourceUrl: 'https://acme.example/pricing' },
      prices: [{ amount: '9.50', kind: 'list' }],
    });
    expect(team(verifier)?.prices[0]).not.toHaveProperty('evidence');
    expect(verifier.record().tiers.find(({ id }) => id === 'hobby')).toMatchObject({ origin: 'observed' });
    expect(verifier.record().verification.reasons[0]).toBe('corrected by ada: the page draws its price in a picture');
  });

  test('the misreading does not come back with other bytes, and the truth in the page’s own words does', async () => {
    const { verifier, waits } = await withWaitingReading();
    await verifier.submit(decision(waits, 'correct', { values }));
    expect(await verifier.visit(cut('n'), 9)).toMatchObject({ disputed: false });
    expect(team(verifier)?.prices[0]?.amount).toBe('9.50');
    const mended = teamPage('9.50');
    expect(await verifier.visit(mended, 10)).toMatchObject({ outcome: 'confirmed' });
    expect(team(verifier)).toMatchObject({ origin: 'observed', prices: [{ evidence: expect.stringMatching(/^ev_/) }] });
  });

  test('of a record that nothing contradicts, it is our own correction since we had it wrong', async () => {
    const verifier = await testVerifier();
    await verifier.visit(page, 0);
    await verifier.submit(decision(verifier.standing(), 'correct', { values }));
    expect(team(verifier)?.prices[0]?.amount).toBe('9.50');
    expect(events(verifier)).toEqual(['correction']);
    expect(verifier.ledger.snapshots('acme')).toMatchObject([
      { origin: 'correction', validFrom: daysAfterNoon(0) },
      { origin: 'observed', superseded: true },
    ]);
    // The reader goes on misreading the page, whatever its bytes; the person's word stands.
    expect(await verifier.unchanged(page, 9)).toMatchObject({ outcome: 'confirmed' });
    const other = teamPage('12', { salt: 'footer' });
    expect(await verifier.visit(other, 10)).toMatchObject({ disputed: false });
    expect(team(verifier)?.prices[0]?.amount).toBe('9.50');
    expect(events(verifier)).toEqual(['correction']);
  });

  test('a tier can go and another come', async () => {
    const { verifier, waits } = await withWaitingReading();
    const changed: StatedValues = {
      tiers: [
        { tier: 'hobby', isGone: true, prices: [] },
        { tier: 'Large teams', isCustom: true, prices: [] },
      ],
      rates: [],
    };
    await verifier.submit(decision(waits, 'correct', { values: changed }));
    expect(verifier.record().tiers.map(({ id, isCustom }) => [id, isCustom])).toEqual([
      ['team', false],
      ['large-teams', true],
    ]);
  });
});
