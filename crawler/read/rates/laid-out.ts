/** Tables of rates that are laid out of other elements: rows of boxes under a row of heads, or one grid of boxes. */
import { childrenOf, type Document, isCell, type PageElement, parentOf, siblingsOf } from '../page/document.ts';
import { boxesIn, cellOf, type Grid } from '../page/grid.ts';
import { isPriced, ownRole, roleOf } from './kinds.ts';
import { says } from './words.ts';

const MAX_GRIDS = 20;
const MAX_ROWS = 300;
const MAX_COLUMNS = 16;
const MAX_HEAD = 24;
/** Of elements around the words of one box. */
const MAX_CLIMB = 5;

export function laidOutGrids(document: Document): Grid[] {
  const grids: Grid[] = [];
  for (const { start, end, element } of document.runs) {
    if (end - start > MAX_HEAD || end - start < 2 || grids.length >= MAX_GRIDS) continue;
    if (!isNameHead(document.visible.slice(start, end).trim())) continue;
    const grid = gridAt(document, boxOf(element));
    if (grid !== undefined && !grids.some((known) => known.element === grid.element)) grids.push(grid);
  }
  return grids;
}

function isNameHead(words: string): boolean {
  return roleOf(words) === 'model' || (words.length <= 5 && says(words, 'modelNoun'));
}

/** The largest element around these words alone. */
function boxOf(words: PageElement): PageElement {
  let box = words;
  for (let up = 0; up < MAX_CLIMB; up += 1) {
    const parent = parentOf(box);
    if (parent === undefined || parent.start !== box.start || parent.end !== box.end) break;
    box = parent;
  }
  return box;
}

function gridAt(document: Document, box: PageElement): Grid | undefined {
  const row = parentOf(box);
  if (row === undefined || isCell(box)) return undefined;
  const boxes = boxesIn(row);
  if (boxes[0] !== box || boxes.length < 2) return undefined;
  const heads = boxes.slice(0, MAX_COLUMNS).map((head) => cellOf(document, head, true));
  const priced = heads.findIndex(({ words }) => /\p{Sc}\s?\d|^\d[\d.,]*$|\d\s?[元\p{Sc}]/u.test(words));
  const names = priced < 0 ? heads : heads.slice(0, priced);
  const rate = names.findIndex(({ words }, at) => at > 0 && isPriced(ownRole(words)));
  if (rate < 1) return undefined;
  const rows = priced < 0 ? rowsBelow(row, boxes.length) : rowsOf(boxes, priced - 1);
  const [width] = rows.map((each) => each.length);
  if (width === undefined) return undefined;
  const body = rows.map((each) => each.map((cell) => cellOf(document, cell, false)));
  return {
    rows: [heads.slice(0, width), ...body],
    element: row,
    start: row.start,
    end: body.at(-1)?.at(-1)?.end ?? row.end,
  };
}

/** The rows beside the row of heads, or in the box below it. */
function rowsBelow(head: PageElement, width: number): (readonly PageElement[])[] {
  const around = parentOf(head);
  const beside = siblingsOf(head, 'next', MAX_ROWS * 3);
  const below = around === undefined ? [] : siblingsOf(around, 'next', 3).flatMap((box) => [...childrenOf(box)]);
  const inside = beside.slice(0, 2).flatMap((box) => [...childrenOf(box)]);
  for (const rows of [beside, inside, below]) {
    const found = rows
      .slice(0, MAX_ROWS)
      .map(boxesIn)
      .filter((boxes) => boxes.length === width);
    if (found.length > 0) return found;
  }
  return [];
}

/** One grid of boxes, row after row: heads, a name, its first amount. */
function rowsOf(boxes: readonly PageElement[], width: number): (readonly PageElement[])[] {
  if (width < 2 || boxes.length % width !== 0) return [];
  return Array.from({ length: Math.min(MAX_ROWS, boxes.length / width - 1) }, (_, at) =>
    boxes.slice((at + 1) * width, (at + 2) * width),
  );
}
