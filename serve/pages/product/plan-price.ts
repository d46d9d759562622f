/** The prices of a plan, each opening to its quote. */

import { overAmount } from '../../../data/money.ts';
import type { Billing } from '../../../data/reading.ts';
import type { RecordEvidence } from '../../../data/record.ts';
import { moneyText, roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { absentPriceText } from '../../record/price-words.ts';
import type { Discounts, PriceView, TierView } from '../../record/shape.ts';
import { quoted } from '../../record/vendor-text.ts';
import { addressLink } from '../parts/markup.ts';
import { evidencePath, type Proofs } from '../parts/proof.ts';
import { day, dayText, PERIODS, percent, perUnit } from '../parts/wording.ts';

export interface Offered {
  discounts: Discounts | undefined;
  /** The product's own. */
  currency: string | undefined;
  proofs: Proofs;
}

export function hasBothBillings({ prices }: TierView): boolean {
  return new Set(prices.map(billingOf)).isSupersetOf(new Set(['monthly', 'annual']));
}

/** Undefined where it is not stated, and for one-time and usage prices, which both billings have. */
function billingOf({ billing, per }: PriceView): Billing | undefined {
  if (per === 'year') return 'annual';
  return per === 'month' ? billing : undefined;
}

/** For a plan that is free, sold by quote, or without a known price. */
export function headline({ isFree, isCustom, prices, ...tier }: TierView, { proofs }: Offered): Html | false {
  if (!isFree && !isCustom)
    return prices.length === 0 && html`<p class="price quiet">${absentPriceText('not_known')}</p>`;
  const words = html`<span class="amount">${isFree ? 'Free' : 'Contact sales'}</span>`;
  return priced('price', words, { ...tier, proofs });
}

/**
 * Shows the first price of each billing in large figures, if possible in the product's currency. Where a plan has both billings, the switch hides the other
 * one's.
 */
export function prices(tier: TierView, { discounts, currency, proofs }: Offered): Html[] {
  const { id, isCustom, prices: all } = tier;
  const own = [...all.filter((price) => price.currency === currency), ...all];
  const firstOf = (billing: Billing) => own.find((price) => price.kind === 'list' && billingOf(price) === billing);
  const unstated = own.find(({ kind, per, billing }) => kind === 'list' && per === 'month' && billing === undefined);
  const large = new Set(isCustom ? [] : [firstOf('monthly') ?? unstated, firstOf('annual')]);
  const isSwitched = hasBothBillings(tier);
  const saved = discounts?.perTier.find(({ tier: of }) => of === id)?.annualSavingsPercent;
  return all
    .toSorted((a, b) => Number(large.has(b)) - Number(large.has(a)))
    .map((price) => {
      const { amount, currency, isFloor } = price;
      const billing = billingOf(price);
      const isLarge = large.has(price);
      const saving = isLarge && billing === 'annual' ? saved : undefined;
      const figure = html`<span class="amount">${isFloor && html`<small>from</small> `}${moneyText(amount, currency)}</span> <span class="terms">${termsOf(price)}</span>${saving !== undefined && html` <span class="badge verified">${saving} % less</span>`}`;
      const kind = `${isLarge ? 'price' : 'beside'}${isSwitched && billing !== undefined ? ` by-${billing}` : ''}`;
      return priced(kind, figure, { ...price, proofs });
    });
}

/** "per user a month, billed annually; promotional, until 31 Dec 2026". */
function termsOf({ amount, currency, per, unit, billing, kind, until }: PriceView): string {
  const twelfth = per === 'year' ? `, which is ${roundedText(overAmount(amount, 12), currency)} a month` : '';
  const billed =
    per === 'month' && billing !== undefined ? `, billed ${billing === 'annual' ? 'annually' : 'monthly'}` : '';
  const kinds = { list: '', promo: '; promotional', intro: '; introductory' };
  return `${perUnit(unit)}${PERIODS[per]}${twelfth}${billed}${kinds[kind]}${until === undefined ? '' : `, until ${dayText(until)}`}`.trim();
}

/** In small figures, each preceded by the words. */
export function smallPrices({ isFree, isCustom, prices, ...tier }: TierView, words: string, proofs: Proofs): Html[] {
  const claim = isFree ? 'free' : 'contact sales';
  const claimed = isFree || isCustom ? [priced('beside', html`${words}: ${claim}`, { ...tier, proofs })] : [];
  const stated = isFree ? [] : prices;
  return [
    ...claimed,
    ...stated.map((price) => {
      const { amount, currency, isFloor } = price;
      const figure = html`${words}: ${isFloor && 'from '}<span class="amount">${moneyText(amount, currency)}</span> <span class="terms">${termsOf(price)}</span>`;
      return priced('beside', figure, { ...price, proofs });
    }),
  ];
}

interface Stated extends Pick<PriceView, 'assumed' | 'confidence' | 'evidence'> {
  proofs: Proofs;
}

function priced(kind: string, figure: Html, { evidence, assumed, confidence, proofs }: Stated): Html {
  const found = evidence === undefined ? undefined : proofs.get(evidence);
  return html`<div class="${kind}"><p>${figure}</p>${found && proof(found, assumed, confidence)}</div>`;
}

/** @param assumed what the page does not spell out */
function proof(
  { id, quote, url, capturedAt, method }: RecordEvidence,
  assumed: PriceView['assumed'] = [],
  confidence: number | undefined,
): Html {
  return html`<details><summary>Quote, ${day(capturedAt)}</summary><blockquote>${quoted(quote)}</blockquote>
<p>${addressLink(url)}, read by ${method}${assumed.length > 0 && `; assumed by rule, not stated: ${assumed.join(', ')}`}${confidence !== undefined && html`; ${percent(confidence)} <a href="#sure">sure</a> today`}. <a href="${evidencePath(id)}">The quote in its place</a></p></details>`;
}
