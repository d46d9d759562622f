/** Elements that stand apart to the eye and in one line of the page’s text: badges, notes, terms with no space between. */

import { anyMeans, lettersBeside, means } from '../vocabulary/phrases.ts';
import { matchAny } from '../vocabulary/vocabulary.ts';
import { hasBadgeClass, hasPriceClass } from './classes.ts';
import { type Document, type Line, nearest, type PageElement, parentOf, type TextRun } from './document.ts';

const MAX_BADGE = 40;

/** Set as the raised mark of a footnote, after a word. */
function isNote({ element }: TextRun, words: string, before: string | undefined): boolean {
  const isRaised = element.name === 'sup' || parentOf(element)?.name === 'sup';
  return isRaised && /^(?:\d{1,2}|[*†‡§]{1,3})$/.test(words) && /\p{L}$/u.test(before ?? '');
}

/** "1 to 50 seats" and, set small behind it, "Small teams": a remark on the words before. */
function isSmallPrint({ element }: TextRun, words: string, kept: readonly string[]): boolean {
  const [before = '', ...more] = kept;
  if (more.length > 0 || !(element.name === 'small' || parentOf(element)?.name === 'small')) return false;
  if (!/\p{L}{2}/u.test(before) || !/^\s*\p{L}[^\d$€£¥]{3,}$/u.test(words)) return false;
  return /^\s*\p{Lu}/u.test(words) || (isInPrice(element) && !limits(`${before} ${words}`));
}

/** In what the page calls a price: "Free" and, set small behind it, "during beta". */
const isInPrice = (element: PageElement) => nearest(element, 3, hasPriceClass) !== undefined;

/** "Free trial", "Free for students", "Free with annual plan". */
const limits = (price: string) => anyMeans(matchAny(price), 'trial', 'notFree', 'first', 'billedYearly');

/** "Most popular", in any language, and no more. */
export function isBadge(words: string): boolean {
  if (words.length > MAX_BADGE) return false;
  const ribbons = matchAny(words).filter(({ meanings }) => meanings.has('ribbon'));
  return ribbons.length > 0 && lettersBeside(words, ribbons) === 0;
}

const SET_OFF = /^(.{1,60}?)(?: [–—|·-] | ?\()([^()]{3,40})\)?$/u;

/** In an element that style sheets call a badge; not the words alone that tiers are called by, "Pro". */
function isSetAsBadge({ element }: TextRun, words: string): boolean {
  if (words.length > MAX_BADGE || !hasBadgeClass(element)) return false;
  const names = matchAny(words).filter((phrase) => means(phrase, 'tier', 'planWord'));
  return lettersBeside(words, names) > 0;
}

/** "02 Pro" in a row of numbered cards. */
const NUMBERED = /^0\d[.)]?\s{0,3}(?=\p{L})/u;

/** "Pro (recommended)", "Business — most popular", "02 Pro": the name alone. */
export function withoutBadge(name: string): string {
  const [, words, badge = ''] = SET_OFF.exec(name) ?? [];
  return (words !== undefined && isBadge(badge) ? words : name).replace(NUMBERED, '');
}

/** A line's words without the badges and footnotes that elements of their own put beside them. */
export function wordsOf({ runs, visible }: Document, line: Line, whole: string): string {
  const first = (runs[line.run]?.start ?? 0) <= line.start ? line.run : line.run - 1;
  if ((runs[first]?.end ?? line.end) >= line.end) return whole;
  const kept: string[] = [];
  let dropped = 0;
  for (let at = Math.max(first, 0); at < first + 6 && at < runs.length; at += 1) {
    const run = runs[at];
    if (run === undefined || run.start >= line.end) break;
    const words = visible.slice(Math.max(run.start, line.start), Math.min(run.end, line.end));
    if (isBadge(words) || isSetAsBadge(run, words) || isNote(run, words, kept.at(-1)) || isSmallPrint(run, words, kept))
      dropped += 1;
    else kept.push(words);
  }
  return dropped === 1 && kept.length === 1 ? (kept[0] ?? whole).trim() : whole;
}
