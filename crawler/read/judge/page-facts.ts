/** What the judgement of a page rests on, gathered in one pass: what it calls itself, what it is made of, what was read. */
import { type Currency, isZero } from '../../../data/money.ts';
import type { PageVerdict, ReadModel, ReadTier } from '../../../data/reading.ts';
import { type Document, nearest, type PageElement } from '../page/document.ts';
import type { PageConcept } from '../vocabulary/concepts.ts';
import { isMentioned, isSaid } from './page-says.ts';

export interface Judgement {
  verdict: PageVerdict;
  reason: string;
}

/** What was asked for, and what the readers made of the answer. */
export interface Judged {
  document: Document;
  /** What the product's file names. */
  asked: string;
  /** Where the redirects ended. */
  url: string;
  tiers: readonly ReadTier[];
  models: readonly ReadModel[];
  amounts: readonly { money: { amount: string; currency: Currency } }[];
  /** Another product of the vendor that the page is about. */
  instead: string | undefined;
}

export interface PageFacts extends Judged {
  isHtml: boolean;
  /** Parts of the title between its separators; like all words here, lower case and without closing punctuation. */
  titles: string[];
  /** First-level headings that show. */
  heads: string[];
  /** Headings of the second and third level. */
  subheads: string[];
  /** First lines that show, outside menus and footers. */
  opening: string[];
  /** Characters of text, and how many of them stand in lines as long as a sentence. */
  size: number;
  prose: number;
  /** Tiers with a price above zero. */
  priced: number;
  found: boolean;
  /** Types of schema.org that the page gives itself. */
  types: Set<string>;
  hasPassword: boolean;
  hasEmailField: boolean;
  articles: number;
  hasDate: boolean;
  /** Its title, heading or address is that of a price list. */
  isPriceList: { title: boolean; head: boolean; subhead: boolean; address: boolean };
}

const PRICE_LIST_PATH =
  /^(?:[a-z0-9]{1,20}[-_])?(?:pricing|prices?|plans?|rates?|billing|tarife?|tarifs|preise|prix|precios|planes|prezzi|precos|planos|prijzen|cennik|cenik|ceny|priser|subscribe|subscriptions?|editions?|buy|upgrade)(?:[-_](?:and[-_])?(?:pricing|plans?|prices?|api|new|v\d|[a-z]{2}))?(?:\.(?:html?|php|aspx|mdx?))?$/i;

const MAX_LINES = 300;
const MAX_OPENING = 15;
const SENTENCE = 120;
const MAX_HEADINGS = 200;
const DATE_LINE =
  /^(?:published|posted|updated|last updated|veröffentlicht|publié|publicado)?(?: on| am| le| el)? ?:?\s?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:\d{1,2}\.? )?(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|janvier|février|mars|avril|juin|juillet|août|enero|febrero|marzo|abril|mayo|junio|julio)\p{L}{0,8}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{4}(?!\d)/iu;

export function pageFacts(judged: Judged): PageFacts {
  const { document, tiers, models, url, asked } = judged;
  const titles = partsOf(document.title);
  const { heads, subheads, opening, prose, hasDate } = linesOf(document);
  const priced = tiers.filter(({ prices }) => prices.some(({ amount }) => !isZero(amount))).length;
  // Without a first-level heading, the first one of the next level stands for a page that has no price list.
  if (heads.length === 0 && subheads[0] !== undefined && priced < 2) heads.push(subheads[0]);
  const { tagged, controls } = document;
  const fields = controls.filter(({ name }) => name === 'input');
  const isListed = (words: string) => isMentioned('priceList', words);
  return {
    ...judged,
    isHtml: document.format === 'html',
    titles,
    heads,
    subheads,
    opening,
    size: document.visible.trim().length,
    prose,
    hasDate: hasDate || (tagged.get('time') ?? []).length > 0,
    priced,
    found: tiers.length > 0 || models.length > 0,
    types: typesOf(document),
    hasPassword: fields.some(({ attribs }) => attribs.type === 'password'),
    hasEmailField: fields.some(isForEmail),
    articles: (tagged.get('article') ?? []).length,
    isPriceList: {
      title: titles.some(isListed),
      head: heads.some(isListed),
      subhead: subheads.some(isListed),
      address: [asked, url, document.meta.get('canonical') ?? ''].some(isPriceListAddress),
    },
  };
}

/** The last part of its path is what vendors the world over call their price lists. */
export function isPriceListAddress(address: string): boolean {
  return pathOf(address)
    .slice(-2)
    .some((part) => PRICE_LIST_PATH.test(part));
}

/** Parts of an address's path, without its language; none where it is no address. */
export function pathOf(address: string): string[] {
  const path = /^(?:https?:)?(?:\/\/[^/?#]{0,300})?([^?#]{0,2000})/i.exec(address)?.[1] ?? '';
  const parts = path.toLowerCase().split('/').filter(Boolean);
  return parts[0] !== undefined && /^[a-z]{2}(?:[-_][a-z]{2})?$/.test(parts[0]) ? parts.slice(1) : parts;
}

/** Something is said by the words that stand for the whole page: not by one of its lines. */
export function entitles(concept: PageConcept, { titles, heads }: PageFacts): string | undefined {
  return [...heads, ...titles].find((words) => isSaid(concept, words));
}

/**
 * The page says something in place of its content: in its title or first heading where they name no price list, or in
 * one of its first lines where there is little else.
 */
export function says(concept: PageConcept, facts: PageFacts): string | undefined {
  const { isPriceList, titles, heads, opening, size, priced, found } = facts;
  const isNamed = isPriceList.title || isPriceList.head;
  const hasContent = size > MAX_WALL || priced > 1 || isPriceList.head || (found && isNamed);
  const saying = (lines: readonly string[]) => lines.find((words) => isSaid(concept, words));
  const head = isPriceList.head ? undefined : saying(heads);
  if (head !== undefined || (isNamed && hasContent)) return head;
  const title = saying(titles);
  if (hasContent) return isNamed ? undefined : title;
  return title ?? saying(opening.slice(0, 10));
}

export function short(words: string): string {
  return words.length > 80 ? `${words.slice(0, 79)}…` : words;
}

/** A page with more text than this holds something beside a wall. */
const MAX_WALL = 3000;

function tidy(words: string): string {
  return words
    .slice(0, 300)
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[‘’]/g, "'")
    .trim()
    .replace(/[.!…。！]{1,4}$/u, '')
    .toLowerCase();
}

function partsOf(title: string): string[] {
  const parts = [title, ...title.split(/[|｜·•–—›»_]| - |[:：] /)].map(tidy).filter(Boolean).slice(0, 12);
  return [...new Set(parts)];
}

function linesOf(document: Document): Pick<PageFacts, 'heads' | 'subheads' | 'opening' | 'prose' | 'hasDate'> {
  const heads: string[] = [];
  const subheads: string[] = [];
  const opening: string[] = [];
  let prose = 0;
  let hasDate = false;
  for (const [index, { start, end, heading, hidden, element }] of document.lines.entries()) {
    if (end - start >= SENTENCE) prose += end - start;
    if (hidden) continue;
    const isEarly = index < MAX_LINES && opening.length < MAX_OPENING;
    if (heading === 0 && !isEarly) continue;
    const words = tidy(document.visible.slice(start, Math.min(end, start + 300)));
    if (words === '') continue;
    if (heading === 1 && heads.length < 20) heads.push(words);
    else if (heading > 1 && heading < 4 && subheads.length < MAX_HEADINGS) subheads.push(words);
    if (!isEarly || isAside(element)) continue;
    opening.push(words);
    hasDate ||= words.length < 60 && DATE_LINE.test(words);
  }
  return { heads, subheads, opening, prose, hasDate };
}

function isAside(element: PageElement): boolean {
  const isOne = ({ name, role }: PageElement) => name === 'nav' || name === 'footer' || role === 'navigation';
  return nearest(element, 40, isOne) !== undefined;
}

function isForEmail({ attribs }: PageElement): boolean {
  return attribs.type === 'email' || /^(?:e-?mail|username|login|user)$/i.test(attribs.name ?? '');
}

const MAX_TYPES = 100;

function typesOf({ typed, source, scripts, format }: Document): Set<string> {
  const types = new Set<string>();
  if (format !== 'html') return types;
  const add = (type: string | undefined) => {
    if (type !== undefined && types.size < MAX_TYPES) types.add(type);
  };
  for (const { attribs } of typed) add(/schema\.org\/(\w{1,40})/.exec((attribs.itemtype ?? '').slice(0, 200))?.[1]);
  for (const { type, start, end } of scripts) {
    if (!type.includes('ld+json')) continue;
    const head = source.slice(start, Math.min(end, start + 20_000));
    for (const [, name] of head.matchAll(/"@type"\s{0,5}:\s{0,5}"(\w{1,40})"/g)) add(name);
  }
  return types;
}
