/**
 * Reads tables of rates: models as rows or as columns, kinds of token as columns or as rows, or one model's table
 * under its heading.
 */
import { type Document, lastAtOrBefore } from '../page/document.ts';
import type { Grid } from '../page/grid.ts';
import { label } from '../page/label.ts';
import { amountBetween } from '../tiers/kin.ts';
import type { Signals } from '../tiers/signals.ts';
import { kindsAsRows } from './kind-rows.ts';
import { modelsAsRows } from './model-rows.ts';
import { mayBeBare } from './rate-cell.ts';
import { saidIn } from './rate-heads.ts';
import { WORDS_ABOVE } from './rate-names.ts';
import type { Budget, RateRow, Table } from './table-cells.ts';
import {
  isComparison,
  mannerOf,
  mayScale,
  offerIn,
  orderIn,
  perMillion,
  type Scale,
  tellsOfTokens,
} from './token-rate.ts';

const HEADINGS_WITHIN = 6000;

export interface TableSetting {
  /** Where the words begin that may speak of this table: the end of the one before. */
  from: number;
  /** What the page says for all its prices. */
  scale: Scale | undefined;
  /** How many more cells may be read on this page. */
  budget: Budget;
}

export function rateRows(
  document: Document,
  signals: Signals,
  grid: Grid,
  { from, scale, budget }: TableSetting,
): RateRow[] {
  if (!holdsRates(signals, grid)) return [];
  const words = document.visible.slice(Math.max(from, grid.start - WORDS_ABOVE), grid.start);
  const note = noteBelow(document, grid);
  if (scale === undefined && note === '' && !mayRate(words, document.visible.slice(grid.start, grid.end))) return [];
  const headings = headingsAbove(document, grid.start);
  const under = words.slice(Math.max(0, words.lastIndexOf(headings[0] ?? '')));
  const said = mannerOf(headings.join(' | '));
  if (said === 'apart' || isComparison(headings[0] ?? '')) return [];
  // Of a table with columns of its own for batches the others are not of batches, whatever its heading says.
  const manner = (grid.rows[0] ?? []).some(({ words }) => mannerOf(words) === 'batch') ? undefined : said;
  const above = saidIn(words);
  const below = saidIn(note);
  const table: Table = {
    document,
    signals,
    grid,
    under,
    above: {
      scale: above.scale ?? below.scale ?? scale,
      currency: above.currency ?? below.currency ?? yenOf(signals, document, grid),
    },
    headings,
    manner,
    currency: currencyOf(signals, grid),
    budget,
    order: orderIn(words) ?? orderIn(note.replace(/^\W+/, '')),
  };
  const offer = offerIn(headings[0] ?? '');
  for (const read of [modelsAsRows, kindsAsRows]) {
    const rows = read(table);
    if (rows.some(({ rates }) => rates.length > 0))
      return offer === undefined ? rows : rows.map((row) => ({ ...row, offer }));
  }
  return [];
}

/** Whether anything in a table may be a rate: an amount, or a cell with nothing but a number or the word for free. */
function holdsRates({ amounts }: Signals, { rows, start, end }: Grid): boolean {
  return amountBetween(amounts, start, end) || rows.some((row) => row.some(({ words }) => mayBeBare(words)));
}

/** Whether a table may state rates: they have a scale, or are free. */
function mayRate(above: string, inside: string): boolean {
  if (perMillion(above) !== undefined || mayScale(inside)) return true;
  return (
    /free|免费|無料|무료|gratuit|kostenlos|gratis/i.test(inside) && (tellsOfTokens(above) || tellsOfTokens(inside))
  );
}

/** "Input / output per 1M tokens.": the short line right below a table. */
function noteBelow(document: Document, { end }: Grid): string {
  const at = lastAtOrBefore(document.lines, end);
  const line = document.lines
    .slice(at + 1, at + 4)
    .find((next) => next.start >= end && /\S/.test(document.visible.slice(next.start, next.end)));
  if (line === undefined || line.heading > 0 || line.end - line.start > 120) return '';
  const words = document.visible.slice(line.start, line.end);
  return /[$€£¥￥]\s?\d/.test(words) || !tellsOfTokens(words) ? '' : words;
}

/** For bare numbers under "¥": yuan where the page is Chinese, yen where it is Japanese. */
function yenOf({ locale }: Signals, { visible }: Document, { start, end }: Grid): string | undefined {
  if (!/[¥￥]/.test(visible.slice(start, Math.min(end, start + 400)))) return undefined;
  return /^zh\b/.test(locale.lang) ? 'CNY' : /^ja\b/.test(locale.lang) ? 'JPY' : undefined;
}

/** The headings that a table stands under, nearest first: each of a higher rank than the last. */
function headingsAbove(document: Document, start: number): string[] {
  const headings: string[] = [];
  let rank = 7;
  for (let index = lastAtOrBefore(document.lines, start - 1); index >= 0 && rank > 1; index -= 1) {
    const line = document.lines[index];
    if (line === undefined || start - line.start > HEADINGS_WITHIN) break;
    if (line.heading === 0 || line.heading >= rank) continue;
    rank = line.heading;
    headings.push(label(document.visible.slice(line.start, line.end), 120));
  }
  return headings;
}

function currencyOf({ amounts }: Signals, { start, end }: Grid): string | undefined {
  const first = amounts[lastAtOrBefore(amounts, start) + 1] ?? amounts[lastAtOrBefore(amounts, start)];
  return first !== undefined && first.start >= start && first.end <= end ? first.money.currency : undefined;
}
