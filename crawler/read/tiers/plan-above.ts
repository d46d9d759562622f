/** A price in the running text of a section that is headed by its plan: "An annual subscription is $900/year." */
import type { Document } from '../page/document.ts';
import type { AmountSignal } from './amounts.ts';
import { headingBefore } from './heading.ts';
import { FREE_WORD } from './words.ts';

/** What stands before the price of "the plan" or "a subscription", which no name goes before. */
const OF_SECTION =
  /\b(?:plan|subscription|licen[cs]e|package)s?\b[^.!?]{0,40} (?:is|are|costs?|starts?|runs)(?: available)?(?: for| from| at)?(?: just| only)?\s*$/iu;
const PLAN = /^(.{2,40}?) (?:plan|tier|edition|subscription|licen[cs]e|package)\b/iu;

/** The plan in the heading above an amount, unless it is free, or billed for another time than the amount. */
export function planAbove(
  document: Document,
  { line, terms }: AmountSignal,
  sentence: string,
): { name: string; heading: string } | undefined {
  if (!OF_SECTION.test(sentence)) return undefined;
  const heading = headingBefore(document, line.start);
  const name = PLAN.exec(heading)?.[1];
  const isOther = terms.per === 'year' ? /\bmonthly\b/i : /\b(?:annual|yearly)\b/i;
  return name === undefined || FREE_WORD.test(name) || isOther.test(heading) ? undefined : { name, heading };
}
