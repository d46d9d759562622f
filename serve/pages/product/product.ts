/** One product's prices, each with the words that it was read from. */

import * as z from 'zod';
import { isAnyPlanKnown } from '../../../data/prices/price-state.ts';
import { amountText, moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { categoryName, find } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { slugParameter } from '../../interface/parameters.ts';
import { costGuide } from '../../operations/cost-guide.ts';
import { pricing } from '../../operations/pricing.ts';
import { creditsOf } from '../../record/origins.ts';
import { absentPriceSentence, absentPriceText, freePlanText } from '../../record/price-words.ts';
import type { RecordView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import { type Link, PRODUCTS, storeLayout } from '../parts/layout.ts';
import { separated } from '../parts/markup.ts';
import { grounds, type Proofs, source } from '../parts/proof.ts';
import { againstItsCategory, pastPrices, trust } from './confidence.ts';
import { productData } from './json-ld.ts';
import { rateTable, tierCards } from './tiers.ts';

export const productPage = page({
  id: 'product',
  path: '/tools/{slug}/pricing',
  listed: ({ isKnown }) => isKnown,
  params: z.object({ slug: slugParameter }),
  render(store, { slug }, { now }) {
    const record = pricing.run(store, { slug, depth: 'full' }, now);
    const proofs = new Map((record.evidence ?? []).map((evidence) => [evidence.id as string, evidence]));
    const { name, tiers = [], rateCard } = record;
    const stated = find(store, slug).record;
    const { vendor, currency } = stated;
    const category = categoryName(store, record.category);
    const words = record.verdict ?? record.quickAnswer;
    const isKnown = isAnyPlanKnown(stated);
    return storeLayout(store, {
      ...headOf(record, isKnown),
      path: `/tools/${slug}/pricing`,
      crumbs: [PRODUCTS, { path: `/category/${record.category}`, text: category }],
      about: productData(record, { category, vendor, currency }),
      scripts: ['copy'],
      main: html`
<div class="opening">
<div>
<h1>${name} pricing</h1>
${summary(record)}
${words !== undefined && html`<p class="verdict">${words}</p>`}
${pastPrices(store, record, now)}
</div>
${trust(store, record)}
</div>
${tiers.length > 0 && tierCards({ tiers, discounts: record.discounts, proofs })}
${rateCard && html`<h2>Rates per million tokens</h2>${rateTable(rateCard.models, proofs)}`}
${referencePrices(record, proofs)}
${hiddenCosts(record, proofs)}
${discounts(store, record, { proofs, now })}
${againstItsCategory(store, record, { categoryName: category, now })}
${advice(record, proofs)}
${furtherPages(store, record)}
${citation(store, record)}
`,
    });
  },
});

/** Title and description promise no price that is not known; a product of which none is known is not indexed. */
function headOf(record: RecordView, isKnown: boolean) {
  const { name, priceState } = record;
  const start = startingPrice(record);
  if (!isKnown) {
    return {
      title: name,
      description: `${absentPriceSentence(name, priceState)} Here is where its vendor states it.`,
      noIndex: true,
    };
  }
  const costs = start === undefined ? absentPriceSentence(name, priceState) : `${name} starts at ${start} a month.`;
  return {
    title: `${name} pricing`,
    description: `${costs} Each plan with the words it was read from, when, and how sure that is.`,
  };
}

function startingPrice({ startingPrice: price, priceRange }: RecordView): string | undefined {
  return price != null && priceRange !== undefined ? moneyText(price, priceRange.currency) : undefined;
}

function summary(record: RecordView): Html | false {
  const { name, priceRange, startingPrice: price, freeTier, tiers = [], rateCard } = record;
  if (tiers.length === 0 && rateCard === undefined)
    return html`<p class="lead">${absentPriceSentence(name, record.priceState)}</p>`;
  const unit = tiers.find((tier) => !tier.isFree && tier.price === price)?.unit ?? 'flat';
  const start = startingPrice(record);
  const facts = [
    start !== undefined && html`Starts at <strong>${start}</strong>${unit !== 'flat' && ` per ${unit}`} a month`,
    priceRange && priceRange.min !== priceRange.max && `paid tiers ${priceRange.display}`,
    start === undefined && absentPriceText(record.priceState),
    freeTier !== undefined && record.priceState !== 'free_only' && freePlanText(freeTier),
  ].filter((fact) => fact);
  return facts.length > 0 && html`<p class="lead">${separated(facts, ' · ')}</p>`;
}

function entryList(entries: readonly Html[]): Html {
  return html`<ul class="entries">${entries.map((entry) => html`<li>${entry}</li>`)}</ul>`;
}

function section(id: string, title: string, entries: readonly Html[]): Html | false {
  return (
    entries.length > 0 &&
    html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${entryList(entries)}
</section>`
  );
}

/** What a dataset gives for no tier. */
function referencePrices({ referencePrices: prices = [] }: RecordView, proofs: Proofs): Html | false {
  const entries = prices.map(
    ({ label, amount, currency, per, unit, imported }) =>
      html`${label}: <strong>${amountText(amount, { currency, per, unit })}</strong>${source({ imported }, proofs)}`,
  );
  return section('reference', 'Reference prices', entries);
}

function hiddenCosts({ hiddenCosts: costs = [] }: RecordView, proofs: Proofs): Html | false {
  const entries = costs.map(
    ({ label, cost, ...from }) => html`${label}: <strong>${cost}</strong>${grounds(from, proofs)}`,
  );
  return section('beyond', 'Beyond the sticker price', entries);
}

function discounts(
  store: Store,
  { slug, discounts: byYear, tiers = [] }: RecordView,
  { proofs, now }: { proofs: Proofs; now: Date },
): Html | false {
  const guide = store.generation.research(slug)?.costGuide && costGuide.run(store, { slug }, now);
  const programs = (guide?.discountPrograms ?? []).filter(({ kind }) => kind !== 'annual_billing');
  const nameOf = (id: string) => tiers.find((tier) => tier.id === id)?.name ?? id;
  return section('less', 'For less', [
    ...(byYear?.perTier ?? []).map(
      ({ tier, annualSavingsPercent }) => html`${nameOf(tier)}, paid by the year: ${annualSavingsPercent} % less`,
    ),
    ...programs.map(({ name, text, ...from }) => html`<strong>${name}.</strong> ${text}${grounds(from, proofs)}`),
  ]);
}

function advice({ planAdvice = [], expertTake }: RecordView, proofs: Proofs): Html {
  const entries = planAdvice.map(
    ({ name, suits, advice: words, ...from }) =>
      html`<strong>${name}</strong>, for ${suits}. ${words}${grounds(from, proofs)}`,
  );
  return html`${entries.length > 0 && html`<h2>Which tier for whom</h2>${entryList(entries)}`}
${expertTake !== undefined && html`<h2>What moves the bill</h2><p>${expertTake}</p>`}`;
}

function furtherPages({ generation }: Store, { slug, name }: RecordView): Html {
  const guide: readonly Link[] = [
    { path: `/tools/${slug}/cost-guide`, text: 'What it really costs' },
    { path: `/tools/${slug}/negotiation-email`, text: 'Ask the vendor for a better price' },
  ];
  const links: readonly Link[] = [
    { path: `/tools/${slug}/history`, text: 'Its price history' },
    { path: `/tools/${slug}/alternatives`, text: `Alternatives to ${name}` },
    { path: `/compare?slugs=${slug}`, text: 'Compare it with others' },
    { path: `/calculators/tco?product=${slug}`, text: 'What it costs a team' },
    ...(generation.research(slug)?.costGuide === undefined ? [] : guide),
    ...(generation.hasApi(slug) ? [{ path: `/tools/${slug}/api`, text: 'Its API' }] : []),
    { path: `/api/v2/pricing/${slug}`, text: 'This record as JSON' },
  ];
  return html`<nav class="more" aria-labelledby="more"><h2 id="more">More of ${name}</h2><ul>${links.map(({ path, text }) => html`<li><a href="${path}">${text}</a></li>`)}</ul></nav>`;
}

function citation({ site }: Store, record: RecordView): Html {
  const { name, tiers = [], rateCard, hiddenCosts: costs = [], referencePrices: references = [] } = record;
  const { verification, links } = record;
  const start = startingPrice(record);
  const starts = start === undefined ? '' : ` Starts at ${start} a month.`;
  const verified = verification.verifiedAt === undefined ? 'Not yet verified' : `Verified ${verification.verifiedAt}`;
  const credits = creditsOf([...tiers, ...(rateCard?.models ?? []), ...references, ...costs]);
  return html`<section aria-labelledby="cite">
<h2 id="cite">Cite this</h2>
<h3>Plain text</h3>
<pre class="cite plain" data-copy>${site.brand} (${links.home}): ${name} pricing.${starts} ${verified}. ${links.page}</pre>
<h3>Markdown</h3>
<pre class="cite" data-copy>${record.attribution}</pre>
${credits.map(({ dataset, attribution = dataset }) => html`<p class="quiet">What is imported here: ${attribution}</p>\n`)}
</section>`;
}
