/** Regions of tables: their columns and their rows. */
import { type Document, type Span, within } from '../page/document.ts';
import { type Cell, type Grid, gridsOf } from '../page/grid.ts';
import type { Group, Region, RegionLine } from './regions.ts';

const MAX_COLUMNS = 12;
const MAX_ROWS = 120;

type IsPriceLabel = (words: string) => boolean;

export function tableGroups(document: Document, isPriceLabel: IsPriceLabel): Group[] {
  return gridsOf(document).flatMap((grid) =>
    [columnsOf(document, grid, isPriceLabel), rowsOf(document, grid)].flatMap((group) => group ?? []),
  );
}

/** Each column but the first, under its head; a cell is labelled by its row. */
function columnsOf(document: Document, { rows, start, end }: Grid, isPriceLabel: IsPriceLabel): Group | undefined {
  const width = Math.max(...rows.map((row) => row.length));
  if (width < 2 || width > MAX_COLUMNS || rows.length < 2) return undefined;
  const hasLabels = isLabelColumn(rows);
  const regions: Region[] = [];
  for (let column = hasLabels ? 1 : 0; column < width; column += 1) {
    const lines = rows.slice(0, MAX_ROWS).flatMap((row, index) => {
      const cell = row[column];
      if (cell === undefined || cell.start < 0) return [];
      // A cell that spans the row speaks of no column.
      if (row.every((each) => each === cell) && width > 1) return [];
      const label = hasLabels ? (row[0]?.words ?? '') : '';
      // Amounts of a row that is not headed as a price are among what the plans hold.
      if (index > 0 && label !== '' && !isPriceLabel(label) && /\d/.test(cell.words)) return [];
      return linesOf(document, cell, { slot: `row ${index}`, label: index === 0 ? '' : label, isHead: index === 0 });
    });
    if (lines.length > 0) regions.push(regionOfCells(lines));
  }
  return regions.length < 2 && !hasLabels ? undefined : { geometry: 'columns', regions, start, end };
}

/** The first column labels the rows where its head is blank or its cells hold no amounts. */
function isLabelColumn(rows: readonly Cell[][]): boolean {
  const cells = rows.slice(1).flatMap((row) => row[0] ?? []);
  return cells.length > 0 && cells.filter(({ words }) => /[$€£¥₹]\s?\d/.test(words)).length * 2 < cells.length;
}

/** Each row below the head; a cell is labelled by the head of its column. */
function rowsOf(document: Document, { rows, start, end }: Grid): Group | undefined {
  const [first = [], ...rest] = rows;
  const isHeaded = first.every(({ isHeader, words }) => isHeader || !/[$€£¥₹]\s?\d/.test(words)) && rest.length > 0;
  const body = isHeaded ? rest : rows;
  if (body.length > MAX_ROWS || first.length < 2) return undefined;
  const regions = body.flatMap((row) => {
    if (row.length < 2 || row.every((each) => each === row[0])) return [];
    const lines = row.flatMap((cell, column) => {
      if (cell.start < 0 || row.indexOf(cell) < column) return [];
      const label = isHeaded ? (first[column]?.words ?? '') : '';
      return linesOf(document, cell, { slot: `column ${column}`, label, isHead: column === 0 });
    });
    return lines.length === 0 ? [] : [regionOfCells(lines)];
  });
  return regions.length === 0 ? undefined : { geometry: 'rows', regions, start, end };
}

function regionOfCells(lines: RegionLine[]): Region {
  const start = Math.min(...lines.map((line) => line.start));
  const end = Math.max(...lines.map((line) => line.end));
  return { lines, root: undefined, start, end };
}

function linesOf(
  document: Document,
  cell: Cell,
  { slot, label, isHead }: { slot: string; label: string; isHead: boolean },
): RegionLine[] {
  const inside = within(document.lines, cell);
  const spans: readonly Span[] = inside.length > 0 ? inside : [cell];
  return spans.map(({ start, end }, nth) => ({
    start,
    end,
    heading: isHead ? 4 : 0,
    element: cell.element,
    slot: `${slot}#${nth}`,
    label,
  }));
}
