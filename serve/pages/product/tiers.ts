/** Tiers side by side: each price in large figures, and opening to the words that it was read from. */
import { overAmount } from '../../../data/money.ts';
import type { Billing } from '../../../data/reading.ts';
import { moneyText, rounded } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { numberOf } from '../../record/counts.ts';
import type { Discounts, PriceView, TierView } from '../../record/shape.ts';
import type { Proofs } from '../parts/proof.ts';
import { PERIODS, perUnit } from '../parts/wording.ts';
import { byHand, type Confidence, fromDataset, proofOf } from './proofs.ts';

export interface Offered {
  tiers: readonly TierView[];
  discounts: Discounts | undefined;
  proofs: Proofs;
  confidence: Confidence;
}

/** With prices of both billings there is a switch between them, which is two radio buttons and needs no script. */
export function tierCards(offered: Offered): Html {
  const isSwitched = offered.tiers.some(hasBoth);
  return html`<section class="offer" aria-labelledby="tiers">
<h2 id="tiers">Tiers</h2>
${
  isSwitched &&
  html`<fieldset class="billing"><legend>Billed</legend>
<label><input type="radio" name="billing" value="monthly" checked> monthly</label>
<label><input type="radio" name="billing" value="annual"> annually</label>
</fieldset>`
}
<div class="tiers">${offered.tiers.map((tier) => card(tier, offered))}</div>
</section>`;
}

function card(tier: TierView, offered: Offered): Html {
  const { id, name, features = [], minimumUnits, includedUnits, imported, research, unit } = tier;
  return html`<article class="tier" id="tier-${id}">
<h3>${name}</h3>
${headline(tier, offered)}
${prices(tier, offered)}
${minimumUnits !== undefined && html`<p class="quiet">At least ${unitsText(minimumUnits, unit)}</p>`}
${includedUnits !== undefined && html`<p class="quiet">Includes ${unitsText(includedUnits, unit)}</p>`}
${imported && fromDataset(imported)}${research && byHand(research)}
${features.length > 0 && html`<details class="features"><summary>${numberOf(features.length, 'feature')}</summary><ul>${features.map((feature) => html`<li>${feature}</li>`)}</ul></details>`}
</article>
`;
}

/** What is said in words: free, for the asking, or not known. */
function headline({ isFree, isCustom, prices, evidence }: TierView, { proofs, confidence }: Offered): Html | false {
  const said = isFree ? 'Free' : isCustom ? 'Contact sales' : undefined;
  if (said === undefined) return prices.length === 0 && html`<p class="price quiet">No price is known</p>`;
  const found = evidence === undefined ? undefined : proofs.get(evidence);
  const figure = html`<span class="amount">${said}</span>`;
  return found === undefined
    ? html`<p class="price">${figure}</p>`
    : html`<details class="price"><summary>${figure}</summary>${proofOf(found, { confidence })}</details>`;
}

/** The switch hides the prices of the other billing. */
function hasBoth({ prices }: TierView): boolean {
  return new Set(prices.map(billingOf)).isSupersetOf(new Set(['monthly', 'annual']));
}

/** What a price is billed by; what is paid once, or by what is used, is the same under any. */
function billingOf({ billing, per }: PriceView): Billing | undefined {
  if (per === 'year') return 'annual';
  return per === 'month' ? (billing ?? 'monthly') : billing;
}

/**
 * The first price of each billing in large figures; the others come on top of it or are promises of an end. Where the
 * tier has both billings, the switch hides those of the other.
 */
function prices(tier: TierView, offered: Offered): Html[] {
  const { id, isCustom, prices: all } = tier;
  const large = new Set(isCustom ? [] : [firstOf(all, 'monthly'), firstOf(all, 'annual')]);
  const isSwitched = hasBoth(tier);
  const saved = offered.discounts?.perTier.find(({ tier: of }) => of === id)?.annualSavingsPercent;
  return all
    .toSorted((a, b) => Number(large.has(b)) - Number(large.has(a)))
    .map((price) => {
      const billing = billingOf(price);
      const isLarge = large.has(price);
      return priceRow(price, {
        offered,
        kind: `${isLarge ? 'price' : 'beside'}${isSwitched && billing !== undefined ? ` by-${billing}` : ''}`,
        saving: isLarge && billing === 'annual' ? saved : undefined,
      });
    });
}

function firstOf(prices: readonly PriceView[], billing: Billing): PriceView | undefined {
  return prices.find((price) => price.kind === 'list' && billingOf(price) === billing);
}

interface Row {
  offered: Offered;
  /** Classes. */
  kind: string;
  /** What the year saves, where this is its price. */
  saving: number | undefined;
}

function priceRow(price: PriceView, { offered, kind, saving }: Row): Html {
  const { amount, currency, isFloor, evidence, assumed } = price;
  const figure = html`<span class="amount">${isFloor && html`<small>from</small> `}${moneyText(amount, currency)}</span> <span class="terms">${termsOf(price)}</span>${saving !== undefined && html` <span class="badge verified">${saving} % less</span>`}`;
  const found = evidence === undefined ? undefined : offered.proofs.get(evidence);
  return found === undefined
    ? html`<p class="${kind}">${figure}</p>`
    : html`<details class="${kind}"><summary>${figure}</summary>${proofOf(found, { confidence: offered.confidence, assumed })}</details>`;
}

/** "per user a month, billed annually; promotional, until 2026-12-31". */
function termsOf({ amount, currency, per, unit, billing, kind, until }: PriceView): string {
  const twelfth =
    per === 'year' ? `, which is ${moneyText(rounded(overAmount(amount, 12), currency), currency)} a month` : '';
  const billed =
    per === 'month' && billing !== undefined ? `, billed ${billing === 'annual' ? 'annually' : 'monthly'}` : '';
  const kinds = { list: '', promo: '; promotional', intro: '; introductory' };
  return `${perUnit(unit)}${PERIODS[per]}${twelfth}${billed}${kinds[kind]}${until === undefined ? '' : `, until ${until}`}`.trim();
}

function unitsText(count: number, unit: string | undefined): string {
  const one = unit === undefined || unit === 'flat' ? 'unit' : unit;
  return numberOf(count, one);
}
