/**
 * Tables that compare tiers feature by feature, in either direction, and what each cell says of its tier.
 *
 * A table is one of tiers when its head, or its first column, names at least two of the tiers that were read. Sections of a
 * long comparison repeat the width of the first and not always its head.
 */
import type { ReadTier } from '../../../data/reading.ts';
import { tierKey } from '../compose.ts';
import { lastAtOrBefore, type Span } from '../page/document.ts';
import type { Cell, Grid } from '../page/grid.ts';
import { type Mark, markOf } from './mark.ts';

export interface TierCell extends Span {
  /** What the row says that it is about, and where. */
  label: string;
  labelStart: number;
  labelEnd: number;
  /** Absent where the table is not one of tiers. */
  tier?: string;
}

export interface TierRow {
  label: string;
  start: number;
  /** Of the label, and of the whole row. */
  end: number;
  rowEnd: number;
  cells: { tier: string; mark: Mark; words: string; start: number; end: number }[];
}

export interface TierTable {
  rows: TierRow[];
  /** All cells with words, in text order. */
  cells: TierCell[];
}

const MAX_HEAD = 3;
const MAX_ROWS = 400;

export function tierTables(grids: readonly Grid[], tiers: readonly ReadTier[]): TierTable[] {
  const tierIn = tierNamer(tiers);
  const tables: TierTable[] = [];
  let heads: { columns: (string | undefined)[]; width: number } | undefined;
  for (const grid of grids) {
    const { rows } = grid;
    const at = rows.slice(0, MAX_HEAD).findIndex((row) => namedIn(row, tierIn).length >= 2);
    const first = rows[at];
    const width = rows[0]?.length ?? 0;
    if (first !== undefined) heads = { columns: first.map(tierIn), width: first.length };
    else if (heads !== undefined && heads.width !== width) heads = undefined;
    const cellRows = first === undefined ? rows : rows.slice(at + 1);
    if (heads !== undefined && heads.columns[0] === undefined) {
      tables.push(byColumn(cellRows, heads.columns));
      continue;
    }
    tables.push(byRow(grid, tierIn) ?? plain(grid));
  }
  return tables;
}

/** The tier that a cell names: "Pro", "Pro $12/month", "Pro plan". */
type TierNamer = (cell: Cell) => string | undefined;

/** Knows what it was asked once: the cells of tables repeat each other. */
function tierNamer(tiers: readonly ReadTier[]): TierNamer {
  const names = new Map(tiers.map(({ name }) => [tierKey(name), name]));
  const known = new Map<string, string | undefined>();
  return ({ words }) => {
    if (!known.has(words)) {
      const called = calledIn(words);
      known.set(words, names.get(tierKey(words)) ?? (called === words ? undefined : names.get(tierKey(called))));
    }
    return known.get(words);
  };
}

/** What stands before an amount or a number. */
function calledIn(words: string): string {
  const end = words.search(/(?:US|A|C)?[$€£¥₹₽]|\d/);
  return end < 0 ? words : words.slice(0, end);
}

function namedIn(row: readonly Cell[], tierIn: TierNamer): string[] {
  const found = row.flatMap((cell) => tierIn(cell) ?? []);
  return [...new Set(found)].length === found.length ? found : [];
}

function byColumn(rows: readonly Cell[][], columns: readonly (string | undefined)[]): TierTable {
  const table: TierTable = { rows: [], cells: [] };
  for (const row of rows.slice(0, MAX_ROWS)) {
    const [head, ...body] = row;
    if (head === undefined) continue;
    const cells = body.flatMap((cell, index) => {
      const tier = columns[index + 1];
      return tier === undefined || cell === head ? [] : [{ tier, cell }];
    });
    note(table, head, cells);
  }
  return table;
}

/** Tiers down the first column, features along the head. */
function byRow({ rows }: Grid, tierIn: TierNamer): TierTable | undefined {
  const [head, ...body] = rows;
  const tiers = body.map((row) => (row[0] === undefined ? undefined : tierIn(row[0])));
  if (head === undefined || tiers.filter((tier) => tier !== undefined).length < 2) return undefined;
  const table: TierTable = { rows: [], cells: [] };
  for (const [column, label] of head.entries()) {
    if (column === 0) continue;
    const cells = body.flatMap((row, index) => {
      const [tier, cell] = [tiers[index], row[column]];
      return tier === undefined || cell === undefined ? [] : [{ tier, cell }];
    });
    note(table, label, cells);
  }
  table.cells.sort((a, b) => a.start - b.start);
  return table;
}

/** A table of something else: its rows have labels all the same. */
function plain({ rows }: Grid): TierTable {
  const table: TierTable = { rows: [], cells: [] };
  const head = rows[0];
  for (const row of rows.slice(0, MAX_ROWS)) {
    const label = row[0];
    if (label === undefined || row === head) continue;
    for (const [column, cell] of row.entries()) {
      if (column === 0 || cell.start < 0 || cell === row[column - 1]) continue;
      const over = head?.[column]?.words ?? '';
      const isOver = /overage|additional|extra|add-?on/i.test(over);
      table.cells.push({
        start: cell.start,
        end: cell.end,
        label: isOver ? over : label.words,
        labelStart: label.start,
        labelEnd: label.end,
      });
    }
  }
  return table;
}

function note(table: TierTable, label: Cell, cells: readonly { tier: string; cell: Cell }[]): void {
  const { start, end, words } = label;
  for (const { tier, cell } of cells) {
    if (cell.start < 0 || cell.start === table.cells.at(-1)?.start) continue;
    // One cell that reaches over several tiers is none's in particular.
    const isOwn = cells.filter((other) => other.cell === cell).length === 1;
    const span = { start: cell.start, end: cell.end, labelStart: start, labelEnd: end };
    table.cells.push({ ...span, label: words, ...(isOwn && { tier }) });
  }
  if (start < 0 || cells.length === 0) return;
  table.rows.push({
    label: words,
    start,
    end,
    rowEnd: Math.max(end, ...cells.map(({ cell }) => cell.end)),
    cells: cells.map(({ tier, cell }) => ({
      tier,
      mark: markOf(cell.words, cell.element),
      words: cell.words,
      start: cell.start,
      end: cell.end,
    })),
  });
}

export function tierCellAt(tables: readonly TierTable[], offset: number): TierCell | undefined {
  for (const { cells } of tables) {
    const cell = cells[lastAtOrBefore(cells, offset)];
    if (cell !== undefined && offset < cell.end) return cell;
  }
  return undefined;
}
