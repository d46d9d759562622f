/**
 * A vendor of several products may price them all on one page, or answer with the page of another one. Tiers under a
 * heading or a tab that names another of its products, and tiers named after one, are not the product's.
 *
 * Only names that the catalogue knows count, and only where they are all that a heading says besides "pricing".
 */
import type { Reading, ReadTier } from '../../../data/reading.ts';
import { proofsOf } from '../facts/place.ts';
import { type Document, eachElement, lastAtOrBefore, type Span } from '../page/document.ts';
import { label } from '../page/label.ts';

/** What the catalogue knows of the product and of the vendor's other ones. */
export interface KnownProduct {
  name: string;
  others: readonly string[];
}

const ANOTHER_PRODUCT = 'another product';

interface Section extends Span {
  /** Heading level. */
  level: number;
  isOther: boolean;
}

const MAX_REJECTED = 50;
const AROUND =
  /^(?:(?:pricing|prices|plans(?: (?:&|and) pricing)?|preise|tarife|tarifs|precios) (?:for|of|für|de|pour|para) )|(?:[:–—-]? (?:pricing|prices|plans?|pricing (?:&|and) plans|plans (?:&|and) pricing|editions|preise|tarife|tarifs|precios|planes))$/gu;

/** The readings without the tiers of other products, each of which is told as rejected. A recipe's are its author's choice. */
export function withoutOthers(document: Document, readings: readonly Reading[], product: KnownProduct): Reading[] {
  const names = namesOf(product);
  if (names.every(({ isOther }) => !isOther)) return [...readings];
  const sections = sectionsOf(document, names);
  const panels = panelsOf(document, names);
  return readings.map((reading) => {
    if (reading.reader === 'recipe' || reading.tiers.length === 0) return reading;
    const own: ReadTier[] = [];
    const rejected = [...reading.rejected];
    for (const tier of reading.tiers) {
      const at = proofsOf(tier)[0]?.textStart;
      const isOther =
        named(tier.name, names, true)?.isOther === true ||
        (at !== undefined &&
          (isUnderOther(document, sections, at) || panels.some(({ start, end }) => at >= start && at < end)));
      if (!isOther) own.push(tier);
      else if (rejected.length < MAX_REJECTED) rejected.push({ quote: quoteOf(tier), reason: ANOTHER_PRODUCT });
    }
    return own.length === reading.tiers.length ? reading : { ...reading, tiers: own, rejected };
  });
}

/** The other product that the page is about: its title or first heading names it, and nothing on it is headed as ours. */
export function productInstead(document: Document, product: KnownProduct): string | undefined {
  const names = namesOf(product);
  const headings = document.lines.filter(({ heading, hidden }) => heading > 0 && heading < 4 && !hidden);
  const said = headings.map(({ start, end }) => named(document.visible.slice(start, end), names, false));
  if (said.some((each) => each?.isOther === false)) return undefined;
  const first = headings.findIndex(({ heading }) => heading === 1);
  const titled = document.title
    .split(/[|｜·•–—›»]| - /)
    .slice(0, 4)
    .map((words) => named(words, names, false));
  const entitled = titled.some((each) => each?.isOther === false) ? undefined : titled.find((each) => each?.isOther);
  return (first < 0 ? undefined : said[first]?.product) ?? entitled?.product;
}

interface Name {
  product: string;
  words: string;
  isOther: boolean;
}

function plain(words: string): string {
  return words
    .slice(0, 200)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[®™©\s]+/g, ' ')
    .trim();
}

/**
 * Longest first, so that "Acme Chat" is not taken for "Acme". That is left out: a name with which another begins is
 * the vendor's as well, and stands in titles and headers of all its pages.
 */
function namesOf({ name, others }: KnownProduct): Name[] {
  const own = plain(name);
  const all = others.map((other) => ({ product: other, words: plain(other), isOther: true }));
  const isBrand = (words: string) =>
    [own, ...all.map((each) => each.words)].some((each) => each.startsWith(`${words} `));
  return [
    { product: name, words: own, isOther: false },
    ...all.filter(({ words }) => words.length > 2 && words !== own && !isBrand(words)),
  ].sort((one, other) => other.words.length - one.words.length);
}

/** `isStart`: it may go on, as a tier's name does ("Acme Chat Plus"). */
function named(said: string, names: readonly Name[], isStart: boolean): Name | undefined {
  const words = plain(said).replace(AROUND, '').trim();
  return names.find((name) => words === name.words || (isStart && words.startsWith(`${name.words} `)));
}

function sectionsOf(document: Document, names: readonly Name[]): Section[] {
  return document.lines.flatMap(({ start, end, heading }) => {
    if (heading === 0 || end - start > 120) return [];
    const name = named(document.visible.slice(start, end), names, false);
    return name === undefined ? [] : { start, end, level: heading, isOther: name.isOther };
  });
}

/**
 * The last heading above that names a product governs, unless a heading of its level or a higher one has come since:
 * then the page has gone on to other things, and where it never heads a section as ours, they are ours.
 */
function isUnderOther(document: Document, sections: readonly Section[], at: number): boolean {
  const section = sections[lastAtOrBefore(sections, at)];
  if (section === undefined || !section.isOther) return false;
  if (sections.some(({ isOther, level }) => !isOther && level >= section.level)) return true;
  const from = lastAtOrBefore(document.lines, section.start) + 1;
  const until = lastAtOrBefore(document.lines, at);
  return !document.lines.slice(from, until).some(({ heading }) => heading > 0 && heading <= section.level);
}

/** What is shown by tabs that name other products. */
function panelsOf(document: Document, names: readonly Name[]): Span[] {
  const ids = new Set<string>();
  for (const { attribs, start, end } of document.controls) {
    if (attribs.role !== 'tab' || start < 0) continue;
    const id = attribs['aria-controls'];
    if (id !== undefined && named(document.visible.slice(start, end), names, false)?.isOther === true) ids.add(id);
  }
  if (ids.size === 0) return [];
  const panels: Span[] = [];
  eachElement(document.root, ({ attribs, start, end }) => {
    if (start >= 0 && ids.has(attribs.id ?? '')) panels.push({ start, end });
  });
  return panels;
}

function quoteOf({ name, prices, evidence }: ReadTier): string {
  return label(`${name}: ${(prices[0]?.evidence ?? evidence)?.quote ?? ''}`, 120);
}
