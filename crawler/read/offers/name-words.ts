/** Which words may name an offer, by what they say alone. */
import type { AmountMention } from '../mentions/mentions.ts';
import type { Span } from '../page/document.ts';
import { isPlain, tidyName } from '../page/label.ts';
import type { Concept } from '../vocabulary/concepts.ts';
import { anyMeans, lettersBeside, type Matcher, means, type Phrase, saidWhole } from '../vocabulary/phrases.ts';

/** Words that may name an offer, with the phrases of the vocabulary in them. */
export interface NameWords extends Span {
  words: string;
  phrases: readonly Phrase[];
}

export interface NameLine extends Span {
  heading: number;
}

const MAX_LENGTH = 60;
const MAX_WORDS = 8;
/** Of a writing that says in one sign what others say in three. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
const DENSE_WEIGHT = 2;
/** What ticks off a feature. */
const CHECKED = /^\s*[✓✔✅☑✗✘✕❌+]/u;
const WRITTEN = /[\p{L}\p{N}]/u;
/** How a question, a list and a sentence end. */
const UNFINISHED = /[?？,，、;]\s*$/;

/** The words of a line, or those before its amount, that may name an offer. */
export function nameWords(
  visible: string,
  line: NameLine,
  { amount, match }: { amount: AmountMention | undefined; match: Matcher },
): NameWords | undefined {
  const end = amount === undefined ? line.end : leadEnd(visible, line, { amount, match });
  const own = visible.slice(line.start, end);
  const words = tidyName(own).replace(/[\s:(–—-]{1,9}$/u, '');
  const length = words.length + DENSE_WEIGHT * (words.match(DENSE)?.length ?? 0);
  if (words === '' || length > MAX_LENGTH || words.split(/\s+/).length > MAX_WORDS || !isPlain(words)) return undefined;
  if (CHECKED.test(own) || UNFINISHED.test(own) || words.includes('。')) return undefined;
  const isHeading = line.heading > 0;
  if (!/\p{L}/u.test(words) && !(isHeading && amount === undefined)) return undefined;
  const phrases = match(words);
  return isNoName(words, phrases, isHeading) ? undefined : { start: line.start, end, words, phrases };
}

/** Terms, a call to action, a ribbon, the title of a section: words that name nothing. */
export function isNoName(words: string, phrases: readonly Phrase[], isHeading: boolean): boolean {
  if (isLed(words, phrases, isHeading) || isNotice(words, phrases) || isPlural(words, phrases)) return true;
  // "After the trial" tells when, under a heading as well.
  if (saidWhole(words, phrases, 'then')) return true;
  return (!isHeading && isTerms(words, phrases)) || isCall(words, phrases, isHeading);
}

/** What starts a line that goes on about something else: "Everything in Pro", "Up to 5 users", "For small teams". */
const LEADS: readonly Concept[] = ['lead', 'featureStart', 'action', 'from', 'save', 'billedYearly'];

function isLed(words: string, [first, second]: readonly Phrase[], isHeading: boolean): boolean {
  if (first === undefined || WRITTEN.test(words.slice(0, first.start))) return false;
  const leads = LEADS.some((each) => first.meanings.has(each)) || (!isHeading && first.meanings.has('upTo'));
  if (!leads || !WRITTEN.test(words.slice(first.end))) return false;
  // "Unlimited projects" is a limit, "Unlimited plan" a name.
  const isLimit = !second?.meanings.has('tier') && !second?.meanings.has('planWord');
  return !first.meanings.has('tier') || (!isHeading && first.meanings.has('lead') && isLimit);
}

/** Ribbons and calls alone: "Most popular", "Get started". */
function isNotice(words: string, phrases: readonly Phrase[]): boolean {
  const isOne = ({ meanings }: Phrase) => !meanings.has('tier') && (meanings.has('ribbon') || meanings.has('action'));
  return phrases.length > 0 && phrases.every(isOne) && lettersBeside(words, phrases) === 0;
}

/** "Web hosting plans", "Hosting costs": all plans together, or what they cost. */
function isPlural(words: string, phrases: readonly Phrase[]): boolean {
  const last = phrases.at(-1);
  if (last === undefined || last.start === 0 || /\p{L}/u.test(words.slice(last.end))) return false;
  const is = (...concepts: Concept[]) => means(last, ...concepts);
  return is('notName') && is('sectionPlan', 'labelPrice') && !is('tier', 'month', 'year');
}

/** Phrases that name plans. */
export const NAMING: readonly Concept[] = ['tier', 'free', 'planWord'];

/** Where the words before the amount end that are none of its terms: "Pro from $10" names "Pro". */
function leadEnd(visible: string, line: Span, { amount, match }: { amount: AmountMention; match: Matcher }): number {
  let end = amount.start;
  const phrases = match(visible.slice(line.start, end));
  for (const { start, end: stop, meanings } of phrases.toReversed()) {
    if (WRITTEN.test(visible.slice(line.start + stop, end)) || meanings.has('tier')) break;
    if (!LEADING.some((each) => meanings.has(each))) break;
    end = line.start + start;
  }
  return end;
}

const LEADING: readonly Concept[] = ['from', 'per', 'monthly', 'save'];

/** What a line is, when all of its words are of these, that names nothing. */
const TERMS: readonly Concept[] = [
  'action',
  'ribbon',
  'notName',
  'planWord',
  'month',
  'year',
  'monthly',
  'yearly',
  'per',
  'from',
  'save',
  'billedMonthly',
  'billedYearly',
  'contact',
  'notFree',
  'first',
  'upTo',
  'more',
  'was',
  'featureStart',
  'once',
  'tax',
  'andUp',
];

/** All words are of the trade, and none of them names a plan. A heading may name one so: "Monthly". */
function isTerms(words: string, phrases: readonly Phrase[]): boolean {
  if (phrases.length === 0 || lettersBeside(words, phrases) > 0 || /\d/.test(words)) return false;
  if (phrases.some(({ meanings }) => meanings.has('tier') || meanings.has('free'))) return false;
  return phrases.every((phrase) => means(phrase, ...TERMS)) && !isOnePlan(words, phrases);
}

const MAX_BESIDE_CALL = 12;
const MAX_BESIDE_SECTION = 3;
/** In a writing of which two signs are a word. */
const MAX_BESIDE_DENSE = 1;
const SECTION: readonly Concept[] = ['notName', 'sectionPlan', 'planWord', 'labelPrice', 'featureStart'];

/** A call to action, a ribbon, a section's title: in whole, but for a few letters. */
function isCall(words: string, phrases: readonly Phrase[], isHeading: boolean): boolean {
  const has = (...concepts: Concept[]) => anyMeans(phrases, ...concepts);
  // "For 48-month term"
  const isLength = has('billedOtherwise') || (has('billedYearly') && /\d/.test(words));
  if ((has('notFree') || isLength) && !isHeading) return true;
  const [first, ...more] = phrases;
  // "Get Pro", "Choose Starter"
  const isOrder = first?.start === 0 && first.meanings.has('action') && !first.meanings.has('tier') && more.length > 0;
  if (!isHeading && isOrder) return true;
  if (has('tier', 'free')) return false;
  const beside = lettersBeside(words, phrases);
  if (!isHeading && has('action', 'ribbon') && beside <= MAX_BESIDE_CALL) return true;
  const isSection = phrases.length > 0 && phrases.every((phrase) => means(phrase, ...SECTION));
  const most = words.match(DENSE) === null ? MAX_BESIDE_SECTION : MAX_BESIDE_DENSE;
  return (
    isSection && beside <= most && !/\d/.test(words) && !has('monthly', 'yearly', 'once') && !isOnePlan(words, phrases)
  );
}

/** "API plan", "Plan B", "Aプラン": one plan, called by the capitals of a short word or by a letter. */
function isOnePlan(words: string, phrases: readonly Phrase[]): boolean {
  const plan = phrases.find((phrase) => means(phrase, 'planWord'));
  const beside = plan && `${words.slice(0, plan.start)}_${words.slice(plan.end)}`;
  if (beside !== undefined && /^(?:\p{Lu}_|_ ?\p{Lu})$/u.test(beside)) return true;
  const [only, ...more] = phrases;
  const isOne = only !== undefined && more.length === 0 && means(only, 'planWord') && !means(only, 'sectionPlan');
  return isOne && /\p{Ll}/u.test(words) && /(?<!\p{L})\p{Lu}{2,3}(?!\p{L})/u.test(words);
}
