/** Where on a page each plan is spoken of: the card around its price, the section that its heading opens, or its sentence. */
import type { Evidence, ReadTier } from '../../../data/reading.ts';
import { onlyOf } from '../../../data/text/only.ts';
import { perMonth } from '../confidence/stated.ts';
import type { Mentions } from '../mentions/mentions.ts';
import { type Document, lastAtOrBefore, type PageElement, parentOf, runAt, type Span } from '../page/document.ts';
import { anyMeans, type Matcher } from '../vocabulary/phrases.ts';
import type { Reader, Sentence } from './sentences.ts';
import { MONEY, type TierTable } from './tier-table.ts';

/** What facts are read from. */
export interface Source {
  document: Document;
  mentions: Mentions;
  reader: Reader;
  place: Place;
  /** Without those of sections that are about something else. */
  sentences: readonly Sentence[];
}

export interface Region extends Span {
  tier: string;
}

export interface Place {
  tiers: readonly ReadTier[];
  /** Cards and sections, in page order. */
  regions: readonly Region[];
  /** Sentences and list items that price one plan alone. */
  pricedLines: readonly Region[];
  tables: readonly TierTable[];
  /** Sections that sell what is added to a plan. */
  addOns: readonly Span[];
  /** The plans' names by what they cost, the least first. */
  inOrder: readonly string[];
}

const MAX_CARD = 6000;
const MAX_PRICED_LINE = 400;
const MAX_HEADING = 100;
const SECTION_LINES = 40;
const MAX_BESIDE = 60;

/** The plan whose card, section or sentence holds the offset. */
export function tierAt({ regions, pricedLines }: Place, offset: number): string | undefined {
  return (regionAt(regions, offset) ?? regionAt(pricedLines, offset))?.tier;
}

export function regionAt(regions: readonly Region[], offset: number): Region | undefined {
  const region = regions[lastAtOrBefore(regions, offset)];
  return region !== undefined && offset < region.end ? region : undefined;
}

/** The names that stand in the words as they are written, without those that are part of a longer one ("Team" of "Team Plus"). */
export function namesIn(words: string, names: readonly string[]): string[] {
  const named = names.filter((name) => {
    const at = words.indexOf(name);
    return at >= 0 && !/[\p{L}\d]/u.test(words[at - 1] ?? ' ') && !/[\p{L}\d+]/u.test(words[at + name.length] ?? ' ');
  });
  return named.filter((name) => !named.some((other) => other !== name && other.includes(name)));
}

interface Anchor {
  name: string;
  at: number;
}

/** What of the text a visitor sees states the plan. */
export function proofsOf({ prices, evidence }: ReadTier): Evidence[] {
  return [...prices, { evidence }].flatMap((each) => (each.evidence?.scope === 'text' ? each.evidence : []));
}

/** A plan that only a table or a sentence prices has no region. */
export function regionsOf(document: Document, tiers: readonly ReadTier[], match: Matcher): Region[] {
  const prices = tiers.flatMap((tier): Anchor[] => {
    const proof = proofsOf(tier).find(({ method }) => method === 'cards' || method === 'recipe');
    return proof === undefined ? [] : [{ name: tier.name, at: proof.textStart }];
  });
  if (prices.length === 0) return [];
  const names = new Set(tiers.map(({ name }) => name));
  const headings = document.lines.flatMap(({ start, end, heading }): Anchor[] => {
    const words = heading === 0 || end - start > MAX_HEADING ? '' : document.visible.slice(start, end).trim();
    const price = words.search(MONEY);
    // "Pro — $25 / month"
    const name = names.has(words) || price < 0 ? words : words.slice(0, price).replace(/[\s:–—(|-]{1,6}$/, '');
    return names.has(name) ? [{ name, at: start }] : [];
  });
  const questions = questionsOf(document, match);
  const anchors = [...prices, ...headings];
  return prices
    .flatMap(({ name, at }) => {
      const others = anchors.filter((each) => each.name !== name).map((each) => each.at);
      const region = cardAround(document, { name, at }, others) ?? sectionOf(document, at, headings);
      if (region === undefined) return [];
      const end = Math.min(region.end, questions.find((start) => start > at) ?? region.end);
      return [{ start: region.start, end, tier: name }];
    })
    .sort((a, b) => a.start - b.start);
}

/** Where headings stand that open questions: the last plan's section reaches over them. */
function questionsOf({ lines, visible }: Document, match: Matcher): number[] {
  return lines.flatMap(({ start, end, heading }) => {
    if (heading === 0 || end - start > MAX_HEADING) return [];
    return anyMeans(match(visible.slice(start, end)), 'sectionQuestions') ? [start] : [];
  });
}

/** The largest element around the price that holds no other plan's price or heading, where it holds the plan's name. */
function cardAround(document: Document, { name, at }: Anchor, others: readonly number[]): Span | undefined {
  if (others.length === 0) return undefined;
  let card: PageElement | undefined;
  let element: PageElement | undefined = runAt(document, at)?.element;
  for (; element !== undefined && element.name !== '#page'; element = parentOf(element)) {
    const { start, end } = element;
    if (end - start > MAX_CARD || others.some((other) => other >= start && other < end)) break;
    if (card !== undefined && hasTwin(document, card)) break;
    card = element;
  }
  // What a heading prices stands below it.
  if (card === undefined || /^h[1-6]$/.test(card.name)) return undefined;
  const { start, end } = card;
  return document.visible.slice(start, end).replace(/\s+/g, ' ').includes(name) ? { start, end } : undefined;
}

/** An element beside it is of its kind and has a heading as high: the card of another plan, with a price or without. */
function hasTwin({ lines }: Document, card: PageElement): boolean {
  const headingIn = ({ start, end }: Span) => {
    const line = lines[lastAtOrBefore(lines, start)];
    return line !== undefined && line.start < end ? line.heading : 0;
  };
  const own = headingIn(card);
  const beside = own === 0 ? [] : (parentOf(card)?.children ?? []).slice(0, MAX_BESIDE);
  return beside.some(
    (each) =>
      each !== card &&
      each.start >= 0 &&
      each.name === card.name &&
      each.attribs.class === card.attribs.class &&
      headingIn(each) === own,
  );
}

/** From the plan's heading above the price to the next heading that is as high, inside what the heading stands in. */
function sectionOf({ lines, visible }: Document, at: number, headings: readonly Anchor[]): Span | undefined {
  const head = headings.findLast((each) => each.at <= at);
  const from = head === undefined ? -1 : lastAtOrBefore(lines, head.at);
  const own = lines[from];
  if (own === undefined || lastAtOrBefore(lines, at) - from > SECTION_LINES / 2) return undefined;
  const around = parentOf(own.element)?.end ?? visible.length;
  let { end } = own;
  for (const line of lines.slice(from + 1, from + SECTION_LINES)) {
    if (line.start >= around || (line.heading > 0 && line.heading <= own.heading)) break;
    ({ end } = line);
  }
  return at < end ? { start: own.start, end } : undefined;
}

/** Lines that price one plan alone: "The Team plan ($79 / month, 3 seats included)". */
export function pricedLines({ lines }: Document, tiers: readonly ReadTier[]): Region[] {
  const proofs = tiers.flatMap((tier) =>
    proofsOf(tier).flatMap(({ method, textStart }) => (method === 'prose' ? { name: tier.name, at: textStart } : [])),
  );
  return [...Map.groupBy(proofs, ({ at }) => lines[lastAtOrBefore(lines, at)])]
    .flatMap(([line, stated]) => {
      const tier = onlyOf(new Set(stated.map(({ name }) => name)));
      if (line === undefined || tier === undefined || line.end - line.start > MAX_PRICED_LINE) return [];
      return [{ start: line.start, end: line.end, tier }];
    })
    .sort((a, b) => a.start - b.start);
}

/** Free plans first, then priced ones by their least amount, then "contact sales"; equal ones in the page's order. */
export function inOrderOfPrice(tiers: readonly ReadTier[]): string[] {
  const costOf = ({ isFree, prices }: ReadTier) => {
    const amounts = prices.filter(({ kind }) => kind !== 'struck').flatMap((price) => perMonth(price) ?? []);
    return isFree ? -1 : Math.min(...amounts, Number.MAX_VALUE);
  };
  return tiers.toSorted((a, b) => costOf(a) - costOf(b)).map(({ name }) => name);
}
