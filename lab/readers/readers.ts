/**
 * `readers`: those of layout that stand (`crawler/read/tiers`: cards and tables) against the new ones, by repeated structure
 * (`crawler/read/offers`), on the same labelled pages (`--corpus DIR…`, else the corpus beside the project).
 *
 * Precision and recall are of price facts, as `accuracy` scores them, but of these readers alone: without declared data,
 * sentences and the judgement of the page. Of each pair, the reading with more priced tiers counts. The second table tells
 * what the two state together and each alone. The ratio is right facts of the new over those of the old.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gatherMentions } from '../../crawler/read/mentions/mentions.ts';
import { readOffers } from '../../crawler/read/offers/offers.ts';
import type { Document } from '../../crawler/read/page/document.ts';
import { htmlDocument } from '../../crawler/read/page/html-document.ts';
import { markdownDocument } from '../../crawler/read/page/markdown.ts';
import { readCards } from '../../crawler/read/tiers/cards.ts';
import { gatherSignals } from '../../crawler/read/tiers/signals.ts';
import { readTables } from '../../crawler/read/tiers/table.ts';
import type { Reading, ReadTier } from '../../data/reading.ts';
import { CORPUS } from '../../test/crawler/read/corpus.ts';
import { type LabelledPage, labelledPages } from '../accuracy/labelled-pages.ts';
import { precision, recall, type Score, scorePage, total } from '../accuracy/score.ts';
import type { Bench } from '../harness/benchmark.ts';
import { figure, findingOf } from '../harness/measurement.ts';
import { mean } from '../harness/statistics.ts';
import { aligned } from '../harness/table.ts';
import { type Agreement, agreementOn, STATED_BY, together } from './agreement.ts';

type Who = 'old' | 'new';

interface Compared {
  folder: string;
  vendor: string;
  score: Record<Who, Score>;
  agreement: Agreement;
}

const READERS: Record<Who, (document: Document, url: string) => Reading[]> = {
  old(document, url) {
    const signals = gatherSignals(document, url);
    return [readCards(document, signals, url), readTables(document, signals)];
  },
  new: (document, url) => readOffers({ document, mentions: gatherMentions(document, url) }),
};
const BOTH: readonly Who[] = ['old', 'new'];

export async function run(bench: Bench): Promise<void> {
  const corpora = (bench.corpus ?? [CORPUS]).filter((folder) => existsSync(join(folder, 'manifest.jsonl')));
  const pages = corpora.flatMap((folder) =>
    labelledPages(folder)
      .filter(({ format }) => format !== 'json')
      .map((page) => compare(basename(folder), page)),
  );
  if (pages.length === 0) return bench.progress('no labelled pages (--corpus DIR… names folders of them)');
  const folders = [...Map.groupBy(pages, ({ folder }) => folder)];
  const all: typeof folders = folders.length > 1 ? [...folders, ['all folders', pages]] : folders;
  bench.progress(`price facts of ${pages.length} labelled pages\n\n${scoreTable(all, pages)}\n`);
  bench.progress(`facts that both readers state, or one\n\n${agreementTable(all)}\n`);
  for (const [folder, members] of all) {
    const [before, now] = BOTH.map((who) => total(members.map(({ score }) => score[who])).prices);
    if (before === undefined || now === undefined || before.right === 0) continue;
    const figures = { wrong: figure(now.wrong, 'facts'), 'wrong before': figure(before.wrong, 'facts') };
    const named = {
      case: `right price facts, ${folder}`,
      baseline: 'old readers',
      better: 'higher',
      unit: 'facts',
    } as const;
    bench.report(findingOf({ ...named, figures }, now.right, before.right));
  }
}

function compare(folder: string, { group: vendor, source, format, url, label, isPartial }: LabelledPage): Compared {
  const document = format === 'html' ? htmlDocument(source) : markdownDocument(source, format);
  const read = { old: leading(READERS.old(document, url)), new: leading(READERS.new(document, url)) };
  const scored = (tiers: ReadTier[]) => scorePage(label, { tiers, models: [] }, { isPartial });
  const score = { old: scored(read.old), new: scored(read.new) };
  return { folder, vendor, score, agreement: agreementOn(label, read) };
}

/** Cards or table, whichever has more tiers with a price; then, more tiers. */
function leading(readings: readonly Reading[]): ReadTier[] {
  const priced = ({ tiers }: Reading) => tiers.filter(({ prices }) => prices.length > 0).length;
  const ranked = readings.toSorted((a, b) => priced(b) - priced(a) || b.tiers.length - a.tiers.length);
  return ranked[0]?.tiers ?? [];
}

type Groups = readonly [string, readonly Compared[]][];

function scoreTable(groups: Groups, pages: readonly Compared[]): string {
  const heads = ['folder', 'pages', ...BOTH.flatMap((who) => [`${who}: precision`, 'recall'])];
  const rows = groups.map(([folder, members]) => [folder, String(members.length), ...sharesOf(members).map(shown)]);
  const vendors = [...Map.groupBy(pages, ({ vendor }) => vendor).values()].map(sharesOf);
  const means = (vendors[0] ?? []).map((_, column) => {
    const known = vendors.flatMap((shares) => shares[column] ?? []);
    return known.length === 0 ? undefined : mean(known);
  });
  return aligned([heads, ...rows, [`mean of ${vendors.length} vendors`, String(pages.length), ...means.map(shown)]]);
}

function sharesOf(members: readonly Compared[]): (number | undefined)[] {
  const tallies = BOTH.map((who) => total(members.map(({ score }) => score[who])).prices);
  return tallies.flatMap((tally) => [precision(tally), recall(tally)]);
}

function agreementTable(groups: Groups): string {
  const rows = groups.flatMap(([folder, members]) => {
    const { by, labelled, found } = together(members.map(({ agreement }) => agreement));
    return [
      ...STATED_BY.map((who) => [
        folder,
        who,
        `${by[who].right}`,
        `${by[who].wrong}`,
        shown(precision({ ...by[who], missed: 0 })),
      ]),
      [folder, `either, of ${labelled} labelled`, `${found}`, '', shown(labelled === 0 ? undefined : found / labelled)],
    ];
  });
  return aligned([['folder', 'stated by', 'right', 'wrong', 'share'], ...rows]);
}

function shown(share: number | undefined): string {
  return share === undefined ? '–' : share.toFixed(3);
}
