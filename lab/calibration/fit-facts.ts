/**
 * The weights of the confidence of facts (`crawler/read/confidence/weights.json`), fitted to labelled pages. Pure.
 *
 * Each statement of a reading that its label can judge is an example; those of a page share the weight of the root of
 * their number, so that one long table does not decide.
 */
import { compose } from '../../crawler/read/compose.ts';
import { FACT_FEATURES, featuresIn } from '../../crawler/read/confidence/features.ts';
import { NEGATIVE_FEATURES, negativeFeatures, type Read, startOf } from '../../crawler/read/confidence/negatives.ts';
import { RATE_FEATURES, rateFeatures } from '../../crawler/read/confidence/rate-features.ts';
import { perMonth, type Stated, statedIn } from '../../crawler/read/confidence/stated.ts';
import { gatherMentions } from '../../crawler/read/mentions/mentions.ts';
import { vectorOf } from '../../crawler/read/offers/logistic.ts';
import type { Page } from '../../crawler/read/offers/page.ts';
import { htmlDocument } from '../../crawler/read/page/html-document.ts';
import { markdownDocument } from '../../crawler/read/page/markdown.ts';
import { readPage } from '../../crawler/read/read.ts';
import type { NegativeKind, PageReading, Reading, ReadModel, ReadPrice, ReadTier } from '../../data/reading.ts';
import type { LabelledPage } from '../accuracy/labelled-pages.ts';
import {
  areAlike,
  key,
  type Label,
  labelledFacts,
  near,
  otherAmounts,
  readFacts,
  SURE,
  sameFact,
  sameRate,
} from '../accuracy/score.ts';
import { mean } from '../harness/statistics.ts';
import type { Example, Judged } from './fit-readers.ts';

export const FACT_MODELS = {
  facts: FACT_FEATURES,
  rates: RATE_FEATURES,
  no_free_tier: NEGATIVE_FEATURES,
  no_monthly_price: NEGATIVE_FEATURES,
  cheapest: NEGATIVE_FEATURES,
} as const;
export type FactModel = keyof typeof FACT_MODELS;
export type FactExamples = Record<FactModel, Example[]>;

const NO_EXAMPLES: FactExamples = { facts: [], rates: [], no_free_tier: [], no_monthly_price: [], cheapest: [] };

export function factExamplesOf(pages: readonly LabelledPage[]): FactExamples {
  const each = pages.filter(({ format }) => format !== 'json').map(examplesIn);
  const all = (model: FactModel) => each.flatMap((examples) => examples[model]);
  return {
    facts: all('facts'),
    rates: all('rates'),
    no_free_tier: all('no_free_tier'),
    no_monthly_price: all('no_monthly_price'),
    cheapest: all('cheapest'),
  };
}

function examplesIn(labelled: LabelledPage): FactExamples {
  const { source, format, url } = labelled;
  const reading = readPage(source, { format, url });
  if (reading.verdict !== 'pricing') return NO_EXAMPLES;
  const page = pageOf(labelled);
  return {
    facts: shared(factsIn(labelled, page, reading.readings)),
    rates: shared(ratesIn(labelled, reading)),
    ...negativesIn(labelled, { ...reading, page }),
  };
}

export function pageOf({ source, format, url }: LabelledPage): Page {
  if (format === 'json') throw new TypeError('Cannot make a page of JSON');
  const document = format === 'html' ? htmlDocument(source) : markdownDocument(source, format);
  return { document, mentions: gatherMentions(document, url) };
}

function factsIn({ group: vendor, label }: LabelledPage, page: Page, readings: readonly Reading[]): Example[] {
  const { tiers } = compose(readings, page);
  const features = featuresIn({ page, tiers, readings });
  return statedIn(tiers).flatMap((stated) => {
    const its = features.get(stated.price ?? stated.tier);
    const y = isRight(stated, label);
    return its === undefined || y === undefined
      ? []
      : [{ vendor, x: vectorOf(FACT_FEATURES, its), y: Number(y), weight: 1 }];
  });
}

function ratesIn({ group: vendor, label, isPartial }: LabelledPage, { models }: PageReading): Example[] {
  return models.flatMap((model) => {
    const y = areRatesRight(model, label, isPartial);
    const x = vectorOf(RATE_FEATURES, rateFeatures(model));
    return y === undefined ? [] : [{ vendor, x, y: Number(y), weight: 1 }];
  });
}

/** A page without labelled tiers tells nothing of what they lack. */
function negativesIn({ group: vendor, label }: LabelledPage, read: Read): Record<NegativeKind, Example[]> {
  const features = negativeFeatures(read);
  const { tiers } = label;
  const truth = negativeTruths(label, read.tiers);
  const of = (kind: NegativeKind): Example[] => {
    const its = features.get(kind);
    if (its === undefined || tiers.length === 0) return [];
    return [{ vendor, x: vectorOf(NEGATIVE_FEATURES, its), y: Number(truth[kind]), weight: 1 }];
  };
  return { no_free_tier: of('no_free_tier'), no_monthly_price: of('no_monthly_price'), cheapest: of('cheapest') };
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
function areRatesRight(model: ReadModel, { tokenRates }: Label, isPartial: boolean): boolean | undefined {
  const namesakes = tokenRates.filter((rate) => key(rate.model) === key(model.model));
  if (namesakes.length === 0)
    return isPartial || tokenRates.some((rate) => areAlike(rate.model, model.model)) ? undefined : false;
  return namesakes.some((rate) =>
    (['inputPerMTok', 'outputPerMTok'] as const).every(
      (field) => model[field] === undefined || sameRate(rate[field], model[field]),
    ),
  );
}

const LINES = [0, 0.6, 0.7, 0.8, 0.9, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97];

/** Of each fold of vendors, how many facts are sure and how many of those right. */
export function foldTable(judged: readonly Judged[]): string[][] {
  const folds = [...Map.groupBy(judged, ({ fold }) => fold)].map(([fold, members]) => {
    const sure = members.filter(({ p }) => p >= SURE);
    const right = sure.filter(({ y }) => y === 1).length;
    return [`${fold + 1}`, `${members.length}`, `${sure.length}`, `${right}`];
  });
  return [['fold', 'facts', 'sure', 'and right'], ...folds];
}

/** How many of the facts at or above a line are right, and how many of the labelled ones they are. */
export function coverageTable(judged: readonly Judged[], labelled: number): string[][] {
  const brier = mean(judged.map(({ y, p }) => (y - p) ** 2));
  const usual = mean(judged.map(({ y }) => y));
  const rows = LINES.map((line) => {
    const above = judged.filter(({ p }) => p >= line);
    const right = above.filter(({ y }) => y === 1).length;
    return [`${line}`, `${above.length}`, (right / above.length).toFixed(3), (right / labelled).toFixed(3)];
  });
  const ratio = brier / (usual * (1 - usual));
  return [
    ['confidence from', 'facts', 'right', 'of the labelled'],
    ...rows,
    ['Brier score', '', brier.toFixed(4), ''],
    ['over that of a constant', '', ratio.toFixed(3), ''],
  ];
}
