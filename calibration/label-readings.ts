/**
 * Readings of labelled pages: what each one's score is made of, and whether what it states is what a person labelled.
 *
 * Only numbers leave here: a page's words stay where they are.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Label, scorePage } from '../bench/score.ts';
import { corpusEntries, corpusPage, formatOf } from '../crawler/read/corpus.ts';
import { readPage } from '../crawler/read/read.ts';
import { pageText } from '../data/page-text.ts';
import { recut } from '../verifier/recut.ts';
import { scorerOf } from '../verifier/score.ts';
import type { LabelledReading } from './fit-score.ts';

const Entry = z.looseObject({
  vendor: z.string().optional(),
  slug: z.string().optional(),
  partial: z.boolean().default(false),
});

/** Of pages that were read as stating something. `dir`: manifest.jsonl, pages/ and labels/. */
export function labelReadings(dir: string): LabelledReading[] {
  const lines = readFileSync(join(dir, 'manifest.jsonl'), 'utf8').split('\n').filter(Boolean);
  return corpusEntries(dir).flatMap((entry, at) => {
    const file = join(dir, 'labels', `${entry.name}.json`);
    if (!existsSync(file)) return [];
    const { vendor, slug, partial } = Entry.parse(JSON.parse(lines[at] ?? '{}'));
    const source = corpusPage(dir, entry);
    const format = formatOf(entry.file);
    const reading = readPage(source, { format, url: entry.url || `https://${entry.name}.invalid/` });
    if (reading.tiers.length + reading.models.length === 0) return [];
    const label = Label.parse(JSON.parse(readFileSync(file, 'utf8')));
    const { prices, rates, starts } = scorePage(label, reading, { isPartial: partial });
    const { signals } = scorerOf(recut({ source, text: pageText(source, format) }, reading))('none');
    return [
      {
        vendor: vendor ?? slug ?? entry.name,
        signals: { ...signals },
        right: prices.wrong + rates.wrong + starts.wrong === 0,
        weight: 1,
      },
    ];
  });
}
