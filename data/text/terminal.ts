/** Tables and paragraphs that fit a terminal. Vendor text must come as labels, which can't steer one. */
type Style = 'bold' | 'dim' | 'green' | 'yellow';

export interface Terminal {
  /** Columns; `Infinity` where nobody looks at it line by line. */
  width: number;
  paint: (style: Style, text: string) => string;
}

/** Where nobody's terminal is known. */
export const PLAIN: Terminal = { width: Number.POSITIVE_INFINITY, paint: (_, text) => text };

/** Cells of one line; the last column is the quote, which gets the room that the others leave. */
export type Row = readonly string[];

const GAP = '  ';
/** A quote with less room than this stands on a line of its own. */
const LEAST_QUOTE = 24;
const INDENT = '    ';
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
const COMBINING = /\p{M}/u;

/** Columns that are empty throughout are left out. */
export function table(columns: readonly string[], rows: readonly Row[], { width, paint }: Terminal): string[] {
  const used = columns.map((_, at) => at).filter((at) => at === 0 || rows.some((row) => row[at] !== ''));
  const pick = (row: Row) => used.map((at) => row[at] ?? '');
  const [head, ...body] = [columns, ...rows].map(pick);
  const widths = used.map((_, at) => Math.max(...[head, ...body].map((row) => displayWidth(row?.[at] ?? ''))));
  const beforeQuote = widths.slice(0, -1).reduce((sum, each) => sum + each + GAP.length, 0);
  const room = width - beforeQuote;
  const isBeside = room >= Math.min(LEAST_QUOTE, widths.at(-1) ?? 0);
  const line = (row: Row) =>
    row
      .slice(0, -1)
      .map((cell, at) => padded(isBeside ? cell : shortened(cell, width), widths[at] ?? 0))
      .join(GAP);
  const lines = (body as Row[]).flatMap((row) => {
    const quote = row.at(-1) ?? '';
    if (isBeside) return [`${line(row)}${GAP}${paint('dim', shortened(quote, room))}`.trimEnd()];
    const own = shortened(line(row).trimEnd(), width);
    return quote === '' ? [own] : [own, `${INDENT}${paint('dim', shortened(quote, width - INDENT.length))}`];
  });
  const heading = `${line(head ?? [])}${GAP}${isBeside ? (head?.at(-1) ?? '') : ''}`.trimEnd();
  return [paint('bold', shortened(heading, width)), ...lines];
}

/** A paragraph whose further lines hang below its first word. */
export function wrapped(lead: string, words: string, width: number): string[] {
  const room = Math.max(20, width - displayWidth(lead));
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > room) {
      lines.push(line);
      line = shortened(word, room);
    } else line = line === '' ? shortened(word, room) : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((each, at) => `${at === 0 ? lead : ' '.repeat(displayWidth(lead))}${each}`);
}

/** Columns that a terminal gives these words: two for East Asian signs, none for marks that combine. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const sign of text) {
    if (WIDE.test(sign)) width += 2;
    else if (!COMBINING.test(sign)) width += 1;
  }
  return width;
}

function padded(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - displayWidth(text)))}`;
}

function shortened(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let used = 0;
  let kept = '';
  for (const sign of text) {
    used += displayWidth(sign);
    if (used > width - 1) break;
    kept += sign;
  }
  return `${kept}…`;
}
