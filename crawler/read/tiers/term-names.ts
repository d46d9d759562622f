/** Names of tiers that say for how long one pays: "Monthly", "Annual plan", "Basic Yearly". */
import type { Billing, Per } from '../../../data/reading.ts';
import type { Concept } from '../vocabulary/concepts.ts';
import { anyMeans, lettersBeside, means, type Phrase, tokensOf } from '../vocabulary/phrases.ts';
import { LANGUAGES, matchAny } from '../vocabulary/vocabulary.ts';

const MAX_NAME = 32;
/** Words before the term: "Acme Cloud Pro yearly". */
const MAX_WORDS = 4;

const TERMS: readonly [Per | 'quarter', readonly Concept[]][] = [
  ['quarter', ['quarter']],
  ['month', ['monthly', 'billedMonthly', 'month']],
  ['year', ['yearly', 'billedYearly', 'year']],
  ['once', ['once']],
];

const wordsOf = (of: readonly Concept[]) =>
  new Set(
    [...LANGUAGES.values()].flatMap(({ concepts }) =>
      of.flatMap((concept) => tokensOf((concepts[concept] ?? []).join(' ')).map(({ word }) => word)),
    ),
  );
/** Every name that says a term has one of these words; most names have none, and are not searched for phrases. */
const WORDS = wordsOf(TERMS.flatMap(([, of]) => of)).difference(wordsOf(['per']));

function phrasesIn(name: string): Phrase[] {
  return tokensOf(name).some(({ word }) => WORDS.has(word)) ? matchAny(name) : [];
}

/** The term that the phrases name; undefined where they name none or several. */
function termOf(phrases: readonly Phrase[]): Per | 'quarter' | undefined {
  const named = TERMS.filter(([, concepts]) => anyMeans(phrases, ...concepts));
  return named.length === 1 ? named[0]?.[0] : undefined;
}

const BILLINGS: Readonly<Record<string, Billing>> = { month: 'monthly', year: 'annual' };

/** How one pays for what is named by such a length of time. */
export function billingOf(term: Per | 'quarter' | undefined): Billing | undefined {
  return BILLINGS[term ?? ''];
}

const isPlanWord = ({ meanings }: Phrase) => meanings.has('planWord') || meanings.has('per');

/** The billing that a name is of which says nothing else: "Monthly", "Mensuel", "Rocznie", "Pay yearly". */
export function billingNamed(name: string): Per | 'quarter' | undefined {
  if (name.length > MAX_NAME) return undefined;
  const phrases = phrasesIn(name);
  const term = termOf(phrases);
  if (term === undefined || term === 'once' || lettersBeside(name, phrases) > 0 || /[\d/]/.test(name)) return undefined;
  // "Pro Annual" is a plan, "pro Jahr" a time.
  const saysHow = anyMeans(phrases, 'monthly', 'yearly');
  const isTier = (phrase: Phrase) => saysHow && means(phrase, 'tier') && !means(phrase, 'planWord');
  const isBilling = phrases.every((phrase) => termOf([phrase]) === term || (isPlanWord(phrase) && !isTier(phrase)));
  return isBilling ? term : undefined;
}

/** For how long one pays, by a tier's name alone: by its last words, or by its first: "Basic Yearly", "Annual saver plan". */
export function termNamed(name: string): Per | undefined {
  const phrases = name.includes('/') ? [] : phrasesIn(name);
  const [first, end] = [phrases[0], phrases.at(-1)];
  const last = phrases.findLast((phrase) => !isPlanWord(phrase));
  if (first === undefined || end === undefined || last === undefined) return undefined;
  const before = name.slice(0, last.start).trim();
  const isLast =
    lettersBeside(name.slice(last.end), matchAny(name.slice(last.end))) === 0 &&
    before.split(/\s+/).length <= MAX_WORDS;
  const isPlan = first.start === 0 && isPlanWord(end) && end.end === name.length;
  const term = (isLast ? termOf([last]) : undefined) ?? (isPlan ? termOf([first]) : undefined);
  return term === 'quarter' ? undefined : term;
}

/** For how long one pays, where that is neither a month nor a year: "3 months", "Quarterly". */
export function isOtherTerm(name: string): boolean {
  const phrases = name.length <= MAX_NAME ? phrasesIn(name) : [];
  return termOf(phrases) === 'quarter' && lettersBeside(name, phrases) === 0;
}
