/**
 * Two captures of a page side by side: lines that are alike stand beside one another, within changed lines the words that
 * differ, and everywhere the words that prices were read from. Pure, and bounded in time whatever the pages are.
 */
import { diffArrays, diffWordsWithSpace } from 'diff';

/** A page's text with the places of what was read from it. */
export interface MarkedText {
  text: string;
  marks: readonly { start: number; end: number }[];
}

export interface Piece {
  text: string;
  isChanged: boolean;
  isPrice: boolean;
}

/** `skipped`: so many lines are alike and say no price. A side is absent where it has no such line. */
export type DiffRow =
  | { kind: 'same' | 'changed'; before?: Piece[]; after?: Piece[] }
  | { kind: 'skipped'; lines: number };

interface Line {
  text: string;
  start: number;
}

/** Lines that are alike and stay in sight around what changed. */
const CONTEXT = 2;
/** Of more lines that came or went, or beyond this time, two pages have too little in common to be compared. */
const MOST_LINES = 10_000;
const MOST_MS = 1_500;
/** Longer lines are compared as a whole. */
const MOST_WORDS_CHARACTERS = 2_000;

/** Undefined where the two have too little in common. */
export function textDiff(before: MarkedText, after: MarkedText): DiffRow[] | undefined {
  const [left, right] = [linesOf(before.text), linesOf(after.text)];
  const changes = diffArrays(
    left.map(({ text }) => text),
    right.map(({ text }) => text),
    { maxEditLength: MOST_LINES, timeout: MOST_MS },
  );
  if (changes === undefined) return undefined;
  const rows: Pair[] = [];
  let [atLeft, atRight] = [0, 0];
  for (let i = 0; i < changes.length; i += 1) {
    const { count = 0, added, removed } = changes[i] ?? {};
    if (!added && !removed) {
      for (let n = 0; n < count; n += 1) rows.push({ isSame: true, left: left[atLeft++], right: right[atRight++] });
      continue;
    }
    const next = changes[i + 1];
    const other = next !== undefined && (removed ? next.added : next.removed) ? (next.count ?? 0) : 0;
    if (other > 0) i += 1;
    const [gone, come] = removed ? [count, other] : [other, count];
    for (let n = 0; n < Math.max(gone, come); n += 1)
      rows.push({
        isSame: false,
        left: n < gone ? left[atLeft + n] : undefined,
        right: n < come ? right[atRight + n] : undefined,
      });
    atLeft += gone;
    atRight += come;
  }
  return folded(rows.map((row) => rowOf(row, before, after)));
}

interface Pair {
  isSame: boolean;
  left: Line | undefined;
  right: Line | undefined;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text
    .split('\n')
    .map((line) => {
      const at = start;
      start += line.length + 1;
      return { text: line, start: at };
    })
    .filter((line) => line.text.trim() !== '');
}

type ComparedRow = Extract<DiffRow, { kind: 'same' | 'changed' }>;

function rowOf({ isSame, left, right }: Pair, before: MarkedText, after: MarkedText): ComparedRow {
  const [gone, come] = isSame || left === undefined || right === undefined ? [] : changedWords(left.text, right.text);
  const isWhole = !isSame && gone === undefined;
  return {
    kind: isSame ? 'same' : 'changed',
    ...(left !== undefined && { before: pieces(left, before, isWhole ? [whole(left)] : (gone ?? [])) }),
    ...(right !== undefined && { after: pieces(right, after, isWhole ? [whole(right)] : (come ?? [])) }),
  };
}

interface Span {
  start: number;
  end: number;
}

function whole({ text }: Line): Span {
  return { start: 0, end: text.length };
}

/** Where the two lines differ, in each of them; undefined where they are too long to tell in time. */
function changedWords(left: string, right: string): [Span[], Span[]] | [] {
  if (left.length + right.length > MOST_WORDS_CHARACTERS) return [];
  const spans: [Span[], Span[]] = [[], []];
  const at = [0, 0] as [number, number];
  for (const { value, added, removed } of diffWordsWithSpace(left, right)) {
    for (const side of [0, 1] as const) {
      if (side === 0 ? added : removed) continue;
      const start = at[side];
      at[side] += value.length;
      if (added || removed) spans[side].push({ start, end: at[side] });
    }
  }
  return spans;
}

/** A line in pieces, cut wherever a mark or a difference begins or ends. */
function pieces({ text, start }: Line, { marks }: MarkedText, changed: readonly Span[]): Piece[] {
  const end = start + text.length;
  const prices = marks
    .filter((mark) => mark.start < end && mark.end > start)
    .map((mark) => ({ start: Math.max(0, mark.start - start), end: Math.min(text.length, mark.end - start) }));
  const edges = [
    ...new Set([0, text.length, ...[...prices, ...changed].flatMap((span) => [span.start, span.end])]),
  ].sort((a, b) => a - b);
  return edges.slice(0, -1).map((from, i) => {
    const to = edges[i + 1] ?? text.length;
    const isIn = (span: Span) => span.start <= from && span.end >= to;
    return { text: text.slice(from, to), isChanged: changed.some(isIn), isPrice: prices.some(isIn) };
  });
}

/** Leaves out what is alike, says no price, and is not near a difference. */
function folded(rows: readonly ComparedRow[]): DiffRow[] {
  const isNear = new Array<boolean>(rows.length).fill(false);
  for (const [at, row] of rows.entries()) {
    const reach = row.kind === 'changed' ? CONTEXT : hasPrice(row) ? 0 : -1;
    for (let i = Math.max(0, at - reach); i <= at + reach && i < rows.length; i += 1) isNear[i] = true;
  }
  const shown: DiffRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (isNear[at]) shown.push(row);
    else {
      const last = shown.at(-1);
      if (last?.kind === 'skipped') last.lines += 1;
      else shown.push({ kind: 'skipped', lines: 1 });
    }
  }
  return shown;
}

function hasPrice({ before = [], after = [] }: ComparedRow): boolean {
  return [...before, ...after].some(({ isPrice }) => isPrice);
}
