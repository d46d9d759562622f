/** What costs nothing for a while: trials, and no free tiers. */
import { isZero } from '../../../data/money.ts';
import { type Document, lastAtOrBefore } from '../page/document.ts';
import { anyMeans, means, type Phrase, saidWhole } from '../vocabulary/phrases.ts';
import { matchAny } from '../vocabulary/vocabulary.ts';
import type { Signal } from './signals.ts';
import type { TierParts } from './tier.ts';

interface Offer {
  name: string;
  parts: TierParts;
  signals: readonly Signal[];
}

/**
 * "30 day trial" over "free", "Free / Trial", "Free" over "for 30 days".
 *
 * @param ends where what may be said of the offer ends, if before the next line does
 */
export function isTrial(document: Document, { name, parts, signals }: Offer, ends = Number.POSITIVE_INFINITY): boolean {
  if (!parts.isFree || parts.prices.length > 0) return false;
  if (saysTrial(name)) return true;
  const free = signals.find(isFree);
  if (free === undefined) return false;
  const { lines, visible } = document;
  const from = free.kind === 'money' ? free.end : free.start;
  const at = lastAtOrBefore(lines, free.start);
  const said = lines.slice(at, at + 2).filter(({ element }, index) => index === 0 || element.name !== 'li');
  return said.some(({ start, end }) => isWhile(visible.slice(Math.max(start, from), Math.min(end, ends))));
}

function saysTrial(words: string): boolean {
  const phrases = matchAny(words);
  return anyMeans(phrases, 'trial') && saidWhole(words, phrases, 'trial', 'free');
}

const isFree = (signal: Signal) => signal.kind === 'free' || (signal.kind === 'money' && isZero(signal.money.amount));

/** Of a word such as "during" before the time. */
const MAX_LETTERS = 8;

/** "30 days, no card", "Pendant 30 jours", "3-day trial", "All of it, free for 30 days"; not "30 days of history". */
function isWhile(words: string): boolean {
  if (saysTrial(words)) return true;
  const phrases = matchAny(words);
  const saysFree = anyMeans(phrases, 'free', 'trial');
  return phrases.some((phrase) => {
    const start = startOfTime(words, phrase);
    if (start === undefined || phrases.some((other) => other.start < start && means(other, 'upTo'))) return false;
    const [lead, rest] = [words.slice(0, start), words.slice(phrase.end)];
    // "History: 30 days", "1 GB, 30 days", "/ 30 days"
    if (/[\d:/]/.test(lead) || !/^\s*(?:$|[.,;·|()–—-])/u.test(rest)) return false;
    return saysFree || lead.replace(/\P{L}/gu, '').length <= MAX_LETTERS;
  });
}

/** Where "30 days" starts, if that is the phrase's time. */
function startOfTime(words: string, phrase: Phrase): number | undefined {
  const isWhole = /\d/.test(words.slice(phrase.start, phrase.end));
  if (isWhole) return means(phrase, 'day', 'week', 'month', 'year', 'first', 'lead') ? phrase.start : undefined;
  if (!means(phrase, 'day', 'week', 'month', 'year')) return undefined;
  return /(?<![\d.,])[1-9]\d{0,2}[\s-]?$/.exec(words.slice(0, phrase.start))?.index;
}
