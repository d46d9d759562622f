/** Cuts the facts beside the prices again from the archived page, and refuses those that it does not state. Pure. */
import type { FactConcept } from '../../crawler/read/vocabulary/concepts.ts';
import { sayingsOf } from '../../crawler/read/vocabulary/phrases.ts';
import { factWords, LANGUAGES } from '../../crawler/read/vocabulary/vocabulary.ts';
import type { Evidence, PageFact, ReadTier, Rejected } from '../../data/reading.ts';
import { wordsKey } from '../../data/text/name-key.ts';
import { cut, type PageWords } from '../../data/text/page-text.ts';
import { scopeText } from './recut.ts';
import { supportOf } from './stated-amounts.ts';

const MAX_REFUSED = 100;

/** @param tiers those that the page supports; facts about others are refused */
export function recutFacts(
  words: PageWords | undefined,
  facts: readonly PageFact[],
  tiers: readonly ReadTier[],
): { said: PageFact[]; refused: Rejected[] } {
  const names = new Set(tiers.map(({ name }) => name));
  const said: PageFact[] = [];
  const refused: Rejected[] = [];
  for (const read of facts) {
    const fact = aboutTiers(read, names);
    const fault = fact === undefined ? 'the page does not support its tier' : faultOf(fact, words);
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
  if (cut(evidence, words) !== evidence.quote) return 'the quote is not at the stated position';
  if (partsNumber(evidence, words)) return 'the quote is part of a longer number';
  if (!saysFact(evidence.quote, fact)) return 'the quote does not mention it';
  const date = fact.kind === 'announced_price' ? dateParts(fact.from) : [];
  const missing =
    numbersOf(fact).find((number) => !states(evidence.quote, number)) ??
    date.find((digits) => !new RegExp(`(?<!\\d)0?${digits}(?!\\d)`).test(evidence.quote));
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
    default:
      return [fact.amount];
  }
}

/** The year and the day; "January 15, 2027" looks like one number. */
function dateParts(date: string): string[] {
  return [date.slice(0, 4), String(Number(date.slice(8)))];
}

function listed(number: number | undefined): string[] {
  return number === undefined ? [] : [String(number)];
}

let sayings: ((text: string) => ReadonlySet<FactConcept>) | undefined;

/** What words say beside prices, in all languages. Independent of the readers, but for the dictionary. */
function factSays(words: string): ReadonlySet<FactConcept> {
  sayings ??= sayingsOf([...LANGUAGES.values()].flatMap(factWords));
  return sayings(words);
}

function states(quote: string, number: string): boolean {
  const plain = quote.replace(/ ?[%％]/g, ' ');
  const said = factSays(quote);
  const isStated = (wanted: string) => supportOf(plain, wanted) !== undefined || said.has(wanted as FactConcept);
  if (isStated(number)) return true;
  const days = Number(number);
  return said.has('weeks') && Number.isInteger(days) && days % 7 === 0 && isStated(String(days / 7));
}

/** "10" cut out of "100", or of "10.5". */
function partsNumber(evidence: Evidence, words: PageWords): boolean {
  const { textStart, textEnd } = evidence;
  const text = scopeText(evidence, words);
  const before = text.slice(Math.max(0, textStart - 2), textStart + 1);
  return /\d[.,]?\d$/.test(before) || /^\d[.,]?\d/.test(text.slice(textEnd - 1, textEnd + 2));
}

/** Words of which a quote has one that states such a fact, in any language. The readers have narrower rules of their own. */
const SAID = {
  overage: ['more', 'moreTail', 'overage', 'then', 'beyond'],
  setup_fee: ['setup', 'setupBare'],
  support_fee: ['supportName'],
  announced_price: ['will'],
  renewal: ['renews', 'onRenewal'],
  minimum_units: ['minimum'],
  included_units: ['comesWith', 'unitIncluded'],
  annual_discount: ['annual'],
  trial: ['trial', 'try', 'free', 'freeFor'],
  money_back: ['refund'],
  tax: ['vat', 'gst', 'sales_tax', 'tax', 'taxOff', 'taxOn'],
} as const satisfies Partial<Record<PageFact['kind'], readonly FactConcept[]>>;

function saysFact(quote: string, fact: PageFact): boolean {
  const said = factSays(quote);
  switch (fact.kind) {
    case 'capability':
      return said.has(fact.capability);
    case 'programme':
      return said.has(fact.programme);
    case 'add_on':
      return wordsKey(quote).includes(wordsKey(fact.name));
    default:
      return SAID[fact.kind].some((concept) => said.has(concept));
  }
}
