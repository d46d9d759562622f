/** Undoing a decision: what was stated, waited and was ruled out before it is so again, and can be decided anew. */
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standing } from '../../../data/change.ts';
import type { Decision } from '../../../data/pipeline/review-decision.ts';
import { earlierStatements, type Waiting } from '../../../data/store/ledger/review.ts';
import { besideWriter, readJudged } from '../../../data/store/ledger-queries/source-facts.ts';
import { decisionOn, NotTaken, undoOn } from '../../../verifier/review/review.ts';
import { daysAfterNoon } from '../../builders.ts';
import { repetitions } from '../../long.ts';
import { type TestVerifier, testVerifier } from '../test-verifier.ts';
import { teamPage, type VendorPage, vendorPage } from '../vendor-page.ts';

const page = teamPage('12');
const grown = teamPage('14');
const leapt = teamPage('120');
const unsure = vendorPage([{ name: 'Team', monthly: '12' }], { confidence: 0.7 });

const why = { by: 'ada', reason: 'compared with the page', decidedAt: daysAfterNoon(20) };
const back = { by: 'grace', reason: 'the page is a test of theirs', decidedAt: daysAfterNoon(21) };

function head({ file }: TestVerifier): unknown {
  const reader = new Database(file, { readonly: true });
  const rows = reader.prepare('SELECT * FROM sources').all();
  reader.close();
  return rows;
}

const waiting = ({ ledger }: TestVerifier) => ledger.waiting('acme').map(({ after: _, ...each }) => each);
const prices = (verifier: TestVerifier) =>
  verifier.record().tiers.flatMap((tier) => tier.prices.map(({ amount }) => amount));

/** What the vendor did, as far as it stands. */
const moved = ({ ledger }: TestVerifier) =>
  ledger
    .changesSince(0, 100)
    .toReversed()
    .filter(standing())
    .filter(({ type }) => type !== 'correction');

/** A page a week. */
async function visited(...pages: VendorPage[]): Promise<TestVerifier> {
  const verifier = await testVerifier();
  for (const [week, each] of pages.entries()) await verifier.visit(each, 7 * week);
  return verifier;
}

const waitingLeap = () => visited(page, leapt);
const published = () => visited(page, grown);

async function waitingRereading(): Promise<TestVerifier> {
  const verifier = await visited(page);
  await verifier.reread(page, 0, teamPageWithout());
  return verifier;
}

const onCase = (action: Decision['action']) => (verifier: TestVerifier) =>
  decisionOn(verifier.waits(), { action, ...why, ...(action === 'correct' && { values: NINE }) });
const onRecord = (action: Decision['action']) => (verifier: TestVerifier) => {
  const values = action === 'correct' ? { values: NINE } : {};
  const to = action === 'revert' ? { to: 'acme.pricing.2026-11-21T12-00-00-000Z' } : {};
  return decisionOn(verifier.standing(), { action, ...why, ...values, ...to });
};
const NINE = {
  tiers: [{ tier: 'team', prices: [{ amount: '9.00', currency: 'USD', per: 'month' as const }] }],
  rates: [],
};

describe('undone at once, the source is as it was', () => {
  test.each([
    ['an accepted reading', waitingLeap, onCase('accept')],
    ['a corrected one', waitingLeap, onCase('correct')],
    ['a withdrawal', published, onRecord('withdraw')],
    ['an accepted first reading', () => visited(unsure), onCase('accept')],
    ['an accepted rereading', waitingRereading, onCase('accept')],
  ])('%s', async (_, made, decide) => {
    const verifier = await made();
    const [before, waits, record, moves] = [head(verifier), waiting(verifier), verifier.record(), moved(verifier)];
    const decision = decide(verifier);
    await verifier.submit(decision);
    await verifier.submit(undoOn(decision, back));
    expect(head(verifier)).toEqual(before);
    expect(waiting(verifier)).toEqual(waits);
    expect(verifier.record()).toEqual(record);
    expect(moved(verifier)).toEqual(moves);
    // The same may be decided anew, and is no duplicate.
    const again = decide(verifier);
    expect(again.id).not.toBe(decision.id);
    expect(await verifier.submit(again)).not.toBe('duplicate');
    expect(verifier.ledger.verifyChain()).toEqual({ ok: true });
  });
});

/** The page of `page`, without the free tier. */
function teamPageWithout() {
  const { tiers, ...reading } = page.reading;
  return { ...reading, tiers: tiers.filter(({ isFree }) => !isFree) };
}

describe('whatever was seen and decided before', () => {
  const pages = [
    page,
    grown,
    leapt,
    teamPage('120', { salt: 'again' }),
    teamPage('2'),
    vendorPage([{ name: 'Team', monthly: '12' }], { symbol: '€', currency: 'EUR' }),
  ];
  const rest = vendorPage(
    [
      { name: 'Team', monthly: '12' },
      { name: 'Scale', monthly: '99', confidence: 0.6 },
    ],
    { confidence: 0.97 },
  );
  const CASE = ['accept', 'reject', 'correct'] as const;
  const RECORD = ['correct', 'withdraw', 'revert'] as const;
  type Step = { see: number } | { onCase: (typeof CASE)[number] } | { onRecord: (typeof RECORD)[number] };

  /** Undefined where nothing can be decided so. */
  function decisionBy(verifier: TestVerifier, step: Step): Decision | undefined {
    if ('see' in step) return undefined;
    const action = 'onCase' in step ? step.onCase : step.onRecord;
    const on = 'onCase' in step ? verifier.ledger.waiting('acme')[0] : verifier.ledger.standing('acme', 'pricing');
    if (on === undefined) return undefined;
    const [earlier] = besideWriter(verifier.file, (open) => earlierStatements(open, verifier.standing())) ?? [];
    if (action === 'revert' && earlier === undefined) return undefined;
    const values = action === 'correct' ? { values: NINE } : {};
    return decisionOn(on, { action, ...why, ...values, ...(action === 'revert' && { to: earlier?.on }) });
  }

  async function taken(verifier: TestVerifier, decision: Decision | undefined): Promise<boolean> {
    if (decision === undefined) return false;
    try {
      return (await verifier.submit(decision)) !== 'duplicate';
    } catch (error) {
      if (error instanceof NotTaken) return false;
      throw error;
    }
  }

  test('a decision and its undo leave the source as it was', async () => {
    const step = fc.oneof(
      fc.nat(pages.length).map((see) => ({ see })),
      fc.constantFrom(...CASE).map((action) => ({ onCase: action })),
      fc.constantFrom(...RECORD).map((action) => ({ onRecord: action })),
    );
    let undone = 0;
    const law = fc.asyncProperty(
      fc.array(step, { maxLength: 8 }),
      fc.array(step, { minLength: 2, maxLength: 4 }),
      async (past, now) => {
        const verifier = await testVerifier();
        await verifier.visit(rest, 0);
        for (const [at, each] of past.entries())
          if ('see' in each) await verifier.visit(pages[each.see] ?? rest, at + 1);
          else await taken(verifier, decisionBy(verifier, each));
        for (const each of now) {
          const decision = decisionBy(verifier, each);
          const [before, waits, record] = [head(verifier), waiting(verifier), verifier.record()];
          if (decision === undefined || !(await taken(verifier, decision))) continue;
          await verifier.submit(undoOn(decision, back));
          undone += 1;
          expect([head(verifier), waiting(verifier), verifier.record()]).toEqual([before, waits, record]);
        }
        verifier.ledger.close();
      },
    );
    await fc.assert(law, { numRuns: repetitions(20, 100) });
    expect(undone).toBeGreaterThan(10);
  }, 60_000);
});

describe('undone later', () => {
  test('an accepted reading that visits confirmed: the former prices stand since it was accepted, as a correction', async () => {
    const verifier = await waitingLeap();
    const decision = onCase('accept')(verifier);
    await verifier.submit(decision);
    await verifier.unchanged(leapt, 8);
    expect(prices(verifier)).toEqual(['120.00']);
    const verdict = await verifier.submit(undoOn(decision, back));
    expect(verdict).toMatchObject({ reasons: ['accepted by ada, undone by grace: the page is a test of theirs'] });
    expect(prices(verifier)).toEqual(['12.00']);
    const events = verifier.ledger.changesSince(0, 100).map(({ type, reason }) => [type, reason]);
    expect(events.at(-1)).toEqual(['correction', 'accepted by ada, undone by grace: the page is a test of theirs']);
    expect(await verifier.unchanged(leapt, 9)).toMatchObject({ outcome: 'contradicted', disputed: true });
    expect(waiting(verifier)).toMatchObject([{ seen: 2 }] satisfies Partial<Waiting>[]);
  });

  test('what was rejected: the page waits again, and the visits since then do not count', async () => {
    const verifier = await waitingLeap();
    const decision = onCase('reject')(verifier);
    await verifier.submit(decision);
    await verifier.unchanged(leapt, 8);
    await verifier.submit(undoOn(decision, back));
    expect(waiting(verifier)).toMatchObject([{ seen: 1, on: decision.on }]);
  });

  test('the later of two decisions, then the earlier', async () => {
    const verifier = await published();
    const [before, record] = [head(verifier), verifier.record()];
    const first = onRecord('withdraw')(verifier);
    await verifier.submit(first);
    const second = onRecord('correct')(verifier);
    await verifier.submit(second);
    await expect(verifier.submit(undoOn(first, back))).rejects.toThrow(/something else since then/);
    await verifier.submit(undoOn(second, back));
    await verifier.submit(undoOn(first, back));
    expect(head(verifier)).toEqual(before);
    expect(verifier.record()).toEqual(record);
  });
});

describe('what can’t be undone says why, and changes nothing', () => {
  test.each([
    [
      'a decision that was undone',
      async (verifier: TestVerifier, decision: Decision) => verifier.submit(undoOn(decision, back)),
      /undone before/,
    ],
    [
      'a statement that another visit replaced',
      async (verifier: TestVerifier) => verifier.visit(teamPage('121', { salt: 'new' }), 30),
      /something else since then/,
    ],
  ])('%s', async (_, meanwhile, reason) => {
    const verifier = await waitingLeap();
    const decision = onCase('accept')(verifier);
    await verifier.submit(decision);
    await meanwhile(verifier, decision);
    const entries = verifier.ledger.position();
    const late = { ...undoOn(decision, { ...back, reason: 'once more' }), id: 'acme.pricing.d0000' };
    await expect(verifier.submit(late)).rejects.toThrow(reason);
    expect(verifier.ledger.position()).toEqual(entries);
  });

  test('an undo, an unknown decision, and one of another source', async () => {
    const verifier = await waitingLeap();
    const decision = onCase('reject')(verifier);
    await verifier.submit(decision);
    const undo = undoOn(decision, back);
    await expect(verifier.submit({ ...undo, source: 'docs' })).rejects.toThrow(/no such decision/);
    await expect(verifier.submit({ ...undo, on: 'acme.pricing.never' })).rejects.toThrow(/no such decision/);
    await verifier.submit(undo);
    await expect(verifier.submit(undoOn(undo, back))).rejects.toThrow(/an undo is final/);
    expect(readJudged(verifier.file, undo.id)?.verdict.outcome).toBe('contradicted');
  });
});
