/** The text of an archived page, in which quotes are cut again. */
import type { Page } from '../../data/page.ts';
import { type Archive, ArchiveCorrupt } from '../../data/store/archive/archive.ts';
import { decodePage, type PageWords, pageText } from '../../data/text/page-text.ts';

export type ArchivedPage = Pick<Page, 'sha256' | 'charset' | 'format'>;

/** Undefined where the archive lacks the page; `words` where its bytes cannot be decoded. @throws {ArchiveCorrupt} */
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

/** Undefined for a charset that no decoder knows: none of the quotes can be verified. */
export function wordsOf(bytes: Uint8Array, page: Pick<Page, 'charset' | 'format'>): PageWords | undefined {
  const { charset, format } = page;
  try {
    const source = decodePage(bytes, charset);
    return { source, text: pageText(source, format) };
  } catch {
    return undefined;
  }
}
