/**
 * Amounts of a page that are no plan's price and say what they are charged for: more units, an add-on, setting up,
 * support, the next term. Read from the words right beside the amount, from the label of its row, or the line above.
 */
import { sameAmount } from '../../../data/money.ts';
import { MAX_FACTS, type PageFact, type ReadPrice, type ReadTier } from '../../../data/reading.ts';
import type { AmountMention } from '../mentions/mentions.ts';
import type { Terms } from '../mentions/terms.ts';
import { findFrom } from '../money/until.ts';
import { type Document, type Line, lastAtOrBefore, type Span } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import { isPlain, tidyName } from '../page/label.ts';
import type { FactConcept } from '../vocabulary/concepts.ts';
import type { Matcher, Phrase } from '../vocabulary/phrases.ts';
import { namesIn, type Source, tierAt } from './place.ts';
import { has, isQuoted, meansAny, placesOf, sentencesIn, type Word } from './sentences.ts';
import { type TierCell, tierCellAt } from './tier-table.ts';

type Fee =
  | { kind: 'overage'; unit: string }
  | { kind: 'add_on' | 'support_fee'; name: string }
  | { kind: 'setup_fee' | 'renewal' };
type Found = Span & { fee: Fee };

const AROUND = 140;
const MAX_QUOTE = 300;
const MAX_UNIT = 4;
/** Lines between an add-on's heading and its amount. */
const MAX_DESCRIBED = 5;
/** How far words reach that say that an amount is not charged. */
const REACH = 8;
const LINKS: readonly FactConcept[] = ['link'];
const TERMS: readonly FactConcept[] = ['link', 'per', 'period'];

/** A page without the places of its plans. */
type PageWords = Pick<Source, 'document' | 'mentions' | 'reader'>;

export function feesOf(source: Source): PageFact[] {
  const { document, mentions, place } = source;
  const facts: PageFact[] = [];
  for (const [index, mention] of mentions.amounts.entries()) {
    if (facts.length >= MAX_FACTS) break;
    if (!isCharged(mention) || isPrice(mention, place.tiers)) continue;
    const cell = tierCellAt(place.tables, mention.start);
    const found = besideAmount(source, index, cell) ?? listed(source, index, cell);
    if (found === undefined || isQuoted(mention.element) || isToCome(document, found)) continue;
    const around = cell === undefined ? tierAt(place, mention.start) : cell.tier;
    const terms = ownTerms(source, mention, found);
    for (const tier of around === undefined ? tiersNamed(source, found, mention) : [around]) {
      const fact = toFact(found.fee, { ...mention, terms }, tier);
      if (fact !== undefined) facts.push({ ...fact, evidence: exact(document, found, cell ? 'table' : 'prose') });
    }
  }
  return facts;
}

/** "From 1 March 2027, additional seats cost $5" */
function isToCome({ visible }: Document, { start, end }: Span): boolean {
  return findFrom(visible.slice(start, end)) !== undefined;
}

/** Those that the words name, before the amount or else behind it; "Premium support" names none. */
function tiersNamed(
  { document: { visible }, place }: Source,
  { start, end, fee }: Found,
  amount: Span,
): readonly (string | undefined)[] {
  const names = place.tiers.map(({ name }) => name);
  const before = visible.slice(start, amount.start).replace('name' in fee ? fee.name : '', '');
  const [first = [], second = []] = [before, visible.slice(amount.end, end)].map((words) => namesIn(words, names));
  const named = first.length > 0 ? first : second;
  return named.length > 0 ? named : [undefined];
}

/** Without what is priced by fees alone: "Renews at $24", "Extra seats $5" name no plan. */
export function withoutFees(source: PageWords, tiers: readonly ReadTier[]): ReadTier[] {
  const isFee = (price: ReadPrice) => {
    if (price.evidence.method !== 'cards') return false;
    const index = source.mentions.amounts.findIndex((mention) => isReadFrom(price, mention));
    const fee = index < 0 ? undefined : besideAmount(source, index, undefined)?.fee.kind;
    const isPrice = fee === 'add_on' || (fee === 'setup_fee' && price.per !== 'once');
    return fee !== undefined && !isPrice;
  };
  return tiers.filter(({ prices }) => prices.length === 0 || !prices.every(isFee));
}

function isCharged({ line, money, terms }: AmountMention): boolean {
  return (
    !line.struck &&
    money.isUnclear !== true &&
    money.amount !== '0.00' &&
    terms.kind !== 'was' &&
    terms.kind !== 'saving'
  );
}

/** Read as some plan's price already. */
function isPrice(mention: AmountMention, tiers: readonly ReadTier[]): boolean {
  return tiers.some(({ prices }) => prices.some((price) => isReadFrom(price, mention)));
}

function isReadFrom({ amount, evidence }: ReadPrice, { start, money }: AmountMention): boolean {
  const { scope, textStart, textEnd } = evidence;
  return scope === 'text' && start >= textStart && start < textEnd && sameAmount(amount, money.amount);
}

/** "5 projects included, then $3 per project": the period of the amount before is not this one's. */
function ownTerms({ reader }: Source, { start, terms }: AmountMention, { end }: Found): Terms {
  if (terms.kind !== 'then' || placesOf(reader.wordsIn({ start, end }), 'period').length > 0) return terms;
  const { per, ...others } = terms;
  return per === 'month' || per === 'year' ? others : terms;
}

type Unproven<T> = T extends unknown ? Omit<T, 'evidence'> : never;

function toFact(
  fee: Fee,
  { money, terms }: Pick<AmountMention, 'money' | 'terms'>,
  tier: string | undefined,
): Unproven<PageFact> | undefined {
  const { amount, currency } = money;
  const isFloor = terms.isFloor || money.isFloor ? { isFloor: true as const } : {};
  const about = { amount, currency, ...isFloor, ...(tier !== undefined && { tier }) };
  const every = everyOf(terms);
  switch (fee.kind) {
    case 'overage':
      return { kind: 'overage', ...about, ...(every && { per: every }), unit: fee.unit };
    case 'setup_fee':
      // What recurs is no set-up.
      if (every !== undefined) return undefined;
      return { kind: 'setup_fee', ...about, per: 'once', ...(terms.unit !== undefined && { unit: terms.unit }) };
    case 'renewal':
      return { kind: 'renewal', ...about, ...(terms.per !== undefined && { per: terms.per }) };
    default: {
      const { per, unit } = terms;
      if (per === undefined) return undefined;
      return { kind: fee.kind, ...about, name: fee.name, per, ...(unit !== undefined && { unit }) };
    }
  }
}

/** How often it is charged: "$5 / month", "$2 per 100 GB per month". */
function everyOf({ isEveryMonth, per }: Terms): 'month' | 'year' | undefined {
  if (isEveryMonth === true) return 'month';
  return per === 'month' || per === 'year' ? per : undefined;
}

/** In the amount's own sentence, between the amounts before and after it; in a table with the label of its row. */
function besideAmount(
  { document, mentions, reader }: PageWords,
  index: number,
  cell: TierCell | undefined,
): Found | undefined {
  const { visible } = document;
  const { amounts, match } = mentions;
  const { line, start, end } = amounts[index] as AmountMention;
  const from = Math.max(line.start, amounts[index - 1]?.end ?? 0, start - AROUND);
  const to = Math.min(line.end, amounts[index + 1]?.start ?? visible.length, end + AROUND);
  const sentence = sentencesIn(visible, { start: Math.min(from, start), end: Math.max(to, end) }).find(
    (each) => each.start <= start && each.end >= end,
  );
  if (sentence === undefined) return undefined;
  const near = {
    start: Math.max(sentence.start, sentence.start + visible.slice(sentence.start, start).lastIndexOf('; ') + 1),
    end: clauseEnd(visible, end, sentence.end),
  };
  const words = reader.wordsIn(near);
  const own = feeIn(words, { match, visible });
  if (own !== undefined) return { ...near, fee: own };
  const label = cell?.label;
  if (label === undefined || label.start < 0 || label.start >= start || near.end - label.start > MAX_QUOTE)
    return undefined;
  const fee = feeIn([...reader.wordsIn(label), ...words], { match, visible });
  return fee === undefined ? undefined : { fee, start: label.start, end: near.end };
}

function clauseEnd(visible: string, from: number, end: number): number {
  const stop = visible.slice(from, end).search(/;(?:\s|$)|\n/);
  return stop < 0 ? end : from + stop;
}

/** Under a heading of add-ons: named by its row, in its own line before the amount, or above. */
function listed(source: Source, index: number, cell: TierCell | undefined): Found | undefined {
  const { document, mentions, place } = source;
  const { visible } = document;
  const { amounts } = mentions;
  const { line, start, end, terms } = amounts[index] as AmountMention;
  const section = place.addOns.find((each) => start >= each.start && start < each.end);
  if (section === undefined || terms.per === undefined || terms.kind !== 'price') return undefined;
  const to = Math.max(end, Math.min(line.end, terms.reach));
  const previous = amounts[index - 1]?.end ?? 0;
  const call = (name: Span | undefined): Found | undefined => {
    const fee = name && named('add_on', visible.slice(name.start, name.end));
    return fee === undefined || name === undefined || to - name.start > MAX_QUOTE
      ? undefined
      : { fee, start: name.start, end: to };
  };
  if (cell !== undefined) return call(cell.label.start >= 0 && cell.label.start < start ? cell.label : undefined);
  const own = Math.max(line.start, previous);
  const before = visible.slice(own, start);
  if (before.trim() !== '') {
    // "Static IPs: $40 a month. Backups: $9 a month", and not "Backups: Monthly $9, Annual $90".
    const from = previous > line.start ? own + before.search(/(?<=[.,;·|]\s)\P{Ll}[^.,;·|]*$/u) : own;
    const isTerm = placesOf(source.reader.wordsIn({ start: from, end: start }), 'period', 'annual').length > 0;
    return call(from < own || isTerm ? undefined : { start: from, end: leadAt(source, { start: from, end: start }) });
  }
  const next = amounts.slice(index + 1, index + 9).find((each) => each.line !== line)?.start ?? visible.length;
  return call(
    titleAbove(document, { line, from: Math.max(section.start, previous), next: Math.min(next, section.end) }),
  );
}

/** Where words such as "from" or "starting at" begin at the end of the span. */
function leadAt({ reader }: Source, { start, end }: Span): number {
  const words = reader.wordsIn({ start, end });
  const name = words.findLast(({ means }) => !means.has('link'));
  return name?.end ?? end;
}

/** The heading that has this amount alone below it, else the line above, where that is no sentence. */
function titleAbove(
  { lines, visible }: Document,
  { line, from, next }: { line: Line; from: number; next: number },
): Span | undefined {
  const at = lastAtOrBefore(lines, line.start);
  const above = lines.slice(Math.max(0, at - MAX_DESCRIBED), at).filter(({ start }) => start >= from);
  const after = lines.slice(at + 1, at + 1 + MAX_DESCRIBED).find(({ heading, start }) => heading > 0 || start >= next);
  const isAlone = after === undefined || after.heading > 0;
  const heading = isAlone ? above.findLast((each) => each.heading > 0) : undefined;
  const title = heading ?? above.at(-1);
  return title !== undefined && !/[.!?]\s*$/.test(visible.slice(title.start, title.end)) ? title : undefined;
}

/** Undefined where the words leave it open. */
function feeIn(words: readonly Word[], { match, visible }: { match: Matcher; visible: string }): Fee | undefined {
  const at = words.findIndex(({ amount }) => amount !== undefined);
  if (at < 0) return undefined;
  const near = words.slice(Math.max(0, at - REACH), at + REACH);
  const isAny = (...any: FactConcept[]) => has(near, ...any);
  if (
    linked(words, { before: at }, ['renews']) !== undefined ||
    linked(words, { after: at }, ['onRenewal']) !== undefined
  )
    return isAny('notRenewal', 'others', 'not') ? undefined : { kind: 'renewal' };
  // "3 seats included, $24 for each additional" counts, and gives nothing away.
  const unit = isAny('others', 'open', 'given', 'not') ? undefined : unitOfMore(words, at, match);
  if (unit !== undefined) return isGoods(words, unit, match) ? undefined : { kind: 'overage', unit };
  if (isAny('notCharged', 'others', 'open')) return undefined;
  if (
    linked(words, { before: at }, ['setup', 'setupBare']) !== undefined ||
    linked(words, { after: at }, ['setup']) !== undefined
  )
    // What may be left out is no fee of setting up.
    return isAny('addOn', 'addOnName') ? undefined : { kind: 'setup_fee' };
  const support = linked(words, { before: at }, ['supportName']);
  if (support !== undefined) return named('support_fee', visible.slice(words[support]?.start, words[support]?.end));
  const addOn = linked(words, { before: at }, ['addOnName']);
  if (addOn === undefined || addOn === 0 || addOn > MAX_UNIT * 2) return undefined;
  return named('add_on', visible.slice(words[0]?.start, words[addOn]?.start));
}

/** The place of a word with such a meaning, where nothing but links stands between it and the amount. */
function linked(
  words: readonly Word[],
  amount: { before: number } | { after: number },
  any: readonly FactConcept[],
): number | undefined {
  const [at, step, skipped] = 'before' in amount ? [amount.before, -1, LINKS] : [amount.after, 1, TERMS];
  for (let place = at + step; place >= 0 && place < words.length; place += step) {
    const word = words[place] as Word;
    if (meansAny(word, any)) return place;
    if (!meansAny(word, skipped)) return undefined;
  }
  return undefined;
}

/** "Extra large pizza $15", "Extra hops: $15 per pound": what no vocabulary counts, for no time, and not said of each. */
function isGoods(words: readonly Word[], unit: string, match: Matcher): boolean {
  const isCounted = ({ meanings }: Phrase) => meanings.has('hour') || [...meanings].some((each) => each.includes(':'));
  const isEach = ({ text, means, amount }: Word) =>
    (means.has('more') && text.includes(' ')) || (amount !== undefined && everyOf(amount.terms) !== undefined);
  return !/^\d/.test(unit) && !match(unit).some(isCounted) && !words.some(isEach);
}

/** What one more of costs the amount: "$5 per additional user", "Extra GB cost $1", "overage: $2 per 1,000 events". */
function unitOfMore(words: readonly Word[], at: number, match: Matcher): string | undefined {
  const after = linked(words, { after: at }, ['more']);
  if (after !== undefined) return unitAt(words, after + 1, match) ?? unitCounted(words.slice(0, at), match);
  const tail = placesOf(words, 'moreTail').find((place) => place > at && place - at <= MAX_UNIT);
  const each = linked(words, { after: at }, ['per']);
  if (tail !== undefined) return unitAt(words.slice(0, tail), (each ?? tail - 2) + 1, match);
  const before = placesOf(words, 'more').findLast((place) => place < at && at - place <= MAX_UNIT + 4);
  if (before !== undefined && words[(each ?? at) + 1]?.count !== undefined)
    return unitAt(words, (each ?? at) + 1, match);
  if (before !== undefined) {
    const noun = unitAt(words.slice(0, at), before + 1, match);
    const measure = noun === undefined ? undefined : measureOf(words, { before, at, each }, match);
    // "Extra support hours: $150 / hour"
    if (measure !== undefined && noun?.endsWith(measure) !== true) return measure;
    if (noun !== undefined || at - before > 1) return noun;
  }
  const isMore =
    before !== undefined ||
    linked(words, { before: at }, ['overage', 'then']) !== undefined ||
    has(words.slice(at + 1), 'beyond');
  return isMore && each !== undefined ? unitAt(words, each + 1, match) : undefined;
}

/** The noun that begins at the place: canonical where the vocabulary knows it, else its words in the singular. */
function unitAt(words: readonly Word[], place: number, match: Matcher): string | undefined {
  let from = place;
  while (words[from]?.means.has('per') === true) from += 1;
  const nouns: Word[] = [];
  for (const word of words.slice(from, from + MAX_UNIT + 1)) {
    const isNoun = /^[\p{L}\d][\p{L}\p{M}\d,.]*$/u.test(word.text.replaceAll(' ', ''));
    if (!isNoun || meansAny(word, ENDS_UNIT) || word.amount !== undefined) break;
    nouns.push(word);
  }
  return nouns.length > MAX_UNIT ? undefined : unitOf(nouns, match);
}

const ENDS_UNIT: readonly FactConcept[] = ['stop', 'link', 'will', 'per', 'period', 'more', 'beyond', 'unitIncluded'];

function unitOf(nouns: readonly Word[], match: Matcher): string | undefined {
  const counted = nouns[0]?.count === undefined ? '' : `${nouns[0].text.replaceAll(/[,.]/g, '')} `;
  const rest = counted === '' ? nouns : nouns.slice(1);
  // "Additional transaction fee"
  if (rest.length === 0 || rest.at(-1)?.means.has('notUnit') === true) return undefined;
  const noun = textOf(rest).toLowerCase();
  const [known, ...more] = match(noun);
  const canonical = [...(known?.meanings ?? [])].find((each) => each.startsWith('unit:') || each.startsWith('usage:'));
  const isWhole = more.length === 0 && known?.start === 0 && known.end === noun.length;
  const unit = `${counted}${isWhole && canonical !== undefined ? canonical.replace(/^\w+:/, '') : singular(noun)}`;
  return /^[\p{Ll}\p{Lo}\d][\p{Ll}\p{Lo}\p{Lm}\d ,.-]{0,39}$/u.test(unit) ? unit : undefined;
}

const MEASURES: ReadonlySet<string> = new Set(['mb', 'gb', 'tb', 'second', 'minute', 'hour']);

/** "Additional storage: $0.10 per GB", "Extra storage (100 GB): $10" */
function measureOf(
  words: readonly Word[],
  { before, at, each }: { before: number; at: number; each: number | undefined },
  match: Matcher,
): string | undefined {
  const own = words.slice(before + 1, at);
  const counted = own.findIndex(({ count }) => count !== undefined);
  const isOpen = counted < 1 || has(own, 'stop', 'beyond');
  const units = [
    each === undefined ? undefined : unitAt(words, each + 1, match),
    isOpen ? undefined : unitAt(own, counted, match),
  ];
  return units.find((unit) => unit !== undefined && MEASURES.has(unit.replace(/^\d+ /, '')));
}

/** "3 seats included, $24 for each additional": the unit is named before. */
function unitCounted(words: readonly Word[], match: Matcher): string | undefined {
  const at = words.findLastIndex(({ count }) => count !== undefined);
  const noun = words[at + 1];
  return at < 0 || noun === undefined || words.length - at > 6 ? undefined : unitOf([noun], match);
}

function singular(noun: string): string {
  return noun
    .replace(/ies$/, 'y')
    .replace(/(?<=ch|sh|x|ss)es$/, '')
    .replace(/(?<=[^s])s$/, '');
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

function named(kind: 'add_on' | 'support_fee', words: string): Fee | undefined {
  const name = tidyName(words.replace(/[\s:–—(|-]{1,6}$/, ''));
  return name.length < 2 || name.length > 60 || !isPlain(name) || !/\p{L}/u.test(name) ? undefined : { kind, name };
}
