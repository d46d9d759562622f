/**
 * The other state of a billing switch where it stands in attributes only, `<b data-monthly="$45" data-annual="$36">$36</b>`,
 * or by the year in a script.
 *
 * Believed only where both states are stated and one of them is the amount in sight: that tells which is shown, and
 * that they are about this price.
 */
import { Decimal } from 'decimal.js';
import type { Amount } from '../../../data/money.ts';
import type { Billing, Evidence, Per, ReaderName } from '../../../data/reading.ts';
import { findMoney } from '../money/money.ts';
import { type Document, type PageElement, parentOf } from '../page/document.ts';
import { attributeEvidence, sourceEvidence } from '../page/evidence.ts';
import type { AmountMention } from './mentions.ts';
import { scriptStates } from './script-states.ts';

export interface StatedElsewhere {
  /** What the amount in sight is billed by, and for. */
  shown: Billing;
  shownPer: Per;
  /** The amount of the other state. */
  amount: Amount;
  per: Per;
  /** As it is written, name and value. */
  evidence: Evidence;
}

const MONTHLY =
  /(?:^|-)(?:months?|monthly|mo|m|monat|monatlich|mois|mensuel|mensual|mensal|mensile|mes|maand|mies)(?:-|$)/;
const ANNUAL =
  /(?:^|-)(?:annual|annually|a|years?|yearly|yr|y|jahr|jaehrlich|annuel|annuale|anual|ano|jaar|rok)(?:-|$)/;

/** @param card what holds the price and nothing of other tiers */
export function statedElsewhere(
  document: Document,
  { element: own, start, end, money }: Pick<AmountMention, 'element' | 'start' | 'end' | 'money'>,
  { method, card }: { method: ReaderName; card?: PageElement | undefined },
): StatedElsewhere | undefined {
  const element = [...elementsOf({ element: own, start, end }), ...(card === undefined ? [] : [card])].find(hasStates);
  if (element === undefined) return statedInScript(document, money, method);
  const amountsOf = (pattern: RegExp) =>
    Object.entries(element.attribs).flatMap(([name, value]) => {
      const amount = pattern.test(name) ? amountIn(value, money.currency, document.lang) : undefined;
      return amount === undefined ? [] : [{ name, value, amount }];
    });
  const [monthly, ...others] = amountsOf(MONTHLY);
  const annuals = amountsOf(ANNUAL).toSorted((one, other) => Number(one.amount) - Number(other.amount));
  // `data-annual="$36" data-annual-total="$432"`: the total is beside the month.
  const [annual, total, ...more] = annuals;
  if (monthly === undefined || annual === undefined || others.length + more.length > 0) return undefined;
  if (total !== undefined && !isTwelvefold(annual.amount, total.amount)) return undefined;
  const shown = [monthly, annual].find(({ amount }) => amount === money.amount);
  const annualPer = periodOfAnnual(monthly.amount, annual.amount);
  if (shown === undefined || annualPer === undefined) return undefined;
  const other = shown === monthly ? annual : monthly;
  const evidence = attributeEvidence(document, { element, name: other.name, value: other.value }, method);
  const [shownPer, per] = shown === monthly ? (['month', annualPer] as const) : ([annualPer, 'month'] as const);
  return evidence && { shown: shown === monthly ? 'monthly' : 'annual', shownPer, amount: other.amount, per, evidence };
}

/** A script has one text for the year in place of this amount. */
function statedInScript(
  document: Document,
  { amount, currency }: Pick<AmountMention['money'], 'amount' | 'currency'>,
  method: ReaderName,
): StatedElsewhere | undefined {
  const amountOf = (text: string) => amountIn(text.split(/[/<]/)[0] ?? '', currency, document.lang);
  const states = scriptStates(document).filter(({ monthly }) => amountOf(monthly) === amount);
  const [annual, ...others] = new Set(states.map((state) => amountOf(state.annual)));
  const [state] = states;
  const per = annual === undefined ? undefined : periodOfAnnual(amount, annual);
  if (state === undefined || annual === undefined || per === undefined || others.length > 0) return undefined;
  const evidence = sourceEvidence(document, state, { path: 'script', method });
  return { shown: 'monthly', shownPer: 'month', amount: annual, per, evidence };
}

function isTwelvefold(month: Amount, total: Amount): boolean {
  return Math.abs(Number(total) / Number(month) - 12) < 0.2;
}

/** Of the amount, around it, and of its number alone: `$<b data-monthly="45">45</b>`, `<i>$</i><b data-monthly="45">45</b>`. */
function elementsOf({ element, start, end }: Pick<AmountMention, 'element' | 'start' | 'end'>): PageElement[] {
  const inside = element.children.find((child) => child.start > start && child.start < end);
  const { next } = element;
  const beside = next !== null && next.start >= element.end && next.start < end ? next : undefined;
  return [element, parentOf(element), inside, beside].filter((each) => each !== undefined);
}

function hasStates({ attribs }: PageElement): boolean {
  const names = Object.keys(attribs);
  return names.some((name) => MONTHLY.test(name)) && names.some((name) => ANNUAL.test(name));
}

/** By the month with a discount for the year, or the year's total: nothing else makes sense of the two amounts. */
function periodOfAnnual(monthly: Amount, annual: Amount): 'month' | 'year' | undefined {
  if (Number(monthly) === 0) return undefined;
  const ratio = new Decimal(annual).dividedBy(monthly).toNumber();
  if (ratio >= 0.4 && ratio < 1) return 'month';
  return ratio >= 5 && ratio <= 12.01 ? 'year' : undefined;
}

/** The amount that is the whole value; a bare number is in the currency of the price in sight. */
function amountIn(value: string, currency: string, lang: string): Amount | undefined {
  const words = value.trim().slice(0, 24);
  const isBare = /^\d{1,7}(?:\.\d{1,4}|,\d{1,2})?$|^\d{1,3}(?:[,.]\d{3}){1,2}$/.test(words);
  const said = isBare ? `${currency} ${words}` : words;
  const [money] = findMoney(said, { lang, stated: currency });
  const isWhole = money?.start === 0 && money.end === said.length && money.currency === currency;
  return isWhole ? money.amount : undefined;
}
