/**
 * CSV by RFC 4180. An apostrophe precedes text that a spreadsheet would run as a formula (`cell`), since vendors choose
 * the quotes.
 */
import { cell } from '../../record/vendor-text.ts';
import type { Cell, Column, Row } from './columns.ts';

export function csvHeader(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => name).join(',')}\r\n`;
}

export function csvRow(columns: readonly Column[], row: Row): string {
  return `${columns.map(({ name, type }) => field(row[name], type === 'text')).join(',')}\r\n`;
}

function field(value: Cell, isText: boolean): string {
  const text = isText ? cell(String(value ?? '')) : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
