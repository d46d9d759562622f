/**
 * Reads plans from sentences: "The Pro plan costs $20 per month", and a section "Dev plan" whose text says "$5 / month".
 * The name is a plan that the sentence itself names, else the plan that heads its section.
 */
import { isZero } from '../../../data/money.ts';
import type { Reading, ReadPrice } from '../../../data/reading.ts';
import type { AmountMention } from '../mentions/mentions.ts';
import { headingAbove, isOfOtherSection } from '../offers/headings.ts';
import { mergedTiers } from '../offers/merge.ts';
import type { Page } from '../offers/page.ts';
import { exact } from '../page/evidence.ts';
import { isPlain, label, tidyName } from '../page/label.ts';

const MAX_SENTENCE = 400;
const MAX_TIERS = 20;
const MIN_TALK = 12;
const MAX_NAME_WORDS = 4;
const NAMED =
  /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{N}+&-]{0,30}(?: \p{Lu}[\p{L}\p{N}+&-]{0,30}){0,2})[\s*_]{1,3}(\p{L}{1,30})/gu;
/** Words that begin sentences and name no plan. */
const STARTERS =
  /^(?:The|This|That|Our|Your|Each|Every|All|A|An|For|With|If|When|Any|Both|Paid|Monthly|Annual|Yearly)\s?/;

export function readProse(page: Page): Reading {
  const tiers = page.mentions.amounts.flatMap((mention) => {
    const { terms, money, talk } = mention;
    const isTimed = terms.per === 'month' || terms.per === 'year';
    if (money.isUnclear === true || terms.kind !== 'price' || !isTimed || isZero(money.amount) || talk < MIN_TALK)
      return [];
    if (isOfOtherSection(page, mention.start)) return [];
    const sentence = sentenceAround(page.document.visible, mention);
    const name = nameIn(page, sentence, mention) ?? headedBy(page, mention);
    if (name === undefined) return [];
    return [{ name, isFree: false, isCustom: false, prices: [priceOf(page, mention, sentence)], features: [] }];
  });
  return { reader: 'prose', tiers: mergedTiers(tiers).slice(0, MAX_TIERS), models: [], rejected: [] };
}

interface Sentence {
  start: number;
  end: number;
}

function sentenceAround(text: string, { line, start, end }: AmountMention): Sentence {
  const before = text.slice(Math.max(line.start, start - MAX_SENTENCE), start);
  const after = text.slice(end, Math.min(line.end, end + MAX_SENTENCE));
  const from = Math.max(...['. ', '! ', '? '].map((stop) => before.lastIndexOf(stop)));
  const to = after.search(/[.!?](?:\s|$)/);
  return { start: start - before.length + (from < 0 ? 0 : from + 2), end: end + (to < 0 ? after.length : to + 1) };
}

/** The plan that the sentence names nearest before the amount, else behind it. */
function nameIn(
  { document, mentions }: Page,
  { start, end }: Sentence,
  { start: at }: AmountMention,
): string | undefined {
  const text = document.visible.slice(start, end);
  const names = [...text.matchAll(NAMED)].flatMap((found) => {
    const [, name = '', noun = ''] = found;
    const isPlan = mentions.match(noun).some(({ meanings }) => meanings.has('planWord'));
    const own = name.replace(STARTERS, '');
    return isPlan && own !== '' && isPlain(own) ? [{ own, index: start + found.index }] : [];
  });
  return (names.findLast(({ index }) => index < at) ?? names[0])?.own;
}

function headedBy(page: Page, { start }: AmountMention): string | undefined {
  const heading = tidyName(headingAbove(page, start));
  if (heading === '' || heading.split(/\s+/).length > MAX_NAME_WORDS || !isPlain(heading)) return undefined;
  const phrases = page.mentions.match(heading);
  const isPlan =
    phrases.some(({ meanings }) => meanings.has('tier')) ||
    (phrases.length > 1 && phrases.some(({ meanings }) => meanings.has('planWord')));
  return isPlan && !phrases.every(({ meanings }) => meanings.has('notName') || meanings.has('sectionPlan'))
    ? heading
    : undefined;
}

function priceOf({ document }: Page, { money, terms, start, end }: AmountMention, sentence: Sentence): ReadPrice {
  const per = terms.per === 'year' ? 'year' : 'month';
  const billing = per === 'year' ? 'annual' : (terms.billing ?? 'monthly');
  const isAssumed = per === 'month' && terms.billing === undefined;
  const assumed = [
    ...(money.currencyAssumed ? (['currency'] as const) : []),
    ...(isAssumed ? (['billing'] as const) : []),
  ];
  const isShort = sentence.end - sentence.start <= MAX_SENTENCE / 2;
  const quote = isShort
    ? sentence
    : { start: Math.max(sentence.start, start - 80), end: Math.min(sentence.end, Math.max(end, terms.reach) + 40) };
  return {
    amount: money.amount,
    currency: money.currency,
    billing,
    per,
    ...(terms.unit !== undefined && { unit: label(terms.unit, 40) }),
    kind: 'list',
    ...((terms.isFloor === true || money.isFloor) && { isFloor: true as const }),
    ...(assumed.length > 0 && { assumed }),
    evidence: exact(document, quote.start, quote.end, 'prose'),
  };
}
