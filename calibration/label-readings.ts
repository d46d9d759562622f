/**
 * Readings of labelled pages: what each one's score is made of, and whether what it states is what a person labelled.
 *
 * Only numbers leave here: a page's words stay where they are.
 */
import { resolve } from 'node:path';
import { labelledPages } from '../bench/labelled-pages.ts';
import { scorePage } from '../bench/score.ts';
import { readPage } from '../crawler/read/read.ts';
import { pageText } from '../data/text/page-text.ts';
import { recut } from '../verifier/judge/recut.ts';
import { scorerOf } from '../verifier/judge/score.ts';
import type { LabelledReading } from './fit-score.ts';

/** What reads a page, and the page's text that its quotes are cut from: both of one version. */
export interface Readers {
  readPage: typeof readPage;
  pageText: typeof pageText;
}

/** Those of another checkout of this project. */
export async function readersOf(checkout: string): Promise<Readers> {
  const [{ readPage }, { pageText }] = await Promise.all([
    import(resolve(checkout, 'crawler/read/read.ts')),
    import(resolve(checkout, 'data/text/page-text.ts')),
  ]);
  return { readPage, pageText };
}

/**
 * Of pages that were read as stating something.
 *
 * @param dir a corpus with labels
 * @param readers of the day on which nobody had looked at these pages yet: later ones were mended for them
 */
export function labelReadings(dir: string, readers: Readers = { readPage, pageText }): LabelledReading[] {
  return labelledPages(dir).flatMap(({ group, source, format, url, label, isPartial }) => {
    const reading = readers.readPage(source, { format, url });
    if (reading.tiers.length + reading.models.length === 0) return [];
    const { prices, rates, starts } = scorePage(label, reading, { isPartial });
    const { signals } = scorerOf(recut({ source, text: readers.pageText(source, format) }, reading))('none');
    return [
      {
        vendor: group,
        signals: { ...signals },
        right: prices.wrong + rates.wrong + starts.wrong === 0,
        weight: 1,
      },
    ];
  });
}
