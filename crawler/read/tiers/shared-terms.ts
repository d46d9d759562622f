/** What an amount is for where the amount beside it says so. */
import { Decimal } from 'decimal.js';
import type { Document, Span } from '../page/document.ts';
import { type AmountSignal, NO_PERIOD } from './amounts.ts';
import { billingState } from './billing-state.ts';
import type { Kept } from './claims.ts';

const ON_DEMAND =
  /^[\s(]{0,3}(?:(?:if |when |billed )?on[- ]demand|without (?:a |any )?commitment|no commitment)(?!\p{L})/iu;

/** "$15 per host, per month, billed annually, or $18 on demand": the second is for what the first is, by the month. */
export function withCommitment({ visible }: Document, signal: AmountSignal, before: Kept | undefined): AmountSignal {
  const { terms, end, room } = signal;
  if (terms.per !== undefined || !ON_DEMAND.test(visible.slice(end, Math.min(room.end, end + 40)))) return signal;
  if (before?.price.per !== 'month' || before.price.billing !== 'annual')
    return { ...signal, terms: { ...terms, refusal: NO_PERIOD } };
  const { unit } = before.price;
  return { ...signal, terms: { ...terms, per: 'month', billing: 'monthly', ...(unit !== undefined && { unit }) } };
}

/**
 * Under a switch, the amounts of both states stand together above the one line that says what for: "$12 $15 per user".
 * Where they are called by the two states, that line may be theirs as well, and may say both: "$25 $250 /month /year".
 */
export function withSharedTerms(
  document: Document,
  amounts: readonly AmountSignal[],
  hasToggle: boolean,
): AmountSignal[] {
  const shared = [...amounts];
  for (const [index, signal] of amounts.entries()) {
    const next = amounts[index + 1];
    if (next === undefined || !isBare(signal) || !isBeside(document, signal, next)) continue;
    const { per, unit } = next.terms;
    if (per !== 'month' || next.terms.refusal !== undefined) continue;
    const isCalled = areStates(document, signal, next);
    const both = isCalled ? BOTH_PERIODS.exec(document.visible.slice(next.end, next.end + 40)) : null;
    if (both !== null) shared[index + 1] = { ...next, terms: { ...next.terms, per: 'year', reach: both[0].length } };
    const areOfOnePeriod = isCalled ? both !== null || isShare(next, signal) : hasToggle && signal.line !== next.line;
    if (!areOfOnePeriod) continue;
    shared[index] = { ...signal, terms: { ...signal.terms, per, ...(unit !== undefined && { unit }) } };
  }
  return shared;
}

const BOTH_PERIODS =
  /^\s?\/ ?(?:mo(?:nth)?|mes|mois|monat|mese|mês|maand)\.?\s+\/ ?(?:y(?:ea)?r|año|an(?:née|no|o)?|jahr|jaar)(?!\p{L})/iu;

function isBeside({ visible }: Document, one: AmountSignal, next: AmountSignal): boolean {
  return one.money.currency === next.money.currency && visible.slice(one.end, next.start).trim() === '';
}

/** The first is called monthly and the second yearly. */
function areStates(document: Document, one: AmountSignal, next: AmountSignal): boolean {
  return (
    one.element !== next.element &&
    billingState(document, one.element) === 'monthly' &&
    billingState(document, next.element) === 'annual'
  );
}

/** By the year a month costs no more. */
function isShare(yearly: AmountSignal, monthly: AmountSignal): boolean {
  return new Decimal(yearly.money.amount).lte(monthly.money.amount);
}

/** "For a low one-time payment": of what stands below, and of no setting up. */
const PAID_ONCE =
  /(?<!\p{L})(?:(?<!(?:not|never|no) an? )(?:one[- ]?time|one[- ]?off|single) (?:payment|purchase)|pay (?:just |only )?once|(?:als )?einmalzahlung|einmalige zahlung|(?:en )?paiement unique|achat unique|pago único|pagamento (?:unico|único)|eenmalige betaling)(?!\p{L})|買い切り|一次性(?:付款|支付|购买)|买断/iu;
const MAX_ABOVE = 400;

/** Between a card's start and its price the card says that it is paid for once. */
export function saysOnce({ visible }: Document, card: Span, price: number): boolean {
  return price - card.start <= MAX_ABOVE && PAID_ONCE.test(visible.slice(card.start, price));
}

const isBare = ({ terms, line }: AmountSignal) =>
  terms.per === undefined &&
  terms.unit === undefined &&
  terms.billing === undefined &&
  terms.refusal === undefined &&
  !terms.isStruck &&
  !line.struck;
