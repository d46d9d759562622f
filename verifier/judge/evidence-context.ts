/** Evidence with the words around it on its archived page, cached by evidence id, whose words never change. */
import type { RecordEvidence } from '../../data/record.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import type { EvidenceContext, PublishedProduct } from '../../data/store/generation/content.ts';
import type { PageWords } from '../../data/text/page-text.ts';
import { intactWords } from './archived-text.ts';

/** UTF-16 units on either side. */
const AROUND = 120;
const MOST_CACHED = 50_000;

type Around = Pick<EvidenceContext, 'before' | 'after'>;
export type WordsAround = Map<string, Around>;

interface Sources {
  archive: Archive;
  around: WordsAround;
  /** Evidence that only the change log cites. */
  logged: readonly RecordEvidence[];
}

/** Contexts of all evidence that the record, a snapshot or the log cites. */
export function evidenceContexts(
  { product, record, snapshots }: PublishedProduct,
  { archive, around, logged }: Sources,
): EvidenceContext[] {
  const cited = new Map(
    [{ evidence: logged }, ...snapshots, ...(record === undefined ? [] : [record])].flatMap(({ evidence }) =>
      evidence.map((each) => [each.id, each]),
    ),
  );
  const unknown = [...cited.values()].filter(({ id }) => !around.has(id));
  for (const [, onPage] of Map.groupBy(unknown, ({ pageSha256 }) => pageSha256)) {
    const [first] = onPage;
    const words = first && intactWords(archive, { ...first, sha256: first.pageSha256 });
    for (const evidence of onPage) around.set(evidence.id, wordsAround(evidence, words));
  }
  const nothing = { before: '', after: '' };
  const contexts = [...cited.values()].map((evidence) => ({
    evidence,
    slug: product.slug,
    ...(around.get(evidence.id) ?? nothing),
    finalUrl: evidence.url,
  }));
  if (around.size > MOST_CACHED) around.clear();
  return contexts;
}

export function wordsAround(
  { quote, scope, textStart, textEnd }: Pick<RecordEvidence, 'quote' | 'scope' | 'textStart' | 'textEnd'>,
  words: PageWords | undefined,
): Around {
  const text = (scope === 'text' ? words?.text : words?.source) ?? '';
  // Offsets of an older text rule point elsewhere in today's text.
  if (text.slice(textStart, textEnd) !== quote) return { before: '', after: '' };
  return {
    before: text.slice(Math.max(0, textStart - AROUND), textStart).toWellFormed(),
    after: text.slice(textEnd, textEnd + AROUND).toWellFormed(),
  };
}
