/** The heads of a rate table: what each column is for, and which of them name the model, the kind of token and the band. */
import type { Grid } from '../page/grid.ts';
import {
  bandIn,
  currencyIn,
  isElsewhere,
  isFormer,
  isOurs,
  isRate,
  isThinking,
  type Manner,
  mannerOf,
  perMillion,
  type RateField,
  type Role,
  roleOf,
  type Scale,
  withoutBand,
} from './token-rate.ts';

/** What some words say of rates. */
export interface Said {
  scale: Scale | undefined;
  currency: string | undefined;
}

export function saidIn(words: string): Said {
  return { scale: perMillion(words), currency: currencyIn(words) };
}

/** "Input (1M)": what heads rates says with their number alone of how many tokens they are. */
function saidOver(role: Role, words: string): Said {
  const said = saidIn(words);
  if (said.scale !== undefined || !(isRate(role) || role === 'pair')) return said;
  const many = /[\s(（,]\s?(?:1 ?)?([mk])\s?[)）]?$/i.exec(withoutBand(words))?.[1]?.toLowerCase();
  return many === undefined ? said : { ...said, scale: many === 'm' ? 1 : 1000 };
}

interface Column {
  role: Role;
  words: string;
  said: Said;
  manner: Manner;
  band: string | undefined;
}

export interface Heads {
  columns: Column[];
  /** Index of the first row of rates. */
  body: number;
}

/** `headings` are those that the table stands under, `order` the one that the words above it give for its cells. */
export function headsOf(
  grid: Grid,
  headings: readonly string[],
  order: readonly RateField[] | undefined,
): Heads | undefined {
  const width = Math.max(...grid.rows.slice(0, 3).map((row) => row.length));
  let body = 0;
  for (const row of grid.rows.slice(0, 3)) {
    if (row.some(({ words, isHeader }) => !isHeader && /^\W{0,4}\d[\d.,]*|^(?:free|免费|無料|무료)$/i.test(words)))
      break;
    body += 1;
  }
  body = Math.min(body, headRows(grid));
  if (body === 0 || body >= grid.rows.length) return undefined;
  const columns = Array.from({ length: width }, (_, column): Column => {
    const words = spelt([...new Set(grid.rows.slice(0, body).map((row) => row[column]?.words ?? ''))].join(' ').trim());
    const role = roleOf(withoutBand(words));
    return { role, words, said: saidOver(role, words), manner: mannerOf(words), band: undefined };
  });
  inAndOut(columns);
  const rates = columns.filter(({ role }) => isRate(role) || role === 'pair');
  if (rates.length === 0) {
    // "## Input tokens" over a table with a price for each model.
    const [heading = ''] = headings;
    const role = roleOf(heading);
    const prices = columns.filter((column) => column.role === 'price');
    if (isRate(role) && prices[0] !== undefined && prices.length === 1) prices[0].role = role;
    // Cells of several amounts, in an order that the words around the table give.
    else if (prices[0] !== undefined && prices.length === 1 && order !== undefined) {
      const at = columns.indexOf(prices[0]);
      if (SEVERAL.test(grid.rows[body]?.[at]?.words ?? '')) prices[0].role = 'pair';
    }
    if (prices.length === 0 && order !== undefined)
      for (const column of columns) if (column.role === 'other' && column.manner !== 'apart') column.role = 'pair';
  }
  if (!columns.some(({ role }) => isPriced(role))) pricesSaid(columns, body, grid);
  dropOthers(columns);
  bandColumns(columns);
  return { columns, body };
}

/** "In ($/M)" beside "Out ($/M)" */
function inAndOut(columns: Column[]): void {
  const [read, ...more] = columns.filter(({ role, words }) => !isRate(role) && /^in\b(?! \p{L})/iu.test(words));
  const [written, ...others] = columns.filter(({ role, words }) => !isRate(role) && /^out\b(?! \p{L})/iu.test(words));
  if (read === undefined || written === undefined || more.length + others.length > 0) return;
  read.role = 'inputPerMTok';
  written.role = 'outputPerMTok';
}

/** "input_price", "outputCost": the words of a field's name. */
export function spelt(words: string): string {
  return /[_a-z][_A-Z]/.test(words) ? words.replaceAll('_', ' ').replace(/(?<=[a-z])(?=[A-Z])/g, ' ') : words;
}

/** "Usage" over "$0.02 / 1M tokens": a column whose cells say that they are prices of tokens, whatever heads it. */
function pricesSaid(columns: Column[], body: number, grid: Grid): void {
  const rows = grid.rows.slice(body, body + 40);
  const [only, ...more] = columns.filter(({ role }, at) => {
    const said = rows.filter((row) => isTokenPrice(row[at]?.words ?? ''));
    return role === 'other' && said.length * 5 >= rows.length * 3;
  });
  if (only !== undefined && more.length === 0) only.role = 'price';
}

function isTokenPrice(words: string): boolean {
  return words.length < 80 && /[$€£¥￥₽₹]\s?\d|\d\s?[$€£元円₽]/.test(words) && perMillion(words) !== undefined;
}

const SEVERAL = /[$€£¥￥]\s?\d[^\n]{0,60}[$€£¥￥]\s?\d/;

/** Rows of headers end where the first cells that state a price begin. */
function headRows(grid: Grid): number {
  const first = grid.rows
    .slice(0, 4)
    .findIndex((row) => row.some(({ words, isHeader }) => !isHeader && /[$€£¥￥]\s?\d|\d\s?[元€]/.test(words)));
  return first < 0 ? 4 : first;
}

/**
 * Of output with and without thinking the latter is the model's rate, of former and present rates the present one, of
 * the maker's and the seller's the seller's.
 */
function dropOthers(columns: Column[]): void {
  for (const column of columns) {
    const twins = columns.filter((twin) => isTwin(twin, column));
    const isOther = [isThinking, isFormer, isElsewhere, (words: string) => !isOurs(words)].some(
      (test) => test(column.words) && twins.some(({ words }) => !test(words)),
    );
    if (isOther) column.role = 'other';
  }
}

function isTwin(one: Column, other: Column): boolean {
  return isPriced(one.role) && one.role === other.role && one.manner === other.manner;
}

/** "Input ≤ 200K", "Input > 200K": where columns differ by nothing else, their headers say the bands. */
function bandColumns(columns: Column[]): void {
  const isBanded = columns.some((column) => {
    const twins = columns.filter((twin) => isTwin(twin, column));
    return twins.length > 1 && new Set(twins.map(({ words }) => bandIn(words))).size === twins.length;
  });
  if (isBanded) for (const column of columns) if (isPriced(column.role)) column.band = bandIn(column.words);
}

export function isPriced(role: Role): boolean {
  return isRate(role) || role === 'pair' || role === 'price';
}

export function modelColumnOf({ columns, body }: Heads, grid: Grid): number | undefined {
  const named = columns.findIndex(({ role }) => role === 'model');
  if (named >= 0) return named;
  const rows = grid.rows.slice(body, body + 12);
  const column = columns.findIndex(({ role }, index) => {
    const lettered = rows.filter((row) => /\p{L}/u.test(row[index]?.words ?? ''));
    return role === 'other' && lettered.length * 5 >= rows.length * 4 && lettered.length > 0;
  });
  return column < 0 ? undefined : column;
}

/** A column whose cells say "Input", "Output", where no header does. */
export function kindColumnOf({ columns, body }: Heads, grid: Grid, modelColumn: number): number | undefined {
  const rows = grid.rows.slice(body, body + 40);
  const column = columns.findIndex((_, index) => {
    if (index === modelColumn) return false;
    const kinds = rows.map((row) => kindOf(row[index]?.words ?? ''));
    return kinds.includes('outputPerMTok') && kinds.filter(isRate).length * 2 >= rows.length;
  });
  return column < 0 ? undefined : column;
}

/** "Online | Batch": beside kinds and units of rates, columns of bare numbers are their prices, whatever heads them. */
export function priceNumbers({ columns, body }: Heads, grid: Grid, kindColumn: number): void {
  if (columns.some(({ role }) => isPriced(role))) return;
  const rows = grid.rows.slice(body, body + 40);
  for (const [index, column] of columns.entries()) {
    if (index <= kindColumn || column.role !== 'other' || column.manner === 'apart') continue;
    const numbers = rows.filter((row) => /^\d{1,6}(?:[.,]\d{1,9})?$/.test(row[index]?.words ?? ''));
    if (numbers.length * 2 >= rows.length) column.role = 'price';
  }
}

/** What a label says, which states no price itself. */
function kindOf(words: string): Role {
  return /[$€£¥￥₩]\s?\d|\d\s?[元€円]/.test(words) ? 'other' : roleOf(words);
}

/** A context length bounds a model's rates only where the same model has several. */
export function bandColumnsOf({ columns, body }: Heads, grid: Grid, modelColumn: number): number[] {
  return columns.flatMap(({ role }, column) => {
    if (role === 'band') return [column];
    if (role !== 'context') return [];
    const lengths = new Map<string, Set<string>>();
    for (const row of grid.rows.slice(body)) {
      const model = row[modelColumn]?.words ?? '';
      const known = lengths.get(model) ?? new Set();
      lengths.set(model, known.add(row[column]?.words ?? ''));
    }
    return [...lengths.values()].some(({ size }) => size > 1) ? [column] : [];
  });
}
