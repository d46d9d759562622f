/** A page that states prices in one place only, or facts about tiers and no price at all. */

import { isZero } from '../../../data/money.ts';
import { talkIn } from '../money/term.ts';
import {
  type Document,
  grown,
  isQuoted,
  type Line,
  lastAtOrBefore,
  type PageElement,
  parentOf,
} from '../page/document.ts';
import { type AmountSignal, NO_PERIOD } from './amounts.ts';
import { isCandidate } from './candidates.ts';
import { childToward, clusters, common } from './clusters.ts';
import { headingBefore, isOver } from './heading.ts';
import { isOfItem } from './item-price.ts';
import { isAlike } from './kin.ts';
import type { Name } from './name.ts';
import { notTiers } from './section.ts';
import type { Signals } from './signals.ts';
import { termNamed } from './term-names.ts';
import { tierParts } from './tier.ts';
import type { Card } from './twins.ts';
import { FREE_WORD, hasTierWord, isFreeLine, nameIn } from './words.ts';

const MAX_LONE_TALK = 8;
const MAX_CAPTION = 40;
const MIN_SENTENCE = 40;
const MIN_ASKED = 2;
const SAYS_PRICE = /\b(?:pric|quote|preis|prix|prec|preç|prezz|tarif|devis|angebot)|цен|价|料金|가격/i;
/** From the first amount of a card to its last. */
const MAX_SPAN = 300;

interface Rest {
  firm: readonly Name[];
  url: string;
  hasToggle: boolean;
  /** Cards side by side, whatever they state. */
  rows: () => Card[][];
}

/** What a page without a row of priced cards says all the same. */
export function lastResort(document: Document, signals: Signals, { firm, url, hasToggle, rows }: Rest): Card[] {
  if (!isAboutPrices(document, url)) return [];
  const only = onlyCard(document, signals, firm, url, hasToggle);
  if (only.length > 0) return only;
  const free = onlyFree(document, signals, hasToggle);
  if (free !== undefined) return [free];
  return (
    rows()
      .map(unpricedRow)
      .find((row) => row.length > 0) ?? []
  );
}

/**
 * A vendor with one tier lays out no row of cards. Where a page about prices states prices in one place only, with
 * their period, that is the tier; it is named by its heading, or else by the site.
 */
function onlyCard(
  document: Document,
  signals: Signals,
  firm: readonly Name[],
  url: string,
  hasToggle: boolean,
): Card[] {
  const stated = signals.amounts.filter(
    (signal) =>
      isCandidate(signal) &&
      signal.terms.refusal === undefined &&
      (signal.terms.per === 'month' || signal.terms.per === 'year') &&
      !isApart(document, signal),
  );
  const first = stated.find((signal) => isBare(document, signal));
  if (first === undefined) return [];
  const bare = stated.filter(
    (signal) =>
      signal === first ||
      (signal.money.amount !== first.money.amount && signal.end - first.start <= MAX_SPAN && isBare(document, signal)),
  );
  const last = bare.at(-1) ?? first;
  // What a sentence says again, or below of something else, is no second price.
  const isRemark = ({ money, line, start }: AmountSignal) =>
    bare.some((signal) => signal.money.amount === money.amount) ||
    (start > last.end && talkIn(document.visible.slice(line.start, line.end)) > MIN_SENTENCE);
  if (signals.seen.length > signals.amounts.length) return [];
  if (!stated.every((signal) => bare.includes(signal) || isRemark(signal))) return [];
  const isOpen = (signal: AmountSignal) => !stated.includes(signal) && isRival(document, signal, first);
  if (bare.length === 1 && signals.amounts.some(isOpen)) return [];
  const [cluster] = clusters(bare, firm, (name, at) => isOver(document, name, at));
  const parts = tierParts(document, bare, {
    method: 'cards',
    hasToggle,
    ...(cluster !== undefined && { root: cluster.root }),
  });
  if (parts.isTorn || (!parts.isFree && parts.prices.every(({ kind }) => kind === 'struck'))) return [];
  const caption = bare.length > 1 ? undefined : captionOf(document, first);
  const name = onlyName(document, signals, first, last) ?? caption ?? siteName(document, url);
  if (name === undefined || name === '') return [];
  const at: Name = cluster?.name ?? {
    start: first.start,
    end: first.end,
    words: name,
    rank: 7,
    line: 0,
    element: first.element,
  };
  return [
    {
      cluster: {
        name: at,
        signals: bare,
        root: first.element,
        parent: first.element,
        start: first.start,
        end: cluster?.end ?? last.end,
      },
      name,
      isTitled: true,
      parts,
    },
  ];
}

/**
 * "Free" and below it "$0", beside tiers of which the page, as it was sent, has no price: a template's holes, or what
 * a script fills in. That one of them is free is all that is known.
 */
function onlyFree(document: Document, { seen, names }: Signals, hasToggle: boolean): Card | undefined {
  const [zero, ...more] = seen;
  if (zero === undefined || more.length > 0 || !isCandidate(zero) || !isZero(zero.money.amount)) return undefined;
  if (zero.terms.refusal !== undefined || !isBare(document, zero)) return undefined;
  const at = lastAtOrBefore(names, zero.start);
  const name = names[at];
  if (name === undefined || lastAtOrBefore(document.lines, zero.start) - name.line > MAX_OVER_FREE) return undefined;
  if (!FREE_WORD.test(name.words)) return undefined;
  const others = names
    .slice(at + 1, at + 1 + MAX_LISTED)
    .filter(({ words }) => hasTierWord(words) && words !== name.words);
  const around = common(name.element, zero.element);
  if (around === undefined) return undefined;
  // A button's "start for free" is inside the card.
  const root = others
    .filter(({ start }) => start >= around.end)
    .map(({ start, element }) => ({ card: grown(around, -1, start, MAX_CLIMB), element }))
    .find(({ card, element }) => cardBeside(card, element))?.card;
  if (root === undefined) return undefined;
  const parts = tierParts(document, [zero], { method: 'cards', hasToggle, root });
  const cluster = { name, signals: [zero], root, parent: parentOf(root) ?? root, start: root.start, end: root.end };
  return parts.isFree ? { cluster, name: name.words, isTitled: true, parts } : undefined;
}

/** Lines between "Free" and "$0". */
const MAX_OVER_FREE = 3;
const MAX_CLIMB = 12;

/** A card built like this one, in which the other name stands. */
function cardBeside(root: PageElement, element: PageElement): boolean {
  const around = parentOf(root);
  const card = around === undefined ? undefined : childToward(around, element);
  return card !== undefined && card !== root && isAlike(card, root);
}

/** Set as the price is, and without a period: of another tier, or what the price's period is for. */
function isRival(document: Document, signal: AmountSignal, { element, money }: AmountSignal): boolean {
  const { terms } = signal;
  if (terms.refusal !== undefined || terms.per !== undefined || !isCandidate(signal)) return false;
  if (isZero(signal.money.amount) || signal.money.amount === money.amount) return false;
  return isAlike(signal.element, element) && isBare(document, signal);
}

/** "What manual entry costs you" over an amount: not what the vendor asks. */
const OTHER_COST =
  /\bcosts?(?: (?:you|us|them|of .{2,30}))?$|^(?:the )?(?:old|usual|traditional|manual) way$|^without \p{L}/iu;
const OWN_COST =
  /^(?:the |our |your )?(?:\p{L}{1,12} )?(?:monthly|annual|yearly|total|plan|subscription|licen[cs]e)? ?costs?$/iu;

function isCostOfOthers({ lines, visible }: Document, { start }: AmountSignal): boolean {
  const above = lines[lastAtOrBefore(lines, start) - 1];
  const words = above === undefined ? '' : visible.slice(above.start, above.end).trim();
  return words.length < 80 && OTHER_COST.test(words) && !OWN_COST.test(words);
}

/** Its line is the amount and its terms, and no sentence. */
function isBare(document: Document, signal: AmountSignal): boolean {
  if (isCostOfOthers(document, signal)) return false;
  const { room, line, terms, start, end } = signal;
  // What stands before the amount may be a name, and then it is not the site's.
  const before = document.visible.slice(line.start, start).trim();
  if (!isFreeLine(before) && (talkIn(before) > 0 || nameIn(before, true) !== undefined)) return false;
  const after = document.visible.slice(end + terms.reach, Math.min(room.end, end + 200));
  return talkIn(`${document.visible.slice(room.start, start)} ${after}`) <= MAX_LONE_TALK;
}

/** Said by somebody else, of something else that its line names, or under a heading of other things. */
function isApart(document: Document, signal: AmountSignal): boolean {
  return (
    isQuoted(signal.element) ||
    isOfItem(document, signal) ||
    notTiers(headingBefore(document, signal.start)) !== undefined
  );
}

/** The name just above the price; what stands just below may be one too, and then nothing is sure. */
function onlyName(document: Document, { names }: Signals, first: AmountSignal, last: AmountSignal): string | undefined {
  const bottom = lastAtOrBefore(document.lines, last.end);
  const isBelow = (name: Name) => name.start > last.end && name.rank < 7 && name.line - bottom <= 3;
  if (names.some((name) => isBelow(name) && isInCard(document, name, last))) return '';
  const isFeature = isListed(first.element) ? () => false : ({ element }: Name | Line) => isListed(element);
  const above = names.slice(0, lastAtOrBefore(names, first.start) + 1).findLast((name) => !isFeature(name));
  const to = lastAtOrBefore(document.lines, first.start);
  if (above === undefined || above.rank < 2 || to - above.line > MAX_LISTED || ABOUT_PRICES.test(above.words)) return;
  const between = document.lines.slice(above.line, to).filter((line) => !isFeature(line));
  return between.length <= 3 && isInCard(document, above, first) ? above.words : undefined;
}

/** Name and price stand in an element of their own, and not below the page's title with all else that is on the page. */
function isInCard({ lines }: Document, { element, start }: Name, price: AmountSignal): boolean {
  const around = common(element, price.element);
  if (around === undefined || around.name === 'body' || around.name === '#page') return false;
  return !lines
    .slice(lastAtOrBefore(lines, around.start), lastAtOrBefore(lines, start))
    .some((line) => line.heading > 0 && line.heading < MIN_CARD_HEADING && line.start >= around.start);
}

/** Headings above this rank are those of the page and its parts. */
const MIN_CARD_HEADING = 3;
/** A list of features may stand between a name and its price, and names nothing. */
const MAX_LISTED = 30;

function isListed(element: PageElement): boolean {
  let at: PageElement | undefined = element;
  for (let up = 0; up < 4 && at !== undefined; up += 1) {
    if (at.name === 'li') return true;
    at = parentOf(at);
  }
  return false;
}

/** The page's title, address or main headings say so. */
export function isAboutPrices(document: Document, url: string): boolean {
  const headings = document.lines.filter(({ heading }) => heading === 1 || heading === 2).slice(0, 20);
  const words = headings.map(({ start, end }) => document.visible.slice(start, end));
  return ABOUT_PRICES.test([document.title, url, ...words].join('\n'));
}

export const ABOUT_PRICES =
  /\bpric(?:e|es|ing)\b|\bplans\b|preis|\bprix\b|tarif|precio|preço|prezz[io]|цены|стоимость|מחיר|מסלול|أسعار|ราคา|bảng giá|价格|定价|料金|요금|가격/i;

/** "Monthly" above an amount by the month, with a remark between at most: what is sold goes by how it is paid for. */
function captionOf({ lines, visible }: Document, { start, terms }: AmountSignal): string | undefined {
  const at = lastAtOrBefore(lines, start);
  return lines
    .slice(Math.max(0, at - 2), at)
    .map((line) => visible.slice(line.start, line.end).trim())
    .findLast((words) => words !== '' && words.length < MAX_CAPTION && termNamed(words) === terms.per);
}

/**
 * What the site calls itself. An address alone is no name: of five pages that no reader had seen and that were called by
 * theirs, none was right.
 */
function siteName(document: Document, url: string): string | undefined {
  const stated = document.meta.get('og:site_name');
  if (stated !== undefined) return nameIn(stated, true);
  const labels = (URL.parse(url)?.hostname ?? '')
    .split('.')
    .slice(0, -1)
    .filter((part) => part !== 'www');
  const host = labels.findLast((part) => part.length > 3) ?? labels[0];
  const said = host === undefined || host === '' ? undefined : saidAs(`${document.title}\n${document.visible}`, host);
  return said === undefined ? undefined : nameIn(said, true);
}

/** A word as the page spells it, outside of addresses. */
function saidAs(text: string, word: string): string | undefined {
  const small = text.toLowerCase();
  if (small.length !== text.length) return undefined;
  for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + word.length)) {
    const end = at + word.length;
    const isApart = !/[\p{L}\p{N}@/.-]/u.test(text[at - 1] ?? '');
    if (isApart && !/^(?:[\p{L}\p{N}]|\.\p{L})/u.test(text.slice(end, end + 2))) return text.slice(at, end);
  }
  return undefined;
}

/**
 * Cards of one row, none with a price that can be read: a tier is free, and another's price is for the asking or has
 * no period; or several say that their price is for the asking, in so many words. What is free and what is for the asking is then all that is known.
 */
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
