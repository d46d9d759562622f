/** Which amounts under a tier's name are other things than its price: what is added, a fee, what somebody says. */

import { Decimal } from 'decimal.js';
import { languagesOn, matcherOn, talkIn } from '../mentions/matcher.ts';
import { type Document, isQuoted } from '../page/document.ts';
import type { Concept } from '../vocabulary/concepts.ts';
import { factFinderFor } from '../vocabulary/vocabulary.ts';
import { ADDED, type AmountSignal, FEE } from './amounts.ts';

/** A line with more words around its amount than this talks about it rather than stating it. */
const MAX_TALK = 26;
/** A longer line with much talk before the amount is no statement of it, whatever stands between the two. */
const MAX_STATEMENT = 90;
/** What an amount is for stands right behind it. */
const MAX_BEHIND = 24;

/** Why an amount under a tier's name is not its price. */
export function refusalOf(
  document: Document,
  signal: AmountSignal,
  first: AmountSignal | undefined,
): string | undefined {
  const { terms, line, room, start, end, element } = signal;
  if (terms.refusal !== undefined) return terms.refusal;
  if (terms.unit !== undefined && /^(?:additional|extra) /.test(terms.unit)) return ADDED;
  // "Each additional" goes on from no amount of the line above, though "each month" would.
  const lead = document.visible.slice(Math.max(line.start, start - 100), start);
  // What stands before a plus is said of the amount before it.
  const before = /\d/.test(lead) ? document.visible.slice(room.start, start).replace(/^[^+]*\+\s?$/, '') : lead;
  const after = sentenceFrom(document.visible.slice(end, Math.min(room.end, end + 300)), before);
  const charged = chargedFor(document, before, after);
  if (charged !== undefined) return charged;
  // What a tier renews at stands beside what it costs at first, for the same period.
  const isRenewal = factsIn(document, before).some(({ meanings }) => meanings.has('renews'));
  if (isRenewal && terms.per !== first?.terms.per) return FEE;
  const isStated = isStatement(before, after);
  const told = before.trim() === '' ? beforeDash(after) : after;
  const isLong =
    line.end - line.start > MAX_STATEMENT && talkIn(document, document.visible.slice(line.start, start)) > MAX_TALK;
  if (!isStated && (isTalk(document, `${before} ${told}`) || isLong)) return 'inside a sentence';
  if (isQuoted(element)) return 'said by somebody else';
  if (first === undefined) return undefined;
  if (isForAPart(first, signal)) return ADDED;
  if (isForSeveral(document, first, signal)) return 'a total for several units';
  const isBare = terms.per === undefined && terms.billing === undefined && !terms.isStruck && !line.struck;
  return isBare && element.name === 'li' ? 'among the features' : undefined;
}

const factsIn = (document: Document, words: string) => factFinderFor(languagesOn(document))(words);

/** "Additional user: $5", "Beyond that $0.20", "$499 onboarding": beside the price, by the words around the amount. */
function chargedFor(document: Document, before: string, after: string): string | undefined {
  const match = matcherOn(document);
  const has = (words: string, concept: Concept) =>
    match(words).some(({ meanings }) => meanings.has(concept) && !meanings.has('tier'));
  if (has(before, 'more')) return ADDED;
  return has(before, 'setup') || has(after.slice(0, MAX_BEHIND), 'setup') ? FEE : undefined;
}

/** "0 € if you are closed", or an item "$0 egress between regions": what costs nothing is a part, or for a while. */
export function isZeroOfAPart(document: Document, signal: AmountSignal): boolean {
  const { line, element, end } = signal;
  const [next] = factsIn(document, document.visible.slice(end, Math.min(line.end, end + MAX_BEHIND)));
  if (next !== undefined && next.start < 2 && next.meanings.has('open')) return true;
  if (element.name !== 'li' && line.element.name !== 'li') return false;
  return talkIn(document, wordsAround(document, signal)) > MAX_OF_ITEM;
}

/** An item with more words around its amount tells what a tier has. */
const MAX_OF_ITEM = 14;

/** "$10 / month per source" in an item of its own below "$1000 / month": for each of something that the tier has. */
function isForAPart(first: AmountSignal, { terms, element, line }: AmountSignal): boolean {
  const isItem = element.name === 'li' && first.element !== element && first.line !== line;
  return isItem && terms.billing === undefined && terms.per === first.terms.per && terms.unit !== first.terms.unit;
}

/** "$15 / user / month" and "Minimum 3 users ($45 / month)": so many times the price of one, and the line says how many. */
function isForSeveral({ visible }: Document, one: AmountSignal, { money, terms, line }: AmountSignal): boolean {
  const { unit, per } = one.terms;
  if (unit === undefined || terms.unit !== undefined || terms.per !== per) return false;
  const times = new Decimal(money.amount).dividedBy(one.money.amount);
  if (money.currency !== one.money.currency || !times.isInteger() || times.lt(2)) return false;
  const numbers: readonly string[] = visible.slice(line.start, line.end).match(/\p{N}{1,9}/gu) ?? [];
  return terms.isFloor || numbers.includes(times.toString());
}

const STATED = /(?:^|[.!?]\s)\s*(?:(?:prices? )?(?:starting|starts?) (?:at|from)|from)\s*$/i;

/** "… Starting at $990/month.": a sentence of its own that says nothing but what is paid. */
function isStatement(before: string, after: string): boolean {
  return STATED.test(before) && /^[^.!?]{0,30}(?:[.!]\s*)?$/.test(after.split(/(?<=[.!])\s/, 1)[0] ?? '');
}

function isTalk(document: Document, words: string): boolean {
  return words.length > 24 && talkIn(document, words) > MAX_TALK;
}

/** The line of the amount says more than what it is for. */
export function isInSentence(document: Document, signal: AmountSignal): boolean {
  return isTalk(document, wordsAround(document, signal));
}

/** Of its line, those near the amount. */
function wordsAround({ visible }: Document, { line, start, end }: AmountSignal): string {
  const before = visible.slice(Math.max(line.start, start - MAX_STATEMENT), start);
  return `${before} ${visible.slice(end, Math.min(line.end, end + MAX_STATEMENT))}`;
}

/** "$9 per month. Best for…": what begins a line is stated by its first sentence. */
function sentenceFrom(after: string, before: string): string {
  const stop = before.trim() === '' ? after.search(/[.!?]\s+\p{Lu}/u) : -1;
  return stop < 0 ? after : after.slice(0, stop);
}

/** "$9 / month — for those who…": what follows the dash or dot tells of the tier. */
function beforeDash(after: string): string {
  const dash = after.search(/\s[–—·•|-]\s/);
  return dash < 0 ? after : after.slice(0, dash);
}
