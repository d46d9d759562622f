/**
 * The data that a page carries for its own scripts or its own layout, parsed and never evaluated. Only what mentions a
 * price is parsed at all.
 *
 * What is read, and what 40 offers of the vendor web lose without it: JSON in scripts (next-state, next-bare: 114 of 248
 * facts), literals in scripts (nuxt-state, state-shell: 203 of 280), rows that React streams (flight-state: 45 of 124),
 * what devalue flattens (nuxt-payload: 47 of 124), JSON in attributes, as Astro wraps it (astro-island: 47 of 124), data
 * above a document (front-matter: 120 of 124), and pages that are JSON (pricing-json: all). On labelled pages: prices by
 * the month that a switch hides, in a script. Not read, for nothing is lost: microdata and RDFa, which mark what the
 * page shows; sources of components, which no vendor serves; strings that a script parses; arguments of Nuxt 2.
 */
import type { Evidence } from '../../../data/reading.ts';
import { type Document, type PageElement, pathOf, type Span } from '../page/document.ts';
import { label } from '../page/label.ts';
import { decodeAttribute, decodeString, PAD, withoutPads } from './decode.ts';
import { unflattened, unwrapped } from './framework.ts';
import { dataAboveOf } from './front-matter.ts';
import { type DataEntry, type DataValue, parseJson, readScript } from './literal.ts';

/** One object or list of a page's data; its places count in the page's source. */
export interface PageData {
  root: DataValue;
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
  const flight: Span[] = [];
  const found = scripts.flatMap((script): PageData[] => {
    const { start, end, type, id } = script;
    const text = source.slice(start, end);
    // React can part a value in two: all chunks are kept.
    const isRead = PRICED.test(text) || text.startsWith('self.__next_f.push(');
    if (!isRead || text.length > MAX_BLOCK || /ld\+json/i.test(type)) return [];
    const path = id === '' ? 'script' : `script#${id}`;
    if (SCRIPT.test(type)) {
      const { literals, flight: chunks } = readScript(text, start);
      flight.push(...chunks);
      return literals.map(({ name, root }) => ({ root, name, path: `${path} ${name}` }));
    }
    const stated = /json/i.test(type) ? parseJson(text, start) : undefined;
    const root = id === '__NUXT_DATA__' || /devalue/i.test(type) ? unflattened(stated) : stated;
    return root === undefined ? [] : [{ root, name: '', path }];
  });
  found.push(...flightRows(source, flight), ...attributeData(document));
  const above = dataAboveOf(document);
  if (above !== undefined) found.push({ root: above, name: '', path: 'front matter' });
  return found.slice(0, MAX_PARTS);
}

/** A page that is JSON. */
export function dataOfPage(text: string, name: string): PageData[] {
  const root = text.length > MAX_BLOCK ? undefined : parseJson(text);
  return root === undefined ? [] : [{ root, name, path: '' }];
}

/** A row of a flight is its number, a colon, and JSON that ends with the line. What stands between chunks is padded. */
function flightRows(source: string, chunks: readonly Span[]): PageData[] {
  const offset = chunks[0]?.start ?? 0;
  const flight = chunks.map(({ start, end }, at) => {
    const gap = start - (chunks[at - 1]?.end ?? start);
    return PAD.repeat(gap) + decodeString(source.slice(start, end));
  });
  return [...flight.join('').matchAll(/^\ufeff*([0-9a-f]{1,8}):(?=[[{])([^\n]*)/gm)].flatMap((match): PageData[] => {
    const { 0: whole, 1: number = '', 2: text = '', index } = match;
    const root = PRICED.test(text) ? parseJson(text, offset + index + whole.length - text.length) : undefined;
    return root === undefined ? [] : [{ root, name: '', path: `script __next_f ${number}` }];
  });
}

/** JSON in attributes: the props of an island, the data of a component. */
function attributeData({ source, withData }: Document): PageData[] {
  return withData.flatMap((element) =>
    Object.entries(element.attribs).flatMap(([name, value]): PageData[] => {
      if (!/^\s?[[{]/.test(value) || !PRICED.test(value)) return [];
      const start = startOfAttribute(source, element, name);
      const end =
        start === undefined ? -1 : source.slice(0, start + value.length * 6).indexOf(source.charAt(start - 1), start);
      const text = start === undefined || end < 0 ? '' : decodeAttribute(source.slice(start, end));
      const root = withoutPads(text) === value ? parseJson(text, start) : undefined;
      if (root === undefined) return [];
      const plain = element.name === 'astro-island' ? unwrapped(root) : root;
      return [{ root: plain, name, path: `${pathOf(element)}[${name}]` }];
    }),
  );
}

/** Where an attribute's value begins, behind its quote. */
function startOfAttribute(source: string, { sourceStart }: PageElement, name: string): number | undefined {
  const tag = source.slice(sourceStart, sourceStart + 20_000).toLowerCase();
  const starts = ['"', "'"].map((quote) => tag.indexOf(`${name}=${quote}`)).filter((at) => at >= 0);
  return starts.length === 0 ? undefined : sourceStart + Math.min(...starts) + name.length + 2;
}

export type Cite = (entry: DataEntry, data: PageData, list: { path: readonly string[] }) => Evidence | undefined;

/** Name and value as they stand in the source; the value alone, with its separators, where they stand apart. */
export function citeSource(source: string, scope: Evidence['scope'] = 'source'): Cite {
  return ({ key, start, value }, { path }, list) => {
    const head = source.slice(start, Math.min(value.start, start + key.length + 120));
    const isBeside = value.start === start + head.length && /^[^:]{1,200}:\s*$/.test(head);
    // A quote that is written as an escape ends where the key begins.
    const written = /(?:&[#\w]{2,5}|\\{1,6})$/.exec(source.slice(Math.max(0, start - 6), start))?.[0] ?? '';
    const textStart = isBeside
      ? start - written.length
      : value.start - (/[[,(]/.test(source[value.start - 1] ?? '') ? 1 : 0);
    const textEnd = value.end + (!isBeside && /[\],)]/.test(source[value.end] ?? '') ? 1 : 0);
    if (textEnd - textStart > 400 || textEnd <= textStart) return undefined;
    const of = label(`${path} ${list.path.slice(-6).join('.')}`, 300);
    return { quote: source.slice(textStart, textEnd), scope, textStart, textEnd, path: of, method: 'state' };
  };
}
