/**
 * `readings`: how right the readers are, by vendor and by layout, and what each reader carries.
 *
 * Over a corpus of labelled pages (`--corpus DIR`, else the one that stands beside the project), each vendor has its
 * own line, and the mean over vendors weighs them alike, so that one with many pages hides no other. The general
 * readers have no rule for a single vendor; only a product's recipe is one, and it is withheld here. Over the vendor
 * web, each layout has its line, for offers that nobody wrote by hand.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPage } from '../crawler/read/read.ts';
import { ReaderName } from '../data/reading.ts';
import { type LaidOut, layoutsOf } from '../test/vendor-web/layouts.ts';
import type { Offer, Truth } from '../test/vendor-web/offer.ts';
import { randomOffer, randomRates } from '../test/vendor-web/random-offer.ts';
import type { Bench } from './benchmark.ts';
import { type LabelledPage, labelledPages } from './labelled-pages.ts';
import { figure } from './measurement.ts';
import { emptyScore, type Label, precision, recall, type Score, scorePage, type Tally, total } from './score.ts';
import { mean } from './statistics.ts';
import { aligned } from './table.ts';

const BESIDE = resolve(import.meta.dirname, '../../shared/corpus');
const SEEDS = 40;
const QUICK_SEEDS = 2;

export async function run(bench: Bench): Promise<void> {
  const corpus = bench.corpus ?? BESIDE;
  if (existsSync(join(corpus, 'manifest.jsonl'))) report(bench, 'vendor', labelledPages(corpus));
  else bench.progress('no labelled pages beside the project: the vendors are left out (--corpus DIR names others)');
  report(bench, 'layout', vendorWeb(bench.quick ? QUICK_SEEDS : SEEDS));
}

function report(bench: Bench, of: 'vendor' | 'layout', pages: readonly LabelledPage[]): void {
  const groups = byGroup(pages);
  const all = total([...groups.values()]);
  const rows = aligned([
    [of, 'pages', 'price precision', 'recall', 'starts precision', 'accuracy', 'rate precision', 'recall', 'quoted'],
    ...[...groups].map(([name, score]) => [name, ...cells(valuesOf(score), score.pages)]),
    ['all pages (micro)', ...cells(valuesOf(all), all.pages)],
    [`mean of ${of}s (macro)`, ...cells(macro([...groups.values()]), all.pages)],
  ]);
  bench.progress(`${pages.length} labelled pages, ${groups.size} ${of}s; recipes are withheld\n\n${rows}\n`);
  const withheld = ReaderName.options
    .filter((name) => name !== 'recipe')
    .map((name) => ({ name, score: total([...byGroup(pages, name).values()]) }));
  const lost = aligned([
    ['without', 'price precision', 'recall', 'facts lost', 'rate precision', 'recall', 'rates lost'],
    ...withheld.map(({ name, score }) => [
      name,
      ...[precision(score.prices), recall(score.prices)].map(shown),
      String(all.prices.right - score.prices.right),
      ...[precision(score.rates), recall(score.rates)].map(shown),
      String(all.rates.right - score.rates.right),
    ]),
  ]);
  bench.progress(`each reader withheld in turn\n\n${lost}\n`);
  for (const [name, tally] of [
    ['prices', all.prices],
    ['rates', all.rates],
  ] as const)
    if (recall(tally) !== undefined)
      bench.report(
        finding(
          `${name}, by ${of}`,
          tally,
          [...groups.values()].map((score) => score[name]),
        ),
      );
}

/** Share of the labelled facts that are read; its spread is over the groups. */
function finding(name: string, tally: Tally, groups: readonly Tally[]) {
  const recalls = groups.map(recall).filter((each) => each !== undefined);
  return {
    case: name,
    baseline: 'labels',
    ratio: Number((recall(tally) ?? 0).toFixed(4)),
    better: 'higher' as const,
    rounds: 1,
    spread: { min: Number(Math.min(...recalls).toFixed(4)), max: Math.max(...recalls) },
    figures: {
      precision: figure(precision(tally) ?? 1, 'of 1'),
      right: figure(tally.right, 'facts'),
      wrong: figure(tally.wrong, 'facts'),
      missed: figure(tally.missed, 'facts'),
    },
  };
}

function byGroup(pages: readonly LabelledPage[], without?: ReaderName): Map<string, Score> {
  const groups = new Map<string, Score>();
  for (const { group, source, label, isPartial, ...page } of pages) {
    const reading = readPage(source, { ...page, ...(without !== undefined && { without }) });
    groups.set(group, total([groups.get(group) ?? emptyScore(), scorePage(label, reading, { isPartial })]));
  }
  return groups;
}

type Values = (number | undefined)[];

function valuesOf({ prices, starts, rates, quotes }: Score): Values {
  const judged = starts.right + starts.wrong + starts.missed;
  const accuracy = judged === 0 ? undefined : starts.right / judged;
  return [
    precision(prices),
    recall(prices),
    precision(starts),
    accuracy,
    precision(rates),
    recall(rates),
    precision(quotes),
  ];
}

/** Each group's share counts alike; a group without one does not count. */
function macro(scores: readonly Score[]): Values {
  const values = scores.map(valuesOf);
  return (values[0] ?? []).map((_, column) => {
    const known = values.map((row) => row[column]).filter((each) => each !== undefined);
    return known.length === 0 ? undefined : mean(known);
  });
}

function cells(values: Values, pages: number): string[] {
  return [String(pages), ...values.map(shown)];
}

function shown(share: number | undefined): string {
  return share === undefined ? '–' : share.toFixed(3);
}

function vendorWeb(seeds: number): LabelledPage[] {
  return Array.from({ length: seeds }, (_, at) => 5000 + at).flatMap((seed) =>
    [randomOffer(seed), randomRates(seed)].flatMap((offer) =>
      shownByHttp(offer, seed).map(({ layout, format, body, truth }) => ({
        group: layout,
        source: body,
        format,
        url: 'https://vendor.example/pricing',
        label: labelOf(truth, offer.currency),
        isPartial: false,
      })),
    ),
  );
}

/** What a browser must draw first is the crawler's to bring. */
function shownByHttp(offer: Offer, seed: number): LaidOut[] {
  return layoutsOf(offer, seed).filter(({ render }) => render === 'http');
}

function labelOf({ tiers, tokenRates }: Truth, currency: string): Label {
  return {
    currency,
    tiers: tiers.map(({ name, isFree, isCustom, prices }) => {
      const priceOf = (billing: 'monthly' | 'annual') => {
        const price = prices.find((each) => each.billing === billing && each.kind !== 'struck');
        return price === undefined ? undefined : Number(price.amount) / (price.per === 'year' ? 12 : 1);
      };
      return {
        name,
        free: isFree,
        contactSales: isCustom,
        monthly: priceOf('monthly'),
        annualPerMonth: priceOf('annual'),
      };
    }),
    tokenRates: tokenRates.map(({ model, currency: own, inputPerMTok, outputPerMTok }) => ({
      model,
      currency: own,
      inputPerMTok: Number(inputPerMTok),
      outputPerMTok: Number(outputPerMTok),
    })),
  };
}
