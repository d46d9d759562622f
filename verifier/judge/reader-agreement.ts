/** Which readers of a page state each fact of its reading, which facts one of them states otherwise, and which natures of
 * readers state the whole headline by themselves (data/witness.ts). Pure. */
import { sameAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import {
  RATE_FIELDS,
  type ReaderName,
  type Reading,
  type ReadModel,
  type ReadPrice,
  type ReadTier,
} from '../../data/reading.ts';
import { nameKey } from '../../data/text/name-key.ts';
import type { Witness } from '../../data/witness.ts';
import { rateKey } from '../record/facts.ts';
import { startOf } from '../record/headline.ts';
import type { Supported } from './recut.ts';

/** A stated fact, with the readers that agree and whether one differs. */
export interface AgreedFact {
  readers: ReaderName[];
  isDisputed: boolean;
  assumed: string[];
}

export function factsOf({ tiers, models, readings }: Supported): AgreedFact[] {
  const prices = tiers.flatMap((tier) => tier.prices.map((price) => factOfPrice(tier, price, readings)));
  const claims = tiers.flatMap((tier) =>
    (tier.isFree || tier.isCustom) && tier.prices.length === 0 ? [factOfClaim(tier, readings)] : [],
  );
  const rates = models.flatMap((model) =>
    RATE_FIELDS.flatMap(([field]) => (model[field] === undefined ? [] : [factOfRate(model, field, readings)])),
  );
  return [...prices, ...claims, ...rates];
}

function factOfPrice(tier: ReadTier, price: ReadPrice, readings: Reading[]): AgreedFact {
  const agreed = countOf(readings, ({ tiers }) => {
    const rivals = tiers
      .filter(({ name }) => nameKey(name) === nameKey(tier.name))
      .flatMap(({ prices }) => prices.filter((other) => isOfSameTerms(price, other)));
    if (rivals.some(({ amount }) => sameAmount(amount, price.amount))) return 'agrees';
    return rivals.length > 0 ? 'differs' : 'silent';
  });
  return { ...agreed, assumed: price.assumed ?? [] };
}

function isOfSameTerms(a: ReadPrice, b: ReadPrice): boolean {
  return a.currency === b.currency && a.billing === b.billing && a.per === b.per && a.kind === b.kind;
}

function factOfClaim(tier: ReadTier, readings: Reading[]): AgreedFact {
  const agreed = countOf(readings, ({ tiers }) => {
    const namesake = tiers.find(({ name }) => nameKey(name) === nameKey(tier.name));
    if (namesake === undefined) return 'silent';
    return namesake.isFree === tier.isFree && namesake.isCustom === tier.isCustom ? 'agrees' : 'differs';
  });
  return { ...agreed, assumed: [] };
}

function factOfRate(model: ReadModel, field: (typeof RATE_FIELDS)[number][0], readings: Reading[]): AgreedFact {
  const amount = model[field];
  const agreed = countOf(readings, ({ models }) => {
    const namesake = models.find((other) => rateKey(other) === rateKey(model) && other.currency === model.currency);
    const rival = namesake?.[field];
    if (rival === undefined || amount === undefined) return 'silent';
    return sameAmount(rival, amount) ? 'agrees' : 'differs';
  });
  return { ...agreed, assumed: [] };
}

type Stance = 'agrees' | 'differs' | 'silent';

function countOf(
  readings: Reading[],
  stanceOf: (reading: Reading) => Stance,
): Pick<AgreedFact, 'readers' | 'isDisputed'> {
  const byStance = Map.groupBy(readings, stanceOf);
  return {
    readers: (byStance.get('agrees') ?? []).map(({ reader }) => reader),
    isDisputed: byStance.has('differs'),
  };
}

/** Readers of one kind look at the same thing, and err alike. */
export const KIND: Readonly<Record<ReaderName, Witness>> = {
  cards: 'structure',
  table: 'structure',
  offers: 'structure',
  'rate-card': 'structure',
  prose: 'prose',
  'json-ld': 'declared',
  state: 'declared',
  recipe: 'recipe',
  model: 'model',
};

/** @param statement made of `supported`, with its tiers in the same order */
export function readersOf(supported: Supported, statement: Statement): Witness[] {
  const [first, ...others] = headlineFacts(supported, statement).map(
    ({ readers }) => new Set(readers.map((reader) => KIND[reader])),
  );
  return first === undefined ? [] : [...others.reduce((all, each) => all.intersection(each), first)];
}

function headlineFacts({ tiers, models, readings }: Supported, statement: Statement): AgreedFact[] {
  const start = startOf(statement)?.price;
  const headline = tiers.flatMap((tier, i) => {
    const prices = tier.prices.filter((_, j) => start === undefined || statement.tiers[i]?.prices[j] === start);
    const isClaim = tier.isFree || (start === undefined && tier.isCustom);
    return [
      ...prices.map((price) => factOfPrice(tier, price, readings)),
      ...(isClaim ? [factOfClaim(tier, readings)] : []),
    ];
  });
  if (headline.length > 0) return headline;
  return models.flatMap((model) =>
    RATE_FIELDS.flatMap(([field]) => (model[field] === undefined ? [] : [factOfRate(model, field, readings)])),
  );
}
