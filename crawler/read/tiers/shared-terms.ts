/** What an amount is for where the amount beside it says so. */
import type { Document, Span } from '../document/document.ts';
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
 * Where they are called by the two states, that line may be theirs as well.
 */
export function withSharedTerms(
  document: Document,
  amounts: readonly AmountSignal[],
  hasToggle: boolean,
): AmountSignal[] {
  return amounts.map((signal, index) => {
    const next = amounts[index + 1];
    if (next === undefined || !isBare(signal)) return signal;
    const isNext =
      document.visible.slice(signal.end, next.start).trim() === '' && signal.money.currency === next.money.currency;
    const { per, unit } = next.terms;
    if (!isNext || per !== 'month' || next.terms.refusal !== undefined) return signal;
    const areLines = hasToggle && signal.line !== next.line;
    if (!areLines && !areStates(document, signal, next)) return signal;
    return { ...signal, terms: { ...signal.terms, per, ...(unit !== undefined && { unit }) } };
  });
}

/** One is called monthly, the other yearly. */
function areStates(document: Document, one: AmountSignal, other: AmountSignal): boolean {
  if (one.element === other.element) return false;
  const [first, second] = [billingState(document, one.element), billingState(document, other.element)];
  return first !== undefined && second !== undefined && first !== second;
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
