/** Tables whose rows are models: kinds of token are columns, or are said in the cells, or have a column of their own. */
import type { Rate } from './rate-cell.ts';
import {
  bandColumnsOf,
  type Heads,
  headsOf,
  isPriced,
  kindColumnOf,
  modelColumnOf,
  priceNumbers,
  saidIn,
} from './rate-heads.ts';
import { bandedName, bandOfModel, firstLine, haveKinds, kindedName, modelOfPage } from './rate-names.ts';
import { nameOf, partsIn, type RateRow, readCell, type Table } from './table-cells.ts';
import {
  isApart,
  isElsewhere,
  isGeneric,
  isOneModel,
  isOurs,
  isRate,
  isReader,
  mannerOf,
  type RateField,
  type Role,
  roleOf,
} from './token-rate.ts';

/** Over a column of what models do. */
const OF_TASKS = /^(?:tasks?(?: types?)?|operations?|actions?|use cases?)$/i;

export function modelsAsRows(table: Table): RateRow[] {
  const { grid, above } = table;
  const heads = headsOf(grid, table.headings, table.order);
  if (heads === undefined) return [];
  const { columns, body } = heads;
  const modelColumn = modelColumnOf(heads, grid);
  if (modelColumn === undefined) return soleRow(table, heads);
  const corner = columns[modelColumn]?.words ?? '';
  if (OF_TASKS.test(corner)) return [];
  if (MODEL_ID.test(corner)) return ownRow(table, corner, heads, modelColumn);
  const kindColumn = kindColumnOf(heads, grid, modelColumn);
  const unitColumn = columns.findIndex(({ role }) => role === 'unit');
  if (kindColumn !== undefined && unitColumn >= 0) priceNumbers(heads, grid, kindColumn);
  const bandColumns = bandColumnsOf(heads, grid, modelColumn);
  const onlyPrices = kindColumn === undefined && !columns.some(({ role }) => isRate(role) || role === 'pair');
  const oneRate = onlyPrices ? oneRateColumn(table, heads, modelColumn) : undefined;
  const areKinded = onlyPrices && haveKinds(grid.rows.slice(body).map((row) => row[modelColumn]?.words ?? ''));
  const rows: RateRow[] = [];
  let model = '';
  for (const row of grid.rows.slice(body)) {
    const name = row[modelColumn];
    const [whole, ownBand] = bandedName(name === undefined ? '' : firstLine(nameOf(table.document, name)));
    const [said, ownKind] = areKinded ? (kindedName(whole) ?? [whole, '']) : [whole, ''];
    const further = ownBand ?? bandOfModel(said);
    const bands = [
      ...bandColumns.map((column) => row[column]?.words ?? ''),
      ...(further === undefined ? [] : [further]),
    ];
    const kind = kindColumn === undefined ? ownKind : (row[kindColumn]?.words ?? '');
    if ((further === undefined || ownBand !== undefined) && /\p{L}/u.test(said)) model = said;
    else if (!/[\p{L}\d]/u.test(bands.join('') + kind)) model = '';
    const isOther = row.some(({ words }, column) => words.length < 24 && column !== modelColumn && isApart(words));
    if (model === '' || isGeneric(model) || isOther || mannerOf(kind) === 'apart') continue;
    const unit = saidIn(`${kind} ${unitColumn < 0 ? '' : (row[unitColumn]?.words ?? '')}`);
    const rates = columns.flatMap(({ role, words, said: head, manner, band }, column) => {
      const cell = row[column];
      if (cell === undefined || column === kindColumn || column === modelColumn || !isPriced(role)) return [];
      if (manner === 'apart' && role === 'price') return [];
      const isInput = role === 'price' && onlyPrices && isReader(`${model} ${table.headings[0] ?? ''}`);
      const field = isInput ? 'inputPerMTok' : kind === '' ? role : fieldOf(role, roleOf(kind));
      if (field === undefined) return [];
      const found = readCell(table, cell, { role: field, words, said: [head, unit, above], band, manner });
      const isOne = field === 'pair' ? areSame(words) : field === 'price' && column === oneRate;
      if (found.length > 0 || !isOne || !isOneModel(model)) return found;
      if (partsIn(table, cell) > 1) return [];
      const inputs = readCell(table, cell, { role: 'inputPerMTok', words, said: [head, unit, above], band, manner });
      return inputs.flatMap((rate): Rate[] => [rate, { ...rate, field: 'outputPerMTok' }]);
    });
    rows.push({ model, bands, rates });
  }
  return rows;
}

/** "## puffin-2" over a row of rates and no more: the model's that the heading names. */
function soleRow(table: Table, { columns, body }: Heads): RateRow[] {
  const { grid, headings, document } = table;
  const [row, ...more] = grid.rows.slice(body);
  const model = headings.find((heading) => !isGeneric(heading)) ?? modelOfPage(document, grid.start);
  if (row === undefined || more.length > 0 || model === undefined || !columns.every(({ role }) => isOfRates(role)))
    return [];
  const rates = columns.flatMap(({ role, words, said, manner, band }, column) => {
    const cell = row[column];
    if (cell === undefined || !isRate(role)) return [];
    return readCell(table, cell, { role, words, said: [said, table.above], band, manner });
  });
  return [{ model, bands: [], rates }];
}

function isOfRates(role: Role): boolean {
  return isPriced(role) || role === 'unit' || role === 'context';
}

/**
 * "Model | Price per 1M tokens": the column of one price for all tokens of a model, read and written. None where the
 * rows are kinds of token, or where what stands above says that the prices are of one kind.
 */
function oneRateColumn({ grid, headings, under }: Table, { columns, body }: Heads, model: number): number | undefined {
  const [price, ...more] = columns.flatMap(({ role }, at) => (role === 'price' ? [at] : []));
  if (price === undefined || more.length > 0 || columns[model]?.role !== 'model') return undefined;
  const said = [...headings, ...grid.rows.slice(body).map((row) => row[model]?.words ?? '')];
  return said.some((words) => isRate(roleOf(words))) || saysOneKind(under) ? undefined : price;
}

/** "Price (input and output)": one amount that is asked for either. */
function areSame(words: string): boolean {
  return SAME.test(words);
}

const SAME =
  /\binputs?(?: tokens?)? ?(?:and|&|\+|=|or) ?outputs?\b|\bblended\b|\bcombined\b|\bsame for\b|\b(?:eingabe|entrée|entrada|ingresso) ?(?:und|et|y|e|&|\+) ?(?:ausgabe|sortie|salida|saída|uscita)|输入(?:和|与|\+|及)输出|入力(?:・|と|\+)出力/i;

/** "Prices of input tokens:", and nothing of the others. */
function saysOneKind(words: string): boolean {
  return /\binput|\bprompt tokens/i.test(words) !== /\boutput|\bcompletion tokens/i.test(words);
}

/** Of rows that say who sells the model of the corner, or at what multiple, the one of the seller's plain price. */
function ownRow(table: Table, model: string, { columns, body }: Heads, nameColumn: number): RateRow[] {
  const own = table.grid.rows.slice(body).filter((row) => {
    const words = row[nameColumn]?.words ?? '';
    return isOurs(words) && !isElsewhere(words) && !/\d/.test(words);
  });
  const [row] = own;
  if (row === undefined || own.length > 1) return [];
  const rates = columns.flatMap(({ role, words, said, manner, band }, column) => {
    const cell = row[column];
    if (cell === undefined || column === nameColumn || !isPriced(role)) return [];
    return readCell(table, cell, { role, words, said: [said, table.above], band, manner });
  });
  return [{ model, bands: [], rates }];
}

/** "GPT-9" in the corner of a table of rates: its rows are who sells that model or on what terms, not models. */
const MODEL_ID = /^(?=[^\s]*\d)[a-z][a-z\d]{1,20}(?:[-.][a-z\d]{1,20}){1,6}$/i;

/** What a cell is for whose column says one thing and whose row another: "Output" under "Cached input" is neither. */
function fieldOf(column: Role, kind: Role): RateField | undefined {
  if (!isRate(kind)) return undefined;
  return !isRate(column) ? kind : column === kind || kind === 'inputPerMTok' ? column : undefined;
}
