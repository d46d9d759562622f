/**
 * Readings of labelled pages: what each one's score is made of, and whether what it states is what a person labelled.
 *
 * Only numbers leave here: a page's words stay where they are.
 */
import { labelledPages } from '../bench/labelled-pages.ts';
import { scorePage } from '../bench/score.ts';
import { readPage } from '../crawler/read/read.ts';
import { pageText } from '../data/page-text.ts';
import { recut } from '../verifier/recut.ts';
import { scorerOf } from '../verifier/score.ts';
import type { LabelledReading } from './fit-score.ts';

/** Of pages that were read as stating something. `dir`: a corpus with labels. */
export function labelReadings(dir: string): LabelledReading[] {
  return labelledPages(dir).flatMap(({ group, source, format, url, label, isPartial }) => {
    const reading = readPage(source, { format, url });
    if (reading.tiers.length + reading.models.length === 0) return [];
    const { prices, rates, starts } = scorePage(label, reading, { isPartial });
    const { signals } = scorerOf(recut({ source, text: pageText(source, format) }, reading))('none');
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
