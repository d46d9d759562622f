/**
 * A text-only copy of a page: the text that evidence offsets count in (page-text.ts), and its blocks as ranges of it. It has
 * no markup, link, script, style or picture of the page. Pure.
 */
import type { PageFormat } from '../page.ts';
import { type Attributes, parseHtml, TooDeep } from './html.ts';
import { TextBuilder } from './page-text.ts';

export interface Range {
  start: number;
  end: number;
}

/** `code`: a line of a page that is not HTML, whose white space counts. */
type LineKind = 'heading' | 'item' | 'paragraph' | 'code';

/** A line of the text, or a table row over one line or several. */
export type Block = Range & ({ kind: LineKind } | { kind: 'row'; cells: Range[] });

export interface PageCopy {
  text: string;
  /** In order, without overlap. */
  blocks: Block[];
  /** The page asks archives not to show copies of it. */
  isNoArchive: boolean;
}

/** Raised when the same page yields another copy. */
export const COPY_VERSION = 1;

export function pageCopy(source: string, format: PageFormat): PageCopy {
  if (format !== 'html') return { text: source, blocks: linesOf(source, () => 'code'), isNoArchive: false };
  const builder = new CopyBuilder();
  try {
    parseHtml(source, builder);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  return builder.copy();
}

/** The copy up to a length of its text, at the end of a block. */
export function shortened({ text, blocks, isNoArchive }: PageCopy, most: number): PageCopy {
  const kept = blocks.filter(({ end }) => end <= most);
  return { text: text.slice(0, kept.at(-1)?.end ?? 0), blocks: kept, isNoArchive };
}

const KINDS = new Map<string, LineKind>([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'heading'] as const),
  ...['li', 'dt', 'dd'].map((name) => [name, 'item'] as const),
]);
/** Names in a robots meta element that concern us. */
const ADDRESSED = new Set(['robots', 'assaybot']);
/** A longer row is the layout of a page. */
const LONGEST_ROW = 2_000;

interface Row {
  cells: { start?: number; end?: number }[];
  isLayout: boolean;
}

class CopyBuilder extends TextBuilder {
  /** Of each open element. */
  readonly #kinds: LineKind[] = [];
  readonly #openRows: Row[] = [];
  readonly #rows: Row[] = [];
  /** Kind of the line by the start of its pieces. */
  readonly #starts = new Map<number, LineKind>();
  #isNoArchive = false;

  override open(name: string, attributes: Attributes = {}): void {
    super.open(name);
    this.#kinds.push(KINDS.get(name) ?? this.#kinds.at(-1) ?? 'paragraph');
    const row = this.#openRows.at(-1);
    if (name === 'table' && row !== undefined) row.isLayout = true;
    else if (name === 'tr') this.#openRows.push({ cells: [], isLayout: false });
    else if (name === 'td' || name === 'th') row?.cells.push({});
    else if (name === 'meta') this.#isNoArchive ||= saysNoArchive(attributes);
  }

  override close(name: string): void {
    super.close(name);
    this.#kinds.pop();
    if (name !== 'tr') return;
    const row = this.#openRows.pop();
    if (row !== undefined) this.#rows.push(row);
  }

  override text(data: string): Range | undefined {
    const range = super.text(data);
    if (range === undefined) return undefined;
    this.#starts.set(range.start, this.#kinds.at(-1) ?? 'paragraph');
    const cell = this.#openRows.at(-1)?.cells.at(-1);
    if (cell !== undefined) {
      cell.start ??= range.start;
      cell.end = range.end;
    }
    return range;
  }

  copy(): PageCopy {
    const text = this.toString();
    const rows = this.#rows.flatMap(blockOf).sort((a, b) => a.start - b.start);
    const lines = linesOf(text, ({ start }) => this.#starts.get(start) ?? 'paragraph');
    return { text, blocks: withRows(lines, rows), isNoArchive: this.#isNoArchive };
  }
}

function saysNoArchive({ name = '', content = '' }: Attributes): boolean {
  return ADDRESSED.has(name.trim().toLowerCase()) && /(?:^|[\s,])noarchive(?:$|[\s,])/i.test(content);
}

/** A row of two cells or more with text. */
function blockOf({ cells, isLayout }: Row): (Block & { kind: 'row' })[] {
  const start = cells.find((cell) => cell.start !== undefined)?.start;
  const end = cells.findLast((cell) => cell.end !== undefined)?.end;
  if (isLayout || cells.length < 2 || start === undefined || end === undefined || end - start > LONGEST_ROW) return [];
  let at = start;
  const ranges = cells.map((cell) => {
    const range = { start: cell.start ?? at, end: cell.end ?? at };
    at = range.end;
    return range;
  });
  return [{ kind: 'row', start, end, cells: ranges }];
}

function linesOf(text: string, kindOf: (line: Range) => LineKind): Block[] {
  const lines: Block[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    if (text.slice(start, end).trim() !== '') lines.push({ kind: kindOf({ start, end }), start, end });
    start = end + 1;
  }
  return lines;
}

/** Replaces lines by the row that holds them. */
function withRows(lines: readonly Block[], rows: readonly Block[]): Block[] {
  const blocks: Block[] = [];
  let next = 0;
  for (const line of lines) {
    while ((rows[next]?.end ?? Number.POSITIVE_INFINITY) <= line.start) next += 1;
    const row = rows[next];
    if (row === undefined || row.start > line.start || row.end < line.end) blocks.push(line);
    else if (blocks.at(-1) !== row) blocks.push(row);
  }
  return blocks;
}
