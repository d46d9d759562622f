/**
 * The data that a page carries for its own scripts or its own layout, parsed and never evaluated. Only what mentions a
 * price is parsed at all.
 */
import type { Evidence } from '../../../data/reading.ts';
import { type Document, type PageElement, type PageScript, pathOf, type Span } from '../page/document.ts';
import { label } from '../page/label.ts';
import { DecodedText } from './decoded-text.ts';
import { unflattened, unwrapped } from './framework.ts';
import { dataAboveOf } from './front-matter.ts';
import { type DataEntry, type DataValue, parseJson, readScript } from './literal.ts';

/** One object or list of a page's data, with the way back to the page's source. */
export interface PageData {
  root: DataValue;
  /** The text that the spans of `root` count in. */
  text: string;
  /** Where in the source a span of that text stands. */
  place(span: Span): Span;
  /** What it is called: a variable, an attribute; empty where it has no name. */
  name: string;
  /** For people. */
  path: string;
}

const PRICED = /pric|amount|cost|monthly|annual|yearly/i;
const MAX_PARTS = 400;
/** Larger blocks are applications, not price lists. */
const MAX_BLOCK = 3_000_000;
const SCRIPT = /^(?:|module|(?:text|application)\/(?:java|ecma)script)$/i;

export function pageDataOf(document: Document): PageData[] {
  const { source, scripts } = document;
  const flight = new DecodedText();
  const found = scripts.flatMap((script): PageData[] => {
    const { start, end, type } = script;
    const text = source.slice(start, end);
    // React can part a value in two: all chunks are kept.
    const isRead = PRICED.test(text) || text.startsWith('self.__next_f.push(');
    if (!isRead || text.length > MAX_BLOCK || /ld\+json/i.test(type)) return [];
    if (!SCRIPT.test(type)) return /json/i.test(type) ? jsonOf(source, script) : [];
    const { literals, flight: chunks } = readScript(text, start);
    for (const chunk of chunks) flight.addString(source, chunk);
    return literals.map(({ name, root }) => ({
      ...asWritten(source, root),
      name,
      path: `${pathOfScript(script)} ${name}`,
    }));
  });
  found.push(...flightRows(flight), ...attributeData(document));
  const above = dataAboveOf(document);
  if (above !== undefined) found.push({ ...asWritten(source, above), path: 'front matter' });
  return found.slice(0, MAX_PARTS);
}

/** A page that is JSON. */
export function dataOfPage(source: string, name: string): PageData[] {
  const root = source.length > MAX_BLOCK ? undefined : parseJson(source);
  return root === undefined ? [] : [{ ...asWritten(source, root), name }];
}

export function asWritten(text: string, root: DataValue): PageData {
  return { root, text, place: (span) => span, name: '', path: '' };
}

const pathOfScript = ({ id }: PageScript) => (id === '' ? 'script' : `script#${id}`);

function jsonOf(source: string, script: PageScript): PageData[] {
  const { start, end, id, type } = script;
  const stated = parseJson(source.slice(start, end), start);
  const root = id === '__NUXT_DATA__' || /devalue/i.test(type) ? unflattened(stated) : stated;
  return root === undefined ? [] : [{ ...asWritten(source, root), path: pathOfScript(script) }];
}

/** A row of a flight is its number, a colon, and JSON that ends with the line. */
function flightRows(flight: DecodedText): PageData[] {
  const { text } = flight;
  return [...text.matchAll(/^[0-9a-f]{1,8}:(?=[[{])/gm)].flatMap(({ 0: head, index }): PageData[] => {
    const start = index + head.length;
    const feed = text.indexOf('\n', start);
    const row = text.slice(start, feed < 0 ? undefined : feed);
    const root = PRICED.test(row) ? parseJson(row, start) : undefined;
    const path = `script __next_f ${head.slice(0, -1)}`;
    return root === undefined ? [] : [{ root, text, place: (span) => flight.place(span), name: '', path }];
  });
}

/** JSON in attributes: the props of an island, the data of a component. */
function attributeData({ source, withData }: Document): PageData[] {
  return withData.flatMap((element) =>
    Object.entries(element.attribs).flatMap(([name, value]): PageData[] => {
      if (!/^\s?[[{]/.test(value) || !PRICED.test(value)) return [];
      const decoded = attributeText(source, element, name, value.length);
      const root = decoded.text === value ? parseJson(value) : undefined;
      if (root === undefined) return [];
      const plain = element.name === 'astro-island' ? unwrapped(root) : root;
      const path = `${pathOf(element)}[${name}]`;
      return [{ root: plain, text: value, place: (span) => decoded.place(span), name, path }];
    }),
  );
}

/** An attribute's value as the source writes it; empty where it is not found within reach. */
function attributeText(source: string, { sourceStart }: PageElement, name: string, length: number): DecodedText {
  const tag = source.slice(sourceStart, sourceStart + 20_000 + length * 6);
  const starts = ['"', "'"].map((quote) => tag.toLowerCase().indexOf(`${name}=${quote}`)).filter((at) => at >= 0);
  const start = Math.min(...starts) + name.length + 2;
  const end = starts.length === 0 ? -1 : tag.indexOf(tag.charAt(start - 1), start);
  const decoded = new DecodedText();
  return end < 0 ? decoded : decoded.addAttribute(source, { start: sourceStart + start, end: sourceStart + end });
}

export type Cite = (entry: DataEntry, data: PageData, list: { path: readonly string[] }) => Evidence | undefined;

/** Name and value as they stand in the source; the value alone, with its separators, where they stand apart. */
export function citeSource(source: string): Cite {
  return ({ key, start, value }, { text, place, path }, list) => {
    const head = value.start > start ? text.slice(start, Math.min(value.start, start + key.length + 20)) : '';
    const isBeside = start + head.length === value.start && /^["']?[^"']*(?<!\s)["']?\s*:\s*$/.test(head);
    const alone = {
      start: value.start - (/[[,(]/.test(text[value.start - 1] ?? '') ? 1 : 0),
      end: value.end + (/[\],)]/.test(text[value.end] ?? '') ? 1 : 0),
    };
    const { start: textStart, end } = place(isBeside ? { start, end: value.end } : alone);
    const textEnd = Math.min(end, textStart + 400);
    const quote = source.slice(textStart, textEnd);
    // A number that two chunks of a flight part stands nowhere as it is.
    const isWhole = value.kind !== 'number' || quote.includes(value.value);
    if (quote === '' || end > textEnd || !isWhole) return undefined;
    const of = label(`${path} ${list.path.slice(-6).join('.')}`, 300);
    return { quote, scope: 'source', textStart, textEnd, path: of, method: 'state' };
  };
}
