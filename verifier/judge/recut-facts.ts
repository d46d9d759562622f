/**
 * The facts beside the prices, cut again from the archived page: kept is what its own words state.
 *
 * As with prices (verifier/judge/recut.ts) the reader is not trusted: the quote must stand at its place, speak of the thing
 * and state every number that the fact holds. Pure, and total.
 */

import type { Evidence, PageFact, ReadTier, Rejected } from '../../data/reading.ts';
import { cut, type PageWords } from '../../data/text/page-text.ts';
import { saysFact } from './fact-words.ts';
import { supportOf } from './stated-amounts.ts';

export interface SupportedFacts {
  said: PageFact[];
  refused: Rejected[];
}

const MAX_REFUSED = 100;

/** @param tiers those that the page supports: a fact about another is nobody's */
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

/** Without what it says of tiers that are not there; undefined where nothing is left. */
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
      // The page may count in weeks.
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

const COUNTS: [RegExp, number][] = [
  [/(?<!\p{L})(?:one|a|ein|eine|un|une|una)(?!\p{L})/iu, 1],
  [/(?<!\p{L})(?:two|zwei|deux|dos)(?!\p{L})/iu, 2],
  [/(?<!\p{L})(?:three|drei|trois|tres)(?!\p{L})/iu, 3],
  [/(?<!\p{L})(?:four|vier|quatre|cuatro)(?!\p{L})/iu, 4],
  [/(?<!\p{L})(?:six|sechs|seis)(?!\p{L})/iu, 6],
  [/(?<!\p{L})(?:seven|sieben|sept|siete)(?!\p{L})/iu, 7],
  [/(?<!\p{L})(?:ten|zehn|dix|diez)(?!\p{L})/iu, 10],
  [/(?<!\p{L})fourteen(?!\p{L})/iu, 14],
  [/(?<!\p{L})thirty(?!\p{L})/iu, 30],
  [/(?<!\p{L})sixty(?!\p{L})/iu, 60],
  [/(?<!\p{L})ninety(?!\p{L})/iu, 90],
];
const WEEKS = /week|woche|wöch|semaine|semana|settiman/iu;

function states(quote: string, number: string): boolean {
  // A percentage is no amount, and is a number all the same.
  const plain = quote.replace(/ ?[%％]/g, ' ');
  const isStated = (wanted: string) =>
    supportOf(plain, wanted) !== undefined ||
    COUNTS.some(([says, count]) => String(count) === wanted && says.test(plain));
  if (isStated(number)) return true;
  const days = Number(number);
  return WEEKS.test(quote) && Number.isInteger(days) && days % 7 === 0 && isStated(String(days / 7));
}

/** "10" cut out of "100", or of "10.5". */
function partsNumber({ scope, textStart, textEnd }: Evidence, words: PageWords): boolean {
  const text = scope === 'text' ? words.text : words.source;
  const before = text.slice(Math.max(0, textStart - 2), textStart + 1);
  return /\d[.,]?\d$/.test(before) || /^\d[.,]?\d/.test(text.slice(textEnd - 1, textEnd + 2));
}
