/** The record and a reading, fact by fact, for a person who decides. Pure. */
import { defined } from '../../data/defined.ts';
import { sameAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import type { Price, Tier } from '../../data/record.ts';
import { rateKey } from '../record/facts.ts';
import { termsOf } from '../record/statement.ts';

/** A row of the table for the decision: what the record states, what was read, and the words of each. */
export interface Difference extends Partial<Record<'before' | 'after' | 'quoteBefore' | 'quoteAfter', string>> {
  subject: string;
  /** Those of both sides. Where they differ, each side has its own. */
  terms: string;
  /** How sure the reading is of it. */
  confidence?: number;
}

export type Compared = Difference & { isSame: boolean };

/**
 * Rows that are equal on both sides are marked. A price whose currency or unit changed is one row, as is an amount that
 * moved to other terms.
 */
export function differences(before: Statement | undefined, after: Statement): Compared[] {
  const was = linesOf(before);
  const is = linesOf(after);
  const partners = partnersOf(was, is);
  const paired = new Set(partners.values());
  const keys = [...is.keys(), ...[...was.keys()].filter((key) => !is.has(key) && !paired.has(key))];
  return keys.map((key) => rowOf(was.get(partners.get(key) ?? key), is.get(key)));
}

function rowOf(was: Line | undefined, is: Line | undefined): Compared {
  const sides = was?.price !== undefined && is?.price !== undefined ? sidesOf(was.price, is.price) : undefined;
  const { subject, terms } = is ?? was ?? { subject: '', terms: '' };
  return {
    subject,
    terms: sides?.terms ?? terms,
    ...defined({ before: sides?.before ?? was?.value, quoteBefore: was?.quote }),
    ...defined({ after: sides?.after ?? is?.value, quoteAfter: is?.quote }),
    ...defined({ confidence: is?.confidence }),
    isSame: sides === undefined && was?.value === is?.value,
  };
}

interface Line {
  subject: string;
  terms: string;
  value: string;
  quote: string | undefined;
  confidence?: number | undefined;
  /** Of a price. */
  tier?: string;
  price?: Price;
}

/** By key of the later line, the key of the earlier one that it replaces under other terms. */
function partnersOf(was: ReadonlyMap<string, Line>, is: ReadonlyMap<string, Line>): Map<string, string> {
  const gone = [...was].filter(([key]) => !is.has(key));
  const partners = new Map<string, string>();
  for (const isPair of PAIRS)
    for (const [key, { tier, price }] of is) {
      if (price === undefined || was.has(key) || partners.has(key)) continue;
      const at = gone.findIndex(
        ([, line]) => line.tier === tier && line.price?.kind === price.kind && isPair(line.price, price),
      );
      const [found] = at < 0 ? [] : gone.splice(at, 1);
      if (found !== undefined) partners.set(key, found[0]);
    }
  return partners;
}

/** Applied in this order, each to the prices that earlier rules left. */
const PAIRS: ((was: Price, is: Price) => boolean)[] = [
  (was, is) => was.currency === is.currency && was.per === is.per && was.billing === is.billing,
  (was, is) => was.per === is.per && was.billing === is.billing,
  (was, is) => was.currency === is.currency && sameAmount(was.amount, is.amount),
];

/** Undefined where both have the same terms. */
function sidesOf(was: Price, is: Price): Record<'terms' | 'before' | 'after', string> | undefined {
  if (termsOf(was) === termsOf(is)) return undefined;
  const isPer = was.per === is.per && was.billing === is.billing;
  const wordsOf = (price: Price) =>
    [
      `${amountOf(price)}${price.unit === undefined ? '' : ` / ${price.unit}`}`,
      ...(isPer ? [] : [[`per ${price.per}`, price.billing].filter(Boolean).join(', ')]),
    ].join(' ');
  const terms = isPer ? [`per ${is.per}`, is.billing] : [];
  const kind = is.kind === 'list' ? undefined : is.kind;
  return { terms: [...terms, kind].filter(Boolean).join(', '), before: wordsOf(was), after: wordsOf(is) };
}

function amountOf({ isFloor, amount, currency }: Price): string {
  return `${isFloor === true ? 'from ' : ''}${amount} ${currency}`;
}

function linesOf(statement: Statement | undefined): Map<string, Line> {
  const lines = new Map<string, Line>();
  if (statement === undefined) return lines;
  const quotes = new Map(statement.evidence.map(({ id, quote }) => [id, quote]));
  const found = [
    ...apiLines(statement),
    ...statement.tiers.flatMap((tier) => tierLines(tier, quotes)),
    ...rateLines(statement, quotes),
  ];
  for (const [key, line] of found) {
    let unique = key;
    for (let n = 2; lines.has(unique); n += 1) unique = `${key}|${n}`;
    lines.set(unique, line);
  }
  return lines;
}

type Quotes = ReadonlyMap<string, string>;
type Keyed = [key: string, line: Line];

function apiLines({ api }: Statement): Keyed[] {
  if (api === undefined) return [];
  const { title, operations } = api.facts;
  const line = { subject: 'API', quote: undefined };
  return [
    ['api|title', { ...line, terms: 'title', value: title }],
    ['api|operations', { ...line, terms: 'operations', value: String(operations.total) }],
  ];
}

function tierLines({ id, name: subject, isFree, isCustom, prices, confidence, evidence }: Tier, quotes: Quotes) {
  const claim = isFree ? 'free' : 'contact sales';
  const quote = quotes.get(evidence ?? '');
  const claimed: Keyed[] =
    isFree || isCustom ? [[`tier|${id}`, { subject, terms: '', value: claim, quote, confidence }]] : [];
  const priced = prices.map((price): Keyed => {
    const { per, unit, billing, kind } = price;
    const terms = [`per ${per}`, unit, billing, kind === 'list' ? undefined : kind].filter(Boolean).join(', ');
    const stated = { value: amountOf(price), quote: quotes.get(price.evidence ?? '') };
    const key = `tier|${id}|${termsOf(price)}|${kind}`;
    return [key, { subject, terms, ...stated, confidence: price.confidence, tier: id, price }];
  });
  return [...claimed, ...priced];
}

function rateLines({ rates }: Statement, quotes: Quotes): Keyed[] {
  return rates.flatMap((rate) =>
    RATE_FIELDS.flatMap(([field, terms]): Keyed[] => {
      const amount = rate[field];
      if (amount === undefined) return [];
      const subject = rate.band === undefined ? rate.model : `${rate.model} (${rate.band})`;
      const quote = rate.evidence.map((id) => quotes.get(id)).find((each) => each?.includes(amount));
      const line = { subject, terms, value: `${amount} ${rate.currency}`, quote, confidence: rate.confidence };
      return [[`rate|${rateKey(rate)}|${field}`, line]];
    }),
  );
}
