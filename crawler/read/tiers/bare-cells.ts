/** Amounts whose money a table says once, over their column or before their row: "Price (USD / month)" and "19". */

import type { Locale } from '../money/currency.ts';
import { seeMoney } from '../money/money.ts';
import { readTerms } from '../money/term.ts';
import { type Document, lineAt, runAt } from '../page/document.ts';
import type { Cell, Grid } from '../page/grid.ts';
import type { AmountSignal } from './amounts.ts';
import { isOtherColumn, isPriceLabel } from './price-label.ts';

const MAX_GRIDS = 60;
const MAX_CELLS = 400;
const MARK =
  /(?:US|CA|AU|NZ|HK|R|A|C|S)?\$|[€£¥₹₩₽]|(?<!\p{L})(?:USD|EUR|GBP|INR|AUD|CAD|NZD|CHF|BRL|JPY|CNY|RMB|KRW|RUB|PLN|CZK|SEK|NOK|DKK|ZAR|SGD|MXN|TRY)(?!\p{L})/u;
const PERIOD =
  /month|\/ ?mo\b|year|\/ ?yr\b|annual|monat|j[aä]hr|mois|mensuel|annuel|\bmes\b|mensual|anual|mês|mensal|mese|mensile|annuale|maand|jaar|месяц|год|月|年|월/i;
const BARE = /^\d{1,3}(?:[,. ]\d{3})*(?:[.,]\d{1,2})?$|^\d{1,6}(?:[.,]\d{1,2})?$/;

export function bareAmounts(document: Document, grids: readonly Grid[], locale: Locale): AmountSignal[] {
  const found: AmountSignal[] = [];
  for (const { rows } of grids.slice(0, MAX_GRIDS)) {
    for (const { mark, cells } of marked(rows)) {
      const bare = cells.filter((cell): cell is Cell => cell !== undefined && BARE.test(cell.words));
      if (bare.length === 0 || cells.some((cell) => MARK.test(cell?.words ?? ''))) continue;
      for (const cell of bare) {
        const signal = found.length < MAX_CELLS ? signalOf(document, cell, mark, locale) : undefined;
        if (signal !== undefined && !found.some(({ start }) => start === signal.start)) found.push(signal);
      }
    }
  }
  return found;
}

/** The columns and then the rows that are headed by money, without their heads. */
function marked([head = [], ...body]: readonly Cell[][]): { mark: string; cells: (Cell | undefined)[] }[] {
  const columns = head.flatMap((cell: Cell | undefined, column) => {
    const mark = cell === undefined || column === 0 ? undefined : markIn(cell.words);
    return mark === undefined ? [] : [{ mark, cells: body.map((row) => row[column]) }];
  });
  const labelled = body.flatMap(([label, ...cells]) => {
    const mark = label === undefined ? undefined : markIn(label.words);
    return mark === undefined ? [] : [{ mark, cells }];
  });
  return [...columns, ...labelled];
}

/** The sign or code of money in what heads prices for a month or a year. */
function markIn(words: string): string | undefined {
  const mark = MARK.exec(words)?.[0];
  if (mark === undefined || /\d/.test(words) || !PERIOD.test(words) || isOtherColumn(words)) return undefined;
  return isPriceLabel(words) || words.replace(MARK, '').trim().length < 16 ? mark : undefined;
}

function signalOf(document: Document, cell: Cell, mark: string, locale: Locale): AmountSignal | undefined {
  const [money, ...more] = seeMoney(/^\p{Lu}+$/u.test(mark) ? `${cell.words} ${mark}` : `${mark}${cell.words}`, locale);
  const start = cell.start + document.visible.slice(cell.start, cell.end).search(/\d/);
  const end = start + cell.words.length;
  const line = lineAt(document, start);
  const run = runAt(document, start);
  if (money === undefined || more.length > 0 || money.isUnclear === true || line === undefined || run === undefined)
    return undefined;
  if (document.visible.slice(start, end) !== cell.words) return undefined;
  return {
    kind: 'money',
    start,
    end,
    money: { ...money, start, end },
    terms: readTerms('', ''),
    line,
    room: { start, end },
    element: run.element,
  };
}
