/**
 * Cuts the facts beside the prices again from the archived page: the quote must stand at its place, name the thing, and state
 * every number of the fact. Pure and total.
 */
import type { Evidence, PageFact, ReadTier, Rejected } from '../../data/reading.ts';
import { cut, type PageWords } from '../../data/text/page-text.ts';
import { saysFact } from './fact-words.ts';
import { scopeText } from './recut.ts';
import { supportOf } from './stated-amounts.ts';

export interface SupportedFacts {
  said: PageFact[];
  refused: Rejected[];
}

const MAX_REFUSED = 100;

/** @param tiers those that the page supports; facts about others are refused */
export function recutFacts(
  words: PageWords | undefined,
  facts: readonly PageFact[],
  tiers: readonly ReadTier[],
): SupportedFacts {
  const names = new Set(tiers.map(({ name }) => name));
  const said: PageFact[] = [];
  const refused: Rejected[] = [];
  for (const read of facts) {
    const fact = aboutTiers(read, names);
    const fault = fact === undefined ? 'it is about a tier that the page does not support' : faultOf(fact, words);
    if (fact !== undefined && fault === undefined) said.push(fact);
    else if (refused.length < MAX_REFUSED)
      refused.push({ quote: read.evidence.quote.slice(0, 200), reason: `${read.kind}: ${fault ?? ''}`.slice(0, 120) });
  }
  return { said, refused };
}

/** Restricted to the supported tiers; undefined where nothing is left. */
function aboutTiers(fact: PageFact, names: ReadonlySet<string>): PageFact | undefined {
  if (fact.kind !== 'capability') return fact.tier === undefined || names.has(fact.tier) ? fact : undefined;
  const tiers = fact.tiers.filter(({ tier }) => names.has(tier));
  if (!tiers.some(({ state }) => state !== 'not_included')) return undefined;
  const { first, ...rest } = fact;
  return { ...rest, tiers, ...(first !== undefined && names.has(first) && { first }) };
}

function faultOf(fact: PageFact, words: PageWords | undefined): string | undefined {
  const { evidence } = fact;
  if (words === undefined) return 'the archived page cannot be decoded';
  if (cut(evidence, words) !== evidence.quote) return 'the quote does not stand where the reader says';
  if (partsNumber(evidence, words)) return 'the quote is a part of a longer number';
  if (!saysFact(evidence.quote, fact)) return 'the quote does not speak of it';
  const missing = numbersOf(fact).find((number) => !states(evidence.quote, number));
  return missing === undefined ? undefined : `the quote does not state ${missing}`;
}

function numbersOf(fact: PageFact): string[] {
  switch (fact.kind) {
    case 'capability':
    case 'tax':
      return [];
    case 'minimum_units':
    case 'included_units':
      return [String(fact.count)];
    case 'annual_discount':
      return [...listed(fact.percent), ...listed(fact.monthsFree)];
    case 'programme':
      return listed(fact.percent);
    case 'trial':
    case 'money_back':
      return [...listed(fact.days), ...listed(fact.months)];
    case 'announced_price':
      return [fact.amount, fact.from.slice(0, 4), String(Number(fact.from.slice(8)))];
    default:
      return [fact.amount];
  }
}

function listed(number: number | undefined): string[] {
  return number === undefined ? [] : [String(number)];
}

/** Numbers in words, in English, German, French, Spanish and Italian. */
const COUNTS: Readonly<Record<number, string>> = {
  1: 'one|a|ein|eine|un|une|una',
  2: 'two|zwei|deux|dos',
  3: 'three|drei|trois|tres',
  4: 'four|vier|quatre|cuatro',
  6: 'six|sechs|seis',
  7: 'seven|sieben|sept|siete',
  10: 'ten|zehn|dix|diez',
  14: 'fourteen',
  30: 'thirty',
  60: 'sixty',
  90: 'ninety',
};
const WEEKS = /week|woche|wöch|semaine|semana|settiman/iu;

function states(quote: string, number: string): boolean {
  const plain = quote.replace(/ ?[%％]/g, ' ');
  const isStated = (wanted: string) => {
    if (supportOf(plain, wanted) !== undefined) return true;
    const inWords = COUNTS[Number(wanted)];
    return inWords !== undefined && new RegExp(`(?<!\\p{L})(?:${inWords})(?!\\p{L})`, 'iu').test(plain);
  };
  if (isStated(number)) return true;
  const days = Number(number);
  return WEEKS.test(quote) && Number.isInteger(days) && days % 7 === 0 && isStated(String(days / 7));
}

/** "10" cut out of "100", or of "10.5". */
function partsNumber(evidence: Evidence, words: PageWords): boolean {
  const { textStart, textEnd } = evidence;
  const text = scopeText(evidence, words);
  const before = text.slice(Math.max(0, textStart - 2), textStart + 1);
  return /\d[.,]?\d$/.test(before) || /^\d[.,]?\d/.test(text.slice(textEnd - 1, textEnd + 2));
}
