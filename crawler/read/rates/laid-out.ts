/**
 * Tables of rates without elements of tables: rows of as many elements each, or cells side by side, below heads that say
 * "Input" or "Output".
 */
import { childrenOf, type Document, isCell, type Line, nearest, type PageElement, parentOf } from '../page/document.ts';
import type { Cell, Grid } from '../page/grid.ts';
import { label } from '../page/label.ts';
import { isPriceLike, type Page } from './cell.ts';
import { directionsIn, isGeneric, isRate, roleOf } from './kinds.ts';

const MAX_HEAD = 60;
const MAX_COLUMNS = 12;
const MAX_ROWS = 500;
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
  const words = cells.slice(0, MAX_COLUMNS).map((cell) => wordsOf(page.document, cell));
  const rated = words.findLastIndex((each) => isRate(roleOf(each))) + 1;
  const row = cells[0] && parentOf(cells[0]);
  if (row === undefined || rated < 2) return undefined;
  const below = cells.length > MAX_COLUMNS ? [] : rowsBelow(row, cells.length);
  const rows = below.length > 0 ? below : inTurn(cells.slice(rated), rated);
  const heads = cells.slice(0, below.length > 0 ? cells.length : rated);
  const body = rows.map((each) => each.map((cell) => cellOf(page.document, cell, false)));
  const head = heads.map((cell) => cellOf(page.document, cell, true));
  const isPriced = (each: readonly Cell[]) => each.some((cell) => isPriceLike(page, cell));
  const isNamed = ([first]: readonly Cell[]) => first !== undefined && !isGeneric(first.words);
  if (isPriced(head) || head.some(({ start, end }) => end - start > MAX_HEAD)) return undefined;
  if (!body.every(isNamed) || body.filter(isPriced).length * 2 <= body.length) return undefined;
  return { rows: [head, ...body], element: row, start: row.start, end: body.at(-1)?.at(-1)?.end ?? row.end };
}

/** Those beside the row of heads, or in the one element beside it. */
function rowsBelow(heads: PageElement, width: number): PageElement[][] {
  const parent = parentOf(heads);
  const beside = (parent === undefined ? [] : inSight(parent)).filter(({ start }) => start >= heads.end);
  const [only, ...more] = beside;
  const inside = only === undefined || more.length > 0 ? [] : inSight(only).map(inSight);
  const isBody = inside.some(({ length }) => length === width);
  return (isBody ? inside : beside.map(inSight)).filter(({ length }) => length === width).slice(0, MAX_ROWS);
}

function inTurn(cells: readonly PageElement[], width: number): PageElement[][] {
  if (cells.length % width !== 0) return [];
  return Array.from({ length: Math.min(MAX_ROWS, cells.length / width) }, (_, at) =>
    cells.slice(at * width, (at + 1) * width),
  );
}

function inSight(element: PageElement): PageElement[] {
  return childrenOf(element).filter(({ start, hidden }) => start >= 0 && !hidden);
}

function cellOf(document: Document, element: PageElement, isHeader: boolean): Cell {
  return { words: wordsOf(document, element), element, isHeader, start: element.start, end: element.end };
}

function wordsOf({ visible }: Document, { start, end }: PageElement): string {
  return label(visible.slice(start, end), 200);
}
