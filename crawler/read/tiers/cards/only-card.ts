/** A page that states prices in one place only, or facts about tiers and no price at all. */
import { matcherOn, talkIn } from '../../mentions/matcher.ts';
import { type Document, isQuoted, lastAtOrBefore } from '../../page/document.ts';
import { saidWhole } from '../../vocabulary/phrases.ts';
import { isAlike } from '../alike-elements.ts';
import { type AmountSignal, NO_PERIOD } from '../amounts.ts';
import { isCandidate } from '../candidates.ts';
import { isOfItem } from '../item-price.ts';
import type { Name } from '../name.ts';
import { notTiersAt } from '../section.ts';
import type { Signals } from '../signals.ts';
import { tierParts } from '../tier.ts';
import { hasTierWord, isFreeLine, nameIn } from '../words.ts';
import { common } from './clusters.ts';
import { isHeadline } from './tier-checks.ts';
import type { Card } from './twins.ts';

const MAX_LONE_TALK = 8;
/** Letters of "or", "oder" before the second of two prices. */
const MAX_JOINT = 4;
const MIN_ASKED = 2;
const SAYS_PRICE = /\b(?:pric|quote|preis|prix|prec|preç|prezz|tarif|devis|angebot)|цен|价|料金|가격/i;
/** From the first amount of a card to its last. */
const MAX_SPAN = 300;

/**
 * What a page without a row of priced cards says all the same.
 *
 * @param headedRows cards side by side, whatever they state
 */
export function lastResort(
  document: Document,
  signals: Signals,
  { url, headedRows }: { url: string; headedRows: () => Card[][] },
): Card[] {
  if (!isAboutPrices(document, url)) return [];
  const only = onlyCard(document, signals, url);
  if (only !== undefined) return [only];
  const rows = headedRows().map(unpricedRow);
  return rows.find((row) => row.length > 0) ?? [];
}

/**
 * A vendor with one tier lays out no row of cards. Where a page about prices states prices in one place only, with
 * their period, that is the tier; it is named by its heading, or else by the site.
 */
function onlyCard(document: Document, signals: Signals, url: string): Card | undefined {
  const stated = signals.amounts.filter(
    (signal) =>
      isCandidate(signal) &&
      signal.terms.refusal === undefined &&
      (signal.terms.per === 'month' || signal.terms.per === 'year') &&
      !isOfOthers(document, signal),
  );
  const bare = stated.filter((signal) => isBare(document, signal));
  const [first] = bare;
  const last = bare.at(-1);
  if (first === undefined || last === undefined || last.end - first.start > MAX_SPAN) return undefined;
  if (signals.seen.length > signals.amounts.length) return undefined;
  const isKnown = ({ money }: AmountSignal) => bare.some((signal) => signal.money.amount === money.amount);
  if (!stated.every(isKnown) || signals.amounts.some((signal) => !isKnown(signal) && isRival(document, signal, first)))
    return undefined;
  const parts = tierParts(document, bare, { method: 'cards' });
  if (parts.isTorn || parts.prices.every(({ kind }) => kind === 'struck')) return undefined;
  const words = onlyName(document, signals, { first, last }) ?? siteName(document, url);
  if (!words) return undefined;
  const { start, element } = first;
  const name: Name = { start, end: first.end, words, rank: 7, line: 0, element };
  const cluster = { name, signals: bare, root: element, parent: element, start, end: last.end };
  return { cluster, name: words, isTitled: true, parts };
}

/** Set as the price is, and without a period: of another tier, or what the price's period is for. */
function isRival(document: Document, signal: AmountSignal, { element }: AmountSignal): boolean {
  const isOpen = signal.terms.refusal === undefined && signal.terms.per === undefined && isCandidate(signal);
  return isOpen && isAlike(signal.element, element) && isBare(document, signal);
}

/** "What manual entry costs you" over an amount: not what the vendor asks. */
const OTHER_COST =
  /\bcosts?(?: (?:you|us|them|of .{2,30}))?$|^(?:the )?(?:old|usual|traditional|manual) way$|^without \p{L}/iu;

function isCostOfOthers({ lines, visible }: Document, { start }: AmountSignal): boolean {
  const above = lines[lastAtOrBefore(lines, start) - 1];
  return (
    above !== undefined && OTHER_COST.test(visible.slice(above.start, Math.min(above.end, above.start + 80)).trim())
  );
}

/** Its line is the amount and its terms, and no sentence. */
function isBare(document: Document, signal: AmountSignal): boolean {
  const { room, line, terms, start, end } = signal;
  // What stands before the amount may be a name, and then it is not the site's.
  const before = document.visible.slice(line.start, start).trim();
  if (!isFreeLine(before) && (talkIn(document, before) > MAX_JOINT || nameIn(before, true) !== undefined)) return false;
  const after = document.visible.slice(end + terms.reach, Math.min(room.end, end + 200));
  return talkIn(document, `${document.visible.slice(room.start, start)} ${after}`) <= MAX_LONE_TALK;
}

/** Said by somebody else, of something else that its line names, of what others cost, or under a heading of other things. */
function isOfOthers(document: Document, signal: AmountSignal): boolean {
  return (
    isQuoted(signal.element) ||
    isOfItem(document, signal) ||
    isCostOfOthers(document, signal) ||
    notTiersAt(document, signal.start) !== undefined
  );
}

/** The name just above the price; what stands just below may be one too, and then nothing is sure. */
function onlyName(
  document: Document,
  { names }: Signals,
  { first, last }: { first: AmountSignal; last: AmountSignal },
): string | undefined {
  const bottom = lastAtOrBefore(document.lines, last.end);
  const isBelow = ({ start, rank, line }: Name) => start > last.end && rank < 7 && line - bottom <= 3;
  if (names.some((name) => isBelow(name) && isInCard(document, name, last))) return '';
  const above = names.slice(0, lastAtOrBefore(names, first.start) + 1).findLast(({ element }) => element.name !== 'li');
  const isNear = above !== undefined && lastAtOrBefore(document.lines, first.start) - above.line <= 3;
  if (!isNear || above.rank < 2 || ABOUT_PRICES.test(above.words) || isHeadline(above.words)) return undefined;
  return isInCard(document, above, first) ? above.words : undefined;
}

/** Name and price stand in an element of their own, and not below the page's title with all else that is on the page. */
function isInCard({ lines }: Document, { element, start }: Name, price: AmountSignal): boolean {
  const around = common(element, price.element);
  if (around === undefined || around.name === 'body') return false;
  return !lines
    .slice(lastAtOrBefore(lines, around.start), lastAtOrBefore(lines, start))
    .some((line) => line.heading > 0 && line.heading < MIN_CARD_HEADING && line.start >= around.start);
}

/** Headings above this rank are those of the page and its parts. */
const MIN_CARD_HEADING = 3;

/** The page's title, address or main headings say so. */
export function isAboutPrices(document: Document, url: string): boolean {
  const headings = document.lines.filter(({ heading }) => heading === 1 || heading === 2).slice(0, 20);
  const words = [document.title, ...headings.map(({ start, end }) => document.visible.slice(start, end))];
  const match = matcherOn(document);
  return (
    ABOUT_PRICES.test([url, ...words].join('\n')) || words.some((each) => saidWhole(each, match(each), 'sectionPlan'))
  );
}

const ABOUT_PRICES =
  /\bpric(?:e|es|ing)\b|\bplans\b|preis|\bprix\b|tarif|precio|preço|prezz[io]|цены|стоимость|מחיר|מסלול|أسعار|ราคา|bảng giá|价格|定价|料金|요금|가격/i;

/** What the site calls itself, or how the page spells the name in its address. */
function siteName({ meta, title, visible }: Document, url: string): string | undefined {
  const stated = meta.get('og:site_name');
  if (stated !== undefined) return nameIn(stated, true);
  const labels = (URL.parse(url)?.hostname ?? '')
    .split('.')
    .slice(0, -1)
    .filter((part) => part !== 'www');
  const host = labels.findLast((part) => part.length > 3) ?? labels[0] ?? '';
  const text = `${title}\n${visible}`;
  const small = text.toLowerCase();
  if (host === '' || small.length !== text.length) return undefined;
  for (let at = small.indexOf(host); at >= 0; at = small.indexOf(host, at + host.length)) {
    const end = at + host.length;
    const isWord = !/[\p{L}\p{N}@/.-]/u.test(text[at - 1] ?? '');
    if (isWord && !/^(?:[\p{L}\p{N}]|\.\p{L})/u.test(text.slice(end, end + 2)))
      return nameIn(text.slice(at, end), true);
  }
  return undefined;
}

/** All are called as tiers are, or most of three and more. */
function areTiers(cards: readonly Card[]): boolean {
  const called = cards.filter(({ name }) => hasTierWord(name)).length;
  return called === cards.length || (cards.length > 2 && called > 1 && called * 2 > cards.length);
}

function unpricedRow(group: readonly Card[]): Card[] {
  const [first] = group;
  const known = group.filter(({ parts }) => parts.isFree || parts.isCustom);
  if (first === undefined || group.length < 2) return [];
  if (group.some(({ parts }) => parts.prices.length > 0 || parts.isTorn || parts.isMetered)) return [];
  const isForAsking =
    known.length >= MIN_ASKED && known.every(({ parts }) => SAYS_PRICE.test(parts.evidence?.quote ?? ''));
  const isFreeOne = known.some(({ parts }) => parts.isFree) && areTiers(known);
  if (!isFreeOne && !(isForAsking && known.every(({ cluster }) => cluster.name.rank < 7))) return [];
  const isStated = ({ parts }: Card) => parts.isCustom || parts.rejected.some(({ reason }) => reason === NO_PERIOD);
  if (!group.some(isStated) || group.some((card) => !card.parts.isFree && !isStated(card))) return [];
  const roots = new Set(group.map(({ cluster }) => cluster.root));
  const { parent, root } = first.cluster;
  const isRow = roots.size === group.length && !roots.has(parent) && [...roots].every((each) => isAlike(each, root));
  return isRow ? known : [];
}
