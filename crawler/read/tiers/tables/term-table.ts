/**
 * Tables by how long one pays ahead: of one tier, with a row for each billing below that tier's heading or a column
 * for each with the tier in the corner; or of a product that is sold as "Monthly", "Annual" and "Lifetime".
 */
import type { Billing } from '../../../../data/reading.ts';
import { type Document, lastAtOrBefore, type Span } from '../../page/document.ts';
import type { Cell, Grid } from '../../page/grid.ts';
import { tidyName } from '../../page/label.ts';
import type { Concept } from '../../vocabulary/concepts.ts';
import { anyMeans } from '../../vocabulary/phrases.ts';
import { headingSays, matchAny } from '../../vocabulary/vocabulary.ts';
import { amountBetween } from '../alike-elements.ts';
import { billingNamed, billingOf, isOtherTerm, termNamed } from '../term-names.ts';
import { sectionName } from '../unpriced.ts';
import { hasTierWord, nameIn } from '../words.ts';
import { isPriceLabel } from './price-label.ts';

export interface TermSlot {
  name: string;
  /** What one pays under each billing, with all that the table says of it. */
  cells: { cell: Cell; label: string }[];
}

const BESIDE_PRICE: readonly Concept[] = ['equivalent', 'save', 'off', 'more'];

/** Heads a column of what the column of prices comes to, or of what is added to it. */
function isBesidePrice(words: string): boolean {
  return headingSays(words).has('savings') || anyMeans(matchAny(words), ...BESIDE_PRICE);
}

const PRICE_ROW = /^(?:prices?|pricing|costs?|fees?|(?:billed|charged|paid)(?: as)?|)$/i;
/** Over the labels of the rows. */
const CORNER = /^(?:features?|billing|plans?|)$/i;
/** "How much is the Team plan?" */
const OF_PLAN = /\b(\p{Lu}[\p{L}\d+]{1,20}(?: \p{Lu}[\p{L}\d+]{1,20})?) (?:plan|tier|edition|subscription)\b/u;
const MAX_ROWS = 12;
/** Farther up, a heading is about something else. */
const MAX_LINES = 120;

export function termSlots(document: Document, grid: Grid, amounts: readonly Span[]): TermSlot[] | undefined {
  const [head = [], ...body] = grid.rows;
  if (body.length === 0 || body.length > MAX_ROWS || head.length < 2) return undefined;
  const isPriced = (cell: Cell | undefined) =>
    cell !== undefined && cell.start >= 0 && amountBetween(amounts, cell.start, cell.end - 1);
  if (head.slice(1).every(({ words }) => isTerm(words))) {
    const priced = body.filter((row) => row.slice(1).some(isPriced));
    return ofCorner(head, priced) ?? ofColumns(head, priced, tierAbove(document, grid.start));
  }
  if (!body.every(([first]) => first !== undefined && isTerm(first.words))) return undefined;
  const priced = head.flatMap((_, at) => (body.some((row) => isPriced(row[at])) ? [at] : []));
  const [column, ...more] = priced.filter((at) => !isBesidePrice(head[at]?.words ?? ''));
  if (column === undefined || column === 0 || more.length > 0) return undefined;
  const label = (head[column]?.words ?? '').replace(/ ?\([^)]{0,40}\)/g, '');
  if (hasTierWord(label)) return undefined;
  const name = tierAbove(document, grid.start);
  if (name !== undefined) return [{ name, cells: body.flatMap((row) => underTerm(row[0], row[column], label)) }];
  return headingSays(head[0]?.words ?? '').has('ofTiers') && isPriceLabel(label) ? ofRows(body, column, label) : [];
}

/** "Plan | Price" over "Monthly", "Annual" and "Lifetime": these are all plans there are. */
function ofRows(body: readonly Cell[][], column: number, label: string): TermSlot[] {
  if (body.length < 2) return [];
  return body.flatMap(({ 0: term, [column]: cell }) =>
    term === undefined || cell === undefined || isOtherTerm(term.words)
      ? []
      : [{ name: tidyName(term.words), cells: [{ cell, label: labelOf(term.words, label) }] }],
  );
}

const isTerm = (words: string) =>
  termNamed(words) !== undefined || billingNamed(words) !== undefined || isOtherTerm(words);

/** "Team licence | Monthly | Annual" over one row of prices. */
function ofCorner(head: readonly Cell[], [row, ...more]: readonly Cell[][]): TermSlot[] | undefined {
  const name = nameIn(head[0]?.words ?? '', true);
  if (row === undefined || more.length > 0 || name === undefined || !hasTierWord(name)) return undefined;
  if (!PRICE_ROW.test(row[0]?.words ?? '')) return undefined;
  return [{ name, cells: head.flatMap((cell, at) => (at === 0 ? [] : underTerm(cell, row[at], ''))) }];
}

/** "| | Monthly | Annual |" over rows of prices: billings of the tier above, or of all there is. */
function ofColumns(head: readonly Cell[], priced: readonly Cell[][], tier: string | undefined): TermSlot[] | undefined {
  if (priced.length === 0 || !priced.every(([first]) => PRICE_ROW.test(first?.words ?? ''))) return undefined;
  if (!CORNER.test(head[0]?.words ?? '')) return undefined;
  const columns = head.slice(1).map((term, at): TermSlot => {
    const cells = priced.flatMap((row) => {
      const cell = row[at + 1];
      return cell === undefined ? [] : [{ cell, label: labelOf(term.words, '') }];
    });
    return { name: tidyName(term.words), cells };
  });
  if (tier === undefined) return columns.length < 2 ? undefined : columns;
  return [{ name: tier, cells: columns.flatMap(({ name, cells }) => (billingIn(name) === undefined ? [] : cells)) }];
}

/** The cell under a billing that we know; a quarter's price is left out. */
function underTerm(term: Cell | undefined, cell: Cell | undefined, label: string): TermSlot['cells'] {
  if (term === undefined || cell === undefined || billingIn(term.words) === undefined) return [];
  return [{ cell, label: labelOf(term.words, label) }];
}

function labelOf(term: string, label: string): string {
  const billing = billingIn(term);
  return billing === undefined ? label.trim() : `${label} (${SAID[billing]})`.trim();
}

const SAID: Readonly<Record<Billing, string>> = { annual: 'annually', monthly: 'monthly' };

const billingIn = (words: string) => billingOf(billingNamed(words));

/** The tier that the headings above are about, nearest first. */
function tierAbove({ lines, visible }: Document, start: number): string | undefined {
  const below = lastAtOrBefore(lines, start - 1);
  let rank = 7;
  for (let at = below; at >= 0 && below - at < MAX_LINES && rank > 1; at -= 1) {
    const line = lines[at];
    if (line === undefined || line.heading === 0 || line.heading >= rank) continue;
    rank = line.heading;
    const words = visible.slice(line.start, Math.min(line.end, line.start + 120)).trim();
    const asked = OF_PLAN.exec(words)?.[1];
    const name = sectionName(words) ?? (asked === undefined ? undefined : sectionName(asked));
    if (name !== undefined) return name;
  }
  return undefined;
}
