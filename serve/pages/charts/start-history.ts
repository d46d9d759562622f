/** The starting price over time, by source and terms. */

import { compareAmounts, isZero, sameAmount } from '../../../data/money.ts';
import { recordCurrency } from '../../../data/prices/record-currency.ts';
import { type MonthlyPrice, startingPrice } from '../../../data/prices/starting-price.ts';
import type { Snapshot, Tier } from '../../../data/record.ts';
import { roundedText } from '../../../data/text/price-text.ts';
import { label } from '../../record/vendor-text.ts';
import { evidencePath } from '../parts/proof.ts';
import { perUnit } from '../parts/wording.ts';
import type { StatedStep } from './facts.ts';
import { datasetOf, joined, mainLine, presentOf, type Step, stepTimes } from './intervals.ts';
import type { Overview } from './overview.ts';
import { billedText } from './price-strip.ts';

export const RANGES = ['1y', '3y', 'all'] as const;
export type Range = (typeof RANGES)[number];
const YEARS: Readonly<Record<Range, number>> = { '1y': 1, '3y': 3, all: Number.POSITIVE_INFINITY };
const YEAR_MS = 365.25 * 86_400_000;

/** Prices of one source on the same terms. */
interface StartLine {
  /** Absent for our own observations. */
  dataset: string | undefined;
  /** "per user a month, billed annually". */
  terms: string;
  steps: readonly Start[];
}

export interface StartHistory {
  /** All of one currency; first that of the latest price, of ours or else of the latest dataset. */
  lines: readonly StartLine[];
  from: string;
  to: string;
}

/** Undefined where no paid monthly price is known. */
export function startHistory(snapshots: readonly Snapshot[], now: Date): StartHistory | undefined {
  const to = presentOf(snapshots, now);
  const main = mainLine(snapshots);
  const last = startsOf(main, to).at(-1);
  if (last === undefined || main[0] === undefined) return undefined;
  const { currency } = last.start;
  const own = datasetOf(main[0]);
  const lines = [...Map.groupBy(snapshots, datasetOf)].flatMap(([dataset, group]) =>
    linesOf(
      dataset,
      startsOf(group, to).filter(({ start }) => start.currency === currency),
    ),
  );
  const first = lines.find(({ dataset, terms }) => dataset === own && terms === termsOf(last));
  const from = lines.flatMap(({ steps }) => steps.map((step) => step.from)).sort()[0] ?? to;
  return { lines: lines.toSorted((a, b) => Number(b === first) - Number(a === first)), from, to };
}

function linesOf(dataset: string | undefined, steps: readonly Start[]): StartLine[] {
  return [...Map.groupBy(steps, termsOf)].map(([terms, alike]) => ({ dataset, terms, steps: alike }));
}

/** Billed monthly, and billed in a way that is not stated, are different terms. */
function termsOf({ start: { billing, price } }: Start): string {
  return `${perUnit(price.unit)}a month, ${billedText(billing)}`;
}

/** Ranges that show less than all. */
export function rangesOf({ from, to }: StartHistory): Range[] {
  const years = (Date.parse(to) - Date.parse(from)) / YEAR_MS;
  const shorter = RANGES.filter((range) => YEARS[range] < years);
  return shorter.length === 0 ? [] : [...shorter, 'all'];
}

export function within(history: StartHistory, range: Range): StartHistory {
  const begin = Date.parse(history.to) - YEARS[range] * YEAR_MS;
  if (begin <= Date.parse(history.from)) return history;
  const from = new Date(begin).toISOString();
  const lines = history.lines.map((line) => ({ ...line, steps: line.steps.filter(({ to }) => to > from) }));
  return { ...history, lines: lines.filter(({ steps }) => steps.length > 0), from };
}

/** Of the first line. */
export function figuresOf({ lines: [main] }: StartHistory): Record<'low' | 'high' | 'last', Start> | undefined {
  const sorted = (main?.steps ?? []).toSorted((a, b) => compareAmounts(a.amount, b.amount));
  const [low, high, last] = [sorted[0], sorted.at(-1), main?.steps.at(-1)];
  return low === undefined || high === undefined || last === undefined ? undefined : { low, high, last };
}

export function sourceText({ start, imported, research }: Start, dataset: string | undefined): string {
  if (dataset !== undefined) return `dataset ${label(dataset)}`;
  if (imported !== undefined || research !== undefined)
    return research === undefined ? 'imported' : `entered by ${label(research.by)}`;
  return start.price.evidence === undefined ? 'the vendor’s page' : 'quote from the vendor’s page';
}

/** Where the source of a step is; undefined where it is no page of ours. */
export function sourcePath({ start, imported }: Start): string | undefined {
  return imported !== undefined || start.price.evidence === undefined ? undefined : evidencePath(start.price.evidence);
}

/** A series for each source and terms, its latest plan first; of an imported price no quote is known. */
export function startOverview(
  { lines }: StartHistory,
  { plan, events }: Pick<Overview, 'events'> & { plan: string },
): Overview {
  const currency = lines[0]?.steps.at(-1)?.start.currency ?? 'USD';
  const series = lines.map(({ dataset, terms, steps }) => ({
    name: `${dataset === undefined ? 'the vendor’s page' : `dataset ${label(dataset)}`}: ${terms}`,
    plan,
    lines: comparableRuns(steps)
      .toReversed()
      .map((run) => ({ dataset, manner: terms, steps: run.map(statedStep) })),
    announced: [],
    corrections: [],
    unattributed: [],
    isCurrent: true,
  }));
  return { title: `Starting price of ${plan}`, currency, series, left: 0, bands: [], events, isOnePlan: true };
}

function statedStep({ start, tier: _, ...step }: Start): StatedStep {
  const [money, per] = [roundedText(step.amount, start.currency), `${perUnit(start.price.unit)}a month`];
  const evidence = step.imported === undefined ? start.price.evidence : undefined;
  return { ...step, evidence, words: `${money} ${per}, ${billedText(start.billing)}`, money, per };
}

export interface Start extends Step, Pick<Tier, 'imported' | 'research'> {
  start: MonthlyPrice;
  /** The tier that it is the price of. */
  tier: string | undefined;
}

/** In the currency of the last one. */
export function startsOf(line: readonly Snapshot[], present: string): Start[] {
  const starts = line.flatMap((snapshot): Start[] => {
    const start = startingPrice(snapshot.tiers, recordCurrency(snapshot.tiers, snapshot.rates));
    if (start === undefined || isZero(start.amount)) return [];
    const tier = snapshot.tiers.find(({ prices }) => prices.includes(start.price));
    const imported = tier?.imported ?? snapshot.imported;
    return [
      {
        ...stepTimes(snapshot, present),
        amount: start.amount,
        start,
        tier: tier?.id,
        imported,
        research: tier?.research,
      },
    ];
  });
  const currency = starts.at(-1)?.start.currency;
  return joined(
    starts.filter(({ start }) => start.currency === currency),
    (a, b) => isAlike(a, b) && sameAmount(a.amount, b.amount),
  );
}

function isAlike({ start: a, ...one }: Start, { start: b, ...other }: Start): boolean {
  return one.tier === other.tier && a.billing === b.billing && a.price.unit === b.price.unit;
}

export function comparableRuns(starts: readonly Start[]): Start[][] {
  const runs: Start[][] = [];
  for (const start of starts) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && isAlike(last, start)) runs.at(-1)?.push(start);
    else runs.push([start]);
  }
  return runs;
}
