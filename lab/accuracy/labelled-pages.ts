/** Labelled pages of a corpus directory: `manifest.jsonl`, `pages/` and `labels/`. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { CorpusEntry, corpusPage, formatOf } from '../../cli/read/corpus.ts';
import type { PageFormat } from '../../data/page.ts';
import { readJsonLines } from '../../data/text/json-lines.ts';
import { Label } from './score.ts';

export interface LabelledPage {
  name: string;
  /** Vendor or layout. */
  group: string;
  /** Its folder, and how the page was made: "static-html". */
  folder?: string;
  kind?: string;
  /** Of a capture in a series: its product and day. */
  slug?: string | undefined;
  day?: string | undefined;
  source: string;
  format: PageFormat;
  url: string;
  label: Label;
  /** The label covers only some of the page's rates. */
  isPartial: boolean;
}

const Text = z.string().optional();
const Entry = CorpusEntry.extend({
  ...{ vendor: Text, slug: Text, kind: Text, partial: z.boolean().default(false) },
  date: z.string().nullish(),
});

/** The pages of the corpus that have a label, grouped by vendor. */
export function labelledPages(directory: string): LabelledPage[] {
  return readJsonLines(join(directory, 'manifest.jsonl'), Entry).flatMap((entry) => {
    const file = join(directory, 'labels', `${entry.name}.json`);
    if (!existsSync(file)) return [];
    const { vendor, slug, kind, date, partial } = entry;
    const day = date && /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined;
    const label = withMonths(Label.parse(JSON.parse(readFileSync(file, 'utf8'))));
    const page = { source: corpusPage(directory, entry), format: formatOf(entry.file) };
    const url = entry.url || `https://${entry.name}.invalid/`;
    const group = vendor ?? slug ?? entry.name;
    const place = { folder: basename(directory), ...(kind !== undefined && { kind }), slug, day };
    return [{ name: entry.name, group, ...place, ...page, url, label, isPartial: partial }];
  });
}

/** Of a year's total that is labelled alone, the month is a twelfth, as where labels state both. */
function withMonths(label: Label): Label {
  const tiers = label.tiers.map((tier) => ({
    ...tier,
    annualPerMonth: tier.annualPerMonth ?? (tier.annualTotal ? tier.annualTotal / 12 : undefined),
  }));
  return { ...label, tiers };
}
