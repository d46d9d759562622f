/** An archived page, shown: remade out of its words with the prices marked, as text for a comparison, or as its source. */
import { highlight } from '../../crawler/read/explain/highlight.ts';
import { marksOf } from '../../crawler/read/explain/marks.ts';
import type { Page } from '../../data/page.ts';
import type { PageReading } from '../../data/reading.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import { decodePage, pageText } from '../../data/text/page-text.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { MarkedText } from './text-diff.ts';

/** @throws {ConsoleProblem} the archive does not have it any more */
export async function sourceOf(
  archive: Pick<Archive, 'get'>,
  { sha256, charset }: Pick<Page, 'sha256' | 'charset'>,
): Promise<string> {
  const bytes = await archive.get(sha256);
  if (bytes === undefined) throw new ConsoleProblem(404, `The archive has no page ${sha256}`);
  return decodePage(bytes, charset);
}

/** A document of its own, which loads and runs nothing (crawler/read/explain/highlight.ts). */
export function frameOf(
  source: string,
  reading: PageReading,
  { format, finalUrl }: Pick<Page, 'format' | 'finalUrl'>,
): string {
  return highlight(source, reading, { format, url: finalUrl });
}

export function markedTextOf(source: string, reading: PageReading, { format }: Pick<Page, 'format'>): MarkedText {
  const marks = marksOf(reading)
    .flatMap(({ marks: each }) => each)
    .filter(({ evidence }) => evidence.scope === 'text')
    .map(({ evidence: { textStart, textEnd } }) => ({ start: textStart, end: textEnd }));
  return { text: pageText(source, format), marks };
}
