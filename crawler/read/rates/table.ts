/**
 * Rates in tables: models in rows or in columns, kinds of rates in columns, in rows, in a column of their own or in the
 * cells, or one model's table under its heading. Each price has one cell, which the labels of its row and column name.
 */

import { onlyOf } from '../../../data/text/only.ts';
import type { Cell, Grid } from '../page/grid.ts';
import { hasPrice, type Page, type Rate, ratesIn } from './cell.ts';
import { type Column, columnsOf, unitOfHeads } from './columns.ts';
import {
  bandIn,
  directionsIn,
  isGeneric,
  isPriced,
  isRate,
  isThinking,
  type Manner,
  mannerOf,
  orderIn,
  type Role,
  roleOf,
  withoutBand,
} from './kinds.ts';
import { isOneModel, nameAndBand, wordsOf } from './names.ts';
import { currencyNamed, type Surroundings, surroundingsOf } from './surroundings.ts';
import { namesTokens, type Unit, unitIn } from './unit.ts';
import { says, spelt } from './words.ts';

/** The rates of one model that stand together. */
export interface RateRow {
  model: string;
  bands: readonly string[];
  rates: Rate[];
  /** What they stand under. */
  heading?: string | undefined;
}

interface Table {
  page: Page;
  grid: Grid;
  around: Surroundings;
  columns: Column[];
  body: Cell[][];
  /** Of its amounts. */
  others: string | undefined;
}

/** Where the labels of a table stand. */
interface Axes {
  models: 'rows' | 'columns' | 'heading';
  /** The column that names models, and the one that says kinds of rates. */
  named: number | undefined;
  kinds: number | undefined;
  bands: number[];
  priced: Column[];
}

/** What stands beside the cells of a row. */
interface Label {
  words: string;
  role: Role;
  unit: Unit;
  currency?: string | undefined;
  manner: Manner;
}

const SAMPLE = 40;
const MAX_LABEL = 60;
const MAX_REMARK = 24;
/** "USD" in a column of currencies. */
const MAX_CODE = 3;
/** "No tier" is no band; what speaks to a machine is longer, and stays with the rates that it spoils. */
const MAX_DASH = 16;

export function tableRates(page: Page, grid: Grid, from: number): RateRow[] {
  const found = columnsOf(page, grid);
  if (found === undefined) return [];
  // A caption stands in the table.
  const around = surroundingsOf(page, grid.rows[0]?.find(({ start }) => start >= 0)?.start ?? grid.start, from);
  const inside = page.document.visible.slice(grid.start, grid.end);
  const [heading = ''] = around.headings;
  if (around.manner === 'apart' || says(heading, 'comparison', 'former')) return [];
  if (!namesTokens(inside) && !around.units.some(({ isTokens }) => isTokens)) return [];
  const table = { page, grid, around, ...found, others: currencyNamed(inside, page.locale) };
  const axes = axesOf(table);
  return axes === undefined ? [] : rowsOf(table, axes).map((row) => ({ heading, ...row }));
}

function axesOf(table: Table): Axes | undefined {
  const { columns, around, grid } = table;
  const open = columns.filter(({ hasPrices, role }) => hasPrices && (isPriced(role) || role === 'none'));
  const only = onlyOf(open.filter(({ role }) => role === 'price'));
  const isRated = open.some(({ role }) => isRate(role) || role === 'pair');
  // "## Input tokens" over a table with a price for each model.
  const overall = roleOf(around.headings[0] ?? '');
  if (!isRated && only !== undefined && isRate(overall)) only.role = overall;
  const kinds = kindColumn(table);
  const named = nameColumn(table, kinds);
  const bands = bandColumns(table, named);
  const rated = open.filter(({ role }) => isPriced(role));
  const priced = rated.length === 0 || (kinds !== undefined && !isRated) ? open : rated;
  const axes = { named, kinds, bands, priced };
  const isPriceRow = (row: readonly Cell[]) => !hasPrice(table.page, row) || isGeneric(row[0]?.words ?? '');
  const areModels = open.length > 0 && open.every(({ words }) => !isValueHead(words));
  // One row of prices among those of what models can do.
  if (kinds === undefined && rated.length === 0 && areModels && table.body.every(isPriceRow))
    return { ...axes, models: 'columns' };
  if (isRated || kinds === undefined) return { ...axes, models: named === undefined ? 'heading' : 'rows' };
  const [head = []] = grid.rows;
  const isOwn =
    named !== undefined && columns[named]?.role === 'model' && head[named]?.element !== head[kinds]?.element;
  if (named !== undefined && (isOwn || !areModels)) return { ...axes, models: 'rows' };
  return { ...axes, models: areModels ? 'columns' : 'heading' };
}

/** The column that names models: the one that says so, or the first of words that are nothing else. */
function nameColumn({ columns, body }: Table, kinds: number | undefined): number | undefined {
  const named = columns.find(({ role, at }) => at !== kinds && role === 'model');
  if (named !== undefined) return named.at;
  const rows = body.slice(0, SAMPLE);
  return columns.find(({ role, at, words, hasPrices }) => {
    if (hasPrices || (at > 0 && (role !== 'none' || says(words, 'value'))) || at === kinds || says(words, 'task'))
      return false;
    const lettered = rows.filter((row) => isName(row[at]?.words ?? ''));
    return lettered.length * 5 >= rows.length * 4 || (kinds !== undefined && lettered.length > 0);
  })?.at;
}

function isName(words: string): boolean {
  return /\p{L}/u.test(words) && !isGeneric(words);
}

/** A column whose cells say "Input", "Output". */
function kindColumn({ columns, body, page }: Table): number | undefined {
  const rows = body.filter((row) => hasPrice(page, row)).slice(0, SAMPLE);
  return columns.find(({ at, hasPrices }) => {
    const labels = hasPrices
      ? []
      : // A sentence describes a model.
        rows.map((row) => spelt(row[at]?.words ?? '')).filter((words) => words.length <= MAX_LABEL);
    const roles = labels.map((words) => roleOf(withoutBand(words))).filter(isRate);
    return roles.length * 3 >= rows.length && roles.some((role) => role === 'inputPerMTok' || role === 'outputPerMTok');
  })?.at;
}

/** A context length bounds a model's rates only where the same model has several. */
function bandColumns({ columns, body }: Table, named: number | undefined): number[] {
  const isBand = ({ role, at, hasPrices }: Column) => {
    if (at === named || hasPrices) return false;
    const cells = body.map((row) => row[at]?.words ?? '').filter((words) => /[\p{L}\d]/u.test(words));
    if (role !== 'context')
      return (
        role === 'band' ||
        (cells.length > 0 && cells.filter((words) => bandIn(words) !== undefined).length * 2 >= cells.length)
      );
    const names = body.map((row) => row[named ?? 0]?.words ?? '');
    const pairs = new Set(body.map((row, index) => `${names[index]}\n${row[at]?.words ?? ''}`));
    return pairs.size > new Set(names).size;
  };
  return columns.filter(isBand).map(({ at }) => at);
}

/** "Paid tier, per 1M tokens", "Value": a column of prices, not of a model. */
function isValueHead(words: string): boolean {
  return says(words, 'value') || isGeneric(words) || /\btier$|^\W?\d/i.test(words);
}

function rowsOf(table: Table, axes: Axes): RateRow[] {
  const { page, body, columns, grid } = table;
  const corner = columns[axes.named ?? 0]?.words ?? '';
  if (says(corner, 'task') && !says(corner, 'model') && axes.models === 'rows') return [];
  const isPlain = body.some((row) => isPlainOutput(labelOf(table, row, axes)));
  const rows: RateRow[] = [];
  let model = axes.models === 'heading' ? headingModel(table) : undefined;
  let section: Manner;
  for (const row of body) {
    const label = labelOf(table, row, axes);
    const said = nameOf(table, axes.models === 'rows' ? row[axes.named ?? 0] : undefined);
    const bands = [
      ...axes.bands.map((at) => row[at]?.words ?? '').filter((words) => /\d/.test(words) || words.length > MAX_DASH),
      ...(said.band === undefined ? [] : [said.band]),
    ];
    if (!hasPrice(page, row)) {
      const isSection = new Set(row.flatMap(({ element, words }) => (words === '' ? [] : [element]))).size === 1;
      if (isSection) section = mannerOf(label.words) ?? mannerOf(said.name);
      if (axes.models === 'heading' && label.role === 'none' && !isGeneric(label.words)) model = label.words;
      else if (axes.models === 'rows' && said.name !== '') model = said.name;
      continue;
    }
    if (said.name !== '') model = said.name;
    const isOut = label.role === 'other' || [label.manner, section].includes('apart') || says(label.words, 'former');
    if (isOut || (isPlain && label.role === 'outputPerMTok' && isThinking(label.words))) continue;
    for (const column of axes.priced) {
      const name = axes.models === 'columns' ? nameOf(table, grid.rows[0]?.[column.at]).name : model;
      if (
        name === undefined ||
        name === '' ||
        isGeneric(name) ||
        row[column.at]?.element === row[axes.kinds ?? -1]?.element
      )
        continue;
      const beside = { ...label, manner: section ?? label.manner };
      const rates = cellRates(table, row[column.at], { column, label: beside, model: name });
      rows.push({ model: name, bands, rates });
    }
  }
  return rows;
}

function isPlainOutput({ role, words }: Label): boolean {
  return role === 'outputPerMTok' && !isThinking(words);
}

/** "Agent models" heads many. */
function headingModel({ around }: Table): string | undefined {
  return around.headings.find((heading) => !isGeneric(heading) && !says(heading, 'model'));
}

/** The words beside a row's prices that name no model: of the kind of rate, or all. */
function labelOf({ columns, page }: Table, row: readonly Cell[], { named, kinds, bands, models }: Axes): Label {
  const wordsAt = (of: readonly Column[]) => of.map(({ at }) => row[at]?.words ?? '');
  const free = columns.filter(({ at, hasPrices }) => !hasPrices && !bands.includes(at));
  if (models !== 'rows') {
    const words = [...new Set(wordsAt(free))].filter((each) => each.length <= MAX_LABEL).join(' ');
    return {
      words,
      role: kinds === undefined ? 'none' : roleOf(spelt(words)),
      unit: unitIn(words),
      manner: mannerOf(words),
    };
  }
  const words = kinds === undefined ? '' : (row[kinds]?.words ?? '');
  const units = wordsAt(columns.filter(({ role }) => role === 'unit')).join(' ');
  const beside = wordsAt(free.filter(({ at }) => at !== named));
  const isApart = row.some(
    ({ words: each }, at) => at !== named && each.length <= MAX_REMARK && mannerOf(each) === 'apart',
  );
  return {
    words,
    role: words === '' ? 'none' : roleOf(spelt(words)),
    unit: unitIn(`${words} ${units}`),
    currency: [units, ...beside.filter((each) => each.length <= MAX_CODE)]
      .map((each) => currencyNamed(each, page.locale))
      .find((code) => code !== undefined),
    manner: isApart ? 'apart' : mannerOf(words),
  };
}

/** The model that a cell names, with the band that it may add. */
function nameOf({ page }: Table, cell: Cell | undefined): { name: string; band?: string } {
  return cell === undefined ? { name: '' } : nameAndBand(wordsOf(page.document, cell));
}

function cellRates(
  table: Table,
  cell: Cell | undefined,
  { column, label, model }: { column: Column; label: Label; model: string },
): Rate[] {
  const { page, around, columns, others } = table;
  const role = roleAt(column.role, label.role);
  if (cell === undefined || column.manner === 'apart' || /^free\b/i.test(column.words) || role === undefined) return [];
  const isBatch =
    [label.manner, column.manner].includes('batch') ||
    (around.manner === 'batch' && !columns.some(({ manner }) => manner === 'batch'));
  const setting = {
    role,
    units: [label.unit, column.unit, unitOfHeads(columns), columns[0]?.unit ?? label.unit, ...around.units],
    order: orderIn(column.words) ?? around.order,
    currency:
      label.currency ??
      column.currency ??
      columns.find(({ currency }) => currency !== undefined)?.currency ??
      around.currency,
    others,
    isBatch,
  };
  const rates = ratesIn(page, cell, setting);
  const band =
    column.band ??
    (label.role === 'none' ? undefined : bandIn(withoutBand(label.words) === label.words ? '' : label.words));
  const all =
    rates.length > 0 || isRate(role)
      ? rates
      : oneRate(table, column, model).flatMap((field) => ratesIn(page, cell, { ...setting, role: field }));
  return all.map((rate) => (band === undefined || rate.band !== undefined ? rate : { ...rate, band }));
}

/** What a cell is for whose column says one thing and whose row another: "Output" under "Cached input" is neither. */
function roleAt(column: Role, row: Role): Role | undefined {
  if (!isRate(column)) return isRate(row) || row === 'pair' ? row : column;
  return !isRate(row) || row === column || row === 'inputPerMTok' ? column : undefined;
}

const SAME = /(?<!\p{L})(?:and|or|und|et|y|e|blended|combined|same for)(?!\p{L})|[&+=和与及・と]/iu;
/** "The total number of tokens generated and processed" */
const TOTAL = /\b(?:all|total(?: number of)?) tokens\b/i;

/** One price for all tokens of a model, read and written; of one that only reads, its input's. */
function oneRate({ columns, around }: Table, column: Column, model: string): ('inputPerMTok' | 'outputPerMTok')[] {
  if (says(`${model} ${around.headings[0] ?? ''}`, 'embedding')) return ['inputPerMTok'];
  const isOnly = column.role === 'price' && columns.filter(({ role }) => isPriced(role)).length === 1;
  const { isInput, isOutput } = directionsIn(around.under);
  const isTotal = isInput === isOutput || TOTAL.test(around.under);
  const isWhole = isOnly && isTotal && columns.some(({ role }) => role === 'model');
  const isSame = isWhole || (column.role === 'pair' && SAME.test(column.words));
  return isSame && isOneModel(model) ? ['inputPerMTok', 'outputPerMTok'] : [];
}
