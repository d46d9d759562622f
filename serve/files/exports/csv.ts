/**
 * Comma-separated values by RFC 4180: a header, CRLF after each row, quotes where a value needs them. Pure.
 *
 * Spreadsheets run what begins like a formula, and a vendor's page decides how a quote begins: such texts begin with an
 * apostrophe here (serve/record/vendor-text.ts, `cell`). The other formats have them as they are.
 */
import { cell } from '../../record/vendor-text.ts';
import type { Column } from './columns.ts';
import type { Cell } from './history-rows.ts';

const LINE_END = '\r\n';

export function csvHeader(columns: readonly Column[]): string {
  return columns.map(({ name }) => name).join(',') + LINE_END;
}

export function csvRow(columns: readonly Column[], row: Readonly<Record<string, Cell>>): string {
  return columns.map(({ name, type }) => field(row[name] ?? null, type === 'text')).join(',') + LINE_END;
}

function field(value: Cell, isText: boolean): string {
  if (value === null) return '';
  const text = isText ? cell(String(value)) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
