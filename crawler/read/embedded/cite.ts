/** Evidence for a value in a page's data: its name and itself, as they stand in the page's source. */
import type { Evidence } from '../../../data/reading.ts';
import type { Span } from '../page/document.ts';
import { label } from '../page/label.ts';
import type { JsonEntry } from './json-positions.ts';
import type { PageData } from './part.ts';

/** Of a list, its keys and places from the root. */
interface Listed {
  path: readonly string[];
}

export type Cite = (entry: JsonEntry, data: PageData, list: Listed) => Evidence | undefined;

/** Name and value as they stand in the source; the value alone, with its separators, where they stand apart. */
export function citeSource(source: string): Cite {
  return ({ key, start, value }, data, list) => {
    const head = value.start > start ? data.text.slice(start, Math.min(value.start, start + key.length + 20)) : '';
    const isBeside = start + head.length === value.start && /^["']?[^"']*(?<!\s)["']?\s*:\s*$/.test(head);
    const span = isBeside ? { start, end: value.end } : separated(data.text, value);
    const { start: textStart, end } = data.place(span);
    const textEnd = Math.min(end, textStart + 400);
    const quote = source.slice(textStart, textEnd);
    // A number that two chunks of a flight part stands nowhere as it is.
    const isWhole = value.kind !== 'number' || quote.includes(value.value);
    if (quote === '' || end > textEnd || !isWhole) return undefined;
    const path = label(`${data.path} ${list.path.slice(-6).join('.')}`, 300);
    return { quote, scope: 'source', textStart, textEnd, path, method: 'state' };
  };
}

function separated(text: string, { start, end }: Span): Span {
  return {
    start: /[[,(]/.test(text[start - 1] ?? '') ? start - 1 : start,
    end: /[\],)]/.test(text[end] ?? '') ? end + 1 : end,
  };
}
