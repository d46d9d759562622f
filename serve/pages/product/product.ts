/** One product's prices, each opening to the words it was read from. What `links.page` leads to. */
import * as z from 'zod';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { categoryName, find } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { slugParameter } from '../../interface/parameters.ts';
import { pricing } from '../../operations/pricing.ts';
import type { RecordView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import { layout } from '../parts/layout.ts';
import { citing } from './citation.ts';
import { againstItsCategory, past, trust } from './confidence.ts';
import { advice, beyond, discounts } from './costs.ts';
import { productData } from './json-ld.ts';
import { rateTable } from './rates.ts';
import { tierCards } from './tiers.ts';

export const productPage = page({
  id: 'product',
  path: '/tools/{slug}/pricing',
  listed: () => true,
  params: z.object({ slug: slugParameter }),
  render(store, { slug }, now) {
    const record = pricing.run(store, { slug, depth: 'full' }, now);
    const proofs = new Map((record.evidence ?? []).map((evidence) => [evidence.id as string, evidence]));
    const { tiers = [], rateCard, verification } = record;
    const { vendor, currency } = find(store, slug).record;
    const category = categoryName(store, record.category);
    return layout(store.site, {
      title: `${record.name} pricing`,
      description: description(record),
      path: `/tools/${slug}/pricing`,
      crumbs: [
        { path: '/', text: 'Products' },
        { path: `/category/${record.category}`, text: category },
      ],
      about: productData(record, { category, vendor, currency }),
      generation: store.generation.id,
      scripts: ['copy'],
      main: html`
<div class="opening">
<div>
<h1>${record.name} pricing</h1>
${summary(record)}
${said(record)}
${past(store, record, now)}
</div>
${trust(store, record)}
</div>
${tiers.length > 0 && tierCards({ tiers, discounts: record.discounts, proofs, confidence: verification.confidence })}
${rateCard && html`<h2>Rates per million tokens</h2>${rateTable(rateCard.models, proofs)}`}
${beyond(record, proofs)}
${discounts(store, record, { proofs, now })}
${againstItsCategory(store, record, category)}
${advice(record, proofs)}
${more(store, record)}
${citing(store, record)}
`,
    });
  },
});

function description({ name, startingPrice, priceRange }: RecordView): string {
  const starts =
    startingPrice != null && priceRange !== undefined
      ? ` from ${moneyText(startingPrice, priceRange.currency)} a month`
      : '';
  return `What ${name} costs${starts}, with the words that each price was read from, when, and how sure that is.`;
}

function summary({ name, priceRange, startingPrice, freeTier, tiers = [], rateCard }: RecordView): Html | false {
  if (tiers.length === 0 && rateCard === undefined)
    return html`<p class="lead">No price of ${name} is known yet. That is not the same as free.</p>`;
  const unit = tiers.find(({ price, isFree }) => !isFree && price === startingPrice)?.unit ?? 'flat';
  const facts = [
    startingPrice != null &&
      priceRange &&
      html`Starts at <strong>${moneyText(startingPrice, priceRange.currency)}</strong>${unit !== 'flat' && ` per ${unit}`} a month`,
    priceRange && priceRange.min !== priceRange.max && html`paid tiers ${priceRange.display}`,
    freeTier === true && html`has a free tier`,
    freeTier === false && html`no free tier`,
    startingPrice == null && tiers.some(({ isCustom }) => isCustom) && html`sold by quote`,
  ].filter((fact) => fact instanceof Object);
  return (
    facts.length > 0 && html`<p class="lead">${facts.map((fact, index) => html`${index > 0 && ' · '}${fact}`)}</p>`
  );
}

function said({ verdict, quickAnswer }: RecordView): Html | false {
  const words = verdict ?? quickAnswer;
  return words !== undefined && html`<p class="verdict">${words}</p>`;
}

/** Where to go on from here. */
function more({ generation }: Store, { slug, name }: RecordView): Html {
  const hasGuide = generation.research(slug)?.costGuide !== undefined;
  const links: [path: string, text: string][] = [
    [`/tools/${slug}/history`, 'Its price history'],
    [`/tools/${slug}/alternatives`, `Alternatives to ${name}`],
    [`/compare?slugs=${slug}`, 'Compare it with others'],
    [`/calculators/tco?product=${slug}`, 'What it costs a team'],
    ...(hasGuide
      ? ([
          [`/tools/${slug}/cost-guide`, 'What it really costs'],
          [`/tools/${slug}/negotiation-email`, 'Ask the vendor for a better price'],
        ] satisfies [string, string][])
      : []),
    ...(generation.hasApi(slug) ? ([[`/tools/${slug}/api`, 'Its API']] satisfies [string, string][]) : []),
    [`/api/v2/pricing/${slug}`, 'This record as JSON'],
  ];
  return html`<nav class="more" aria-labelledby="more"><h2 id="more">More of ${name}</h2><ul>${links.map(([path, text]) => html`<li><a href="${path}">${text}</a></li>`)}</ul></nav>`;
}
