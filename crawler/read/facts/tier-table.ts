/**
 * Tables that compare plans feature by feature, in either direction, and what each cell says of its plan.
 *
 * A table is one of plans when its head, or its first column, names at least two of the plans that were read. Sections of
 * a long comparison repeat the width of the first and not always its head.
 */
import type { ReadTier } from '../../../data/reading.ts';
import { memoized } from '../../../data/text/memoized.ts';
import { tierKey } from '../offers/merge.ts';
import { lastAtOrBefore, type Span } from '../page/document.ts';
import type { Cell, Grid } from '../page/grid.ts';
import { isPlain, label } from '../page/label.ts';
import { type Mark, markOf } from './marks.ts';
import type { Reader } from './sentences.ts';

export interface TierCell extends Span {
  /** The words that say what its row is about; before the page's start where no visitor sees them. */
  label: Span;
  /** Absent where the table is not one of plans. */
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
const MAX_FEATURES = 200;
const MAX_FEATURE = 118;
const PRICED = /[$€£¥₹₽₩₺]|\d ?(?:USD|EUR|GBP)(?!\p{L})/u;
export const MONEY = /(?:US|A|C)?[$€£¥₹₽]|\d/;

type Column = { tier: string; cell: Cell };

export function tierTables(grids: readonly Grid[], tiers: readonly ReadTier[], reader: Reader): TierTable[] {
  const tierIn = tierNamer(tiers);
  let heads: (string | undefined)[] = [];
  return grids.map(({ rows }): TierTable => {
    const table: TierTable = { rows: [], cells: [] };
    const at = rows.slice(0, MAX_HEAD).findIndex((row) => isDistinct(row.map(tierIn)));
    if (at >= 0) heads = (rows[at] ?? []).map(tierIn);
    else if (heads.length !== rows[0]?.length) heads = [];
    const [head, ...body] = rows.slice(0, MAX_ROWS);
    const first = body.map((row) => (row[0] === undefined ? undefined : tierIn(row[0])));
    if (heads.length > 0 && heads[0] === undefined) {
      for (const row of rows.slice(at + 1, MAX_ROWS))
        noteRow(table, { title: row[0], columns: columnsOf(row, heads) }, reader);
    } else if (head !== undefined && isDistinct(first)) {
      for (const [column, title] of head.entries()) {
        const columns = body.flatMap((row, index): Column[] => {
          const [tier, cell] = [first[index], row[column]];
          return column === 0 || tier === undefined || cell === undefined ? [] : [{ tier, cell }];
        });
        noteRow(table, { title, columns }, reader);
      }
      table.cells.sort((a, b) => a.start - b.start);
    } else for (const row of body) notePlain(table, row);
    return table;
  });
}

function columnsOf(row: readonly Cell[], heads: readonly (string | undefined)[]): Column[] {
  return row.flatMap((cell, column): Column[] => {
    const tier = heads[column];
    return tier === undefined || cell === row[0] ? [] : [{ tier, cell }];
  });
}

/** The cells of tables repeat each other. */
function tierNamer(tiers: readonly ReadTier[]): (cell: Cell) => string | undefined {
  const names = new Map(tiers.map(({ name }) => [tierKey(name), name]));
  const named = memoized((words) => {
    // "Pro $12/month"
    const end = words.search(MONEY);
    return names.get(tierKey(words)) ?? (end > 0 ? names.get(tierKey(words.slice(0, end))) : undefined);
  });
  return ({ words }) => named(words);
}

function isDistinct(names: readonly (string | undefined)[]): boolean {
  const found = names.filter((name) => name !== undefined);
  return found.length >= 2 && new Set(found).size === found.length;
}

/** A row of a table of something else has a label all the same. */
function notePlain(table: TierTable, row: readonly Cell[]): void {
  const [title] = row;
  if (title === undefined) return;
  for (const [column, { start, end }] of row.entries()) {
    if (column === 0 || start < 0 || start === table.cells.at(-1)?.start) continue;
    table.cells.push({ start, end, label: title });
  }
}

function noteRow(
  table: TierTable,
  { title, columns }: { title: Cell | undefined; columns: readonly Column[] },
  reader: Reader,
): void {
  if (title === undefined) return;
  const { start, end, words: about } = title;
  for (const { tier, cell } of columns) {
    if (cell.start < 0 || cell.start === table.cells.at(-1)?.start) continue;
    // One cell that reaches over several plans is none's in particular.
    const isOwn = columns.filter((other) => other.cell === cell).length === 1;
    table.cells.push({ start: cell.start, end: cell.end, label: title, ...(isOwn && { tier }) });
  }
  if (start < 0 || columns.length === 0) return;
  const rowEnd = Math.max(end, ...columns.map(({ cell }) => cell.end));
  const cells = columns.map(({ tier, cell: { words, element, start, end } }) => {
    return { tier, mark: markOf(words, element, reader), words, start, end };
  });
  table.rows.push({ label: about, start, end, rowEnd, cells });
}

export function tierCellAt(tables: readonly TierTable[], offset: number): TierCell | undefined {
  for (const { cells } of tables) {
    const cell = cells[lastAtOrBefore(cells, offset)];
    if (cell !== undefined && offset < cell.end) return cell;
  }
  return undefined;
}

/** What the rows of comparisons say that the plan has, as short labels. */
export function tableFeatures(tier: string, tables: readonly TierTable[], reader: Reader): string[] {
  const features = new Map<string, string>();
  for (const row of tables.flatMap(({ rows }) => rows)) {
    if (features.size >= MAX_FEATURES || reader.find(row.label)[0]?.meanings.has('prices') === true) continue;
    const cell = row.cells.find((each) => each.tier === tier);
    if (cell?.mark !== 'yes' && cell?.mark !== 'value') continue;
    const words = label(cell.mark === 'yes' ? row.label : `${row.label}: ${cell.words}`, MAX_FEATURE + 2);
    const isFeature = words.length >= 3 && words.length <= MAX_FEATURE && !PRICED.test(words) && isPlain(words);
    if (isFeature && !features.has(words.toLowerCase())) features.set(words.toLowerCase(), words);
  }
  return [...features.values()];
}
