/**
 * Tables of rates without elements of tables: rows of as many elements each, or cells side by side, below heads that say
 * "Input" or "Output".
 */

import { onlyOf } from '../../../data/text/only.ts';
import { type Document, isCell, type Line, nearest, type PageElement, parentOf, siblingsOf } from '../page/document.ts';
import { type Cell, cellOf, type Grid } from '../page/grid.ts';
import { hasPrice, isPriceLike, type Page } from './cell.ts';
import { directionsIn, isGeneric, isRate, roleOf } from './kinds.ts';

const MAX_HEAD = 60;
const MAX_COLUMNS = 12;
const MAX_ROWS = 500;
/** Rows without a price at the top. */
const MAX_UNPRICED = 3;
/** From the words of a head up to its row. */
const MAX_CLIMB = 4;

export function laidOutGrids(page: Page): Grid[] {
  const { document } = page;
  const grids: Grid[] = [];
  const seen = new Set<PageElement>();
  for (const line of document.lines) {
    if (line.start < (grids.at(-1)?.end ?? 0) || !isHead(document, line)) continue;
    if (nearest(line.element, MAX_CLIMB, isCell) !== undefined) continue;
    const found = gridAround(page, line.element, seen);
    if (found !== undefined) grids.push(found);
  }
  return grids;
}

function isHead({ visible }: Document, { start, end }: Line): boolean {
  if (end - start > MAX_HEAD) return false;
  const { isInput, isOutput } = directionsIn(visible.slice(start, end));
  return isInput || isOutput;
}

function gridAround(page: Page, element: PageElement, seen: Set<PageElement>): Grid | undefined {
  let found: Grid | undefined;
  nearest(element, MAX_CLIMB, (cell) => {
    const row = parentOf(cell);
    if (row === undefined || seen.has(row)) return false;
    seen.add(row);
    found = gridOf(page, inSight(row));
    return found !== undefined;
  });
  return found;
}

/** Heads with the rows below them, or all cells in turn: these are as wide as the last head of a rate is far. */
function gridOf(page: Page, cells: readonly PageElement[]): Grid | undefined {
  const firsts = cellsOf(page.document, cells.slice(0, MAX_COLUMNS)).map((cell) => ({ ...cell, isHeader: true }));
  const rated = firsts.findLastIndex(({ words }) => isRate(roleOf(words))) + 1;
  const row = cells[0] && parentOf(cells[0]);
  const isHeadLike = (cell: Cell) => cell.end - cell.start <= MAX_HEAD && !isPriceLike(page, cell);
  if (row === undefined || rated < 2 || !firsts.slice(0, rated).every(isHeadLike)) return undefined;
  const below = cells.length > MAX_COLUMNS ? [] : rowsBelow(page, row, cells.length);
  const body = below.length > 0 ? below : inTurn(cells.slice(rated), rated).map((each) => cellsOf(page.document, each));
  const priced = body.filter((each) => hasPrice(page, each));
  if (!body.every(isNamed) || priced.length * 2 <= body.length) return undefined;
  const head = firsts.slice(0, below.length > 0 ? cells.length : rated);
  if (!head.every(isHeadLike)) return undefined;
  return { rows: [head, ...body], element: row, start: row.start, end: body.at(-1)?.at(-1)?.end ?? row.end };
}

function isNamed([first]: readonly Cell[]): boolean {
  return first !== undefined && !isGeneric(first.words);
}

/** Those beside the row of heads, or in the one element beside it, up to the next heads. */
function rowsBelow(page: Page, heads: PageElement, width: number): Cell[][] {
  const { document } = page;
  const beside = siblingsOf(heads, 'next', MAX_ROWS).filter(isInSight);
  const only = onlyOf(beside);
  const isBody = only !== undefined && inSight(only).some((row) => inSight(row).length === width);
  const rows: Cell[][] = [];
  for (const row of isBody ? inSight(only).slice(0, MAX_ROWS) : beside) {
    const cells = cellsOf(document, inSight(row).slice(0, width + 1));
    if (cells.length > 1 && !isNamed(cells)) break;
    if (cells.length === width) rows.push(cells);
    // Most elements that say "Input" head nothing.
    if (rows.length === MAX_UNPRICED && !rows.some((each) => hasPrice(page, each))) return [];
  }
  return rows;
}

/** Elements of several kinds are a section. */
function inTurn(cells: readonly PageElement[], width: number): PageElement[][] {
  if (cells.length % width !== 0 || cells.some(({ name }) => name !== cells[0]?.name)) return [];
  return Array.from({ length: Math.min(MAX_ROWS, cells.length / width) }, (_, at) =>
    cells.slice(at * width, (at + 1) * width),
  );
}

function inSight(element: PageElement): PageElement[] {
  return element.children.filter(isInSight);
}

function isInSight({ start, hidden }: PageElement): boolean {
  return start >= 0 && !hidden;
}

function cellsOf(document: Document, elements: readonly PageElement[]): Cell[] {
  return elements.map((element) => cellOf(document, element));
}
