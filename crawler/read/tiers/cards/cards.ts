/**
 * Reads tier cards by structure: names repeated side by side, each with a price, "free" or "contact us" under it.
 *
 * Where the page's own classes call names and prices so, these come first, then headings as names; where one heading
 * covers several prices, the short lines inside are. The names of a row are scored by where they stand, and what
 * style sheets call that place is one signal of many.
 */
import { isZero } from '../../../../data/money.ts';
import type { Per, Reading, ReadTier, Rejected } from '../../../../data/reading.ts';
import { type Document, lastAtOrBefore, nearest, type PageElement, type Span, within } from '../../page/document.ts';
import { label } from '../../page/label.ts';
import { isAlike } from '../alike-elements.ts';
import { isRemark } from '../amounts.ts';
import { hasCalledPrice, isCalledName } from '../called.ts';
import { isCandidate, isInTable, isOfSite } from '../candidates.ts';
import { isOver } from '../heading.ts';
import type { Name } from '../name.ts';
import { isInSentence } from '../refusal.ts';
import { notTiers, notTiersAt, questionsIn, saysOnce } from '../section.ts';
import type { Signal, Signals } from '../signals.ts';
import { billingNamed, billingOf, termNamed } from '../term-names.ts';
import { rejectedAt, type Setting, tierOf, tierParts } from '../tier.ts';
import { isTrial } from '../trial.ts';
import { tierKey, unpricedSections } from '../unpriced.ts';
import { hasTierWord, isCalledCustom, isCalledFree } from '../words.ts';
import { areInCards, type Cluster, clusters, clustersAbove, common } from './clusters.ts';
import { outside } from './covered.ts';
import { featuresOf } from './features.ts';
import { refusalOfCard, withoutBullets } from './notes-among-tiers.ts';
import { lastResort } from './only-card.ts';
import { clustersBySiblings } from './siblings.ts';
import {
  areCompared,
  areItems,
  headsOther,
  isHeadline,
  isPaid,
  isPaidThoughFree,
  isSupport,
  withoutStrays,
} from './tier-checks.ts';
import { isTitle, withoutUntitled } from './titled.ts';
import { type Card, joinTwins } from './twins.ts';
import { unpricedBeside, withUnpriced } from './unpriced-siblings.ts';

const MAX_TIERS = 60;
const MAX_REJECTED = 50;
/** Elements from a card up to its section. */
const MAX_CLIMB = 20;

export function readCards(document: Document, signals: Signals, url: string): Reading {
  // What is saved or given stands on a badge above a name, or among the features, and ends no card.
  const amounts = signals.seen.filter(isCandidate);
  const candidates = amounts.filter((amount) => !isRemark(amount));
  const rejected = amounts
    .filter(isRemark)
    .slice(0, MAX_REJECTED)
    .map((amount) => rejectedAt(document, amount, amount.terms.refusal ?? ''));
  const all: Signal[] = [
    ...candidates,
    ...signals.words.filter(({ element }) => !isInTable(element) && !isOfSite(element)),
  ].sort((a, b) => a.start - b.start);
  const names = signals.names.filter(({ element }) => !isInTable(element));
  const firm = names.filter(({ rank }) => rank < 7);
  const questions = questionsIn(document);
  const isPast = (name: Name, at: number) => name.rank < 7 && isOver(document, name, at);
  const read = (found: readonly Cluster[], inside: readonly Name[], accepted: readonly Card[][] = []) =>
    groupsOf(document, found, { signals, names: inside, rejected, beside: accepted.flat() });
  // Five ways, in this order: by classes, below headings, side by side, below any name, above names. Each way takes
  // what the ways before it left.
  const calledNames = names.filter(isCalledName);
  const named = clusters(unasked(all, calledNames, questions), calledNames, isPast);
  const byClass = named.some(hasCalledPrice) ? read(named, calledNames) : [];
  const headed = clusters(unasked(all, firm, questions), firm, isPast);
  const others = headed.filter(({ name, signals: inside }) => outside(inside, [name], byClass).signals.length > 0);
  const belowHeadings = [...byClass, ...read(others, names, byClass)];
  const left = outside(unasked(all, names, questions), names, belowHeadings);
  // Names that were weighed against all else in their cards need no other sign.
  const weighed = (row: readonly Card[]) => row.map((card) => ({ ...card, isTitled: true }));
  const sideBySide = read(clustersBySiblings(document, left.signals), [], belowHeadings).map(weighed);
  const rows = [...belowHeadings, ...sideBySide];
  const apart = outside(left.signals, left.names, sideBySide);
  rows.push(...read(clusters(apart.signals, apart.names, isPast), apart.names, rows));
  const last = outside(apart.signals, names, rows);
  // Of a limit below a price, "Unlimited" is the value.
  const below = last.names.filter(
    ({ rank, words, element }) =>
      (rank < 7 || (element.name !== 'li' && hasTierWord(words) && isShort(words) && !/^unlimited$/i.test(words))) &&
      !isOfSite(element),
  );
  const stated = last.signals.filter((signal) => signal.kind !== 'money' || !isInSentence(document, signal));
  const upward = clustersAbove(stated, below).filter((cluster) => !headsOther(cluster, signals.seen));
  rows.push(...read(upward, []));
  const joined = joinTwins(document, withoutStrays(document, rows))
    .flat()
    .filter((card) => !isSupport(document, card) && !isTrial(document, { ...card, signals: card.cluster.signals }));
  const inOrder = withoutRepeats(joined).toSorted((a, b) => a.cluster.start - b.cluster.start);
  const cards = withoutUntitled(document, inOrder);
  rejected.push(...cards.rejected);
  const headedRows = () =>
    rowsOf(document, headed, { names, beside: [], rejected: [] }).map((row) => cardsOf(document, row, names));
  const found = inOrder.length > 0 ? cards.titled : lastResort(document, signals, { url, headedRows });
  const tiers = onceFree(found.slice(0, MAX_TIERS).map((card) => toTier(document, card)));
  // In a document's source a section ends where the next begins, however little stands between.
  if (document.format === 'markdown')
    tiers.push(...unpricedSections(document, signals, { known: tiers, method: 'cards' }));
  return { reader: 'cards', tiers, models: [], rejected: rejected.slice(0, MAX_REJECTED) };
}

/** "Free" in an overview and "Free plan" over its details are one tier. */
function onceFree(tiers: readonly ReadTier[]): ReadTier[] {
  const isFree = ({ name, isFree: free }: ReadTier) => free && tierKey(name) === 'free';
  const first = tiers.find(isFree)?.name;
  return tiers.filter((tier) => !isFree(tier) || tier.name === first);
}

/** Without what answers a question that was asked after the last name. */
function unasked(signals: readonly Signal[], names: readonly Name[], questions: readonly Span[]): Signal[] {
  return signals.filter(({ start }) => {
    const question = questions[lastAtOrBefore(questions, start)];
    const name = names[lastAtOrBefore(names, start)];
    return question === undefined || (name !== undefined && name.start > question.start);
  });
}

/** The cards of each row; none under a heading of other things. Sections are a row where nothing else is. */
function rowsOf(
  document: Document,
  found: readonly Cluster[],
  { names, beside, rejected }: Omit<Around, 'signals'>,
): Cluster[][] {
  const ofSections = new Set(found.filter((cluster) => isOfSection(document, cluster, names)));
  const apart = ofSections.size < found.length || beside.length > 0 ? ofSections : new Set();
  const ofTiers: Cluster[] = [];
  for (const cluster of found) {
    const { start, name, signals } = cluster;
    const reason = notTiersAt(document, start, name.rank) ?? refusalOfCard(cluster) ?? notTiers(name.words);
    const [first = name] = signals;
    if (reason === undefined) ofTiers.push(cluster);
    else rejected.push({ quote: label(document.visible.slice(first.start, first.end), 120), reason });
  }
  return [...Map.groupBy(ofTiers, (cluster) => (apart.has(cluster) ? cluster.root : cluster.parent)).values()];
}

/** Its heading is one of several below another: what holds it is a section of the page, whose like are no cards. */
function isOfSection(document: Document, cluster: Cluster, names: readonly Name[]): boolean {
  if (cluster.root === cluster.parent || cluster.name.rank > 6) return false;
  const { lines } = document;
  const { rank, start } = nameOf(document, cluster, names);
  const from = lastAtOrBefore(lines, cluster.start - 1) + 1;
  const above = lines.slice(from, lastAtOrBefore(lines, start));
  return above.some(({ heading }) => heading > 0 && heading < rank);
}

interface Around {
  signals: Signals;
  names: readonly Name[];
  rejected: Rejected[];
  /** Cards that are known. */
  beside: readonly Card[];
}

function groupsOf(
  document: Document,
  found: readonly Cluster[],
  { signals, names, rejected, beside }: Around,
): Card[][] {
  const rows = rowsOf(document, found, { names, beside, rejected });
  const accepted: Card[][] = [];
  const lone: Card[] = [];
  const clustersBeside = beside.map(({ cluster }) => cluster);
  for (const group of rows) {
    const cards = cardsOf(document, withoutBullets(group, clustersBeside), names).filter(
      (card) => !isPaidThoughFree(card),
    );
    for (const { parts } of cards) rejected.push(...parts.rejected);
    if (cards.some(({ parts }) => parts.isTorn) || !areNamedApart(cards)) continue;
    if (areCompared(document, cards) || areItems(document, cards)) continue;
    const priced = cards.filter(({ parts }) => isPaid(parts));
    const metered = cards.filter(({ parts }) => parts.isMetered);
    if (metered.length > 0 && priced.length === 0 && !cards.some(({ name }) => hasTierWord(name))) continue;
    const tiers = cards.filter(
      ({ name, parts }) =>
        (parts.prices.some(({ kind }) => kind !== 'struck') || parts.isFree || parts.isCustom) &&
        (!parts.isMetered || hasTierWord(name)),
    );
    const [first] = priced;
    const others = first === undefined ? [] : unpricedBeside(document, signals, first);
    const row = withUnpriced(tiers, others, [...accepted.flat(), ...beside]);
    const isPriced = priced.length + metered.length > 0 || row.every(({ cluster }) => isCalledTier(cluster));
    if (row.length > 1 && isPriced) accepted.push(row);
    else lone.push(...tiers);
  }
  const kin = [...accepted.flat(), ...beside];
  // A card in a row of its own: only beside others, or under a name that only tiers have.
  for (const card of lone) {
    if (isHeadline(card.name) || isOverSeveral(card.cluster) || kin.some(({ name }) => name === card.name)) continue;
    const near = kin.filter(({ cluster }) => isNear(cluster, card.cluster));
    const { name, signals: own } = card.cluster;
    const isZeroBelow = card.parts.isFree && own.some(({ kind, start }) => kind === 'money' && start > name.start);
    const hasPrice = isPaid(card.parts) || isZeroBelow;
    const isOfRow = hasPrice && near.some(({ cluster }) => areInRows(document, cluster, card.cluster));
    const hasName = hasTierWord(card.name) && (hasPrice || (near.length > 0 && isShort(card.name)));
    const isCalled = isCalledName(name) && hasCalledPrice(card.cluster);
    if (isOfRow || hasName || isCalled) accepted.push([card]);
  }
  return accepted;
}

/** The page's classes call its price so, and its name, unless a heading of a part of the page says it. */
const isCalledTier = (cluster: Cluster) =>
  hasCalledPrice(cluster) && (isCalledName(cluster.name) || (cluster.name.rank > 2 && cluster.name.rank < 7));

/** "$0 / month" and "$19 / month" below one name are prices of tiers that have names of their own. */
function isOverSeveral({ signals }: Cluster): boolean {
  const amounts = signals.filter((signal) => signal.kind === 'money').filter(({ terms }) => terms.per === 'month');
  return amounts.some(({ money }) => isZero(money.amount)) && amounts.some(({ money }) => !isZero(money.amount));
}

/** A heading that is a sentence names no tier for nothing. */
const isShort = (name: string) => name.split(' ').length <= 4;

/** Each has a name of its own, but for a card that says again what one before it said. */
const areNamedApart = (cards: readonly Card[]) =>
  new Set(cards.map(({ name }) => name.toLowerCase())).size === new Set(cards.map(saidBy)).size;

function withoutRepeats(cards: readonly Card[]): Card[] {
  const said = cards.map(saidBy);
  return cards.filter((_, index) => said.indexOf(said[index] ?? '') === index);
}

/** What a card says: its name, and its prices without where they were read. */
const saidBy = ({ name, parts: { prices, isFree, isCustom } }: Card) =>
  JSON.stringify([name.toLowerCase(), isFree, isCustom, prices.map(({ evidence: _, ...price }) => price)]);

/** Two rows of one pricing section, not a card and the page's footer; what is for the asking may be headed its own way. */
function isNear(a: Cluster, b: Cluster): boolean {
  const gap = Math.max(a.start, b.start) - Math.min(a.end, b.end);
  return (
    gap < 2500 && (a.name.rank === b.name.rank || (b.name.rank < 7 && b.signals.every(({ kind }) => kind === 'custom')))
  );
}

/** One stands in the row below the other. */
const areInRows = (document: Document, one: Cluster, other: Cluster) =>
  isNextRow(document, one, other) || isNextRow(document, other, one);

/** A card below others in their section: its name and price are set as theirs, in what is built as theirs. */
function isNextRow({ lines }: Document, above: Cluster, { name, signals }: Cluster): boolean {
  const [one, other] = [partsOf(above), partsOf({ name, signals })];
  if (one === undefined || other?.every((part, index) => isAlike(part, one[index] as PageElement)) !== true)
    return false;
  const last = above.signals.at(-1)?.end ?? above.name.end;
  if (last > name.start || sectionOf(one[0]) !== sectionOf(other[0])) return false;
  return within(lines, { start: last, end: name.start }).every(({ heading }) => heading === 0 || heading >= name.rank);
}

const sectionOf = (element: PageElement | undefined) =>
  element && nearest(element, MAX_CLIMB, (at) => at !== element && at.name === 'section');

/** Of a card: the smallest element around its name and first price, the name's and the price's. */
function partsOf({ name, signals }: Pick<Cluster, 'name' | 'signals'>): PageElement[] | undefined {
  const price = signals.find(({ kind }) => kind === 'money')?.element;
  const around = price && common(name.element, price);
  return around && [around, name.element, price];
}

function cardsOf(document: Document, group: readonly Cluster[], names: readonly Name[]): Card[] {
  const amounts = group.flatMap(({ signals }) => signals).filter((signal) => signal.kind === 'money');
  const pers = new Set(
    amounts.map(({ terms }) => terms.per).filter((per) => per !== undefined && per !== 'usage' && per !== 'once'),
  );
  // Beside a card that is paid once or by the year alone, one that states no period may be either.
  const isMixed = amounts.some(({ terms }) => terms.per === 'once') || (pers.has('month') && group.some(isByYearAlone));
  const per = sharedPeriod(pers);
  const hasCents = amounts.some(
    ({ money, start, end }) => !isZero(money.amount) && /\d[.,]\d\d(?!\d)/.test(document.text.slice(start, end)),
  );
  const titles = group.map((cluster) => nameOf(document, cluster, names));
  const isPageTitle = ({ rank }: Name) => rank === 1 && titles.some((other) => other.rank > 1);
  return group.flatMap((cluster, index) => {
    // The page's own heading is no tier beside lesser ones.
    const title = titles[index] ?? cluster.name;
    if (isPageTitle(title)) return [];
    const name = title.words;
    const term = billingOf(billingNamed(name));
    const named = termNamed(name);
    const billing = billingOf(named);
    const price = cluster.signals.find(({ kind }) => kind === 'money')?.start ?? cluster.start;
    // In place of what its siblings are paid for only: alone, such a line may be about anything.
    const isOnce = named === undefined && per !== undefined && isUntimed(cluster) && saysOnce(document, cluster, price);
    // What a section of a document costs is of its tier's time where the tier is called as tiers are.
    const isLoose = isMixed || (document.format === 'markdown' && !hasTierWord(name));
    const own = isOnce ? 'once' : (named ?? (isLoose && isUntimed(cluster) ? undefined : per));
    const place = { root: cluster.root, name: cluster.name.words };
    const setting: Setting = { method: 'cards', ...place, hasCents, per: own, term, billing };
    const stated = named === 'month' ? cluster.signals.map(withoutNext) : cluster.signals;
    return [{ cluster, name, isTitled: isTitle(title), parts: tierParts(document, stated, setting) }];
  });
}

function isByYearAlone({ signals }: Cluster): boolean {
  const pers = signals.flatMap((signal) => (signal.kind === 'money' ? (signal.terms.per ?? []) : []));
  return pers.includes('year') && !pers.includes('month');
}

/** What the cards of a row that state a period are for: the month, where they state several. */
function sharedPeriod(pers: ReadonlySet<Per>): Per | undefined {
  const [only, ...others] = pers;
  if (others.length === 0) return only;
  return pers.has('month') ? 'month' : undefined;
}

/** "Monthly plan", "$8" and then "Annual plan": what stands below the first is the next card's name. */
function withoutNext(signal: Signal): Signal {
  if (signal.kind !== 'money' || signal.terms.per !== undefined || signal.terms.billing !== 'annual') return signal;
  return { ...signal, terms: { ...signal.terms, billing: undefined } };
}

const isUntimed = ({ signals }: Cluster) =>
  signals.every((signal) => signal.kind !== 'money' || signal.terms.per === undefined);

/**
 * The card's title: its highest heading before the price, else the first name-like line that is set as a title, else the
 * first; above a higher heading, none.
 */
function nameOf({ lines }: Document, cluster: Cluster, names: readonly Name[]): Name {
  const first = cluster.signals[0]?.start ?? cluster.end;
  let best = cluster.name;
  let { line } = best;
  let top = 7;
  for (let index = lastAtOrBefore(names, first); index >= 0; index -= 1) {
    const name = names[index] as Name;
    for (; line > name.line + 1; line -= 1) top = Math.min(top, lines[line - 1]?.heading || top);
    if (name.start < cluster.start || top < name.rank) break;
    const isBefore = isSetAsName(name) === isSetAsName(best) ? name.start < best.start : isSetAsName(name);
    const isHigher = name.rank < best.rank || (name.rank === best.rank && isBefore);
    // Two titles of one rank.
    const price = name.rank < 7 && name.rank === cluster.name.rank ? first : undefined;
    if (name.start <= first && isHigher && !areInCards(name.element, cluster.name.element, price)) best = name;
  }
  return nameAbovePrice(best, cluster, names);
}

/** "Starter" above "Free", "Business" above "Custom": the heading is the price. */
function nameAbovePrice(heading: Name, { start }: Cluster, names: readonly Name[]): Name {
  const above = names[names.indexOf(heading) - 1];
  const isOwn = above !== undefined && above.start >= start && above.line === heading.line - 1;
  const isPrice = isCalledFree(heading.words) || isCalledCustom(heading.words);
  return isOwn && isPrice && hasTierWord(above.words) ? above : heading;
}

/** A price on request is set as large as a name. */
const isSetAsName = (name: Name) => isTitle(name) && !isCalledCustom(name.words);

function toTier(document: Document, { cluster, name, parts }: Card): ReadTier {
  const words = document.visible.slice(cluster.start, cluster.end);
  return tierOf(label(name, 80), parts, { words, features: featuresOf(document, cluster) });
}
