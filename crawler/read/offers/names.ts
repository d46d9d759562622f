/** Which line of each region is the offer's name: scored line by line, chosen for all regions of a group together. */
import { logistic } from '../../../data/confidence/logistic.ts';
import { nameKey } from '../../../data/text/name-key.ts';
import type { AmountMention } from '../mentions/mentions.ts';
import { hasBadgeClass, hasTitleClass } from '../page/classes.ts';
import { parentOf, type Span, within } from '../page/document.ts';
import { tidyName } from '../page/label.ts';
import { anyMeans } from '../vocabulary/phrases.ts';
import { type Features, scoreOf, vectorOf, WEIGHTS } from './logistic.ts';
import { NAMING, type NameWords, nameWords } from './name-words.ts';
import type { Page } from './page.ts';
import type { Group, Region, RegionLine } from './regions.ts';

/** What speaks for and against a line as the name of an offer, in the order of the weights. */
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
export type NameFeatures = Features<(typeof NAME_FEATURES)[number]>;

/** A line, or the words of a line before its amount, that may name an offer. */
export interface NameCandidate extends Span {
  words: string;
  line: RegionLine;
  /** Absent where the price itself is the name. */
  features?: NameFeatures;
  /** Log odds. */
  score: number;
}

const MAX_CANDIDATES = 12;
const MAX_ORDER = 4;
const MAX_BETWEEN = 6;
const LONG_NAME = 3;
const BOLD = new Set(['b', 'strong', 'dt', 'summary', 'caption', 'legend']);

/** A title by how it is set or worded, whatever else stands around. */
export function isTitle({ features }: NameCandidate): boolean {
  return features?.heading === 1 || features?.['class of a name'] === 1 || features?.['tier word'] === 1;
}

export function hasTierWord(name: NameCandidate | undefined): boolean {
  return name?.features?.['tier word'] === 1;
}

interface Scored extends NameCandidate {
  features: NameFeatures;
}

/** The candidates of each region, the likeliest first, so that the names of all stand in one place and differ. */
export function namesOf(page: Page, { regions }: Group): NameCandidate[][] {
  const all = candidatesOf(page, regions);
  const places = Map.groupBy(all.flat(), ({ line }) => line.slot);
  for (const candidate of all.flat()) {
    const peers = places.get(candidate.line.slot) ?? [];
    const words = new Set(peers.map((peer) => nameKey(peer.words)));
    const { features } = candidate;
    if (regions.length > 1) features['place shared by siblings'] = (peers.length - 1) / (regions.length - 1);
    if (peers.length > 1) features['other words than siblings'] = (words.size - 1) / (peers.length - 1);
    candidate.score = scoreOf(vectorOf(NAME_FEATURES, features), WEIGHTS.name);
  }
  const best = bestPlace(places);
  const weight = ({ score, line }: Scored) => score + Number(line.slot === best);
  return all.map((candidates, at) =>
    candidates.length === 0 ? namedByPrice(page, regions[at]) : candidates.toSorted((a, b) => weight(b) - weight(a)),
  );
}

/** The place whose lines are the likeliest names of all regions together. */
function bestPlace(places: ReadonlyMap<string, readonly Scored[]>): string | undefined {
  const sums = [...places].map(([place, lines]) => ({
    place,
    sum: lines.reduce((sum, { score }) => sum + logistic(score), 0),
  }));
  return sums.toSorted((a, b) => b.sum - a.sum)[0]?.place;
}

/** Of each region, without the lines of badges unless some region has no other title above its price. */
function candidatesOf(page: Page, regions: readonly Region[]): Scored[][] {
  const isBadge = ({ element }: RegionLine) => hasBadgeClass(element);
  const all = () => regions.map((region) => candidatesIn(page, region));
  if (!regions.some(({ lines }) => lines.some(isBadge))) return all();
  const bare = regions.map((region) =>
    candidatesIn(page, { ...region, lines: region.lines.filter((line) => !isBadge(line)) }),
  );
  const isNamed = (found: readonly Scored[]) =>
    found.some((each) => each.features['before the price'] === 1 && isTitle(each));
  return bare.every(isNamed) ? bare : all();
}

/** At most a dozen lines of the region, in the order of the page. */
function candidatesIn(page: Page, region: Region): Scored[] {
  const { document, mentions } = page;
  const found: Scored[] = [];
  const first = firstPrice(page, region);
  for (const line of region.lines) {
    if (found.length >= MAX_CANDIDATES) break;
    const [amount] = within(mentions.amounts, line);
    const heading = line.heading || Number(hasTitleClass(line.element));
    const name = nameWords(document.visible, { ...line, heading }, { amount, match: mentions.match });
    if (name === undefined) continue;
    const features = featuresOf(page, line, { name, amount, first, order: found.length });
    found.push({ start: name.start, end: name.end, words: name.words, line, features, score: 0 });
  }
  const top = Math.min(...found.flatMap(({ line }) => (line.heading > 0 ? [line.heading] : [])));
  for (const { features, line } of found) features['highest heading'] = Number(line.heading === top);
  return found;
}

interface Around {
  name: NameWords;
  amount: AmountMention | undefined;
  /** Where the region's first price stands. */
  first: number;
  order: number;
}

function featuresOf(
  { document: { visible } }: Page,
  { start, end, heading, element }: RegionLine,
  { name: { words, phrases, end: nameEnd }, amount, first, order }: Around,
): NameFeatures {
  const around = parentOf(element);
  const between = linesBetween(visible, end, first);
  const isLink = element.name === 'a' || element.name === 'button' || /^(?:button|tab)$/.test(element.role);
  return {
    one: 1,
    heading: Number(heading > 0),
    'highest heading': 0,
    first: Number(order === 0),
    order: Math.min(order, MAX_ORDER) / MAX_ORDER,
    'class of a name': Number(hasTitleClass(element) || (around !== undefined && hasTitleClass(around))),
    'tier word': Number(anyMeans(phrases, ...NAMING)),
    'before the price': Number(start <= first),
    'lines to the price': between / MAX_BETWEEN,
    'more than three words': Number(words.split(/\s+/).length > LONG_NAME),
    'ends as a sentence': Number(/[.!?…]$/.test(visible.slice(start, nameEnd).trim())),
    'a number': Number(/\d/.test(words)),
    bold: Number(BOLD.has(element.name) || around?.name === 'strong'),
    'item of a list': Number(element.name === 'li' || around?.name === 'li'),
    'link or button': Number(isLink),
    'beside the amount': Number(amount !== undefined),
    'place shared by siblings': 0.5,
    'other words than siblings': 0.5,
    'starts with a small letter': Number(/^\p{Ll}/u.test(words)),
  };
}

/** `MAX_BETWEEN` at most: a region may be the whole page. */
function linesBetween(visible: string, from: number, to: number): number {
  let lines = 0;
  for (
    let at = visible.indexOf('\n', from);
    at >= 0 && at < to && lines < MAX_BETWEEN;
    at = visible.indexOf('\n', at + 1)
  )
    lines += 1;
  return lines;
}

/** Where the region's first amount stands, else its first word in place of one. */
function firstPrice({ mentions }: Page, { lines }: Region): number {
  const first = (of: readonly Span[]) => Math.min(...lines.flatMap((line) => within(of, line)[0]?.start ?? []));
  const amount = first(mentions.amounts);
  return amount < Number.POSITIVE_INFINITY ? amount : first(mentions.words);
}

const MAX_PRICE_NAME = 30;

/** "$20 per month" at the head of a card that has no other name. */
function namedByPrice({ document, mentions }: Page, region: Region | undefined): NameCandidate[] {
  const line = region?.lines.find((each) => within(mentions.amounts, each).length > 0);
  if (line === undefined || line.heading === 0 || line.end - line.start > MAX_PRICE_NAME) return [];
  const words = tidyName(document.visible.slice(line.start, line.end));
  return [{ start: line.start, end: line.end, words, line, score: 0 }];
}
