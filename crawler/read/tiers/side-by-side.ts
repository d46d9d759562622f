/** Tiers that have a table each, of one column: their names at the head, and below what they cost and hold. */
import type { Document } from '../page/document.ts';
import type { Cell, Grid } from '../page/grid.ts';
import { nameIn } from './words.ts';

const MIN_TABLES = 2;
const MAX_TABLES = 8;
/** Between two of them stand tags alone, which in a document leave their room. */
const MAX_BETWEEN = 400;
const MAX_NAME = 40;

/** Each run of such tables as one, with a column for each of them. */
export function sideBySide(document: Document, grids: readonly Grid[]): Grid[] {
  const runs: Grid[][] = [];
  for (const grid of grids) {
    if (!isColumn(grid)) continue;
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && isNext(document, last, grid)) run.push(grid);
    else runs.push([grid]);
  }
  return runs.filter(({ length }) => length >= MIN_TABLES && length <= MAX_TABLES).flatMap((run) => joined(run) ?? []);
}

/** A name at the head of one column. */
function isColumn({ rows }: Grid): boolean {
  if (rows.length < 2 || !rows.every(({ length }) => length === 1)) return false;
  const head = rows[0]?.[0];
  return head?.isHeader === true && head.words.length <= MAX_NAME && nameIn(head.words, true) !== undefined;
}

function isNext({ visible }: Document, before: Grid, after: Grid): boolean {
  return after.start - before.end <= MAX_BETWEEN && visible.slice(before.end, after.start).trim() === '';
}

function joined(run: readonly Grid[]): Grid | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const none: Cell = { words: '', element: first.element, isHeader: false, start: -1, end: -1 };
  const length = Math.max(...run.map(({ rows }) => rows.length));
  const rows = Array.from({ length }, (_, at) => [none, ...run.map((grid) => grid.rows[at]?.[0] ?? none)]);
  return { rows, element: first.element, start: first.start, end: last.end };
}
