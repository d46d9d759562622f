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
  const bytes = intactBytes(archive, page.sha256);
  return bytes && wordsOf(bytes, page);
}

/** Its characters; undefined where it is lost or damaged, or has a charset that no decoder knows. */
export function intactSource(
  archive: Archive,
  { sha256, charset }: Pick<Page, 'sha256' | 'charset'>,
): string | undefined {
  const bytes = intactBytes(archive, sha256);
  return bytes && decoded(bytes, charset);
}

/** Undefined where they are lost or damaged. */
export function intactBytes(archive: Archive, sha256: Page['sha256']): Buffer | undefined {
  try {
    return archive.getSync(sha256);
  } catch (error) {
    if (error instanceof ArchiveCorrupt) return undefined;
    throw error;
  }
}

/** Undefined for a charset that no decoder knows: none of the quotes can be verified. */
export function wordsOf(
  bytes: Uint8Array,
  { charset, format }: Pick<Page, 'charset' | 'format'>,
): PageWords | undefined {
  const source = decoded(bytes, charset);
  return source === undefined ? undefined : { source, text: pageText(source, format) };
}

function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return decodePage(bytes, charset);
  } catch {
    return undefined;
  }
}
