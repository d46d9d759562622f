/** The columns of a table of rates: what each head says, and which of two like columns counts. */

import { defined } from '../../../data/defined.ts';
import { onlyOf } from '../../../data/text/only.ts';
import type { Cell, Grid } from '../page/grid.ts';
import { isPriceLike, type Page } from './cell.ts';
import {
  bandIn,
  isPriced,
  isRate,
  isThinking,
  type Manner,
  mannerOf,
  ownRole,
  type Role,
  roleOf,
  withoutBand,
} from './kinds.ts';
import { currencyNamed } from './surroundings.ts';
import { type Unit, unitIn } from './unit.ts';
import { says, spelt } from './words.ts';

export interface Column {
  at: number;
  words: string;
  role: Role;
  unit: Unit;
  currency: string | undefined;
  manner: Manner;
  band?: string | undefined;
  /** Some of its cells state prices. */
  hasPrices: boolean;
}

const MAX_HEAD = 3;

/** The columns with the rows below their heads; undefined where no cell states a price. */
export function columnsOf(page: Page, grid: Grid): { columns: Column[]; body: Cell[][] } | undefined {
  const prices = grid.rows.map((row) => row.map((cell) => isPriceLike(page, cell)));
  if (!prices.some((row) => row.includes(true))) return undefined;
  const heads = headRows(grid, prices);
  const body = grid.rows.slice(heads);
  const width = Math.max(...grid.rows.slice(0, MAX_HEAD).map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at): Column => {
    const words = spelt([...new Set(grid.rows.slice(0, heads).map((row) => row[at]?.words ?? ''))].join(' ').trim());
    const hasPrices = prices.slice(heads).some((row) => row[at] === true);
    const own = headRole(withoutBand(words));
    const currency = currencyNamed(words, page.locale);
    return {
      at,
      words,
      role: hasPrices && own === 'unit' ? 'price' : own,
      unit: unitIn(words),
      currency,
      manner: mannerOf(words),
      hasPrices,
    };
  });
  for (const column of columns) settle(columns, column);
  if (areBanded(columns)) for (const column of columns) if (isPriced(column.role)) column.band = bandIn(column.words);
  return { columns, body };
}

/** "In ($/M)", "Tokens out": of longer heads those words say nothing. */
function headRole(words: string): Role {
  const [, way] = /^(?:tokens? )?(in|out)(?![\p{L}-]|\s\p{L}|\s?\/\s?(?:in|out)(?!\p{L}))/iu.exec(words) ?? [];
  return way === undefined ? roleOf(words) : ownRole(way);
}

/** Rows above the first that states a price; below the first row only such whose cells are heads or hang down. */
function headRows({ rows }: Grid, prices: readonly boolean[][]): number {
  let count = 0;
  for (const [at, row] of rows.slice(0, Math.min(MAX_HEAD, rows.length - 1)).entries()) {
    const above = rows[at - 1] ?? [];
    const isJoined = row.some(({ element }, column) => element === above[column]?.element);
    const isSection = new Set(row.map(({ element }) => element)).size === 1;
    const isFurther = (isJoined || row.every(({ isHeader }) => isHeader)) && !isSection;
    if (prices[at]?.includes(true) || (at > 0 && !isFurther)) break;
    count += 1;
  }
  return count;
}

/** Whether columns differ by nothing but bands of context. */
function areBanded(columns: readonly Column[]): boolean {
  return columns.some((column) => {
    const twins = twinsOf(columns, column);
    return twins.length > 1 && new Set(twins.map(({ words }) => bandIn(words))).size === twins.length;
  });
}

function twinsOf(columns: readonly Column[], column: Column): Column[] {
  return columns.filter(({ role, manner }) => isPriced(role) && role === column.role && manner === column.manner);
}

/** Of former and present prices, others' and own, one counts. */
function settle(columns: readonly Column[], column: Column): void {
  const twins = twinsOf(columns, column);
  if (twins.length < 2) return;
  const tests = [
    isThinking,
    (words: string) => says(words, 'former'),
    (words: string) => says(words, 'elsewhere'),
    (words: string) => !says(words, 'ours'),
  ];
  if (tests.some((test) => test(column.words) && twins.some(({ words }) => !test(words)))) column.role = 'other';
}

/** What all heads of rates say of their unit, where they say the same. */
export function unitOfHeads(columns: readonly Column[]): Unit {
  const rated = columns.filter(({ role }) => isRate(role) || role === 'price' || role === 'pair');
  const factor = onlyOf(new Set(rated.flatMap(({ unit }) => unit.factor ?? [])));
  const isTokens = columns.some(({ unit }) => unit.isTokens && !unit.isOther);
  return { isTokens, isOther: false, ...defined({ factor }) };
}
