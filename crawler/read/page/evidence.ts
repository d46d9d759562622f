/** The words that prove a value: the smallest stretch of a page that a person would read as saying it. */
import type { Evidence, ReaderName } from '../../../data/reading.ts';
import {
  type Document,
  lastAtOrBefore,
  lineAt,
  oncePerPage,
  type PageElement,
  pathOf,
  runAt,
  type Span,
} from './document.ts';

/** About two lines of a page: enough to judge, little enough to read. */
const MAX_QUOTE = 160;
/** A tag longer than this is no price's. */
const MAX_TAG = 4000;

/** A span of the text, and where the source states alone what the text does not: one state of a switch. */
export interface Stated extends Span {
  source?: Span;
}

interface Proof {
  method: ReaderName;
  /** Where the words end that belong to the span, if that is behind it. */
  reach?: number;
}

/** Evidence for a span of the text, widened to the start of its line and to `reach` where the quote stays short. */
export function evidenceFor(
  document: Document,
  { start, end, source }: Stated,
  { method, reach = end }: Proof,
): Evidence {
  if (source !== undefined) return sourceEvidence(document, source, { path: pathAt(document, start), method });
  const line = lineAt(document, start);
  let from = start;
  let to = Math.max(end, reach);
  if (to - from > MAX_QUOTE) to = Math.max(end, from + MAX_QUOTE);
  if (line !== undefined && line.start <= start && to - line.start <= MAX_QUOTE) from = line.start;
  if (line !== undefined && to < line.end && line.end - from <= MAX_QUOTE) to = line.end;
  return exact(document, { start: from, end: Math.min(to, from + 400) }, method);
}

/** Evidence for exactly this span, without the white space around it. */
export function exact(document: Document, span: Span, method: ReaderName): Evidence {
  const { text } = document;
  let from = span.start;
  let to = span.end;
  while (from < to && isSpace(text.charCodeAt(from))) from += 1;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1;
  return {
    quote: text.slice(from, to),
    scope: 'text',
    textStart: from,
    textEnd: to,
    path: pathAt(document, from),
    method,
  };
}

function pathAt(document: Document, at: number): string {
  const element = runAt(document, at)?.element;
  if (element === undefined) return '';
  return document.format === 'html' ? pathOf(element) : `line ${lineNumber(document, at)}`;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

const lineBreaksOf = oncePerPage(({ source }) =>
  Array.from(source.matchAll(/\n/g), ({ index }) => ({ start: index, end: index + 1 })),
);

/** From 1. */
function lineNumber(document: Document, offset: number): number {
  return lastAtOrBefore(lineBreaksOf(document), offset - 1) + 2;
}

/** Evidence for exactly this span of the source. */
export function sourceEvidence(
  { source }: Document,
  { start, end }: Span,
  { path, method }: Pick<Evidence, 'path' | 'method'>,
): Evidence {
  return { quote: source.slice(start, end), scope: 'source', textStart: start, textEnd: end, path, method };
}

/** An attribute as the source writes it; undefined where an entity in its value leaves no quote that says it. */
export function attributeEvidence(
  document: Document,
  { element, name, value }: { element: PageElement; name: string; value: string },
  method: ReaderName,
): Evidence | undefined {
  const tag = document.source.slice(element.sourceStart, element.sourceStart + MAX_TAG);
  for (const quote of ['"', "'"]) {
    const at = tag.indexOf(`${name}=${quote}${value}${quote}`);
    if (at < 0 || value.length > 300) continue;
    const start = element.sourceStart + at;
    const span = { start, end: start + name.length + value.length + 3 };
    return sourceEvidence(document, span, { path: pathOf(element), method });
  }
  return undefined;
}
