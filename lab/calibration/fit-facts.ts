/**
 * The weights of the confidence of facts (`crawler/read/confidence/weights.json`), fitted to labelled pages. Pure.
 *
 * Each statement of a reading that its label can judge is an example; those of a page share the weight of the root of
 * their number, so that one long table does not decide.
 */
import { compose } from '../../crawler/read/compose.ts';
import {
  type Among,
  FACT_FEATURES,
  featuresIn,
  RATE_FEATURES,
  rateFeatures,
} from '../../crawler/read/confidence/features.ts';
import { NEGATIVE_FEATURES, negativeFeatures, startOf } from '../../crawler/read/confidence/negatives.ts';
import { perMonth, type Stated, statedIn } from '../../crawler/read/confidence/stated.ts';
import { vectorOf } from '../../crawler/read/offers/logistic.ts';
import { readPage } from '../../crawler/read/read.ts';
import { pageOf } from '../../crawler/read/teach.ts';
import type { NegativeKind, ReadModel, ReadPrice, ReadTier } from '../../data/reading.ts';
import { type Forecast, reliabilityOf } from '../../data/reliability.ts';
import type { LabelledPage } from '../accuracy/labelled-pages.ts';
import {
  areAlike,
  key,
  type Label,
  labelledFacts,
  near,
  otherAmounts,
  RATES,
  readFacts,
  sameFact,
  sameRate,
} from '../accuracy/score.ts';
import { byModel, type Example, type Examples } from './logistic.ts';

export const FACT_MODELS = {
  facts: FACT_FEATURES,
  rates: RATE_FEATURES,
  no_free_tier: NEGATIVE_FEATURES,
  no_monthly_price: NEGATIVE_FEATURES,
  cheapest: NEGATIVE_FEATURES,
} as const;
type FactModel = keyof typeof FACT_MODELS;

export function factExamplesOf(pages: readonly LabelledPage[]): Examples<FactModel> {
  return byModel(FACT_MODELS, pages.map(examplesIn));
}

function examplesIn(labelled: LabelledPage): Partial<Examples<FactModel>> {
  const { source, group: vendor, label } = labelled;
  const page = pageOf(source, labelled);
  const reading = readPage(source, labelled);
  if (page === undefined || reading.verdict !== 'pricing') return {};
  const { readings, models } = reading;
  const example = (x: number[], y: boolean): Example => ({ vendor, x, y: Number(y), weight: 1 });
  const { tiers } = compose(readings, page);
  const features = featuresIn({ page, tiers, readings });
  const facts = statedIn(tiers).flatMap((stated) => {
    const its = features.get(stated.price ?? stated.tier);
    const y = isRight(stated, label);
    return its === undefined || y === undefined ? [] : example(vectorOf(FACT_FEATURES, its), y);
  });
  const rates = models.flatMap((model) => {
    const y = areRatesRight(model, labelled);
    return y === undefined ? [] : example(vectorOf(RATE_FEATURES, rateFeatures(model)), y);
  });
  return { facts: shared(facts), rates: shared(rates), ...negativesIn({ ...reading, page }, label, example) };
}

/** A page without labelled tiers tells nothing of what they lack. */
function negativesIn(read: Among, label: Label, example: (x: number[], y: boolean) => Example) {
  if (label.tiers.length === 0) return {};
  const truth = negativeTruths(label, read.tiers);
  const negatives = [...negativeFeatures(read)];
  return Object.fromEntries(
    negatives.map(([kind, its]) => [kind, [example(vectorOf(NEGATIVE_FEATURES, its), truth[kind])]]),
  );
}

/** Whether what a reading with these tiers says by stating no more holds by the label. */
export function negativeTruths(label: Label, read: readonly ReadTier[]): Record<NegativeKind, boolean> {
  const { tiers } = label;
  const monthly = tiers.flatMap((tier) => tier.monthly || []);
  const starts = tiers.flatMap((tier) => tier.monthly || tier.annualPerMonth || []);
  const start = startOf(read.map((tier) => ({ ...tier, prices: inCurrency(tier, label.currency) })));
  return {
    no_free_tier: !tiers.some(({ free }) => free === true),
    no_monthly_price: monthly.length === 0,
    cheapest: start !== undefined && near(Math.min(...starts), perMonth(start) ?? 0),
  };
}

function inCurrency({ prices }: ReadTier, currency: string | undefined): ReadPrice[] {
  const own = prices.filter((price) => price.currency === currency);
  return own.length > 0 ? own : prices;
}

export function shared(examples: Example[]): Example[] {
  return examples.map((example) => ({ ...example, weight: examples.length ** -0.5 }));
}

/** Undefined where the label does not judge it: another currency, another time, an amount that is no price of the month. */
export function isRight({ tier, price }: Stated, label: Label): boolean | undefined {
  const prices = price === undefined ? [] : inCurrency(tier, label.currency).filter((each) => each === price);
  const claims = { isFree: price === undefined && tier.isFree, isCustom: price === undefined && tier.isCustom };
  const [fact] = readFacts({ ...tier, ...claims, prices }, label.currency);
  if (fact === undefined) return undefined;
  const namesakes = label.tiers.filter(({ name }) => areAlike(name, tier.name));
  if (namesakes.some((wanted) => labelledFacts(wanted).some((each) => sameFact(each, fact)))) return true;
  const { amount } = fact;
  const others = amount === undefined ? [] : namesakes.flatMap(otherAmounts).filter((other) => near(other, amount));
  return others.length > 0 ? undefined : false;
}

/** Undefined for a model that the label has by another spelling, or may leave out. */
function areRatesRight(model: ReadModel, { label: { tokenRates }, isPartial }: LabelledPage): boolean | undefined {
  const namesakes = tokenRates.filter((rate) => key(rate.model) === key(model.model));
  if (namesakes.length === 0)
    return isPartial || tokenRates.some((rate) => areAlike(rate.model, model.model)) ? undefined : false;
  return namesakes.some((rate) =>
    RATES.every((field) => model[field] === undefined || sameRate(rate[field], model[field])),
  );
}

const LINES = [0, 0.6, 0.7, 0.8, 0.9, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97];

/** How many of the facts at or above a line are right, and how many of the labelled ones they are. */
export function coverageTable(judged: readonly Forecast[], labelled: number): string[][] {
  const { brier } = reliabilityOf(judged);
  const usual = judged.filter(({ came }) => came).length / judged.length;
  const rows = LINES.map((line) => {
    const above = judged.filter(({ p }) => p >= line);
    const right = above.filter(({ came }) => came).length;
    return [`${line}`, `${above.length}`, (right / above.length).toFixed(3), (right / labelled).toFixed(3)];
  });
  return [
    ['confidence from', 'facts', 'right', 'of the labelled'],
    ...rows,
    ['Brier score', '', brier.toFixed(4), ''],
    ['over that of a constant', '', (brier / (usual * (1 - usual))).toFixed(3), ''],
  ];
}
