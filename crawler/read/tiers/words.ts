/**
 * Which short lines of a page are a tier's name, say that it is free, or say that its price is for the asking.
 *
 * "Free", "contact us" and "nothing found" are three facts; a call to action ("Start free trial") is none of them.
 */
import { anyOfUse } from '../../../data/text/claim-words.ts';
import { insteadOfAmount } from '../mentions/mentions.ts';
import { findMoney } from '../money/money.ts';
import { isNoName } from '../offers/name-words.ts';
import { isPlain, tidyName } from '../page/label.ts';
import { anyMeans, lettersBeside, saidWhole } from '../vocabulary/phrases.ts';
import { headingSays, matchAny } from '../vocabulary/vocabulary.ts';
import { billingNamed } from './term-names.ts';

const CUSTOM_LINE = new RegExp(`^(?:${anyOfUse('custom', 'line')})[ .!→›»>↗]{0,4}$`, 'iu');

const MAX_SAID = 60;
const MAX_CALLED = 20;

export function isFreeLine(line: string): boolean {
  return line.length <= MAX_SAID && insteadOfAmount(line, matchAny(line))?.kind === 'free';
}

/** The words for free alone, or with those for a plan: what a free tier is called. */
export function isFreeName(words: string): boolean {
  const phrases = words.length > MAX_SAID ? [] : matchAny(words);
  return anyMeans(phrases, 'free') && saidWhole(words, phrases, 'free', 'planWord');
}

/** Says first that the tier is free, and then no other name of one: "Free", "Free forever", "Free for one user". */
export function isCalledFree(name: string): boolean {
  const [first, ...more] = matchAny(name);
  return first?.start === 0 && first.meanings.has('free') && !more.some(({ meanings }) => meanings.has('tier'));
}

/** "Custom", "Sur mesure": what a tier is called as well as what it costs. */
export function isCalledCustom(line: string): boolean {
  const [only, ...more] = line.length <= MAX_CALLED ? matchAny(line) : [];
  if (only === undefined || more.length > 0 || lettersBeside(line, [only]) > 0) return false;
  return only.meanings.has('contact') && only.meanings.has('tier');
}

export function isCustomLine(line: string): boolean {
  if (line.length > MAX_SAID) return false;
  // "Contact sales — by contract"; "Custom — your own logo" is of what the tier has.
  const said = /^([^\s–—(-]{1,30} [^–—(]{2,40}?) (?:[–—-] |\()/u.exec(line)?.[1];
  return CUSTOM_LINE.test(line) || (said !== undefined && CUSTOM_LINE.test(said));
}

const ADDRESS = /[\w.+-]{1,40}@[\w.-]{1,40}/;
const TERMS = ['per', 'month', 'year', 'monthly', 'yearly', 'billedMonthly', 'billedYearly'] as const;

/**
 * Words of any language that ask to get in touch, with an address or a billing, and nothing beside them: a price where a
 * price stands, a link elsewhere.
 */
export function isContact(line: string): boolean {
  if (line.length > MAX_SAID) return false;
  const words = line.replace(ADDRESS, '');
  const phrases = matchAny(words);
  return anyMeans(phrases, 'contact') && saidWhole(words, phrases, 'contact', ...TERMS);
}

/** Whether the name says what vendors call tiers: a name of this kind needs less proof from the layout. */
export function hasTierWord(name: string): boolean {
  return matchAny(name).some(({ meanings }) => meanings.has('free') || (meanings.has('tier') && !meanings.has('size')));
}

/** Between two tiers, or vendors, that a heading compares. */
export const VERSUS = / (?:vs\.?|versus) /i;

/** The name in a line, or undefined where it is none. `firm` where the layout itself makes it one (a heading). */
export function nameIn(line: string, firm: boolean): string | undefined {
  if (line.length > 120 || (!firm && isBullet(line))) return undefined;
  const name = tidyName(line);
  if (name.length > (firm ? 60 : 36) || spacesIn(name) >= (firm ? 8 : 5)) return undefined;
  if (name.length < 2 && !/^[A-Z\p{Lo}]$/u.test(name)) return undefined;
  if (!/^[A-Za-z][A-Za-z0-9 ]+$/.test(name)) {
    // "(billed yearly)" is a remark on what stands before it.
    if (name.startsWith('(')) return undefined;
    if (!firm && /[.:;,]$/.test(name)) return undefined;
    if (!/\p{L}/u.test(name) || /[!,]$|\?[^\p{L}\p{N}]{0,5}$|;|[$€£¥₹₽₩]|\d ?[원円元]|[✓✔✗✕]|^[/+]/u.test(name))
      return undefined;
  }
  if (!firm && /^[\p{Ll}\d]/u.test(name)) return undefined;
  if (VERSUS.test(name)) return undefined;
  // "or 99 USD a year"
  if (/\d/.test(name) && findMoney(name, { lang: '' }).length > 0) return undefined;
  if (
    isNoName(name, matchAny(name), firm) ||
    billingNamed(name) !== undefined ||
    headingSays(name).has('aside') ||
    isCustomLine(name)
  )
    return undefined;
  return isPlain(name) ? name : undefined;
}

/** "• One domain", "✓ Backups", "* by the year": what a list without markup says, and notes. */
function isBullet(line: string): boolean {
  return /^(?:[•·‣⁃∙◦▪▸►➤➔→✓✔☑✅✗✘✕❌]|\*(?!\*))/u.test(line);
}

/** "Go wild!": a call where it stands alone, a name where it heads one card of a row. */
export function exclaimedName(line: string): string | undefined {
  const name = nameIn(line.replace(/ ?!$/, ''), true);
  return name === undefined || spacesIn(name) > 2 ? undefined : `${name}!`;
}

const spacesIn = (words: string) => words.split(' ').length - 1;

/** The name in a line that stands where all cards of a row have theirs: numbers and limits may be names there. */
export function nameInPlace(line: string, isAbove: boolean): string | undefined {
  if (line.length > 40 || line.split(' ').length > 6 || isFreeLine(line) || /[.:,]$/.test(line) || isBullet(line))
    return undefined;
  const name = nameIn(line, true);
  if (name !== undefined) return isAbove || !/^\d/.test(name) ? name : undefined;
  const limit = tidyName(line);
  return isAbove && /^(?:up to \d[\d.,]*[km]?|unlimited) \p{L}/iu.test(limit) && isPlain(limit) ? limit : undefined;
}

/** "Price: " before what a tier costs. */
const PRICE_SAID = /^(?:price|pricing|cost)s? ?[:–—-] ?/i;

/** A line without such a lead. */
export function withoutLead(line: string): string {
  return line.replace(PRICE_SAID, '');
}

/** What a line says in place of an amount. */
export function unpricedKind(line: string): 'free' | 'custom' | undefined {
  if (isFreeLine(line)) return 'free';
  return isCustomLine(line) ? 'custom' : undefined;
}

interface NamedPrice {
  name: string;
  /** Of the name's part of the line. */
  length: number;
  price: string;
  /** What the price's part says where it is no amount. */
  kind: 'free' | 'custom' | undefined;
}

const PARTED = /^([^—–:|(·•\n]{1,60}?)\s*(?:[—–:|(·•]| -{1,3} |(?: \/|,) (?=[$€£¥₹\d]))\s*(\S[^\n]{0,60})$/u;

/** "Pro – $20 / month", "Enterprise (contact us)": a line that names a tier and says what it costs. */
export function namedPrice(line: string): NamedPrice | undefined {
  const [, head = '', tail = ''] = (line.length <= 120 && PARTED.exec(line)) || [];
  const name = nameIn(head, true) ?? (headingSays(head).has('hosting') ? tidyName(head) : undefined);
  if (name === undefined) return undefined;
  const price = tail.replace(/\)$/, '').trim();
  return { name, length: head.length, price, kind: unpricedKind(price) };
}
