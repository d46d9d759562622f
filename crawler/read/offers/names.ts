/** Which line of each region is the offer's name: scored line by line, chosen for all regions of a group together. */
import { nameKey } from '../../../data/text/name-key.ts';
import type { AmountMention, Mentions } from '../mentions/mentions.ts';
import { lettersBeside } from '../mentions/terms.ts';
import { type Document, lastAtOrBefore, parentOf, type Span } from '../page/document.ts';
import { isPlain, tidyName } from '../page/label.ts';
import type { Concept } from '../vocabulary/concepts.ts';
import type { Phrase } from '../vocabulary/phrases.ts';
import type { Group, Region, RegionLine } from './regions.ts';
import { NAME_WEIGHTS } from './weights.ts';

/** A line, or the words of a line before its amount, that may name an offer. */
export interface NameCandidate extends Span {
  words: string;
  slot: string;
  line: RegionLine;
  features: number[];
  score: number;
}

const MAX_CANDIDATES = 12;
const MAX_LENGTH = 60;
/** Of a writing that says in one sign what others say in three. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
const DENSE_WEIGHT = 2;
const MAX_WORDS = 8;
const NAMED = /(?:^|[\s_-])(?:title|name|plan|tier|package|heading|header)(?:$|[\s_-]|\d)|(?:title|name|plan)$/i;
/** What ticks off a feature. */
const CHECKED = /^\s*[✓✔✅☑✗✘✕❌+]/u;
const BOLD = new Set(['b', 'strong', 'dt', 'summary', 'caption', 'legend']);
/** What a line is, when all of its words are of these, that names nothing. */
const OTHERS: readonly Concept[] = [
  'action',
  'ribbon',
  'notName',
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
const NAMING: readonly Concept[] = ['tier', 'free', 'planWord'];

export interface Page {
  document: Document;
  mentions: Mentions;
}

/** The candidates of each region, at most a dozen, in the order of the page. */
export function candidatesOf(page: Page, region: Region): NameCandidate[] {
  const found: NameCandidate[] = [];
  const first = firstPrice(page, region);
  for (const line of region.lines) {
    if (found.length >= MAX_CANDIDATES) break;
    const candidate = candidateIn(page, line, { first, order: found.length });
    if (candidate !== undefined) found.push(candidate);
  }
  const levels = found.flatMap(({ line }) => (line.heading > 0 ? [line.heading] : []));
  const top = Math.min(...levels);
  for (const { features, line } of found) features[TOP] = line.heading > 0 && line.heading === top ? 1 : 0;
  return found;
}

/** Features of a name, in the order of the weights. */
export const NAME_FEATURES = [
  'one',
  'heading',
  'highest heading',
  'first',
  'order',
  'class of a name',
  'tier word',
  'before the price',
  'lines to the price',
  'more than three words',
  'ends as a sentence',
  'a number',
  'bold',
  'item of a list',
  'link or button',
  'beside the amount',
  'place shared by siblings',
  'other words than siblings',
  'starts with a small letter',
] as const;
const TOP = 2;
export const TIER_WORD = 6;
const HEADING = 1;
const NAME_CLASS = 5;

/** A title by how it is set or worded, whatever else stands around. */
export function isTitle({ features }: NameCandidate): boolean {
  return features[HEADING] === 1 || features[NAME_CLASS] === 1 || features[TIER_WORD] === 1;
}
const SMALL = 18;
const SHARED = 16;
const DISTINCT = 17;

function candidateIn(
  { document, mentions }: Page,
  line: RegionLine,
  { first, order }: { first: number; order: number },
): NameCandidate | undefined {
  const { visible } = document;
  const amount = amountIn(mentions.amounts, line);
  const end = amount === undefined ? line.end : leadEnd(visible, line, amount, mentions);
  const own = visible.slice(line.start, end);
  const words = tidyName(own).replace(/[\s:(–—-]{1,9}$/u, '');
  if (
    words === '' ||
    words.length + DENSE_WEIGHT * (words.match(DENSE)?.length ?? 0) > MAX_LENGTH ||
    /。/.test(words) ||
    (!/\p{L}/u.test(words) && !(line.heading > 0 && amount === undefined)) ||
    CHECKED.test(own) ||
    /[?？,，、;]\s*$/.test(own)
  )
    return undefined;
  const phrases = mentions.match(words);
  const count = words.split(/\s+/).length;
  if (
    count > MAX_WORDS ||
    !isPlain(words) ||
    (line.heading === 0 && isOther(words, phrases)) ||
    isCall(words, phrases, line.heading > 0)
  )
    return undefined;
  const { element } = line;
  const classes = `${element.attribs.class ?? ''} ${parentOf(element)?.attribs.class ?? ''}`;
  const features = new Array<number>(NAME_FEATURES.length).fill(0);
  const tierPhrase = phrases.find(({ meanings }) => NAMING.some((each) => meanings.has(each)));
  const set = (at: number, value: number | boolean) => {
    features[at] = Number(value);
  };
  const isLink =
    element.name === 'a' || element.name === 'button' || element.role === 'button' || element.role === 'tab';
  const between = first < line.start ? 0 : visible.slice(line.end, first).split('\n').length - 1;
  set(0, 1);
  set(1, line.heading > 0);
  set(3, order === 0);
  set(4, Math.min(order, 4) / 4);
  set(5, NAMED.test(classes));
  set(6, tierPhrase !== undefined);
  set(7, line.start <= first);
  set(8, Math.min(Math.max(between, 0), 6) / 6);
  set(9, count > 3);
  set(10, /[.!?…]$/.test(own.trim()));
  set(11, /\d/.test(words));
  set(12, BOLD.has(element.name) || parentOf(element)?.name === 'strong');
  set(13, element.name === 'li' || parentOf(element)?.name === 'li');
  set(14, isLink);
  set(15, amount !== undefined);
  set(SMALL, /^\p{Ll}/u.test(words));
  return { start: line.start, end, words, slot: line.slot, line, features, score: 0 };
}

/** Where the words before the amount end that are none of its terms: "Pro from $10" names "Pro". */
function leadEnd(visible: string, line: Span, amount: AmountMention, { match }: Mentions): number {
  let end = amount.start;
  const phrases = match(visible.slice(line.start, end));
  for (const { start, end: stop, meanings } of phrases.toReversed()) {
    if (/[\p{L}\p{N}]/u.test(visible.slice(line.start + stop, end)) || meanings.has('tier')) break;
    if (meanings.has('from') || meanings.has('per') || meanings.has('monthly') || meanings.has('save'))
      end = line.start + start;
    else break;
  }
  return end;
}

/** All words are of the trade, and none of them names a plan. A heading may name one so: "Monthly". */
function isOther(words: string, phrases: readonly Phrase[]): boolean {
  if (phrases.length === 0 || lettersBeside(words, phrases) > 0) return false;
  const [only, ...more] = phrases;
  if (more.length === 0 && only !== undefined && NAMING.some((each) => only.meanings.has(each)))
    return only.meanings.has('planWord') && !only.meanings.has('tier');
  return phrases.every(({ meanings }) => meanings.has('planWord') || OTHERS.some((each) => meanings.has(each)));
}

const MAX_CALL = 12;
const SECTION: readonly Concept[] = ['notName', 'sectionPlan', 'planWord', 'labelPrice', 'featureStart'];

/** A call to action, a ribbon, a section's title: in whole, but for a few letters. */
function isCall(words: string, phrases: readonly Phrase[], isHeading: boolean): boolean {
  const has = (...concepts: Concept[]) => phrases.some(({ meanings }) => concepts.some((each) => meanings.has(each)));
  if (has('notFree')) return true;
  const [first, ...more] = phrases;
  // "Get Pro", "Choose Starter"
  const isOrder = first?.start === 0 && first.meanings.has('action') && !first.meanings.has('tier') && more.length > 0;
  if (!isHeading && isOrder) return true;
  if (has('tier', 'free')) return false;
  const beside = lettersBeside(words, phrases);
  const isSection = phrases.length > 0 && phrases.every(({ meanings }) => SECTION.some((each) => meanings.has(each)));
  return (
    (!isHeading && has('action', 'ribbon') && beside <= MAX_CALL) ||
    (isSection && beside <= 3 && !/\d/.test(words) && !has('monthly', 'yearly', 'once'))
  );
}

function amountIn(amounts: readonly AmountMention[], { start, end }: Span): AmountMention | undefined {
  let at = lastAtOrBefore(amounts, end - 1);
  if ((amounts[at]?.start ?? -1) < start) return undefined;
  while ((amounts[at - 1]?.start ?? -1) >= start) at -= 1;
  return amounts[at];
}

/** Where the first amount or word in place of one stands. */
export function firstPrice({ mentions }: Page, { lines }: Region): number {
  let first = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const amount = amountIn(mentions.amounts, line);
    if (amount !== undefined && amount.start < first) first = amount.start;
  }
  if (first !== Number.POSITIVE_INFINITY) return first;
  for (const line of lines) {
    const word = mentions.words[lastAtOrBefore(mentions.words, line.end - 1)];
    if (word !== undefined && word.start >= line.start && word.start < first) first = word.start;
  }
  return first;
}

/** The candidates of each region, the likeliest first, so that the names of all stand in one place and differ. */
export function namesOf(page: Page, { regions }: Group): NameCandidate[][] {
  const all = regions.map((region) => candidatesOf(page, region));
  const slots = new Map<string, NameCandidate[]>();
  for (const candidates of all)
    for (const candidate of candidates) {
      const known = slots.get(candidate.slot);
      if (known === undefined) slots.set(candidate.slot, [candidate]);
      else known.push(candidate);
    }
  for (const candidates of all)
    for (const candidate of candidates) {
      const peers = slots.get(candidate.slot) ?? [];
      const words = new Set(peers.map((peer) => nameKey(peer.words)));
      candidate.features[SHARED] = regions.length > 1 ? (peers.length - 1) / (regions.length - 1) : 0.5;
      candidate.features[DISTINCT] = peers.length > 1 ? (words.size - 1) / (peers.length - 1) : 0.5;
      candidate.score = scoreOf(candidate.features, NAME_WEIGHTS);
    }
  const place = bestPlace(slots, regions.length);
  return all.map((candidates, at) => {
    if (candidates.length === 0) return namedByPrice(page, regions[at]);
    return candidates.toSorted((a, b) => weight(b, place) - weight(a, place));
  });
}

const MAX_PRICE_NAME = 30;
const PRICE_SCORE = 0;

/** "$20 per month" at the head of a card that has no other name. */
function namedByPrice({ document, mentions }: Page, region: Region | undefined): NameCandidate[] {
  const line = region?.lines.find((each) => amountIn(mentions.amounts, each) !== undefined);
  if (line === undefined || line.heading === 0 || line.end - line.start > MAX_PRICE_NAME) return [];
  const words = tidyName(document.visible.slice(line.start, line.end));
  return [{ start: line.start, end: line.end, words, slot: line.slot, line, features: [], score: PRICE_SCORE }];
}

const PLACE_BONUS = 1;

function weight({ score, slot }: NameCandidate, place: string | undefined): number {
  return score + (slot === place ? PLACE_BONUS : 0);
}

/** The place whose lines are the likeliest names of all regions together. */
function bestPlace(slots: ReadonlyMap<string, readonly NameCandidate[]>, regions: number): string | undefined {
  let best: { slot: string; sum: number } | undefined;
  for (const [slot, candidates] of slots) {
    const sum = candidates.reduce((total, { score }) => total + chance(score), 0) / regions;
    if (best === undefined || sum > best.sum) best = { slot, sum };
  }
  return best?.slot;
}

/** Log odds of a logistic model. */
export function scoreOf(features: readonly number[], weights: readonly number[]): number {
  return features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
}

/** A probability from log odds. */
export function chance(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
