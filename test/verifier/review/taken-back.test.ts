/** Decisions on what is published, without a reading that waits. */
import { describe, expect, test } from 'vitest';
import type { StatedValues } from '../../../data/pipeline/review-decision.ts';
import { earlierStatements } from '../../../data/store/ledger/review.ts';
import { besideWriter, readJudged } from '../../../data/store/ledger-queries/source-facts.ts';
import { decisionOn, type Resolution } from '../../../verifier/review/review.ts';
import { daysAfterNoon, failure } from '../../builders.ts';
import { type TestVerifier, testVerifier } from '../test-verifier.ts';
import { teamPage, type VendorPage, vendorPage } from '../vendor-page.ts';

const FIRST = teamPage('12');
const MISREAD = teamPage('13');
const DECIDED = 20;

/** Day 0: 12; day 7: 13, which nothing doubts. The ledger records each on its day. */
async function published(pages: VendorPage[] = [FIRST, MISREAD]) {
  let day = 0;
  const verifier = await testVerifier(undefined, () => daysAfterNoon(day));
  for (const [index, page] of pages.entries()) {
    day = index * 7;
    await verifier.visit(page, day);
  }
  day = DECIDED;
  return { verifier, onDay: (next: number) => (day = next) };
}

function decide(verifier: TestVerifier, what: Pick<Resolution, 'action'> & Partial<Resolution>, day = DECIDED) {
  return verifier.decide(verifier.standing(), day, what);
}

function earlier(verifier: TestVerifier): string[] {
  return (
    besideWriter(verifier.file, (ledger) => earlierStatements(ledger, verifier.standing()))?.map(({ on }) => on) ?? []
  );
}

async function revert(verifier: TestVerifier, what: Partial<Resolution> = {}, day = DECIDED) {
  const [to] = earlier(verifier);
  return decide(verifier, { action: 'revert', to, ...what }, day);
}

const team = (verifier: TestVerifier) =>
  verifier
    .record()
    .tiers.find(({ id }) => id === 'team')
    ?.prices.map(({ amount }) => amount);
const corrections = ({ ledger }: TestVerifier) =>
  ledger.changesSince(0, 100).filter(({ type }) => type === 'correction');
const line = ({ ledger }: TestVerifier) =>
  ledger
    .snapshots('acme')
    .filter(({ superseded }) => superseded !== true)
    .map(({ validFrom, tiers }) => [validFrom, tiers.find(({ id }) => id === 'team')?.prices[0]?.amount]);

const NINE: StatedValues = {
  tiers: [{ tier: 'Team', prices: [{ amount: '9.50', currency: 'USD', billing: 'monthly', per: 'month' }] }],
  rates: [],
};

describe('withdrawn', () => {
  test('nothing is stated since the beginning of the mistake, and consumers see who withdrew it and why', async () => {
    const { verifier } = await published();
    const before = verifier.ledger.position().entries;
    expect(await decide(verifier, { action: 'withdraw' })).toMatchObject({ outcome: 'contradicted' });
    expect(verifier.record()).toMatchObject({ tiers: [], rates: [], evidence: [] });
    expect(verifier.record().verification).toMatchObject({
      reasons: ['withdrawn by ada: misread'],
    });
    expect(verifier.record().verification).not.toHaveProperty('confirmedAt');
    expect(line(verifier)).toEqual([
      [daysAfterNoon(0), '12.00'],
      [daysAfterNoon(7), undefined],
    ]);
    expect(corrections(verifier)).toMatchObject([
      { subject: 'hobby', before: { name: 'Hobby' }, reason: 'withdrawn by ada: misread' },
      {
        subject: 'team',
        before: { amount: '13.00' },
        observedAt: daysAfterNoon(7),
        recordedAt: daysAfterNoon(DECIDED),
      },
    ]);
    // What was stated before, and when, stays in the ledger.
    expect(verifier.ledger.position().entries).toBe(before + 1);
    expect(verifier.ledger.snapshots('acme')).toContainEqual(
      expect.objectContaining({ superseded: true, validFrom: daysAfterNoon(7), recordedAt: daysAfterNoon(7) }),
    );
    expect(verifier.ledger.verifyChain()).toEqual({ ok: true });
    await expect(decide(verifier, { action: 'withdraw' }, 21)).rejects.toThrow(/no prices are published/);
  });

  test('from now on, the past stands', async () => {
    const { verifier } = await published();
    await decide(verifier, { action: 'withdraw', from: 'now' });
    expect(line(verifier)).toEqual([
      [daysAfterNoon(0), '12.00'],
      [daysAfterNoon(7), '13.00'],
      [daysAfterNoon(DECIDED), undefined],
    ]);
  });

  test('neither the same bytes nor the same prices in other bytes publish it again', async () => {
    const { verifier, onDay } = await published();
    await decide(verifier, { action: 'withdraw' });
    const looks = [
      () => verifier.unchanged(MISREAD, 21),
      () => verifier.visit(MISREAD, 22),
      () => verifier.visit(teamPage('13', { salt: 'a' }), 23),
      () => verifier.visit(teamPage('13', { salt: 'b' }), 24),
      () => verifier.unchanged(teamPage('13', { salt: 'b' }), 60),
      () => verifier.reread(MISREAD, 7),
    ];
    for (const [index, look] of looks.entries()) {
      onDay(60 + index);
      expect(await look()).toMatchObject({ outcome: 'contradicted', disputed: false });
    }
    // A page without prices in between is no other reading.
    const blank = { ...MISREAD.reading, tiers: [], readings: [] };
    await verifier.visit(vendorPage([]), 61, blank);
    expect(await verifier.visit(teamPage('13', { salt: 'c' }), 62)).toMatchObject({ outcome: 'contradicted' });
    expect(verifier.record().tiers).toEqual([]);
    expect(verifier.ledger.waiting('acme')).toEqual([]);
  });

  test('a tier that the vendor had renamed does not come back under a new id', async () => {
    const renamed = (salt: string) =>
      vendorPage(
        [
          { name: 'Hobby', claim: 'free' },
          { name: 'Teams', monthly: '12' },
        ],
        { salt },
      );
    const { verifier, onDay } = await published([FIRST, renamed('')]);
    expect(verifier.record().tiers.map(({ id, name }) => [id, name])).toContainEqual(['team', 'Teams']);
    await decide(verifier, { action: 'withdraw' });
    onDay(21);
    expect(await verifier.visit(renamed('a'), 21)).toMatchObject({ outcome: 'contradicted' });
    expect(verifier.record().tiers).toEqual([]);
  });

  test('another reading is published, and is no event of the vendor', async () => {
    const { verifier, onDay } = await published();
    await decide(verifier, { action: 'withdraw' });
    const logged = verifier.ledger.lastChangeSeq();
    onDay(30);
    expect(await verifier.visit(teamPage('15'), 30)).toMatchObject({ outcome: 'changed' });
    expect(team(verifier)).toEqual(['15.00']);
    expect(verifier.ledger.lastChangeSeq()).toBe(logged);
    onDay(40);
    await verifier.visit(MISREAD, 40);
    expect(team(verifier)).toEqual(['13.00']);
  });

  test('a revert takes the withdrawal back', async () => {
    const { verifier, onDay } = await published();
    await decide(verifier, { action: 'withdraw' });
    onDay(21);
    await revert(verifier, { reason: 'the page is right' }, 21);
    expect(team(verifier)).toEqual(['13.00']);
    // The decision is no visit of the page.
    expect(verifier.record().verification).toMatchObject({
      confirmedAt: daysAfterNoon(7),
      outcome: 'changed',
      reasons: ['reverted by ada: the page is right'],
    });
    expect(corrections(verifier).at(-1)).toMatchObject({ after: { amount: '13.00' } });
    onDay(22);
    expect(await verifier.unchanged(MISREAD, 22)).toMatchObject({ outcome: 'confirmed' });
  });
});

describe('reverted', () => {
  test('the earlier statement holds since the mistake began, with its quotes', async () => {
    const { verifier, onDay } = await published();
    const quotes = verifier.ledger.snapshots('acme')[0]?.evidence;
    expect(await revert(verifier)).toMatchObject({ outcome: 'changed' });
    expect(team(verifier)).toEqual(['12.00']);
    expect(verifier.record().evidence).toEqual(quotes);
    expect(line(verifier).map(([, amount]) => amount)).toEqual(['12.00', '12.00']);
    expect(corrections(verifier)).toMatchObject([
      { before: { amount: '13.00' }, after: { amount: '12.00' }, reason: 'reverted by ada: misread' },
    ]);
    onDay(21);
    for (const look of [verifier.visit(teamPage('13', { salt: 'a' }), 21), verifier.unchanged(MISREAD, 22)]) await look;
    expect(team(verifier)).toEqual(['12.00']);
  });

  test('to any earlier one, it was last confirmed when a page supported it, not when another was read', async () => {
    const { verifier } = await published([FIRST, MISREAD, teamPage('14')]);
    const [second, first] = earlier(verifier);
    const confirmedAt = () => verifier.record().verification.confirmedAt;
    const days = [daysAfterNoon(14), daysAfterNoon(7), daysAfterNoon(0)];
    expect(confirmedAt()).toBe(days[0]);
    await decide(verifier, { action: 'revert', to: second });
    expect(confirmedAt()).toBe(days[1]);
    await decide(verifier, { action: 'revert', to: first }, DECIDED + 1);
    expect([confirmedAt(), team(verifier)]).toEqual([days[2], ['12.00']]);
  });

  test('to what the source never stated is refused', async () => {
    const { verifier } = await published([FIRST]);
    expect(earlier(verifier)).toEqual([]);
    await expect(decide(verifier, { action: 'revert', to: 'acme.pricing.never' })).rejects.toThrow(
      /no prices would remain/,
    );
  });
});

describe('corrected', () => {
  test('with the page that states it, from now on', async () => {
    const { verifier } = await published();
    const sourceUrl = 'https://acme.example/help/prices';
    await decide(verifier, { action: 'correct', values: NINE, sourceUrl, from: 'now' });
    expect(verifier.record().tiers.find(({ id }) => id === 'team')).toMatchObject({ research: { sourceUrl } });
    expect(line(verifier).at(-1)).toEqual([daysAfterNoon(DECIDED), '9.50']);
    expect(corrections(verifier)).toMatchObject([{ reason: 'corrected by ada: misread' }]);
  });

  test('where no page could ever be read, its prices are those of the person, of that day', async () => {
    const verifier = await testVerifier(undefined, daysAfterNoon(DECIDED));
    await verifier.submit(failure({ at: daysAfterNoon(1) }));
    await decide(verifier, { action: 'correct', values: NINE, from: 'now' });
    expect(team(verifier)).toEqual(['9.50']);
    expect(verifier.record().verification).toMatchObject({ confirmedAt: daysAfterNoon(DECIDED) });
    expect(corrections(verifier)).toMatchObject([{ after: { amount: '9.50' } }]);
  });
});

test('a decision on what is stated no more changes nothing', async () => {
  const { verifier } = await published();
  const stale = verifier.standing();
  await decide(verifier, { action: 'withdraw' });
  const before = verifier.ledger.position();
  const again = { action: 'correct', values: NINE, by: 'grace', reason: 'late', decidedAt: daysAfterNoon(21) } as const;
  await expect(verifier.submit(decisionOn(stale, again))).rejects.toThrow(/no longer published/);
  expect(verifier.ledger.position()).toEqual(before);
});

test('a decision is a row with all that was decided', async () => {
  const { verifier } = await published();
  const [to = ''] = earlier(verifier);
  const given = { action: 'revert', to, by: 'ada', reason: 'misread', decidedAt: daysAfterNoon(DECIDED) } as const;
  const made = decisionOn(verifier.standing(), given);
  await verifier.submit(made);
  expect(readJudged(verifier.file, made.id)?.observation).toEqual(made);
});
