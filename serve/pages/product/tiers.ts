/** Tiers as cards and rates as a table; each price opens to its quote. */

import { overAmount } from '../../../data/money.ts';
import type { Billing } from '../../../data/reading.ts';
import { datasetName, type ImportedFrom, type RecordEvidence, type Research } from '../../../data/record.ts';
import { counted } from '../../../data/text/figures.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { countingOf } from '../../cost/offer.ts';
import { absentPriceText } from '../../record/price-words.ts';
import type { Discounts, PriceView, RateView, TierView } from '../../record/shape.ts';
import { label, quoted } from '../../record/vendor-text.ts';
import { addressLink, figures, separated, table, wideTable } from '../parts/markup.ts';
import { evidencePath, type Proofs } from '../parts/proof.ts';
import { day, PERIODS, percent, perUnit, RATE_NAMES, roundedText } from '../parts/wording.ts';

interface Offered {
  tiers: readonly TierView[];
  discounts: Discounts | undefined;
  proofs: Proofs;
}

/** Two radio buttons switch monthly and annual prices without a script. */
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
  const { id, name, features = [], minimumUnits, includedUnits, imported, research, unit = 'flat' } = tier;
  const units = (count: number) => counted(count, unit === 'flat' ? 'unit' : unit);
  return html`<article class="tier" id="tier-${id}">
<h3>${name}</h3>
${headline(tier, offered)}
${prices(tier, offered)}
${minimumUnits !== undefined && html`<p class="quiet">At least ${units(minimumUnits)}</p>`}
${includedUnits !== undefined && html`<p class="quiet">Includes ${counted(includedUnits, countingOf(unit) === 'seats' ? unit : 'seat')}</p>`}
${imported && fromDataset(imported)}${research && fromAuthor(research)}
${features.length > 0 && html`<details class="features"><summary>${counted(features.length, 'feature')}</summary><ul>${features.map((feature) => html`<li>${feature}</li>`)}</ul></details>`}
</article>
`;
}

/** For a tier that is free, sold by quote, or without a known price. */
function headline({ isFree, isCustom, prices, confidence, evidence }: TierView, offered: Offered): Html | false {
  if (!isFree && !isCustom)
    return prices.length === 0 && html`<p class="price quiet">${absentPriceText('not_known')}</p>`;
  return withProof('price', html`<span class="amount">${isFree ? 'Free' : 'Contact sales'}</span>`, {
    ...offered,
    confidence,
    evidence,
  });
}

interface Proved extends Pick<Offered, 'proofs'> {
  confidence: number | undefined;
  evidence: string | undefined;
  assumed?: PriceView['assumed'];
}

function withProof(kind: string, figure: Html, { evidence, assumed, proofs, confidence }: Proved): Html {
  const found = evidence === undefined ? undefined : proofs.get(evidence);
  return found === undefined
    ? html`<p class="${kind}">${figure}</p>`
    : html`<details class="${kind}"><summary>${figure}</summary>${proof(found, assumed, confidence)}</details>`;
}

/** @param assumed what the page does not spell out */
function proof(
  { id, quote, url, capturedAt, pageSha256, method }: RecordEvidence,
  assumed: PriceView['assumed'] = [],
  confidence: number | undefined,
): Html {
  return html`<blockquote>${quoted(quote)}</blockquote>
<dl class="proof">
<div><dt>Read from</dt><dd>${addressLink(url)}</dd></div>
<div><dt>Captured</dt><dd>${day(capturedAt)}, page <code>${pageSha256.slice(0, 12)}</code></dd></div>
<div><dt>Read by</dt><dd>${method}${assumed.length > 0 && `; taken by rule, not spelt out: ${assumed.join(', ')}`}</dd></div>
${confidence !== undefined && html`<div><dt>Still so today</dt><dd>${percent(confidence)}, <a href="#sure">why</a></dd></div>`}
</dl>
<p class="quiet"><a href="${evidencePath(id)}">See the quote on the page</a></p>`;
}

function fromDataset({ dataset, license, asOf, sourceUrl }: ImportedFrom): Html {
  return html`<p class="quiet imported">Imported from ${datasetName(dataset)} (${license}), as of ${day(asOf)}${sourceUrl !== undefined && html`, which names ${addressLink(sourceUrl)}`}. Not read by us.</p>`;
}

function fromAuthor({ by, reason, asOf, sourceUrl }: Research): Html {
  return html`<p class="quiet">Stated by ${by} on ${day(asOf)}: ${reason}${sourceUrl !== undefined && html` (${addressLink(sourceUrl)})`}</p>`;
}

function hasBoth({ prices }: TierView): boolean {
  return new Set(prices.map(billingOf)).isSupersetOf(new Set(['monthly', 'annual']));
}

/** Undefined where it is not stated, and for one-time and usage prices, which both billings have. */
function billingOf({ billing, per }: PriceView): Billing | undefined {
  if (per === 'year') return 'annual';
  return per === 'month' ? billing : undefined;
}

/**
 * Shows the first price of each billing in large figures. Where a tier has both billings, the switch hides the other
 * one's.
 */
function prices(tier: TierView, offered: Offered): Html[] {
  const { id, isCustom, prices: all } = tier;
  const firstOf = (billing: Billing) => all.find((price) => price.kind === 'list' && billingOf(price) === billing);
  const unstated = all.find(({ kind, per, billing }) => kind === 'list' && per === 'month' && billing === undefined);
  const large = new Set(isCustom ? [] : [firstOf('monthly') ?? unstated, firstOf('annual')]);
  const isSwitched = hasBoth(tier);
  const saved = offered.discounts?.perTier.find(({ tier: of }) => of === id)?.annualSavingsPercent;
  return all
    .toSorted((a, b) => Number(large.has(b)) - Number(large.has(a)))
    .map((price) => {
      const { amount, currency, isFloor, confidence, evidence, assumed } = price;
      const billing = billingOf(price);
      const isLarge = large.has(price);
      const saving = isLarge && billing === 'annual' ? saved : undefined;
      const figure = html`<span class="amount">${isFloor && html`<small>from</small> `}${moneyText(amount, currency)}</span> <span class="terms">${termsOf(price)}</span>${saving !== undefined && html` <span class="badge verified">${saving} % less</span>`}`;
      const kind = `${isLarge ? 'price' : 'beside'}${isSwitched && billing !== undefined ? ` by-${billing}` : ''}`;
      return withProof(kind, figure, { ...offered, confidence, evidence, assumed });
    });
}

/** "per user a month, billed annually; promotional, until 2026-12-31". */
function termsOf({ amount, currency, per, unit, billing, kind, until }: PriceView): string {
  const twelfth = per === 'year' ? `, which is ${roundedText(overAmount(amount, 12), currency)} a month` : '';
  const billed =
    per === 'month' && billing !== undefined ? `, billed ${billing === 'annual' ? 'annually' : 'monthly'}` : '';
  const kinds = { list: '', promo: '; promotional', intro: '; introductory' };
  return `${perUnit(unit)}${PERIODS[per]}${twelfth}${billed}${kinds[kind]}${until === undefined ? '' : `, until ${until}`}`.trim();
}

/** Omits columns without a rate. */
export function rateTable(models: readonly RateView[], proofs: Proofs): Html {
  const columns = RATE_NAMES.filter(([field]) => models.some((rate) => rate[field] !== undefined));
  const rows = models.map(
    (rate) => html`<tr>
<th scope="row">${rate.model}${rate.band && html` <span class="quiet">${rate.band}</span>`}</th>
${columns.map(([field]) => amountCell(rate[field], rate.currency))}
<td>${readFrom(rate, proofs)}</td>
</tr>
`,
  );
  const headings = [
    'Model',
    ...columns.map(([, name]) => figures(name.slice(0, 1).toUpperCase() + name.slice(1))),
    'Read from',
  ];
  return wideTable('Rates by model', table('rates', headings, rows));
}

function amountCell(value: number | undefined, currency: string): Html {
  return html`<td class="number">${value === undefined ? html`<span class="quiet">–</span>` : moneyText(value, currency)}</td>`;
}

function readFrom({ evidence, imported, research, origin }: RateView, proofs: Proofs): Html {
  if (imported !== undefined) return html`${datasetName(imported.dataset)}, ${day(imported.asOf)}`;
  if (research !== undefined) return html`stated by ${research.by}, ${day(research.asOf)}`;
  const quotes = evidence
    .flatMap((id) => proofs.get(id) ?? [])
    .map(({ id, quote }) => html`<a href="${evidencePath(id)}">${label(quote, 40)}</a>`);
  if (quotes.length < 2) return quotes[0] ?? html`${origin}`;
  return html`<details><summary>${quotes.length} quotes</summary>${separated(quotes, ' · ')}</details>`;
}
