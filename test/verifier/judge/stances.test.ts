import { expect, test } from 'vitest';
import type { Verdict } from '../../../data/pipeline/verdict.ts';
import type { ReaderName, RecipeOutcome } from '../../../data/reading.ts';
import type { Tier } from '../../../data/record.ts';
import { daysAfterNoon } from '../../builders.ts';
import { testVerifier } from '../test-verifier.ts';
import { type Offered, type VendorPage, vendorPage } from '../vendor-page.ts';

const OFFER: Offered[] = [
  { name: 'Hobby', claim: 'free' },
  { name: 'Team', monthly: '12' },
  { name: 'Business', monthly: '24' },
];
const RAISED: Offered[] = OFFER.map((each) => (each.name === 'Team' ? { ...each, monthly: '15' } : each));
const FAULT = '2 plans where 3 were taught';

interface ByRecipe {
  outcome: RecipeOutcome;
  day: number;
  /** The readers that state all of it. */
  readers: ReaderName[];
}

/** A page of an own day, read by a source that has a recipe. */
function taught(offer: Offered[], { outcome, day, readers }: ByRecipe): VendorPage {
  const page = vendorPage(offer, { confidence: 0.97, salt: `day ${day}` });
  const { tiers, models } = page.reading;
  const readings = readers.map((reader) => ({ reader, tiers, models, rejected: [] }));
  const faults = outcome === 'met' ? [] : [FAULT];
  return { ...page, reading: { ...page.reading, readings, recipe: { outcome, faults } } };
}

async function judged(...visits: [Offered[], ByRecipe][]) {
  const last = daysAfterNoon(Math.max(...visits.map(([, { day }]) => day)));
  const verifier = await testVerifier(undefined, last);
  const verdicts: Verdict[] = [];
  for (const [offer, how] of visits) {
    const verdict = await verifier.visit(taught(offer, how), how.day);
    if (verdict !== 'duplicate') verdicts.push(verdict);
  }
  const { outcome, disputed, reasons = [], recipe } = verdicts.at(-1) ?? {};
  const teamOf = (tiers: readonly Tier[] = []) => tiers.find(({ id }) => id === 'team')?.prices[0]?.amount;
  const [waiting] = verifier.ledger.waiting('acme');
  const [waits, stated] = [teamOf(waiting?.candidate.tiers), teamOf(verifier.record().tiers)];
  return { outcome, disputed, reasons, recipe, waits, stated };
}

const MET: ByRecipe = { outcome: 'met', day: 0, readers: ['recipe'] };
const WAITS = { outcome: 'contradicted', disputed: true, waits: '15.00', stated: '12.00' };
const TAKEN = { outcome: 'changed', disputed: false, waits: undefined, stated: '15.00' };

test('where a recipe abstains and the other readers state the record, the record is confirmed and the fault named', async () => {
  const abstained: ByRecipe = { outcome: 'abstained', day: 7, readers: ['cards'] };
  const { reasons, ...judgement } = await judged([OFFER, MET], [OFFER, abstained]);
  expect(judgement).toMatchObject({ outcome: 'confirmed', disputed: false, waits: undefined, stated: '12.00' });
  expect(judgement.recipe).toEqual({ outcome: 'abstained', faults: [FAULT] });
  expect(reasons).toContain(`the recipe abstained: ${FAULT}`);
});

test('where a recipe abstains and the others read a change, it waits for a person, whatever pages and readers repeat it', async () => {
  const abstained = (day: number, readers: ReaderName[]): [Offered[], ByRecipe] => [
    RAISED,
    { outcome: 'abstained', day, readers },
  ];
  const { reasons, ...judgement } = await judged(
    [OFFER, MET],
    abstained(7, ['cards', 'table']),
    abstained(14, ['json-ld']),
    abstained(28, ['cards', 'json-ld']),
  );
  expect(judgement).toMatchObject(WAITS);
  expect(reasons.slice(0, 2)).toEqual([`the recipe abstained: ${FAULT}`, 'waiting for a decision']);
});

test('a first reading waits where the recipe abstains', async () => {
  const judgement = await judged([OFFER, { outcome: 'abstained', day: 0, readers: ['cards'] }]);
  expect(judgement).toMatchObject({ outcome: 'contradicted', stated: undefined, waits: '12.00' });
});

test('a change that only a relocated recipe reads waits until a page of a later day states it too', async () => {
  const alone = (day: number): [Offered[], ByRecipe] => [RAISED, { outcome: 'relocated', day, readers: ['recipe'] }];
  const first = await judged([OFFER, MET], alone(7));
  expect(first).toMatchObject(WAITS);
  expect(first.reasons).toContain('only a relocated recipe supports the change');
  expect(await judged([OFFER, MET], alone(7), alone(8))).toMatchObject(TAKEN);
});

test('a change that another reader reads too is published though the recipe was relocated; a plan that only went missing is not', async () => {
  const both = (offer: Offered[]): [Offered[], ByRecipe] => [
    offer,
    { outcome: 'relocated', day: 7, readers: ['recipe', 'cards'] },
  ];
  expect(await judged([OFFER, MET], both(RAISED))).toMatchObject(TAKEN);
  expect((await judged([OFFER, MET], both(OFFER.slice(0, 2)))).outcome).toBe('contradicted');
});
