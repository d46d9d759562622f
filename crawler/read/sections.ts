/** What a page says about a whole section of prices, in its heading or in a line beside it. */
import type { Billing } from '../../data/reading.ts';
import { type Document, lastAtOrBefore, type Span } from './document.ts';

/** Lines between a section's heading and its first card. */
const REACH = 6;
const MAX_HEADING = 60;

const ADDED =
  /\badd-?ons?\b|^(?:optional )?extras$|\badditional (?:services|options|products|packs?)\b|\b(?:professional|consulting|implementation) services$/i;

const BILLED_YEARLY = /^(?:annual(?:ly)?|yearly)\b|\b(?:billed|paid|pay) (?:annually|yearly|by the year)\b/i;
const BILLED_MONTHLY = /^monthly\b|\b(?:billed|paid|pay) (?:monthly|by the month)\b/i;

/** Cards below are sold on top of a tier, by the heading just above them. */
export function isAddedSection(document: Document, start: number): boolean {
  return headingsAbove(document, start).some((words) => ADDED.test(words));
}

/** "Billed annually" above a row of cards, and nothing about the month. */
export function billingOfSection(document: Document, start: number): Billing | undefined {
  const lines = headingsAbove(document, start);
  const yearly = lines.some((words) => BILLED_YEARLY.test(words));
  // Both are what a switch says, and it says so above either row.
  return yearly === lines.some((words) => BILLED_MONTHLY.test(words)) ? undefined : yearly ? 'annual' : 'monthly';
}

/** Short lines above, up to the nearest heading, nearest first. */
function headingsAbove({ lines, visible }: Document, start: number): string[] {
  const found: string[] = [];
  const below = lastAtOrBefore(lines, start - 1);
  for (let at = below; at >= 0 && below - at < REACH; at -= 1) {
    const line = lines[at];
    if (line === undefined) break;
    const words = visible.slice(line.start, line.end).trim();
    if (words.length <= MAX_HEADING) found.push(words);
    if (line.heading > 0) break;
  }
  return found;
}

const ALL_MONTHLY =
  /\b(?:prices|plans|rates|fees|amounts)(?: (?:are|shown|listed|quoted|below|here|in|billed|charged|stated|usd|eur|gbp|and)){0,5} (?:per month|monthly|per (?:calendar|user) (?:per )?month)\b/i;

/** A line for the whole page gives the period of amounts that state none: "All prices are per month". */
export function statesMonthly({ lines, visible }: Document): boolean {
  return lines.some(({ start, end }: Span) => {
    if (end - start > 200 || end - start < 15) return false;
    const words = visible.slice(start, end);
    return ALL_MONTHLY.test(words) && !/\byear|\bannual/i.test(words);
  });
}

/** Where questions and their answers start: no amount in an answer is the price of a tier named above the question. */
export function questionsIn({ lines, visible }: Document): Span[] {
  return lines.filter(
    ({ start, end, heading, element }) =>
      (heading > 0 || element.name === 'dt' || element.name === 'summary') &&
      end - start > 12 &&
      visible.slice(start, end).trimEnd().endsWith('?'),
  );
}
