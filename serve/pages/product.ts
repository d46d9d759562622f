/** One product's prices, each opening to the words it was read from. What `links.page` leads to. */
import * as z from 'zod';
import { moneyText } from '../../data/price-text.ts';
import type { ImportedFrom, Research } from '../../data/record.ts';
import { redirectUrl } from '../envelope.ts';
import { find } from '../lookup.ts';
import { pricing } from '../operations/pricing.ts';
import { page } from '../page.ts';
import { slugParameter } from '../parameters.ts';
import type { EvidenceView, Positioning, PriceView, RateView, RecordView, TierView } from '../record/shape.ts';
import type { Store } from '../store.ts';
import { type Html, href, html } from './html.ts';
import { layout } from './layout.ts';
import { day, percent, priceText, statusBadge, statusMeaning, tierPrice } from './words.ts';

export const productPage = page({
  id: 'product',
  path: '/tools/{slug}/pricing',
  params: z.object({ slug: slugParameter }),
  render(store, { slug }, now) {
    const record = pricing.run(store, { slug, depth: 'full' }, now);
    const { currency } = find(store, slug).record;
    const proofs = new Map((record.evidence ?? []).map((evidence) => [evidence.id as string, evidence]));
    const tiers = record.tiers ?? [];
    return layout(store.site, {
      title: `${record.name} pricing`,
      description: `What ${record.name} costs, with the words that each price was read from.`,
      generation: store.generation.id,
      main: html`
<p class="crumbs"><a href="/">All products</a> › <a href="/?category=${record.category}">${categoryName(store, record.category)}</a></p>
<h1>${record.name} pricing</h1>
${summary(record)}
${verdict(record)}
${trust(store, record)}
${tiers.length > 0 && html`<h2>Tiers</h2><div class="tiers">${tiers.map((tier) => tierCard(tier, { currency, proofs }))}</div>`}
${record.rateCard && html`<h2>Rates per million tokens</h2>${rateTable(record.rateCard.models, proofs)}`}
${tiers.length === 0 && !record.rateCard && html`<p>No price of ${record.name} is known yet. That is not the same as free.</p>`}
${extras(record)}
${advice(record)}
${store.generation.research(slug)?.costGuide !== undefined && html`<p><a href="/tools/${slug}/cost-guide">What it costs beyond the price</a></p>`}
<h2>Cite this</h2>
<pre class="cite">${record.attribution}</pre>
<p><a href="/api/v2/pricing/${slug}">This record as JSON</a> · <a href="/api/v2/history/${slug}">its history</a></p>
`,
    });
  },
});

function categoryName({ generation }: Store, category: string): string {
  return generation.categories().find(({ id }) => id === category)?.name ?? category;
}

function summary({ priceRange, startingPrice, freeTier, tiers = [] }: RecordView): Html | false {
  const facts = [
    startingPrice != null &&
      priceRange &&
      html`Starts at <strong>${moneyText(startingPrice, priceRange.currency)}</strong> a month`,
    priceRange && priceRange.min !== priceRange.max && html`paid tiers ${priceRange.display}`,
    freeTier === true && html`has a free tier`,
    freeTier === false && html`no free tier`,
    startingPrice == null && tiers.some(({ isCustom }) => isCustom) && html`sold by quote`,
  ].filter((fact) => fact instanceof Object);
  return (
    facts.length > 0 && html`<p class="lead">${facts.map((fact, index) => html`${index > 0 && ' · '}${fact}`)}</p>`
  );
}

function trust({ site }: Store, { slug, verification, links }: RecordView): Html {
  const { status = 'unverified', confidence, confirmedAt, checkedAt, outcome, reasons, source } = verification;
  return html`<section class="trust" aria-label="How sure this is">
<p>${statusBadge(status)} ${statusMeaning(status)}.</p>
<dl>
${confidence !== undefined && html`<div><dt>Confidence today</dt><dd>${percent(confidence)}</dd></div>`}
<div><dt>Confirmed</dt><dd>${confirmedAt === undefined ? 'never' : day(confirmedAt)}</dd></div>
<div><dt>Last checked</dt><dd>${checkedAt === undefined ? 'never' : day(checkedAt)}${outcome && ` (${outcome})`}</dd></div>
${source !== undefined && html`<div><dt>Source</dt><dd>${outward(source)}</dd></div>`}
</dl>
${reasons.length > 0 && html`<ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
${links.vendor !== undefined && html`<p><a href="${redirectUrl(site, slug, 'page')}" rel="nofollow">Open the vendor’s pricing page</a></p>`}
</section>`;
}

interface Around {
  currency: string | undefined;
  proofs: ReadonlyMap<string, EvidenceView>;
}

function tierCard(tier: TierView, { currency, proofs }: Around): Html {
  const { name, prices, features = [], minimumUnits, includedUnits, imported, research, evidence } = tier;
  return html`<article class="tier">
<h3>${name}</h3>
<p class="price">${tierPrice(tier, currency)}</p>
${minimumUnits !== undefined && html`<p class="quiet">At least ${minimumUnits} ${tier.unit ?? 'unit'}s</p>`}
${includedUnits !== undefined && html`<p class="quiet">Includes ${includedUnits} ${tier.unit ?? 'unit'}s</p>`}
${prices.map((price) => pricedProof(price, proofs))}
${prices.length === 0 && proof(evidence, proofs)}
${imported && origin(imported)}${research && byHand(research)}
${features.length > 0 && html`<details><summary>${features.length} features</summary><ul>${features.map((feature) => html`<li>${feature}</li>`)}</ul></details>`}
</article>
`;
}

function pricedProof(price: PriceView, proofs: ReadonlyMap<string, EvidenceView>): Html {
  const found = price.evidence === undefined ? undefined : proofs.get(price.evidence);
  const assumed = price.assumed && html` <span class="note">${price.assumed.join(', ')} assumed</span>`;
  if (found === undefined) return html`<p class="stated">${priceText(price)}${assumed}</p>`;
  return html`<details class="proof"><summary>${priceText(price)}${assumed}</summary>${quotation(found)}</details>`;
}

function proof(id: string | undefined, proofs: ReadonlyMap<string, EvidenceView>): Html | false {
  const found = id === undefined ? undefined : proofs.get(id);
  return (
    found !== undefined &&
    html`<details class="proof"><summary>The words that say so</summary>${quotation(found)}</details>`
  );
}

function quotation({ id, quote, url, capturedAt, pageSha256, method }: EvidenceView): Html {
  return html`<blockquote>${quote}</blockquote>
<p class="quiet">${outward(url)}, captured ${day(capturedAt)}, read by ${method}. Page <code>${pageSha256.slice(0, 12)}…</code>, <a href="/api/v2/evidence/${id}">evidence</a>.</p>`;
}

function origin({ dataset, license, asOf, sourceUrl }: ImportedFrom): Html {
  return html`<p class="quiet imported">Imported from ${dataset.split(':')[0]} (${license}), as of ${day(asOf)}${sourceUrl !== undefined && html`, which names ${outward(sourceUrl)}`}. Not read by us.</p>`;
}

function byHand({ by, reason, asOf, sourceUrl }: Research): Html {
  return html`<p class="quiet">Stated by ${by} on ${day(asOf)}: ${reason}${sourceUrl !== undefined && html` (${outward(sourceUrl)})`}</p>`;
}

function rateTable(models: readonly RateView[], proofs: ReadonlyMap<string, EvidenceView>): Html {
  const cell = (amount: number | undefined, currency: string) =>
    html`<td class="number">${amount === undefined ? html`<span class="quiet">–</span>` : moneyText(amount, currency)}</td>`;
  const rows = models.map(
    ({
      model,
      band,
      currency,
      inputPerMTok,
      cachedInputPerMTok,
      outputPerMTok,
      origin: from,
      imported,
      evidence,
    }) => html`<tr>
<th scope="row">${model}${band && html` <span class="quiet">${band}</span>`}</th>
${cell(inputPerMTok, currency)}${cell(cachedInputPerMTok, currency)}${cell(outputPerMTok, currency)}
<td>${imported ? html`${imported.dataset.split(':')[0]}, ${day(imported.asOf)}` : (shortQuotes(evidence, proofs) ?? from)}</td>
</tr>
`,
  );
  return html`<div class="scroll"><table class="rates"><thead><tr><th scope="col">Model</th><th scope="col" class="number">Input</th><th scope="col" class="number">Cached input</th><th scope="col" class="number">Output</th><th scope="col">Read from</th></tr></thead><tbody>
${rows}</tbody></table></div>`;
}

function shortQuotes(ids: readonly string[], proofs: ReadonlyMap<string, EvidenceView>): Html | undefined {
  const found = ids.flatMap((id) => proofs.get(id) ?? []);
  return found.length === 0
    ? undefined
    : html`${found.map(({ id, quote }, index) => html`${index > 0 && ' · '}<a href="/api/v2/evidence/${id}">${quote.slice(0, 40)}</a>`)}`;
}

function extras({ discounts, hiddenCosts = [], positioning, tiers = [] }: RecordView): Html {
  const nameOf = (id: string) => tiers.find((tier) => tier.id === id)?.name ?? id;
  return html`${discounts && html`<h2>Paying by the year</h2><ul>${discounts.perTier.map(({ tier, annualSavingsPercent }) => html`<li>${nameOf(tier)}: ${annualSavingsPercent} % less</li>`)}</ul>`}
${hiddenCosts.length > 0 && html`<h2>Beyond the sticker price</h2><ul>${hiddenCosts.map(({ label, cost, imported }) => html`<li>${label}: <strong>${cost}</strong>${imported && html` <span class="quiet">(imported from ${imported.dataset.split(':')[0]}, ${day(imported.asOf)})</span>`}</li>`)}</ul>`}
${positioning && position(positioning)}`;
}

function position({
  categoryMedian,
  categoryMin,
  categoryMax,
  sampleSize,
  percentVsMedian,
  currency,
  billing,
  unit,
  sufficient,
}: Positioning): Html {
  const money = (amount: number) => moneyText(amount, currency);
  const against =
    percentVsMedian === 0
      ? 'exactly the median'
      : `${Math.abs(percentVsMedian)} % ${percentVsMedian > 0 ? 'above' : 'below'} the median`;
  return html`<h2>Against its category</h2>
<p>The starting price is ${against} of ${sampleSize} products priced alike (in ${currency}, billed ${billing === 'annual' ? 'annually' : 'monthly'}${unit !== undefined && `, per ${unit}`}): ${money(categoryMin)} to ${money(categoryMax)}, median ${money(categoryMedian)}.${!sufficient && ' So few products say little.'}</p>`;
}

function verdict({ verdict: words, quickAnswer }: RecordView): Html | false {
  const said = words ?? quickAnswer;
  return said !== undefined && html`<p class="verdict">${said}</p>`;
}

function advice({ planAdvice = [], expertTake }: RecordView): Html {
  return html`${planAdvice.length > 0 && html`<h2>Which tier for whom</h2><ul>${planAdvice.map(({ name, suits, advice: words }) => html`<li><strong>${name}</strong>, for ${suits}. ${words}</li>`)}</ul>`}
${expertTake !== undefined && html`<h2>What moves the bill</h2><p>${expertTake}</p>`}`;
}

/** The vendor's own URL, shown for what it is and never as one of ours. */
function outward(url: string): Html {
  return html`<a href="${href(url)}" rel="nofollow noopener external">${url.replace(/^https?:\/\/(?:www\.)?/, '').slice(0, 80)}</a>`;
}
