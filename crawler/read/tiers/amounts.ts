/** The amounts of money that the page mentions, each with its terms as the readers of tiers ask for them. */

import type { Billing, Per } from '../../../data/reading.ts';
import type { AmountMention } from '../mentions/mentions.ts';
import type { AmountKind } from '../mentions/terms.ts';
import type { Money } from '../money/money.ts';
import { isToCome } from '../money/to-come.ts';
import { findUntil } from '../money/until.ts';
import { type Document, type Line, nearest, type PageElement, type Span } from '../page/document.ts';

/** The terms of an amount as the readers of tiers ask for them. */
interface SignalTerms {
  per: Per | undefined;
  billing: Billing | undefined;
  unit: string | undefined;
  isFloor: boolean;
  /** Why the amount is no price of a tier. */
  refusal: string | undefined;
  isStruck: boolean;
  /** For the first while only: "$1 for the first month". */
  isIntro: boolean;
  /** The price after the first while: "then $29 / month". */
  isThen: boolean;
  /** What is charged at once, beside what it comes to: "$120 billed annually". */
  isBilled: boolean;
  /** What a year's total comes to by the month. */
  isEquivalent: boolean;
  /** A line below says how it is billed: it may be of another amount. */
  isBilledBelow: boolean;
  /** Under "Annual": a month's share may stand there as well as the year's total. */
  isOfYear: boolean;
  /** Last day of the offer. */
  until: string | undefined;
  /** Units of the text behind the amount that belong to it. */
  reach: number;
}

export interface AmountSignal extends Span {
  kind: 'money';
  money: Money;
  terms: SignalTerms;
  line: Line;
  /** What of its line is not another amount's. */
  room: Span;
  element: PageElement;
}

/** Why an amount that is there is no price, or none of a tier. */
export const NO_PERIOD = 'no period stated';
export const FOR_A_THING = 'for one of something';
export const UNCLEAR = 'digits that may be part of another number';
const OTHER_TERM = 'for a period that is neither a month nor a year';
const TO_COME = 'announced for a day to come';
const SAVING = 'a saving';
export const CREDIT = 'a credit';
export const ADDED = 'a price of something added';
export const FEE = 'a fee beside the price';
const SOMETHING_ELSE = 'an amount of something else';
const REFUSED: Partial<Record<AmountKind, string>> = {
  saving: SAVING,
  bound: SOMETHING_ELSE,
  extra: ADDED,
  fee: FEE,
  credit: CREDIT,
  figure: SOMETHING_ELSE,
};

/** It says what is saved or given, or tells of something else, and is neither a price nor added to one. */
export function isRemark({ terms }: AmountSignal): boolean {
  return terms.refusal === SAVING || terms.refusal === SOMETHING_ELSE || terms.refusal === CREDIT;
}

/** Before and behind an amount, in units of text, where the day of an offer's end stands. */
const AROUND = 120;
/** Elements from an amount up to its row. */
const MAX_IN_ROW = 12;

export function amountsIn(document: Document, mentions: readonly AmountMention[]): AmountSignal[] {
  const { visible } = document;
  const stated = mentions.filter((mention, index) => !isAside(visible, mention, mentions[index - 1]));
  return stated.map((mention, index) => {
    const { start, end, money, line, element } = mention;
    const before = stated[index - 1];
    const next = Math.min(stated[index + 1]?.start ?? visible.length, rowEnd(element));
    const from = Math.max(line.start, before?.terms.reach ?? 0);
    return {
      kind: 'money',
      ...{ start, end, money, line, element },
      room: { start: Math.min(start, from), end: Math.min(line.end, next) },
      terms: termsOf(visible, mention, { from: before?.end ?? 0, to: next }),
    };
  });
}

/** "$2.50 (¥17.50) / M tokens": the amount in brackets is the one before it in other money. */
function isAside(text: string, { money, start, end }: AmountMention, before: AmountMention | undefined): boolean {
  return (
    before !== undefined &&
    before.money.currency !== money.currency &&
    /^ ?[(（] ?[≈~]? ?$/.test(text.slice(before.end, start)) &&
    /^ ?[)）]/.test(text.slice(end, end + 2))
  );
}

function termsOf(
  visible: string,
  { start, end, money, terms }: AmountMention,
  { from, to }: { from: number; to: number },
): SignalTerms {
  const { kind, per, unit, reach } = terms;
  const billing = terms.billing ?? (per === 'year' ? 'annual' : undefined);
  const head = visible.slice(Math.max(from, start - AROUND), start);
  const tail = visible.slice(end, Math.min(to, end + AROUND));
  const until = findUntil(tail.split('\n', 2).join('\n'));
  const refusal =
    (money.isUnclear === true ? UNCLEAR : undefined) ??
    (terms.isOtherTerm === true ? OTHER_TERM : undefined) ??
    REFUSED[kind] ??
    (isToCome(head, tail) ? TO_COME : undefined);
  return {
    ...{ per, unit, refusal },
    billing: per === 'usage' || per === 'once' ? undefined : billing,
    until: until?.date,
    isFloor: terms.isFloor === true,
    isStruck: kind === 'was',
    isOfYear: false,
    isIntro: kind === 'intro',
    isThen: kind === 'then',
    isEquivalent: terms.isEquivalent === true,
    isBilledBelow: terms.isBilledBelow === true,
    isBilled: terms.isBilled === true || (terms.billing !== undefined && per !== 'month'),
    reach: Math.max(reach - end, until?.end ?? 0),
  };
}

function rowEnd(element: PageElement): number {
  const row = nearest(element, MAX_IN_ROW, ({ name }) => name === 'tr');
  return row === undefined || row.end < 0 ? Number.POSITIVE_INFINITY : row.end;
}
