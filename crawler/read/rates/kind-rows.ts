/** Tables whose rows are kinds of token: models are columns, or the table is one model's and its heading names it. */
import type { Cell } from '../page/grid.ts';
import type { Rate } from './rate-cell.ts';
import { isPriced, type Said, saidIn, spelt } from './rate-heads.ts';
import { modelOfPage } from './rate-names.ts';
import { nameOf, partsIn, type RateRow, readCell, type Table } from './table-cells.ts';
import {
  bandIn,
  isFormer,
  isGeneric,
  isThinking,
  type Manner,
  mannerOf,
  perMillion,
  type Role,
  roleOf,
} from './token-rate.ts';

export function kindsAsRows(table: Table): RateRow[] {
  const { grid, above, headings, document } = table;
  const [head] = grid.rows;
  if (head === undefined || head.length < 2) return [];
  const first = firstColumnOf(head);
  // "Context | 128K", "Input price | $3": a list of one model's properties has no heads.
  const isHeadless = head.length === 2 && /^\W?\d/.test(head[1]?.words ?? '');
  const kinds = grid.rows.slice(isHeadless ? 0 : 1).flatMap((row) => {
    const words = spelt([...new Set(row.slice(0, first).map((cell) => cell.words))].join(' '));
    const role = roleOf(words);
    if (
      !isPriced(role) ||
      mannerOf(words) === 'apart' ||
      isFormer(words) ||
      row[0] === undefined ||
      partsIn(table, row[0]) > 0
    )
      return [];
    return [{ row, role, words, said: saidIn(words), manner: mannerOf(words) }];
  });
  const plain = kinds.filter(({ role, words }) => role !== 'outputPerMTok' || !isThinking(words));
  const rows = plain.some(({ role }) => role === 'outputPerMTok') ? plain : kinds;
  if (rows.length === 0) return [];
  const columns = head.slice(first).map((cell, index) => ({
    cell,
    column: first + index,
    isPrice: isHeadless || cell.words === '' || isPriceHead(cell.words),
  }));
  if (columns.every(({ isPrice }) => isPrice)) {
    const paid = columns.filter(({ cell }) => !/\bfree\b/i.test(cell.words) && mannerOf(cell.words) !== 'apart');
    const model = headings.find((heading) => !isGeneric(heading)) ?? modelOfPage(document, grid.start);
    if (paid.length === 0 || model === undefined) return [];
    return [
      {
        model,
        bands: [],
        rates: rateCells(
          table,
          rows,
          paid.map(({ column }) => column),
          above,
        ),
      },
    ];
  }
  const corner = saidIn(head[0]?.words ?? '');
  const headed = { scale: corner.scale ?? above.scale, currency: corner.currency ?? above.currency };
  const models = columns.filter(({ isPrice }) => !isPrice);
  return models.map(({ cell, column }) => ({
    model: nameOf(document, cell),
    bands: [],
    rates: rateCells(table, rows, [column], headed),
  }));
}

interface KindRow {
  row: Cell[];
  role: Role;
  words: string;
  said: Said;
  manner: Manner;
}

function rateCells(table: Table, rows: readonly KindRow[], columns: readonly number[], above: Said): Rate[] {
  return columns.flatMap((column) => {
    const head = table.grid.rows[0]?.[column]?.words ?? '';
    const headSaid = saidIn(head);
    return rows.flatMap(({ row, role, words, said, manner }) => {
      const cell = row[column];
      if (cell === undefined || cell.element === row[0]?.element) return [];
      return readCell(table, cell, {
        role,
        words,
        said: [said, headSaid, above],
        band: bandIn(head),
        manner: manner ?? mannerOf(head),
      });
    });
  });
}

/** "Paid tier, per 1M tokens": a column of prices, not of a model. */
function isPriceHead(words: string): boolean {
  return (
    perMillion(words) !== undefined ||
    roleOf(words) === 'price' ||
    /^(?:free|paid|standard|batch)\b|\btier$/i.test(words) ||
    VALUE_HEAD.test(words)
  );
}

/** "Property | Value": a list of one model's properties with a head of its own. */
const VALUE_HEAD =
  /^(?:values?|details?|amount|info(?:rmation)?|description|data|spec(?:ification)?s?|wert|angaben?|valeur|détails?|valor|valore|dettagli|waarde|значение|数值|值|説明|詳細|값)$/iu;

/** A header cell that spans two columns labels both; the models begin after it. */
function firstColumnOf(head: readonly Cell[]): number {
  let column = 1;
  while (column < head.length && head[column]?.element === head[0]?.element) column += 1;
  return column;
}
