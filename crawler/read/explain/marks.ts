/** What of a page is marked: each quote of a reading with its tier, and the amount inside it. Pure. */
import {
  type Evidence,
  type PageReading,
  RATE_FIELDS,
  type ReaderName,
  type ReadModel,
  type ReadTier,
} from '../../../data/reading.ts';
import { onlyOf } from '../../../data/text/only.ts';
import type { Span } from '../page/document.ts';
import { label } from '../page/label.ts';
import { findersOf, isAssumed, kindWords, modelName, priceWords, stateFindersOf, stateOf } from './explain.ts';

/** One statement of the reading, and the words that prove it. */
export interface Mark {
  /** Of the tier or model. */
  name: string;
  /** What is stated: the value and its terms. */
  says: string;
  foundBy: readonly ReaderName[];
  /** Which tier or model it is of: marks of one are coloured alike. */
  of: number;
  evidence: Evidence;
  /** Where in the evidence's scope the amount itself stands; undefined where it is not written in these digits. */
  amount?: Span;
}

/** The marks of a tier or model, under its name. */
export interface MarkGroup {
  name: string;
  marks: Mark[];
}

export function marksOf(reading: PageReading): MarkGroup[] {
  const { tiers, models } = reading;
  return [
    ...tiers.map((tier, at) => tierMarks(reading, tier, at)),
    ...models.map((model, at) => modelMarks(model, tiers.length + at)),
  ];
}

function tierMarks(reading: PageReading, tier: ReadTier, of: number): MarkGroup {
  const name = label(tier.name);
  const marks = tier.prices.map((price): Mark => {
    const { billing, unit, evidence } = price;
    const says = [
      priceWords(price),
      unit === undefined ? '' : `per ${unit}${isAssumed(price, 'unit')}`,
      billing === undefined
        ? ''
        : `billed ${billing === 'annual' ? 'annually' : billing}${isAssumed(price, 'billing')}`,
      kindWords(price),
    ]
      .filter((words) => words !== '')
      .join(', ');
    return markOf({ name, says, foundBy: findersOf(reading, tier, price), of, evidence }, price.amount);
  });
  const says = stateOf(tier);
  const { evidence } = tier;
  if (evidence === undefined || says === undefined) return { name, marks };
  return { name, marks: [{ name, says, foundBy: stateFindersOf(reading, tier), of, evidence }, ...marks] };
}

function modelMarks(model: ReadModel, of: number): MarkGroup {
  const name = label(modelName(model), 200);
  const marks = RATE_FIELDS.flatMap(([field, what]) => {
    const evidence = model.evidence[what];
    const rate = model[field];
    if (evidence === undefined || rate === undefined) return [];
    const words = what.replace(/(?=[A-Z])/, ' ').toLowerCase();
    const says = `${words} ${rate} ${model.currency} / 1M tokens`;
    return [markOf({ name, says, foundBy: [evidence.method], of, evidence }, rate)];
  });
  return { name, marks };
}

function markOf(mark: Omit<Mark, 'amount'>, value: string): Mark {
  const { quote, textStart } = mark.evidence;
  const amount = amountIn(quote, value);
  if (amount === undefined) return mark;
  return { ...mark, amount: { start: textStart + amount.start, end: textStart + amount.end } };
}

/**
 * The first number in the quote with the amount's digits, however it is grouped and with or without its cents; or the
 * only number in it, for what is stated by the thousand and read by the million.
 */
export function amountIn(quote: string, amount: string): Span | undefined {
  const [whole = '', cents = ''] = amount.split('.');
  const forms = new Set([whole + cents, ...(/^0*$/.test(cents) ? [whole] : [])]);
  const numbers = [...quote.matchAll(/\d+(?:[.,'’ \u00a0\u202f]\d+)*/g)];
  const found = numbers.find(([number]) => forms.has(number.replace(/\D/g, ''))) ?? onlyOf(numbers);
  return found === undefined ? undefined : { start: found.index, end: found.index + found[0].length };
}
