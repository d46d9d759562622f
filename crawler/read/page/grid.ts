/** Tables as rectangles: spans of rows and columns filled in, a header that stands in a table of its own put back on. */

import { onlyOf } from '../../../data/text/only.ts';
import { type Document, isCell, type PageElement, type Span } from './document.ts';
import { label } from './label.ts';

export interface Cell extends Span {
  words: string;
  element: PageElement;
  isHeader: boolean;
}

export interface Grid extends Span {
  rows: Cell[][];
  element: PageElement;
}

/** Beyond these a table is no price list, and a hostile `colspan` costs nothing. */
const MAX_COLUMNS = 60;
const MAX_ROWS = 2000;
const MAX_GRIDS = 300;

export function gridsOf(document: Document): Grid[] {
  const grids: Grid[] = [];
  for (const table of document.tables) {
    if (grids.length >= MAX_GRIDS) break;
    const rows = rowsOf(document, table);
    if (rows.length === 0) continue;
    const grid = { rows, element: table, start: table.start, end: table.end };
    const last = grids.at(-1);
    if (last !== undefined && isHeadOf(last, grid))
      grids[grids.length - 1] = { ...grid, rows: [...last.rows, ...rows], start: last.start };
    else grids.push(grid);
  }
  return grids;
}

/** A header alone in its table belongs to the next table of the same width. */
function isHeadOf(head: Grid, body: Grid): boolean {
  const only = onlyOf(head.rows);
  const first = body.rows[0];
  if (only === undefined || first === undefined || only.length !== first.length || only.length < 2) return false;
  return (
    body.start - head.end < 4 && !only.some(({ words }) => /\d/.test(words)) && !first.every(({ isHeader }) => isHeader)
  );
}

function rowsOf(document: Document, table: PageElement): Cell[][] {
  const rows: Cell[][] = [];
  /** Cells that reach down from earlier rows, by column. */
  let hanging: ({ cell: Cell; left: number } | undefined)[] = [];
  for (const row of rowElements(table)) {
    if (rows.length >= MAX_ROWS) break;
    const cells: Cell[] = [];
    const next: typeof hanging = [];
    const fill = () => {
      while (cells.length < MAX_COLUMNS) {
        const hung = hanging[cells.length];
        if (hung === undefined) break;
        if (hung.left > 1) next[cells.length] = { cell: hung.cell, left: hung.left - 1 };
        cells.push(hung.cell);
      }
    };
    for (const element of row.children) {
      if (!isCell(element) || takesNoColumn(element)) continue;
      fill();
      const cell = cellOf(document, element);
      const wide = spanOf(element.attribs.colspan, MAX_COLUMNS);
      const tall = spanOf(element.attribs.rowspan, MAX_ROWS);
      for (let column = 0; column < wide && cells.length < MAX_COLUMNS; column += 1) {
        if (tall > 1) next[cells.length] = { cell, left: tall - 1 };
        cells.push(cell);
      }
    }
    fill();
    hanging = next;
    if (rows.length > 0 && isRule(cells)) headBy(rows);
    else if (cells.length > 0) rows.push(cells);
  }
  return rows;
}

/** Converters of HTML to Markdown draw a line below each row of heads. */
function isRule(cells: readonly Cell[]): boolean {
  return cells.every(({ words }) => /^:?-{3,}:?$/.test(words)) && cells.length > 1;
}

/** Of several rows of heads the last has a cell for each column. */
function headBy(rows: Cell[][]): void {
  rows.splice(0, rows.length - 1);
  for (const cell of rows[0] ?? []) cell.isHeader = true;
}

function rowElements(table: PageElement): PageElement[] {
  return table.children.flatMap((child) => {
    if (isRow(child)) return [child];
    const isGroup = /^(?:thead|tbody|tfoot)$/.test(child.name) || child.role === 'rowgroup';
    return isGroup ? child.children.filter(isRow) : [];
  });
}

function isRow({ name, role }: PageElement): boolean {
  return name === 'tr' || role === 'row';
}

export function cellOf(document: Document, element: PageElement): Cell {
  const { start, end } = element;
  return {
    words: start < 0 ? '' : label(document.visible.slice(start, end), 200),
    element,
    isHeader: isHeading(element),
    start,
    end,
  };
}

function isHeading({ name, role }: PageElement): boolean {
  return name === 'th' || role === 'columnheader';
}

/** Editors leave the cells that a span covers in place, undisplayed. */
function takesNoColumn({ attribs, hidden, parent }: PageElement): boolean {
  return hidden && attribs['aria-hidden'] === undefined && parent?.hidden !== true;
}

function spanOf(value: string | undefined, max: number): number {
  const number = Number(value ?? 1);
  return Number.isInteger(number) && number > 1 ? Math.min(number, max) : 1;
}
