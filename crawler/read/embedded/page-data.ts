/**
 * The data that a page carries for its own scripts: what a framework hydrates from, what a script assigns, what an
 * attribute holds. Parsed as literals, never evaluated; each with the way back to the page's source.
 *
 * Only what mentions a price is parsed at all.
 */
import { type Document, type PageElement, type PageScript, pathOf } from '../page/document.ts';
import { codeDataOf } from './code-data.ts';
import { EscapedTextBuilder, endOfString, unescapedAttribute, unescapeInto } from './escaped-text.ts';
import { type Budget, budgetOf, type JsonNode, parseJson, parseLiteral } from './json-positions.ts';
import type { PageData } from './part.ts';
import { bound, unflattened, unwrapped } from './serialised.ts';

const PRICED = /pric|amount|cost|monthly|annual|yearly/i;
const MAX_PARTS = 400;
/** Larger blocks than this are applications, not price lists. */
const MAX_BLOCK = 6_000_000;

export function pageDataOf(document: Document): PageData[] {
  const found: PageData[] = [];
  const priced: PageScript[] = [];
  const flight = new EscapedTextBuilder();
  let flightEnd = 0;
  for (const script of document.scripts) {
    const { start, end, type, id } = script;
    if (end <= start || end - start > MAX_BLOCK || /ld\+json/i.test(type)) continue;
    const words = document.source.slice(start, end);
    // A chunk of a flight can part a value in two: all are kept.
    if (addFlight(flight, document.source, script)) flightEnd = end;
    else if (PRICED.test(words)) {
      priced.push(script);
      if (/json/i.test(type)) found.push(...jsonIn(document, script));
      else if (/^(?:|module|(?:text|application)\/(?:java|ecma)script)$/i.test(type))
        found.push(...literalsIn(document, script, id === '' ? 'script' : `script#${id}`));
    }
  }
  if (flightEnd > 0) found.push(...flightRows(flight.finish(flightEnd)));
  found.push(...attributeData(document));
  found.push(...codeDataOf(document, priced, found));
  return found.slice(0, MAX_PARTS);
}

function jsonIn({ source }: Document, { start, end, id, type }: PageScript): PageData[] {
  const root = parseJson(source, start, end);
  if (root === undefined) return [];
  const isFlat = id === '__NUXT_DATA__' || /devalue/i.test(type);
  const plain = isFlat ? unflattened(root) : root;
  const path = id === '' ? 'script[type="application/json"]' : `script#${id}`;
  return plain === undefined ? [] : [{ root: plain, text: source, place: (span) => span, name: '', path }];
}

/** What may stand between a name and the value that it is given. */
const ASSIGNED = /[\w$\])"'] ?= ?(?=[{[]|JSON\.parse\(|\(?function ?\()/g;
const NUXT_2 = /\(?function ?\(([\w$, ]{0,20000})\) ?\{ ?return ?/y;

/** The literals that a script assigns: `window.__STATE__ = {…}`, `const plans = […]`, `… = JSON.parse('…')`. */
function literalsIn({ source }: Document, { start, end }: PageScript, path: string): PageData[] {
  const found: PageData[] = [];
  const budget = budgetOf();
  ASSIGNED.lastIndex = start;
  for (let match = ASSIGNED.exec(source); match !== null; match = ASSIGNED.exec(source)) {
    const at = match.index + match[0].length;
    if (at >= end || budget.left < 0 || found.length >= MAX_PARTS) break;
    const part = source.startsWith('JSON', at)
      ? parsedString(source, at + 11, end, budget)
      : /[(f]/.test(source[at] ?? '')
        ? returnedBy(source, at, end, budget)
        : plain(source, parseLiteral(source, at, end, budget));
    if (part === undefined) continue;
    const name = /[\w$]{1,60}(?= ?= ?$)/.exec(source.slice(Math.max(start, at - 64), at))?.[0] ?? '';
    found.push({ ...part, name, path: `${path} ${name}` });
    ASSIGNED.lastIndex = Math.max(ASSIGNED.lastIndex, part.end);
  }
  return found;
}

type Part = Omit<PageData, 'path' | 'name'> & { end: number };

function plain(source: string, root: JsonNode | undefined): Part | undefined {
  return root === undefined ? undefined : { root, text: source, place: (span) => span, end: root.end };
}

function parsedString(source: string, start: number, limit: number, budget: Budget): Part | undefined {
  const end = endOfString(source, start, limit);
  const builder = new EscapedTextBuilder();
  if (end === undefined || !unescapeInto(builder, source, start + 1, end - 1)) return undefined;
  const escaped = builder.finish(end - 1);
  const root = parseJson(escaped.text, 0, escaped.text.length, budget);
  return root === undefined ? undefined : { root, text: escaped.text, place: (span) => escaped.place(span), end };
}

/** `(function(a,b){return {price:a}}(12,"USD"))`: what Nuxt 2 writes. */
function returnedBy(source: string, start: number, limit: number, budget: Budget): Part | undefined {
  NUXT_2.lastIndex = start;
  const head = NUXT_2.exec(source);
  if (head === null) return undefined;
  const root = parseLiteral(source, NUXT_2.lastIndex, limit, budget);
  if (root === undefined) return undefined;
  const close = /^[;\s]{0,4}\}\)?\(/.exec(source.slice(root.end, root.end + 8))?.[0];
  if (close === undefined) return undefined;
  const names = (head[1] ?? '').split(',').map((name) => name.trim());
  const values = new Map<string, JsonNode>();
  let at = root.end + close.length;
  for (const name of names) {
    const value = parseLiteral(source, at, limit, budget);
    if (value === undefined) return undefined;
    values.set(name, value);
    at = value.end + 1;
  }
  return { root: bound(root, values), text: source, place: (span) => span, end: at };
}

const FLIGHT = /self\.__next_f\.push\(\s?\[\s?1\s?,\s?(?=")/g;

/** Adds the strings that a script of Next.js pushes; false where it pushes none. */
function addFlight(flight: EscapedTextBuilder, source: string, { start, end }: PageScript): boolean {
  const limit = Math.min(end, start + 200);
  if (!source.slice(start, limit).includes('__next_f')) return false;
  FLIGHT.lastIndex = start;
  let isFlight = false;
  for (let match = FLIGHT.exec(source); match !== null && match.index < end; match = FLIGHT.exec(source)) {
    const from = match.index + match[0].length;
    const to = endOfString(source, from, end);
    if (to === undefined || !unescapeInto(flight, source, from + 1, to - 1)) break;
    FLIGHT.lastIndex = to;
    isFlight = true;
  }
  return isFlight;
}

/** A row of a flight is its number, a colon, and JSON that ends with the line. */
function flightRows(flight: ReturnType<EscapedTextBuilder['finish']>): PageData[] {
  const { text } = flight;
  const found: PageData[] = [];
  const budget = budgetOf();
  for (let start = 0; start < text.length && found.length < MAX_PARTS; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const head = /^[0-9a-f]{1,8}:(?=[[{])/.exec(text.slice(start, start + 10))?.[0];
    if (head !== undefined && PRICED.test(text.slice(start, end))) {
      const root = parseJson(text, start + head.length, end, budget);
      if (root !== undefined)
        found.push({
          root,
          text,
          place: (span) => flight.place(span),
          name: '',
          path: `script __next_f ${head.slice(0, -1)}`,
        });
    }
    start = end + 1;
  }
  return found;
}

/** JSON in attributes: the props of an island, the data of a component. */
function attributeData(document: Document): PageData[] {
  const { source, withData } = document;
  const found: PageData[] = [];
  const budget = budgetOf();
  for (const element of withData) {
    if (found.length >= MAX_PARTS) break;
    for (const [name, value] of Object.entries(element.attribs)) {
      if (!/^\s?[[{]/.test(value) || !PRICED.test(value)) continue;
      const escaped = attributeText(source, element, name, value);
      const root = escaped && parseLiteral(escaped.text, 0, escaped.text.length, budget);
      if (escaped === undefined || root === undefined) continue;
      found.push({
        root: element.name === 'astro-island' ? unwrapped(root) : root,
        text: escaped.text,
        place: (span) => escaped.place(span),
        name,
        path: `${pathOf(element)}[${name}]`,
      });
    }
  }
  return found;
}

function attributeText(source: string, { sourceStart }: PageElement, name: string, value: string) {
  for (const quote of ['"', "'"]) {
    // Attributes before it are as long as they are; the value's own length bounds what is looked through.
    const head = source
      .slice(sourceStart, sourceStart + 20_000)
      .toLowerCase()
      .indexOf(`${name}=${quote}`);
    if (head < 0) continue;
    const start = sourceStart + head + name.length + 2;
    const end = start + source.slice(start, start + value.length * 6).indexOf(quote);
    if (end < start) continue;
    const escaped = unescapedAttribute(source, start, end);
    if (escaped.text === value) return escaped;
  }
  return undefined;
}
