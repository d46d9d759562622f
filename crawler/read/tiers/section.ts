/**
 * What a part of a page is about, by the heading over it or a line beside it: add-ons and what others charge are laid
 * out as tiers are, and a billing or a period may be said once for all cards below.
 */
import type { Billing } from '../../../data/reading.ts';
import { matcherOn } from '../mentions/matcher.ts';
import { billingSaid } from '../mentions/terms.ts';
import { type Document, lastAtOrBefore, oncePerPage, type Span } from '../page/document.ts';
import type { Grid } from '../page/grid.ts';
import type { Concept } from '../vocabulary/concepts.ts';
import { anyMeans, lettersBeside, type Matcher, means, saidWhole } from '../vocabulary/phrases.ts';
import { headingSays, matchAny, saysOnly } from '../vocabulary/vocabulary.ts';
import { isInTable } from './candidates.ts';
import { headingBefore, sectionHeading } from './heading.ts';
import { hasTierWord, VERSUS } from './words.ts';

export const AMONG_ADD_ONS = 'among the add-ons';
const IS_EXAMPLE = 'an example';
const IS_PAST = 'no longer sold';

/** Why a part of the page with this heading has no tiers of the product; undefined where it may have. */
export function notTiers(heading: string): string | undefined {
  const said = headingSays(heading);
  if (said.has('addOns') && !said.has('noAddOns')) return AMONG_ADD_ONS;
  if (said.has('goods')) return 'goods beside the tiers';
  if (said.has('examples')) return IS_EXAMPLE;
  if (said.has('past')) return IS_PAST;
  if (said.has('savings')) return 'what a customer saves';
  if (said.has('jobs')) return 'what the vendor pays';
  return said.has('rivals') && !areTiers(heading) ? 'what others charge' : undefined;
}

const RANKS = [7, 6, 5, 4, 3];

/** The headings of the sections around a place that outrank `rank`, nearest first, below the page's own. */
function headingsAround(document: Document, at: number, rank: number): string[] {
  return RANKS.filter((each) => each <= rank).map((each) => sectionHeading(document, at, each));
}

/**
 * Why there are no tiers at this place, by the headings around it. The page's own heading is among them only without
 * `rank`, the rank of a card's name.
 */
export function notTiersAt(document: Document, at: number, rank?: number): string | undefined {
  const nearest = rank === undefined ? notTiers(headingBefore(document, at)) : undefined;
  const around = headingsAround(document, at, rank ?? 7);
  return nearest ?? around.map((heading) => notTiers(heading) ?? otherSection(document, heading)).find(Boolean);
}

/** "Extra storage", in most languages of Europe. */
const EXTRA = /^extra \p{L}{3,30}$/iu;

/** What a heading that says nothing else is over, other than tiers. */
const OTHER_SECTIONS: readonly (readonly [Concept, string])[] = [
  ['sectionAddOn', AMONG_ADD_ONS],
  ['sectionExample', IS_EXAMPLE],
  ['sectionPast', IS_PAST],
  ['sectionSupport', 'support beside the tiers'],
];

function otherSection(document: Document, heading: string): string | undefined {
  if (EXTRA.test(heading)) return AMONG_ADD_ONS;
  const phrases = matcherOn(document)(heading);
  return OTHER_SECTIONS.find(([concept]) => saidWhole(heading, phrases, concept))?.[1];
}

const BESIDE_TIERS: readonly Concept[] = ['sectionService', 'sectionUsage', 'sectionRival'];

/** A heading around this place says services, rates or a comparison, and no more. Tiers may stand there, if nowhere else. */
export function isBesideTiers(document: Document, at: number, rank: number): boolean {
  return headingsAround(document, at, rank).some((heading) =>
    saidWhole(heading, matcherOn(document)(heading), ...BESIDE_TIERS),
  );
}

/** "Free vs Pro" */
function areTiers(heading: string): boolean {
  const [one, other, ...more] = heading.split(VERSUS);
  return more.length === 0 && [one, other].every((side) => side !== undefined && side.length < 30 && hasTierWord(side));
}

/** A heading farther up is about more than the table. */
export const MAX_BELOW_HEADING = 1500;

/** Not of add-ons, examples or other vendors. */
export function isTierTable(document: Document, grid: Grid): boolean {
  const heading = headingBefore(document, grid.start, MAX_BELOW_HEADING);
  const said = headingSays(heading);
  // A page may be about support alone.
  const isSupport = said.has('supportPlans') && !document.visible.trimStart().startsWith(heading);
  return (
    notTiersAt(document, grid.start) === undefined &&
    notTiersBelow(document, grid) === undefined &&
    !isSupport &&
    !said.has('besideTiers') &&
    !comparesVendors(document, grid)
  );
}

/** Why a table or a list has no tiers, by the line right above it. */
export function notTiersBelow(document: Document, { start }: Pick<Grid, 'start'>): string | undefined {
  return otherSection(document, lineAbove(document, start));
}

/** What stands right above a table names it, though it is no heading. */
function lineAbove({ lines, visible }: Document, start: number): string {
  const last = lastAtOrBefore(lines, start - 1);
  // An item's own line may begin before it, with spaces.
  const above = lines[(lines[last]?.end ?? 0) > start ? last - 1 : last];
  if (above === undefined || above.heading > 0 || isInTable(above.element)) return '';
  return visible.slice(above.start, Math.min(above.end, above.start + MAX_SAID));
}

/** A column is headed by the site's own name, and none by a tier's: the others are other vendors. */
function comparesVendors(document: Document, { rows: [head = []] }: Grid): boolean {
  const title = ` ${document.title.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, ' ')} `;
  const names = head.slice(1).flatMap(({ words }) => (words === '' ? [] : words));
  const isOwn = (name: string) =>
    /^(?:us|we|ours?)$/i.test(name) || (name.length >= 3 && title.includes(` ${name.toLowerCase()} `));
  const isOfTiers = (name: string) =>
    hasTierWord(name) || /\b(?:price|pricing|cost|month|year|annual|billing|features?)/i.test(name);
  return names.length >= 2 && names.some(isOwn) && !names.some(isOfTiers);
}

/** "Billed annually" over a row of cards, and nothing about the month. */
export function billingOfSection(document: Document, start: number): Billing | undefined {
  return billingSaid(matchAny(headingBefore(document, start)));
}

/** "Plans are billed annually" for the whole page, of which nothing says that one may pay by the month. */
export const statesYearlyBilling = oncePerPage((document) => {
  const match = matcherOn(document);
  const said = document.lines.map(({ start, end }) => document.visible.slice(start, Math.min(end, start + MAX_SAID)));
  const saysMonthly = (words: string) => anyMeans(match(words), 'billedMonthly');
  return said.some((words) => saysYearlyOfAll(words, match)) && !said.some(saysMonthly);
});

const MAX_SAID = 300;
/** Of a word that no vocabulary knows: "all", "our". */
const MAX_LETTERS = 3;

/** "Prices shown are for annual billing", and nothing of one tier, of a discount or of another billing. */
function saysYearlyOfAll(words: string, match: Matcher): boolean {
  const sentence = /^[^.;!?？(%\p{N}]{0,120}(?=[.;!(]|$)/u.exec(words.trim())?.[0] ?? '';
  const phrases = match(sentence);
  const all = phrases.findIndex((phrase) => means(phrase, 'sectionPlan'));
  const billed = phrases.findIndex((phrase) => means(phrase, 'billedYearly'));
  return (
    all >= 0 &&
    billed > all &&
    !anyMeans(phrases, 'tier', 'or', 'save', 'off', 'free', 'notFree', 'contact') &&
    lettersBeside(sentence, phrases) <= MAX_LETTERS
  );
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

const MAX_SAID_ABOVE = 400;
const MAX_ONCE = 30;

/** Between a card's start and its price the card says that it is paid for once. */
export function saysOnce({ visible }: Document, card: Span, price: number): boolean {
  if (price - card.start > MAX_SAID_ABOVE) return false;
  const above = visible.slice(card.start, price);
  const said = headingSays(above);
  const isLine = above.split('\n').some((line) => line.length < MAX_ONCE && saysOnly(line, 'once'));
  return (isLine || said.has('paidOnce')) && !said.has('notPaidOnce');
}
