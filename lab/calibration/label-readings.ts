/** Labelled pages as numbers: the signals of each reading's score, and whether the reading matches its label. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readPage } from '../../crawler/read/read.ts';
import { pageText } from '../../data/text/page-text.ts';
import { recut } from '../../verifier/judge/recut.ts';
import { scorerOf } from '../../verifier/judge/score.ts';
import { labelledPages } from '../accuracy/labelled-pages.ts';
import { scorePage } from '../accuracy/score.ts';
import type { LabelledReading } from './fit-score.ts';

/** A page's reader and the text that its quotes are cut from, of one version. */
export type Readers = { readPage: typeof readPage; pageText: typeof pageText };

/** Those of another checkout of this project, also of an older layout. */
export async function readersOf(checkout: string): Promise<Readers> {
  const texts = ['data/text/page-text.ts', 'data/page-text.ts'].map((file) => resolve(checkout, file));
  const [{ readPage }, { pageText }] = await Promise.all([
    import(resolve(checkout, 'crawler/read/read.ts')),
    import(texts.find((file) => existsSync(file)) ?? texts.join(' or ')),
  ]);
  return { readPage, pageText };
}

/**
 * One reading for each page that states something.
 *
 * @param dir a corpus with labels
 * @param readers of a day before these pages were used to improve them
 */
export function labelReadings(dir: string, readers: Readers = { readPage, pageText }): LabelledReading[] {
  return labelledPages(dir).flatMap(({ group, source, format, url, label, isPartial }) => {
    const reading = readers.readPage(source, { format, url });
    if (reading.tiers.length + reading.models.length === 0) return [];
    const { prices, rates, starts } = scorePage(label, reading, { isPartial });
    const { signals } = scorerOf(recut({ source, text: readers.pageText(source, format) }, reading))('none');
    const right = prices.wrong + rates.wrong + starts.wrong === 0;
    return [{ vendor: group, signals: { ...signals }, right, weight: 1 }];
  });
}
