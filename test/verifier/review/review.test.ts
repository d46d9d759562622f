import { describe, expect, test } from 'vitest';
import { TRUST } from '../../../config/trust.ts';
import type { Decision, StatedValues } from '../../../data/pipeline/review-decision.ts';
import type { Waiting } from '../../../data/store/ledger/review.ts';
import { type Decidable, decisionOn, differences, type Resolution } from '../../../verifier/review/review.ts';
import { daysAfterNoon, unchanged } from '../../builders.ts';
import { type Kept, kept, readAgain } from '../test-verifier.ts';
import { vendorPage, visit } from '../vendor-page.ts';

const page = vendorPage([
  { name: 'Hobby', claim: 'free' },
  { name: 'Team', monthly: '12' },
]);
const cut = (salt = '') =>
  vendorPage(
    [
      { name: 'Hobby', claim: 'free' },
      { name: 'Team', monthly: '2' },
    ],
    { salt },
  );

/** Day 0: 12; day 7: a page that says 2, which waits. */
async function waitingHouse(): Promise<{ house: Kept; waits: Waiting }> {
  const house = await kept();
  await house.take(visit(page, { at: daysAfterNoon(0) }), page);
  await house.take(visit(cut(), { at: daysAfterNoon(7) }), cut());
  const [waits] = house.ledger.waiting('acme');
  if (waits === undefined) throw new Error('Nothing waits');
  return { house, waits };
}

function decision(
  on: Decidable,
  action: Decision['action'],
  { values, by = 'ada', reason = 'compared with the page' }: Partial<Resolution> = {},
): Decision {
  return decisionOn(on, { action, values, by, reason, decidedAt: daysAfterNoon(8) });
}

const team = (house: Kept) => house.record().tiers.find(({ id }) => id === 'team');
const events = ({ ledger }: Kept) => ledger.changesSince(0, 100).map(({ type }) => type);

describe('what waits', () => {
  test('is listed with both sides, their quotes, the reasons and the visits that saw it', async () => {
    const { waits } = await waitingHouse();
    expect(waits).toMatchObject({
      kind: 'visit',
      since: daysAfterNoon(7),
      lastSeenAt: daysAfterNoon(7),
      seen: 1,
      url: 'https://acme.example/pricing',
      verdict: { reasons: expect.arrayContaining(['Team leaps from 12.00 to 2.00 USD']) },
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
    const house = await kept();
    const unsure = vendorPage([{ name: 'Team', monthly: '12' }], { readers: 1 });
    const doubtful = structuredClone(unsure.reading);
    for (const { tiers } of [doubtful, ...doubtful.readings])
      for (const { prices } of tiers)
        for (const price of prices) price.assumed = ['currency', 'billing', 'per', 'unit'];
    doubtful.tiers.push({ name: 'A', isFree: false, isCustom: false, prices: [], features: [] });
    doubtful.tiers.push({ name: 'B', isFree: false, isCustom: false, prices: [], features: [] });
    doubtful.tiers.push({ name: 'C', isFree: false, isCustom: false, prices: [], features: [] });
    await house.take(visit(unsure, { at: daysAfterNoon(0) }, doubtful), unsure);
    const [waits] = house.ledger.waiting('acme');
    expect(waits).toMatchObject({ seen: 1 });
    expect(waits).not.toHaveProperty('statement');
    if (waits === undefined) return;
    await house.take(decision(waits, 'accept'));
    expect(team(house)?.prices[0]?.amount).toBe('12.00');
  });
});

const bothQuotes = (quote: string) => ({ quoteBefore: quote, quoteAfter: quote });

describe('a decision that is refused', () => {
  test.each([
    ['on a reading that nobody has', { on: 'acme.pricing.never' }],
    ['on other prices than those that wait', { key: 'f'.repeat(64) }],
    ['from another instant on', { observedAt: daysAfterNoon(1) }],
  ])('%s', async (_, other) => {
    const { house, waits } = await waitingHouse();
    const before = house.ledger.position();
    await expect(house.take({ ...decision(waits, 'accept'), ...other })).rejects.toThrow(/no such reading waits/);
    expect(house.ledger.position()).toEqual(before);
  });

  test('one that would leave nothing stated', async () => {
    const { house, waits } = await waitingHouse();
    const gone = { tiers: ['hobby', 'team'].map((tier) => ({ tier, isGone: true as const, prices: [] })), rates: [] };
    await expect(house.take(decision(waits, 'correct', { values: gone }))).rejects.toThrow(/nothing would be stated/);
  });

  test('a rate of a model that nobody knows, without its currency', async () => {
    const { house, waits } = await waitingHouse();
    const values = { tiers: [], rates: [{ model: 'large-9', inputPerMTok: '3.00' }] };
    await expect(house.take(decision(waits, 'correct', { values }))).rejects.toThrow(/without its currency/);
  });
});

describe('accepted', () => {
  test('the reading is the vendor’s, since it was first seen, and the record says who took it and why', async () => {
    const { house, waits } = await waitingHouse();
    expect(await house.take(decision(waits, 'accept'))).toMatchObject({ outcome: 'changed' });
    expect(team(house)?.prices[0]?.amount).toBe('2.00');
    const { verification } = house.record();
    expect(verification).toMatchObject({
      disputed: false,
      outcome: 'changed',
      score: TRUST.decidedConfidence,
      confirmedAt: daysAfterNoon(7),
    });
    expect(verification.reasons[0]).toBe('accepted by ada: compared with the page');
    expect(events(house)).toEqual(['price_changed']);
    expect(house.ledger.snapshots('acme').map(({ validFrom }) => validFrom)).toEqual([
      daysAfterNoon(0),
      daysAfterNoon(7),
    ]);
    expect(house.ledger.waiting('acme')).toEqual([]);
  });

  test('its page supports the record from then on, whatever other pages came since', async () => {
    const { house, waits } = await waitingHouse();
    const blank = { ...page.reading, tiers: [], readings: [] };
    expect(await house.take(visit(vendorPage([]), { at: daysAfterNoon(8) }, blank), vendorPage([]))).toMatchObject({
      outcome: 'unsupported',
      disputed: true,
    });
    await house.take(decision(waits, 'accept'));
    expect(await house.take(unchanged({ at: daysAfterNoon(9) }, cut().sha256))).toMatchObject({ outcome: 'confirmed' });
    expect(house.record().verification.reasons).toContain('accepted by ada: compared with the page');
  });

  test('twice, by whomever, it is one row', async () => {
    const { house, waits } = await waitingHouse();
    await house.take(decision(waits, 'accept'));
    const before = house.ledger.position();
    expect(await house.take(decision(waits, 'accept', { by: 'grace', reason: 'so do I' }))).toBe('duplicate');
    expect(house.ledger.position()).toEqual(before);
  });

  test('a re-reading that would lose a price sets right since when we had it wrong', async () => {
    const house = await kept();
    const both = vendorPage([{ name: 'Team', monthly: '12', annual: '10' }]);
    await house.take(visit(both, { at: daysAfterNoon(0) }), both);
    const less = structuredClone(both.reading);
    for (const { tiers } of [less, ...less.readings]) for (const tier of tiers) tier.prices.pop();
    await house.take(readAgain(both, { at: daysAfterNoon(0) }, less));
    const [waits] = house.ledger.waiting('acme');
    if (waits === undefined) throw new Error('Nothing waits');
    await house.take(decision(waits, 'accept'));
    expect(team(house)?.prices.map(({ amount }) => amount)).toEqual(['12.00']);
    expect(house.ledger.snapshots('acme')).toMatchObject([{ origin: 'correction' }, { superseded: true }]);
    expect(events(house)).not.toContain('price_changed');
    expect(house.ledger.waiting('acme')).toEqual([]);
  });
});

describe('rejected', () => {
  test('the record stands, undisputed, and says so', async () => {
    const { house, waits } = await waitingHouse();
    await house.take(decision(waits, 'reject', { reason: 'a price for students' }));
    expect(team(house)?.prices[0]?.amount).toBe('12.00');
    expect(house.record().verification).toMatchObject({
      disputed: false,
      confirmedAt: daysAfterNoon(0),
      reasons: expect.arrayContaining(['the last check contradicts this, rejected by ada: a price for students']),
    });
    expect(events(house)).toEqual([]);
  });

  test('neither the same bytes nor the same prices in other bytes wait again', async () => {
    const { house, waits } = await waitingHouse();
    await house.take(decision(waits, 'reject'));
    const looks = [
      unchanged({ at: daysAfterNoon(9) }, cut().sha256),
      visit(cut('a'), { at: daysAfterNoon(10) }),
      unchanged({ at: daysAfterNoon(11) }, cut('a').sha256),
      visit(cut('b'), { at: daysAfterNoon(12) }),
      visit(cut(), { at: daysAfterNoon(13) }),
    ];
    for (const each of [cut('a'), cut('b')]) await house.archive.put(each.bytes);
    for (const look of looks)
      expect(await house.take(look)).toMatchObject({ outcome: 'contradicted', disputed: false });
    expect(house.ledger.waiting('acme')).toEqual([]);
    expect(team(house)?.prices[0]?.amount).toBe('12.00');
  });

  test('once the page has said something else in between, they wait again: no decision holds for ever', async () => {
    const { house, waits } = await waitingHouse();
    await house.take(decision(waits, 'reject'));
    expect(await house.take(visit(page, { at: daysAfterNoon(9) }), page)).toMatchObject({ outcome: 'confirmed' });
    expect(await house.take(visit(cut('x'), { at: daysAfterNoon(90) }), cut('x'))).toMatchObject({ disputed: true });
    expect(await house.take(visit(cut('y'), { at: daysAfterNoon(91) }), cut('y'))).toMatchObject({
      outcome: 'changed',
    });
    expect(team(house)?.prices[0]?.amount).toBe('2.00');
  });

  test('an attempt that saw nothing does not end it', async () => {
    const { house, waits } = await waitingHouse();
    await house.take(decision(waits, 'reject'));
    const blank = { ...page.reading, verdict: 'blocked' as const, tiers: [], readings: [] };
    await house.take(visit(vendorPage([]), { at: daysAfterNoon(9) }, blank), vendorPage([]));
    expect(await house.take(visit(cut('z'), { at: daysAfterNoon(10) }), cut('z'))).toMatchObject({ disputed: false });
  });
});

describe('corrected', () => {
  const values: StatedValues = {
    tiers: [{ tier: 'Team', prices: [{ amount: '9.50', currency: 'USD', billing: 'monthly', per: 'month' }] }],
    rates: [],
  };

  test('the record has the values, without a quote, with who stated them and why', async () => {
    const { house, waits } = await waitingHouse();
    await house.take(decision(waits, 'correct', { values, reason: 'the page draws its price in a picture' }));
    expect(team(house)).toMatchObject({
      origin: 'research',
      research: { by: 'ada', asOf: '2026-11-29', sourceUrl: 'https://acme.example/pricing' },
      prices: [{ amount: '9.50', kind: 'list' }],
    });
    expect(team(house)?.prices[0]).not.toHaveProperty('evidence');
    expect(house.record().tiers.find(({ id }) => id === 'hobby')).toMatchObject({ origin: 'observed' });
    expect(house.record().verification.reasons[0]).toBe('corrected by ada: the page draws its price in a picture');
  });

  test('the misreading does not come back with other bytes, and the truth in the page’s own words does', async () => {
    const { house, waits } = await waitingHouse();
    await house.take(decision(waits, 'correct', { values }));
    expect(await house.take(visit(cut('n'), { at: daysAfterNoon(9) }), cut('n'))).toMatchObject({ disputed: false });
    expect(team(house)?.prices[0]?.amount).toBe('9.50');
    const mended = vendorPage([
      { name: 'Hobby', claim: 'free' },
      { name: 'Team', monthly: '9.50' },
    ]);
    expect(await house.take(visit(mended, { at: daysAfterNoon(10) }), mended)).toMatchObject({ outcome: 'confirmed' });
    expect(team(house)).toMatchObject({ origin: 'observed', prices: [{ evidence: expect.stringMatching(/^ev_/) }] });
  });

  test('of a record that nothing contradicts, it is our own correction since we had it wrong', async () => {
    const house = await kept();
    await house.take(visit(page, { at: daysAfterNoon(0) }), page);
    const standing = house.ledger.standing('acme', 'pricing');
    if (standing === undefined) throw new Error('Nothing stands');
    await house.take(decision(standing, 'correct', { values }));
    expect(team(house)?.prices[0]?.amount).toBe('9.50');
    expect(events(house)).toEqual(['correction']);
    expect(house.ledger.snapshots('acme')).toMatchObject([
      { origin: 'correction', validFrom: daysAfterNoon(0) },
      { origin: 'observed', superseded: true },
    ]);
    // The reader goes on misreading the page, whatever its bytes; the person's word stands.
    expect(await house.take(unchanged({ at: daysAfterNoon(9) }, page.sha256))).toMatchObject({ outcome: 'confirmed' });
    const other = vendorPage(
      [
        { name: 'Hobby', claim: 'free' },
        { name: 'Team', monthly: '12' },
      ],
      { salt: 'footer' },
    );
    expect(await house.take(visit(other, { at: daysAfterNoon(10) }), other)).toMatchObject({ disputed: false });
    expect(team(house)?.prices[0]?.amount).toBe('9.50');
    expect(events(house)).toEqual(['correction']);
  });

  test('a tier can go and another come', async () => {
    const { house, waits } = await waitingHouse();
    const changed: StatedValues = {
      tiers: [
        { tier: 'hobby', isGone: true, prices: [] },
        { tier: 'Large teams', isCustom: true, prices: [] },
      ],
      rates: [],
    };
    await house.take(decision(waits, 'correct', { values: changed }));
    expect(house.record().tiers.map(({ id, isCustom }) => [id, isCustom])).toEqual([
      ['team', false],
      ['large-teams', true],
    ]);
  });

  test('every decision is a row under the chain', async () => {
    const { house, waits } = await waitingHouse();
    const made = decision(waits, 'reject');
    await house.take(made);
    expect(house.ledger.observation(made.id)?.observation).toEqual(made);
    expect(house.ledger.verifyChain()).toEqual({ ok: true });
  });
});
