/**
 * The words of an archived page, in which quotes are cut again.
 *
 * They follow from the page's bytes alone. A text that the crawler left beside the page spares making it again; a share
 * of all pages, the same on every look, is made again from the bytes all the same and compared, so that a text that is
 * not the page's is found out.
 */
import type { Page } from '../../data/page.ts';
import { type Archive, ArchiveCorrupt } from '../../data/store/archive/archive.ts';
import type { TextOrigin } from '../../data/store/archive/page-texts.ts';
import { decodePage, type PageWords, pageText } from '../../data/text/page-text.ts';

export interface ArchivedWords {
  /** Undefined where the bytes can't be decoded as the page says that they were. */
  words: PageWords | undefined;
  /** The text beside the page was another one: a bug, or a hand in the archive. The words are the page's own. */
  isTextFalse?: true;
}

/** Of sixteen pages, one. */
const MADE_AGAIN = /^0/;

/** Undefined where the archive does not have the page. @throws {ArchiveCorrupt} */
export function archivedWords(archive: Archive, page: TextOrigin): ArchivedWords | undefined {
  const text = page.format === 'html' ? archive.textSync(page) : undefined;
  if (text !== undefined && !MADE_AGAIN.test(page.sha256)) return { words: new WordsWithText(archive, page, text) };
  const bytes = archive.getSync(page.sha256);
  if (bytes === undefined) return undefined;
  const words = wordsOf(bytes, page);
  return text === undefined || text === words?.text ? { words } : { words, isTextFalse: true };
}

/** Of a page that something is compared with and nothing is proved by: undefined where it is lost or damaged. */
export function intactWords(archive: Archive, page: TextOrigin): PageWords | undefined {
  try {
    const bytes = archive.getSync(page.sha256);
    return bytes && wordsOf(bytes, page);
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
    // A charset that no decoder knows is a claim of the page, not a fault of ours: nothing of it can be supported.
    return undefined;
  }
}

/** Few quotes stand in the source, so it is read when the first of them is cut. */
class WordsWithText implements PageWords {
  readonly text: string;
  readonly #archive: Archive;
  readonly #page: TextOrigin;
  #source: string | undefined;

  constructor(archive: Archive, page: TextOrigin, text: string) {
    this.#archive = archive;
    this.#page = page;
    this.text = text;
  }

  get source(): string {
    this.#source ??= this.#decoded();
    return this.#source;
  }

  #decoded(): string {
    const { sha256, charset } = this.#page;
    const bytes = this.#archive.getSync(sha256);
    if (bytes === undefined) throw new Error(`Cannot find the page ${sha256} in the archive`);
    return decodePage(bytes, charset);
  }
}
