/**
 * The other state of a billing switch where it stands in attributes only: `<b data-monthly="$45" data-annual="$36">$36</b>`;
 * or in what the page's script writes into the element.
 *
 * Believed only where both states are stated and one of them is the amount in sight: that tells which is shown, and
 * that they are about this price.
 */
import { Decimal } from 'decimal.js';
import type { Amount } from '../../../data/money.ts';
import type { Billing, Evidence, ReaderName, ReadPrice } from '../../../data/reading.ts';
import { findMoney } from '../money/money.ts';
import { readTerms, talkIn } from '../money/term.ts';
import { childrenOf, type Document, type PageElement, parentOf, pathOf } from '../page/document.ts';
import { attributeEvidence } from '../page/evidence.ts';
import type { AmountSignal } from './amounts.ts';
import { type Choice, choicesById } from './scripted-states.ts';

interface State {
  amount: Amount;
  /** Stated with it: "$20 / year". */
  per?: 'month' | 'year';
  /** As it is written, name and value. */
  evidence: Evidence;
}

const MONTHLY =
  /(?:^|-)(?:months?|monthly|mo|m|monat|monatlich|mois|mensuel|mensual|mensal|mensile|mes|maand|mies)(?:-|$)/;
const ANNUAL = /(?:^|-)(?:annual|annually|years?|yearly|yr|y|jahr|jaehrlich|annuel|annuale|anual|ano|jaar|rok)(?:-|$)/;

/**
 * The price in sight with its billing known, and the one out of sight; undefined where attributes say nothing sure.
 * `card` is what holds the price and nothing of other tiers.
 */
export function bothStates(
  document: Document,
  signal: AmountSignal,
  price: ReadPrice,
  { method, root: card }: { method: ReaderName; root?: PageElement },
): [shown: ReadPrice, other: ReadPrice] | undefined {
  if (price.kind !== 'list' || (price.per !== 'month' && price.per !== 'year')) return undefined;
  const [monthly, annual] =
    statesInAttributes(document, signal, price, { method, card }) ??
    statesInScript(document, signal, price, method) ??
    [];
  if (monthly === undefined || annual === undefined || monthly.amount === annual.amount) return undefined;
  if (monthly.per === 'year') return undefined;
  const billing: Billing | undefined =
    price.amount === monthly.amount ? 'monthly' : price.amount === annual.amount ? 'annual' : undefined;
  const isStated = price.billing !== undefined && price.assumed?.includes('billing') !== true;
  if (billing === undefined || (isStated && price.billing !== billing)) return undefined;
  const annualPer = annual.per ?? periodOfAnnual(monthly.amount, annual.amount);
  if (annualPer === undefined) return undefined;
  const per = { monthly: 'month', annual: annualPer } as const;
  if (price.per !== per[billing] && price.assumed?.includes('per') !== true) return undefined;
  const assumed = price.assumed?.filter((each) => each !== 'billing') ?? [];
  const { assumed: _, ...known } = price;
  const base = { ...known, ...(assumed.length > 0 && { assumed }) };
  const hidden = billing === 'monthly' ? 'annual' : 'monthly';
  const { amount, evidence } = hidden === 'monthly' ? monthly : annual;
  return [
    { ...base, billing, per: per[billing] },
    { ...base, amount, billing: hidden, per: per[hidden], evidence },
  ];
}

type States = [monthly: State | undefined, annual: State | undefined];

function statesInAttributes(
  document: Document,
  signal: AmountSignal,
  price: ReadPrice,
  { method, card }: { method: ReaderName; card: PageElement | undefined },
): States | undefined {
  const element = [...elementsOf(signal), ...(card === undefined ? [] : [card])].find(hasStates);
  if (element === undefined) return undefined;
  const state = (pattern: RegExp) => stateOf(document, element, pattern, price, method);
  return [state(MONTHLY), state(ANNUAL)];
}

/** What a script writes into the element of this amount. */
function statesInScript(
  document: Document,
  signal: AmountSignal,
  { currency }: ReadPrice,
  method: ReaderName,
): States | undefined {
  if (document.scripts.length === 0) return undefined;
  const element = elementsOf(signal).find(({ attribs }) => attribs.id !== undefined);
  const choice = element === undefined ? undefined : choicesById(document).get(element.attribs.id ?? '');
  if (choice === undefined) return undefined;
  const state = ({ words, start, end }: Choice['monthly']): State | undefined => {
    const said = saidIn(words, currency, document.lang);
    const quote = document.source.slice(start, end);
    const evidence: Evidence = { quote, scope: 'source', textStart: start, textEnd: end, path: 'script', method };
    return said === undefined ? undefined : { ...said, evidence };
  };
  return [state(choice.monthly), state(choice.annual)];
}

function elementsOf(signal: AmountSignal): PageElement[] {
  const around = parentOf(signal.element);
  return [signal.element, ...(around === undefined ? [] : [around]), ...numbersOf(signal)];
}

/** `$<b data-monthly="45">45</b>` and `<i>$</i><b data-monthly="45">45</b>`: the elements of the number alone. */
function numbersOf({ element, start, end }: AmountSignal): PageElement[] {
  const inside = childrenOf(element).find((child) => child.start > start && child.start < end && child.end >= end);
  const beside = element.next !== null && element.next.start >= element.end && element.next.start < end;
  return [inside, beside ? element.next : null].filter((each) => each !== undefined && each !== null);
}

function hasStates({ attribs }: PageElement): boolean {
  const names = [
    ...Object.keys(attribs),
    ...Object.values(attribs).flatMap((value) => pairsIn(value).map(([name]) => name)),
  ];
  return names.length < 60 && names.some((name) => MONTHLY.test(name)) && names.some((name) => ANNUAL.test(name));
}

/** By the month with a discount for the year, or the year's total: nothing else makes sense of the two amounts. */
function periodOfAnnual(monthly: Amount, annual: Amount): 'month' | 'year' | undefined {
  if (Number(monthly) === 0 || Number(annual) === 0) return undefined;
  const ratio = new Decimal(annual).dividedBy(monthly).toNumber();
  if (ratio >= 0.4 && ratio < 1) return 'month';
  return ratio >= 5 && ratio <= 12.01 ? 'year' : undefined;
}

function stateOf(
  document: Document,
  element: PageElement,
  pattern: RegExp,
  { currency }: ReadPrice,
  method: ReaderName,
): State | undefined {
  const states = Object.entries(element.attribs).flatMap(([name, value]): State[] => {
    const said = pattern.test(name) ? saidIn(value, currency, document.lang) : undefined;
    const evidence = said === undefined ? undefined : attributeEvidence(document, { element, name, value }, method);
    return said === undefined || evidence === undefined ? [] : [{ ...said, evidence }];
  });
  const listed = Object.values(element.attribs).flatMap((value) =>
    pairsIn(value).flatMap(([name, said, pair]): State[] => {
      const one = pattern.test(name) ? saidIn(said, currency, document.lang) : undefined;
      const evidence = one === undefined ? undefined : pairEvidence(document, element, pair, method);
      return one === undefined || evidence === undefined ? [] : [{ ...one, evidence }];
    }),
  );
  const [only, ...others] = [...states, ...listed];
  return others.length === 0 ? only : undefined;
}

/** The amount that is the whole value but for its period; a bare number is in the currency of the price in sight. */
function saidIn(value: string, currency: string, lang: string): Omit<State, 'evidence'> | undefined {
  const words = value.replace(/\s/g, ' ').trim();
  if (words.length > 24) return undefined;
  const isBare = /^\d{1,7}(?:\.\d{1,4})?$|^\d{1,3}(?:[,.]\d{3}){1,2}$/.test(words);
  const [money, ...more] = findMoney(isBare ? `${currency} ${words}` : words, { lang, stated: currency });
  if (money === undefined || more.length > 0 || money.currency !== currency) return undefined;
  if (isBare) return { amount: money.amount };
  const tail = words.slice(money.end);
  if (money.start > 0 || talkIn(tail) > 0) return undefined;
  if (tail === '') return { amount: money.amount };
  const { per, refusal } = readTerms('', tail);
  return refusal === undefined && (per === 'month' || per === 'year') ? { amount: money.amount, per } : undefined;
}

const PAIR =
  /"([\w-]{1,30})"\s{0,3}:\s{0,3}(?:\{\s{0,3}"(?:amount|price|value)"\s{0,3}:\s{0,3})?"?([$€£]?\d{1,7}(?:\.\d{1,4})?)(?![\d.])/g;
const MAX_JSON = 1000;
const MAX_TAG = 4000;

const CHOICE =
  /^\s{0,3}([!\w.='"` ]{3,60}?)\s{0,3}(\?\s{0,3}(['"`])([$€£]?\d{1,7}(?:\.\d{1,4})?)\3)\s{0,3}(:\s{0,3}\3([$€£]?\d{1,7}(?:\.\d{1,4})?)\3)\s{0,3}$/;

/** What a script shows for each state of the switch: `x-text="isYearly ? '$36' : '$45'"`. */
function choiceIn(value: string): [name: string, amount: string, pair: string][] {
  const [, asked = '', first = '', , one = '', second = '', other = ''] = CHOICE.exec(value) ?? [];
  const isMonthly = /month/i.test(asked);
  if (isMonthly === /annual|year/i.test(asked)) return [];
  const names = isMonthly === asked.includes('!') ? ['annual', 'monthly'] : ['monthly', 'annual'];
  return [
    [names[0] ?? '', one, first],
    [names[1] ?? '', other, second],
  ];
}

/** Names with their amounts in a value of JSON: `data-prices='{"monthly":45,"annual":36}'`, or in a choice. */
function pairsIn(value: string): [name: string, amount: string, pair: string][] {
  if (value.length < 120 && value.includes('?')) return choiceIn(value);
  if (value.length > MAX_JSON || !/^\s?[{[]/.test(value)) return [];
  return [...value.matchAll(PAIR)].map(([pair, name = '', amount = '']) => [name.toLowerCase(), amount, pair]);
}

/** The pair as the source writes it, its quotes perhaps as entities. */
function pairEvidence(
  document: Document,
  element: PageElement,
  pair: string,
  method: ReaderName,
): Evidence | undefined {
  const tag = document.source.slice(element.sourceStart, element.sourceStart + MAX_TAG);
  for (const mark of ['"', '&quot;', '&#34;']) {
    const quote = pair.replaceAll('"', mark);
    const at = tag.indexOf(quote);
    if (at < 0) continue;
    const textStart = element.sourceStart + at;
    return { quote, scope: 'source', textStart, textEnd: textStart + quote.length, path: pathOf(element), method };
  }
  return undefined;
}
