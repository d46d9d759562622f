/** Compares two captures of a page by line, and changed lines by word, with the words of prices marked. Pure; bounded. */
import { type Change, diffArrays, diffWordsWithSpace } from 'diff';

interface Span {
  start: number;
  end: number;
}

/** A page's text with the places that prices were read from. */
export interface MarkedText {
  text: string;
  marks: readonly Span[];
}

export interface Piece {
  text: string;
  isChanged: boolean;
  isPrice: boolean;
}

/** A side is absent where it has no such line. */
interface ComparedRow {
  kind: 'same' | 'changed';
  before?: Piece[];
  after?: Piece[];
}

/** `skipped`: a run of equal lines without prices. */
export type DiffRow = ComparedRow | { kind: 'skipped'; lines: number };

interface Line {
  text: string;
  /** Places within the line. */
  prices: Span[];
}

/** Equal lines to show around a change. */
const CONTEXT = 2;

export interface DiffLimits {
  changedLines: number;
  /** Longer pairs of lines are not compared by word. */
  characters: number;
  /** Not set where equal texts must give equal results. */
  ms?: number;
}

const PATIENT: DiffLimits = { changedLines: 10_000, characters: 2_000, ms: 1_500 };

/** Undefined where the two have too little in common. */
export function textDiff(before: MarkedText, after: MarkedText, limits = PATIENT): DiffRow[] | undefined {
  const [left, right] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(left, right, {
    comparator: (a, b) => a.text === b.text,
    maxEditLength: limits.changedLines,
    ...(limits.ms !== undefined && { timeout: limits.ms }),
  });
  if (changes === undefined) return undefined;
  const rows: ComparedRow[] = [];
  let [gone, come]: [Line[], Line[]] = [[], []];
  let atLeft = 0;
  for (const { value, added, removed } of [...changes, { value: [], added: false, removed: false }]) {
    if (removed) gone = value;
    else if (added) come = value;
    else {
      for (let n = 0; n < Math.max(gone.length, come.length); n += 1) rows.push(changedRow(gone[n], come[n], limits));
      const same = left.slice(atLeft + gone.length, atLeft + gone.length + value.length);
      rows.push(...same.map((line, n) => sameRow(line, value[n])));
      atLeft += gone.length + same.length;
      [gone, come] = [[], []];
    }
  }
  return folded(rows);
}

function linesOf({ text, marks }: MarkedText): Line[] {
  let next = 0;
  const lines = text.split('\n').map((line) => {
    const start = next;
    next += line.length + 1;
    const prices = marks
      .filter((mark) => mark.start < start + line.length && mark.end > start)
      .map((mark) => ({ start: Math.max(0, mark.start - start), end: Math.min(line.length, mark.end - start) }));
    return { text: line, prices };
  });
  return lines.filter((line) => line.text.trim() !== '');
}

function sameRow(left: Line, right: Line = left): ComparedRow {
  return { kind: 'same', before: pieces(left, []), after: pieces(right, []) };
}

function changedRow(left: Line | undefined, right: Line | undefined, { characters }: DiffLimits): ComparedRow {
  const isByWord = left && right && left.text.length + right.text.length <= characters;
  const words = isByWord ? diffWordsWithSpace(left.text, right.text) : undefined;
  return {
    kind: 'changed',
    ...(left && { before: pieces(left, words && changedIn(words, 'added')) }),
    ...(right && { after: pieces(right, words && changedIn(words, 'removed')) }),
  };
}

/** Changed places of one line. @param absent the changes that this line does not have */
function changedIn(words: readonly Change[], absent: 'added' | 'removed'): Span[] {
  let end = 0;
  return words
    .filter((each) => !each[absent])
    .flatMap(({ value, added, removed }) => {
      const start = end;
      end += value.length;
      return added || removed ? [{ start, end }] : [];
    });
}

/** The line, cut wherever a price or a change begins or ends. @param changed by default the whole line */
function pieces({ text, prices }: Line, changed: readonly Span[] = [{ start: 0, end: text.length }]): Piece[] {
  const places = [...prices, ...changed].flatMap(({ start, end }) => [start, end]);
  const edges = [...new Set([0, text.length, ...places])].sort((a, b) => a - b);
  return edges.slice(0, -1).map((from, i) => {
    const to = edges[i + 1] ?? text.length;
    const isIn = ({ start, end }: Span) => start <= from && end >= to;
    return { text: text.slice(from, to), isChanged: changed.some(isIn), isPrice: prices.some(isIn) };
  });
}

/** Leaves out equal lines that have no price and are not near a change. */
function folded(rows: readonly ComparedRow[]): DiffRow[] {
  const shown = new Set<number>();
  for (const [at, row] of rows.entries()) {
    if (row.kind === 'changed') for (let i = at - CONTEXT; i <= at + CONTEXT; i += 1) shown.add(i);
    else if (hasPrice(row)) shown.add(at);
  }
  const result: DiffRow[] = [];
  for (const [at, row] of rows.entries()) {
    const last = result.at(-1);
    if (shown.has(at)) result.push(row);
    else if (last?.kind === 'skipped') last.lines += 1;
    else result.push({ kind: 'skipped', lines: 1 });
  }
  return result;
}

function hasPrice({ before = [], after = [] }: ComparedRow): boolean {
  return [...before, ...after].some(({ isPrice }) => isPrice);
}
