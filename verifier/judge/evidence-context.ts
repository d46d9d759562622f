/**
 * Evidence with the words around it on its archived page, so that a person sees what a price stood beside.
 *
 * Cut when a product is published. A page is parsed once for all of its evidence, and what was cut is remembered by
 * evidence id, whose words never change. A page that the archive has lost, or that is damaged, leaves the quote without surroundings.
 */

import type { RecordEvidence } from '../../data/record.ts';
import { type Archive, ArchiveCorrupt } from '../../data/store/archive/archive.ts';
import type { EvidenceContext, PublishedProduct } from '../../data/store/generation/content.ts';
import type { PageWords } from '../../data/text/page-text.ts';
import { archivedWords } from './archived-text.ts';

/** UTF-16 units on either side. */
const AROUND = 120;
const REMEMBERED = 50_000;

type Around = Pick<EvidenceContext, 'before' | 'after'>;
export type WordsAround = Map<string, Around>;

interface Places {
  archive: Archive;
  around: WordsAround;
  /** Evidence that neither the record nor a snapshot cites, and the log does. */
  logged: readonly RecordEvidence[];
}

/** Of all evidence that is cited. */
export function evidenceContexts(
  { product, record, snapshots }: PublishedProduct,
  { archive, around, logged }: Places,
): EvidenceContext[] {
  const cited = new Map(
    [{ evidence: logged }, ...snapshots, ...(record === undefined ? [] : [record])].flatMap(({ evidence }) =>
      evidence.map((each) => [each.id, each]),
    ),
  );
  const unknown = [...cited.values()].filter(({ id }) => !around.has(id));
  for (const [, onPage] of Map.groupBy(unknown, ({ pageSha256 }) => pageSha256)) {
    const words = wordsOf(onPage, archive);
    for (const evidence of onPage) remember(around, evidence.id, wordsAround(evidence, words));
  }
  return [...cited.values()].map((evidence) => ({
    evidence,
    slug: product.slug,
    ...(around.get(evidence.id) ?? { before: '', after: '' }),
    finalUrl: evidence.url,
  }));
}

function wordsOf([first]: RecordEvidence[], archive: Archive): PageWords | undefined {
  if (first === undefined) return undefined;
  try {
    return archivedWords(archive, { ...first, sha256: first.pageSha256 })?.words;
  } catch (error) {
    // The quote itself is in the ledger: a damaged page must not keep every other product from being published.
    if (error instanceof ArchiveCorrupt) return undefined;
    throw error;
  }
}

export function wordsAround(
  { quote, scope, textStart, textEnd }: Pick<RecordEvidence, 'quote' | 'scope' | 'textStart' | 'textEnd'>,
  words: PageWords | undefined,
): Around {
  const text = words === undefined ? '' : scope === 'text' ? words.text : words.source;
  // Read by an older rule of what a page's text is: its words stand elsewhere by today's.
  if (text.slice(textStart, textEnd) !== quote) return { before: '', after: '' };
  return {
    before: text.slice(Math.max(0, textStart - AROUND), textStart).toWellFormed(),
    after: text.slice(textEnd, textEnd + AROUND).toWellFormed(),
  };
}

/** The oldest are forgotten first: they are cut again when they are asked for. */
function remember(around: WordsAround, id: string, words: Around): void {
  around.set(id, words);
  if (around.size <= REMEMBERED) return;
  const [oldest] = around.keys();
  if (oldest !== undefined) around.delete(oldest);
}
