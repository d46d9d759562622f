/**
 * What a page says that a tier will cost from a day on: "From 1 March 2027, Pro will cost $30 per user / month".
 *
 * Only where one sentence holds all of it: a whole date, a verb that speaks of what comes, one amount that it leads to
 * and one tier that it is said of.
 */
import type { PageFact, ReadTier } from '../../../data/reading.ts';
import type { Locale } from '../money/currency.ts';
import { type Money, seeMoney } from '../money/money.ts';
import { FROM, TO, WILL } from '../money/to-come.ts';
import { findFrom } from '../money/until.ts';
import type { Document, Span } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import type { AmountSignal } from '../tiers/amounts.ts';
import type { Signals } from '../tiers/signals.ts';
import type { Place } from './place.ts';
import { regionAt } from './region.ts';
import { isQuoted } from './sentence.ts';

type AnnouncedPrice = Extract<PageFact, { kind: 'announced_price' }>;

const AMOUNT = '§';
const BECOMES = new RegExp(`(?<!\\p{L})${WILL}(?:${FROM} ${AMOUNT}[^${AMOUNT}.]{0,30}?)?${TO} ${AMOUNT}`, 'iu');
/** "From $25 to $30", seen as one range. */
const RANGES = new RegExp(`(?<!\\p{L})${WILL}${FROM} ${AMOUNT}`, 'iu');
const OPEN =
  /(?<!\p{L})(?:if|unless|would|could|may|might|not|no longer|until|save|saving|discount|off|coupon|credits?|refund\w{0,6}|trial|competitors?|example|wenn|falls|nicht|si|non|pas|no|se)(?!\p{L})|\?$/iu;
const MAX_ANNOUNCED = 40;

export function announcedPrices(document: Document, { amounts, locale }: Signals, place: Place): AnnouncedPrice[] {
  const found: AnnouncedPrice[] = [];
  for (const signal of amounts) {
    if (found.length >= MAX_ANNOUNCED) break;
    const sentence = sentenceOf(document, signal);
    const fact = sentence === undefined ? undefined : announced(document, sentence, { signal, amounts, place, locale });
    if (fact !== undefined) found.push(fact);
  }
  return undisputed(found);
}

const REACH = 180;
/** "1. März" ends no sentence. */
const STOP = /[.!?](?=\s)(?!\s\p{L}{3,12}\.? 20\d\d)|[。！？]/gu;

/** The sentence around an amount, of the few whose neighbourhood holds a year. */
function sentenceOf({ visible }: Document, { line, start, end, element }: AmountSignal): Span | undefined {
  const from = Math.max(line.start, start - REACH);
  const to = Math.min(line.end, end + REACH);
  const words = visible.slice(from, to);
  if (line.struck || !/20\d\d/.test(words) || isQuoted(element)) return undefined;
  const stops = [...words.matchAll(STOP)].map(({ index, 0: stop }) => from + index + stop.length);
  const first = stops.findLast((at) => at <= start) ?? (from === line.start ? from : undefined);
  const last = stops.find((at) => at >= end) ?? (to === line.end ? to : undefined);
  return first === undefined || last === undefined ? undefined : { start: first, end: last };
}

interface Around {
  signal: AmountSignal;
  amounts: readonly AmountSignal[];
  place: Place;
  locale: Locale;
}

function announced(
  document: Document,
  { start, end }: Span,
  { signal, amounts, place, locale }: Around,
): AnnouncedPrice | undefined {
  const { visible } = document;
  const own = amounts.filter((each) => each.start >= start && each.start < end);
  if (own.at(-1) !== signal || own.length > 2) return undefined;
  let masked = visible.slice(start, end);
  for (const each of own.toReversed())
    masked = `${masked.slice(0, each.start - start)}${AMOUNT}${masked.slice(each.end - start)}`;
  const words = masked.replace(/\s+/g, ' ').trim();
  const money = own.length === 1 && signal.money.isFloor ? upperIn(words, document, signal, locale) : ledTo(words, own);
  const from = findFrom(words);
  if (money === undefined || from === undefined || OPEN.test(words)) return undefined;
  const tier = tierIn(words, place, signal);
  if (tier === undefined) return undefined;
  const { per, billing, unit } = signal.terms;
  const terms = {
    ...(billing !== undefined && { billing }),
    ...(per !== undefined && per !== 'usage' && { per }),
    ...(unit !== undefined && { unit }),
  };
  const { amount, currency } = money;
  const evidence = exact(document, start, end, 'prose');
  return { kind: 'announced_price', tier, amount, currency, ...terms, from: from.date, evidence };
}

/** The last amount, where the verb leads to it by way of no other than what it was before. */
function ledTo(words: string, own: readonly AmountSignal[]): Money | undefined {
  const becomes = BECOMES.exec(words);
  if (becomes === null || becomes.index + becomes[0].length - 1 !== words.lastIndexOf(AMOUNT)) return undefined;
  return becomes[0].split(AMOUNT).length - 1 === own.length ? own.at(-1)?.money : undefined;
}

function upperIn(
  words: string,
  { visible }: Document,
  { start, end }: AmountSignal,
  locale: Locale,
): Money | undefined {
  if (!RANGES.test(words)) return undefined;
  const [, upper, ...more] = visible.slice(start, end).split(/ (?:to|auf|à|a|para) /u);
  return upper === undefined || more.length > 0 ? undefined : seeMoney(upper, locale)[0];
}

/** The one that the sentence names, else the one whose card it stands in, else the only one that has a price. */
function tierIn(words: string, { tiers, regions }: Place, { start }: AmountSignal): string | undefined {
  const named = tiers.filter(({ name }) => mentions(words, name));
  if (named.length > 0) {
    // "Team Plus" mentions "Team" as well: the longest is meant.
    const longest = named.reduce((best, tier) => (tier.name.length > best.name.length ? tier : best)).name;
    return named.every(({ name }) => longest.includes(name)) ? longest : undefined;
  }
  const paid = tiers.filter((tier: ReadTier) => tier.prices.length > 0 && !tier.isFree);
  return regionAt(regions, start)?.tier ?? (paid.length === 1 ? paid[0]?.name : undefined);
}

/** As it is written: "free" in a sentence is not the tier Free. */
function mentions(words: string, tier: string): boolean {
  const at = words.indexOf(tier);
  if (at < 0) return false;
  return !/[\p{L}\d]/u.test(words[at - 1] ?? ' ') && !/[\p{L}\d+]/u.test(words[at + tier.length] ?? ' ');
}

/** Of one tier, its terms and one day: one amount, or none is told. */
function undisputed(facts: readonly AnnouncedPrice[]): AnnouncedPrice[] {
  const slot = ({ tier, currency, billing, per, unit, from }: AnnouncedPrice) =>
    JSON.stringify([tier, currency, billing, per, unit, from]);
  return [...Map.groupBy(facts, slot).values()].flatMap((stated) => {
    const [first] = stated;
    return first !== undefined && stated.every(({ amount }) => amount === first.amount) ? [first] : [];
  });
}
