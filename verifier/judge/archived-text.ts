/** The text of an archived page, in which quotes are cut again. It follows from the page's bytes alone. */
import type { Page } from '../../data/page.ts';
import { type Archive, ArchiveCorrupt } from '../../data/store/archive/archive.ts';
import { decodePage, type PageWords, pageText } from '../../data/text/page-text.ts';

export type ArchivedPage = Pick<Page, 'sha256' | 'charset' | 'format'>;

/**
 * Undefined where the archive does not have the page; `words` is undefined where its bytes can't be decoded as the page
 * claims. @throws {ArchiveCorrupt}
 */
export function archivedWords(archive: Archive, page: ArchivedPage): { words: PageWords | undefined } | undefined {
  const bytes = archive.getSync(page.sha256);
  return bytes && { words: wordsOf(bytes, page) };
}

/** For comparison, not for proof: undefined where the page is lost or damaged. */
export function intactWords(archive: Archive, page: ArchivedPage): PageWords | undefined {
  try {
    return archivedWords(archive, page)?.words;
  } catch (error) {
    if (error instanceof ArchiveCorrupt) return undefined;
    throw error;
  }
}

export function wordsOf(
  bytes: Uint8Array,
  { charset, format }: Pick<Page, 'charset' | 'format'>,
): PageWords | undefined {
  try {
    const source = decodePage(bytes, charset);
    return { source, text: pageText(source, format) };
  } catch {
    // The page names a charset that no decoder knows: none of its quotes can be verified.
    return undefined;
  }
}
