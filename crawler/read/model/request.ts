/**
 * What a language model is shown of a page: numbered lines of its visible text, with an id behind every amount that our own
 * parser found. Of a page only the neighbourhoods of prices are shown, so the same prices make the same request although
 * something else on the page moved.
 */
import { type StatedElsewhere, statedElsewhere } from '../mentions/attribute-states.ts';
import type { AmountMention } from '../mentions/mentions.ts';
import type { Page } from '../offers/page.ts';
import {
  type Document,
  isCell,
  type Line,
  nearest,
  type PageElement,
  parentOf,
  type Span,
  within,
} from '../page/document.ts';
import { label } from '../page/label.ts';

/** An amount in sight; with `stated`, the one that an attribute beside it has for the other state of a billing switch. */
export interface ShownAmount {
  mention: AmountMention;
  stated?: StatedElsewhere;
}

/** A line of the page, a sentence of a long one, or what its amounts become in the other state of a switch. */
export interface ShownLine extends Span {
  line: Line;
  amounts: readonly ShownAmount[];
}

export interface ModelRequest {
  /** `L3 #h2: Team` and `L4: $12 [A2] per user`; the cells of a row stand on one line. */
  text: string;
  /** In the order of their ids: `L1` is the first. */
  lines: readonly ShownLine[];
  /** `A1` is the first. */
  amounts: readonly ShownAmount[];
}

/** Lines around a priced one that are shown, before and behind it; fewer where a page has many. */
const WINDOWS = [
  { before: 10, after: 6 },
  { before: 4, after: 2 },
  { before: 2, after: 1 },
] as const;
/** A heading is shown so many lines above what it heads. */
const HEADED = 40;
/** In characters: about 12,000 tokens. */
const MAX_TEXT = 40_000;
/** Words of a line that states no price, and of one that does. */
const MAX_WORDS = 160;
const MAX_PRICED = 400;

/** Undefined for a page that states no price, and for one with more prices than a request holds. */
export function requestOf({ document, mentions }: Page): ModelRequest | undefined {
  const known = mentions.amounts.filter(({ money }) => money.isUnclear !== true);
  const lines = document.lines.flatMap((line) =>
    sentencesOf(document.visible, line).flatMap((span) => linesOf(document, { ...span, line }, within(known, span))),
  );
  const priced = lines.flatMap((line, at) =>
    line.amounts.length > 0 || within(mentions.words, line).length > 0 ? [at] : [],
  );
  if (priced.length === 0) return undefined;
  return WINDOWS.map((window) => written(document.visible, shownOf(lines, priced, window))).find(
    ({ text }) => text.length <= MAX_TEXT,
  );
}

/** A paragraph is pointed at sentence by sentence. */
function sentencesOf(visible: string, { start, end }: Line): Span[] {
  if (end - start <= MAX_WORDS) return [{ start, end }];
  const ends = [...visible.slice(start, end).matchAll(/[.!?;:。！？；][\s\u00a0]+(?=\S)/gu)].map(
    ({ 0: mark, index }) => start + index + mark.length,
  );
  return [...ends, end].map((to, at) => ({ start: ends[at - 1] ?? start, end: to }));
}

function linesOf(document: Document, own: Omit<ShownLine, 'amounts'>, mentions: readonly AmountMention[]): ShownLine[] {
  const others = mentions.flatMap((mention): ShownAmount[] => {
    const stated = statedElsewhere(document, mention, { method: 'offers' });
    return stated === undefined ? [] : [{ mention, stated }];
  });
  const amounts = mentions.map((mention) => ({ mention }));
  return [{ ...own, amounts }, ...(others.length > 0 ? [{ ...own, amounts: others }] : [])];
}

/** The lines in the windows around priced ones, the headings above them, and the heads of their tables; null marks a gap. */
function shownOf(
  lines: readonly ShownLine[],
  priced: readonly number[],
  { before, after }: (typeof WINDOWS)[number],
): (ShownLine | null)[] {
  const isShown = new Set<number>();
  const heads = headsOf(lines);
  for (const at of priced) {
    for (let near = Math.max(0, at - before); near <= at + after && near < lines.length; near += 1) isShown.add(near);
    for (let up = at - before; up >= Math.max(0, at - HEADED); up -= 1)
      if ((lines[up]?.line.heading ?? 0) > 0) isShown.add(up);
    const line = lines[at];
    const table = line && tableOf(line);
    for (const head of (table && heads.get(table)) ?? []) isShown.add(head);
  }
  return lines.flatMap((line, at) => {
    if (!isShown.has(at)) return [];
    return at > 0 && !isShown.has(at - 1) ? [null, line] : [line];
  });
}

/** The lines of the first row of each table. */
function headsOf(lines: readonly ShownLine[]): Map<PageElement, number[]> {
  const rows = new Map<PageElement, { row: PageElement; at: number[] }>();
  for (const [at, line] of lines.entries()) {
    const [table, row] = [tableOf(line), rowOf(line)];
    if (table === undefined || row === undefined) continue;
    const first = rows.get(table);
    if (first === undefined) rows.set(table, { row, at: [at] });
    else if (first.row === row) first.at.push(at);
  }
  return new Map([...rows].map(([table, { at }]) => [table, at]));
}

const MAX_UP = 12;

const rowOf = ({ line }: ShownLine): PageElement | undefined => {
  const cell = nearest(line.element, MAX_UP, isCell);
  return cell && parentOf(cell);
};

const tableOf = (line: ShownLine): PageElement | undefined => {
  const row = rowOf(line);
  return row && nearest(row, MAX_UP, ({ name, role }) => name === 'table' || role === 'table' || role === 'grid');
};

function written(visible: string, shown: readonly (ShownLine | null)[]): ModelRequest {
  const lines = shown.filter((line) => line !== null);
  const amounts = lines.flatMap((line) => line.amounts);
  const idOf = new Map<ShownLine | ShownAmount, string>([
    ...lines.map((line, at) => [line, `L${at + 1}`] as const),
    ...amounts.map((amount, at) => [amount, `A${at + 1}`] as const),
  ]);
  let text = '';
  let before: ShownLine | null = null;
  for (const line of shown) {
    if (line === null) text += '\n…';
    else {
      const row = rowOf(line);
      const isBeside = row !== undefined && before !== null && rowOf(before) === row;
      text += `${isBeside ? ' | ' : '\n'}${idOf.get(line)}${marksOf(line)}: ${wordsOf(visible, line, idOf)}`;
    }
    before = line;
  }
  return { text: text.trimStart(), lines, amounts };
}

function marksOf({ line: { heading, hidden }, amounts }: ShownLine): string {
  const isHidden = hidden || amounts.some(({ stated }) => stated !== undefined);
  return `${heading > 0 ? ` #h${heading}` : ''}${isHidden ? ' (hidden)' : ''}`;
}

/** The words of a line with the ids of its amounts behind them; nothing of them looks like an id. */
function wordsOf(
  visible: string,
  { start, end, amounts }: ShownLine,
  idOf: ReadonlyMap<ShownLine | ShownAmount, string>,
): string {
  const other = amounts.flatMap((amount) => (amount.stated ? `${stateOf(amount.stated, idOf.get(amount))}` : []));
  if (other.length > 0) return other.join('; ');
  const ends = [start, ...amounts.map(({ mention }) => mention.end)];
  const pieces = ends.map((from, at) => {
    const amount = amounts[at];
    const words = plain(visible.slice(from, amount?.mention.end ?? end));
    if (amount === undefined) return words;
    return `${words} [${idOf.get(amount)}${amount.mention.element.struck ? ', struck' : ''}]`;
  });
  return label(pieces.join(' '), amounts.length > 0 ? MAX_PRICED + 8 * amounts.length : MAX_WORDS);
}

/** "190.00 [A4] per year, billed annually": what an attribute says in numbers, in words of ours. */
function stateOf({ amount, per, shown }: StatedElsewhere, id = ''): string {
  return `${amount} [${id}] per ${per}, billed ${shown === 'monthly' ? 'annually' : 'monthly'}`;
}

/** A vendor's "[A7]" or "L7:" is no id of ours. */
function plain(words: string): string {
  return words.replaceAll('[', '(').replaceAll(']', ')').replaceAll('|', '/');
}
