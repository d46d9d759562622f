/** A table of rates with what stands around it, and how its cells are read. */
import type { Document } from '../page/document.ts';
import type { Cell, Grid } from '../page/grid.ts';
import type { Signals } from '../tiers/signals.ts';
import { type CellSetting, partsOf, type Rate, ratesIn } from './rate-cell.ts';
import type { Said } from './rate-heads.ts';
import { batched, type Manner, orderIn, type RateField, type Role } from './token-rate.ts';

/** The rates of one model of one table. */
export interface RateRow {
  model: string;
  bands: readonly string[];
  rates: Rate[];
  /** The channel, region or cloud that these rates are of, where the heading over them says one. */
  offer?: string;
}

/** Spans make a small page a table of millions of cells. */
export interface Budget {
  cells: number;
}

export interface Table {
  document: Document;
  signals: Signals;
  grid: Grid;
  /** What stands between its heading and itself. */
  under: string;
  above: Said;
  headings: readonly string[];
  manner: Manner;
  /** Of its amounts. */
  currency: string | undefined;
  budget: Budget;
  /** "Prices are input / cached input / output." */
  order: RateField[] | undefined;
}

interface CellOf {
  role: Role;
  /** Of the header. */
  words: string;
  /** Believed in this order. */
  said: readonly Said[];
  band: string | undefined;
  manner: Manner;
}

export function readCell(table: Table, cell: Cell, { role, words, said, band, manner }: CellOf): Rate[] {
  if (table.budget.cells <= 0) return [];
  table.budget.cells -= 1;
  const setting: CellSetting = {
    role,
    order: orderIn(words) ?? table.order,
    scale: said.find(({ scale }) => scale !== undefined)?.scale,
    currency: said.find(({ currency }) => currency !== undefined)?.currency,
    tableCurrency: table.currency,
  };
  return ratesIn(table.document, table.signals, cell, setting).map((rate) => ({
    ...rate,
    ...(table.manner === 'batch' || manner === 'batch' ? { field: batched(rate.field) } : {}),
    ...(band !== undefined && rate.band === undefined && { band }),
  }));
}

export function partsIn({ document, signals }: Table, cell: Cell): number {
  return partsOf(document, signals, cell).length;
}

/** A cell's words without the note that is raised in it. */
export function nameOf({ visible, text }: Document, cell: Cell): string {
  if (cell.start < 0) return '';
  let words = visible.slice(cell.start, cell.end);
  for (const note of text.slice(cell.start, cell.end).matchAll(/<sup>[^<]{0,12}<\/sup>/gi))
    words = words.slice(0, note.index) + ' '.repeat(note[0].length) + words.slice(note.index + note[0].length);
  for (const child of cell.element.children)
    if (child.name === 'sup' && child.start >= cell.start && child.end <= cell.end)
      words =
        words.slice(0, child.start - cell.start) +
        ' '.repeat(child.end - child.start) +
        words.slice(child.end - cell.start);
  return words;
}
