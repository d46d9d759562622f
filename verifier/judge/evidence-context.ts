/**
 * Evidence with the words around it on its archived page, cached by evidence id, whose words never change. Where a page is
 * read for it, its copy is written too.
 */
import type { Sha256 } from '../../data/page.ts';
import type { RecordEvidence } from '../../data/record.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import { writeCopy, writePicture } from '../../data/store/copies/write-copy.ts';
import type { EvidenceContext, PublishedProduct } from '../../data/store/generation/content.ts';
import { pageCopy } from '../../data/text/page-copy.ts';
import type { PageWords } from '../../data/text/page-text.ts';
import { intactBytes, intactSource } from './archived-text.ts';

/** UTF-16 units on either side. */
const AROUND = 120;
const MOST_CACHED = 50_000;

type Around = Pick<EvidenceContext, 'before' | 'after'>;
export type WordsAround = Map<string, Around>;

interface Sources {
  archive: Archive;
  around: WordsAround;
  /** Directory of the copies that evidence pages show. */
  copiesDir: string;
  /** Evidence that only the change log cites. */
  logged: readonly RecordEvidence[];
}

/** Contexts of all evidence that the record, a snapshot or the log cites. */
export function evidenceContexts(
  { product, record, snapshots }: PublishedProduct,
  { logged, ...sources }: Sources,
): EvidenceContext[] {
  const { around } = sources;
  const cited = new Map(
    [{ evidence: logged }, ...snapshots, ...(record === undefined ? [] : [record, ...(record.markets ?? [])])].flatMap(
      ({ evidence }) => evidence.map((each) => [each.id, each]),
    ),
  );
  const unknown = [...cited.values()].filter(({ id }) => !around.has(id));
  for (const [sha256, onPage] of Map.groupBy(unknown, ({ pageSha256 }) => pageSha256)) {
    const words = onPage[0] && copiedWords(sha256, onPage[0], sources);
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

/** Undefined where the page is lost, damaged or can't be decoded. */
function copiedWords(
  sha256: Sha256,
  { charset, format, picture }: Pick<RecordEvidence, 'charset' | 'format' | 'picture'>,
  { archive, copiesDir }: Pick<Sources, 'archive' | 'copiesDir'>,
): PageWords | undefined {
  const source = intactSource(archive, { sha256, charset });
  if (source === undefined) return undefined;
  const copy = pageCopy(source, format);
  writeCopy(copiesDir, sha256, copy);
  const shown = picture === undefined || copy.isNoArchive ? undefined : intactBytes(archive, picture);
  if (picture !== undefined && shown !== undefined) writePicture(copiesDir, picture, shown);
  return { source, text: copy.text };
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
