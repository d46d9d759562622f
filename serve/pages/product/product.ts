/** One product's prices, each with its source. */

import * as z from 'zod';
import { isAnyPlanKnown } from '../../../data/prices/price-state.ts';
import { Billing } from '../../../data/reading.ts';
import { type Html, html } from '../../../web/html.ts';
import { categoryName, find } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { seatsParameter, slugParameter } from '../../interface/parameters.ts';
import { productFeedPath } from '../../interface/published-files.ts';
import { pricing } from '../../operations/pricing.ts';
import { creditsOf } from '../../record/origins.ts';
import { absentPriceSentence } from '../../record/price-words.ts';
import { RANGES } from '../charts/start-history.ts';
import { type Link, PRODUCTS, storeLayout } from '../parts/layout.ts';
import { addressLink } from '../parts/markup.ts';
import { fieldParameter } from '../parts/product-choice.ts';
import { proofsOf } from '../parts/proof.ts';
import { day, OUTCOMES, percent, statusMeaning } from '../parts/wording.ts';
import { answer, startingText } from './answer.ts';
import { costs } from './costs.ts';
import { productData } from './json-ld.ts';
import { otherMarkets } from './markets.ts';
import { others } from './others.ts';
import { plans } from './plans.ts';
import { priceHistory } from './price-history.ts';
import { rates } from './rates.ts';
import type { Shown } from './shown.ts';
import { isPricedBySeat } from './team.ts';

export const productPage = page({
  id: 'product',
  path: '/tools/{slug}/pricing',
  listed: ({ isKnown }) => isKnown,
  params: z.object({
    slug: slugParameter,
    seats: fieldParameter(seatsParameter),
    billing: fieldParameter(Billing),
    range: fieldParameter(z.enum(RANGES)),
  }),
  render(store, { slug, ...asked }, { now }) {
    const record = pricing.run(store, { slug, depth: 'full' }, now);
    const proofs = proofsOf(record);
    const { record: stated } = find(store, slug);
    const { vendor, currency } = stated;
    const category = categoryName(store, record.category);
    const isKnown = isAnyPlanKnown(stated);
    const shown: Shown = { store, now, stated, record, proofs, categoryName: category, asked };
    return storeLayout(store, {
      ...headOf(shown, isKnown),
      path: `/tools/${slug}/pricing`,
      crumbs: [PRODUCTS, { path: `/category/${record.category}`, text: category }],
      about: productData(record, { category, vendor, currency }),
      feed: productFeedPath(slug),
      scripts: ['copy', 'live', 'chart'],
      main: isKnown ? knownProduct(shown) : html`${unknownProduct(shown)}${otherMarkets(shown)}`,
    });
  },
});

function knownProduct(shown: Shown): Html {
  return html`
<div class="opening">
<div>
<h1>${shown.record.name} pricing</h1>
${answer(shown)}
</div>
${confidenceBox(shown)}
</div>
${plans(shown)}
${otherMarkets(shown)}
${rates(shown)}
${priceHistory(shown)}
${others(shown)}
${costs(shown)}
${watch(shown)}
${furtherPages(shown)}
${citation(shown)}
`;
}

/** Title and description promise no price that is not known; a product of which none is known is not indexed. */
function headOf({ record: { name, priceState }, stated }: Shown, isKnown: boolean) {
  const start = startingText(stated);
  if (!isKnown) {
    return {
      title: name,
      description: `${absentPriceSentence(name, priceState)} See the vendor’s pricing page.`,
      noIndex: true,
    };
  }
  const costs = start === undefined ? absentPriceSentence(name, priceState) : `${name} starts at ${start}.`;
  return {
    title: `${name} pricing`,
    description: `${costs} Each price with its source, date and confidence.`,
  };
}

function furtherPages({ store: { generation }, record: { slug, name }, stated }: Shown): Html {
  const guide: readonly Link[] = [
    { path: `/tools/${slug}/cost-guide`, text: 'Cost guide' },
    { path: `/tools/${slug}/negotiation-email`, text: 'Negotiation email' },
  ];
  const links: readonly Link[] = [
    { path: `/tools/${slug}/history`, text: 'Price history' },
    { path: `/tools/${slug}/alternatives`, text: 'Alternatives' },
    { path: `/compare?slugs=${slug}`, text: 'Compare with others' },
    ...(isPricedBySeat(stated) ? [{ path: `/calculators/tco?product=${slug}`, text: 'Team cost calculator' }] : []),
    { path: `/stack?items=${slug}::10`, text: 'Add to a stack' },
    ...(generation.research(slug)?.costGuide === undefined ? [] : guide),
    ...(generation.hasApi(slug) ? [{ path: `/tools/${slug}/api`, text: 'API' }] : []),
    { path: `/api/v2/pricing/${slug}`, text: 'JSON' },
  ];
  return html`<nav class="more" aria-labelledby="more"><h2 id="more">More about ${name}</h2><ul>${links.map(({ path, text }) => html`<li><a href="${path}">${text}</a></li>`)}</ul></nav>`;
}

/** What was tried, where the vendor is, and who else states a price. */
function unknownProduct(shown: Shown): Html {
  const { name, verification } = shown.record;
  const { checkedAt, outcome } = verification;
  return html`<h1>${name} pricing</h1>
${answer(shown)}
<p>${checkedAt === undefined ? 'Its pages have not been read yet.' : html`Its pages were last checked on ${day(checkedAt)}${outcome !== undefined && ` (${OUTCOMES[outcome]})`}.`}</p>
${others(shown)}
${watch(shown)}
${citation(shown)}`;
}

/** Ways to follow the prices, and to report a mistake. */
function watch({ store: { site }, record }: Shown): Html {
  const { slug, name } = record;
  const ways = [
    html`<a href="${productFeedPath(slug)}">Price changes as an Atom feed</a>`,
    html`<a href="/api/v2/changes?slug=${slug}">Price changes as JSON</a>`,
  ];
  return html`<section aria-labelledby="watch">
<h2 id="watch">Watch ${name}’s prices</h2>
<ul class="entries">${ways.map((way) => html`<li>${way}</li>`)}</ul>
${site.takesReports === true && html`<p>Is something wrong? <a href="/report?slug=${slug}" rel="nofollow">Report a mistake</a></p>`}
</section>`;
}

function citation({ store: { site }, record, stated }: Shown): Html {
  const { name, tiers = [], rateCard, hiddenCosts: costs = [], referencePrices: references = [] } = record;
  const { verification, links } = record;
  const start = startingText(stated);
  const starts = start === undefined ? '' : ` Starts at ${start}.`;
  const verified = verification.verifiedAt === undefined ? 'Not yet verified' : `Verified ${verification.verifiedAt}`;
  const credits = creditsOf([...tiers, ...(rateCard?.models ?? []), ...references, ...costs]);
  return html`<section aria-labelledby="cite">
<h2 id="cite">Cite this</h2>
<h3>Plain text</h3>
<pre class="cite plain" data-copy>${site.brand} (${links.home}): ${name} pricing.${starts} ${verified}. ${links.page}</pre>
<h3>Markdown</h3>
<pre class="cite" data-copy>${record.attribution}</pre>
${credits.map(({ dataset, attribution = dataset }) => html`<p class="quiet">Includes: ${attribution}</p>\n`)}
</section>`;
}

const UNVERIFIED = {
  true: 'Read on the vendor’s page with low confidence',
  false: 'Not yet confirmed on the vendor’s page',
};

function confidenceBox({ record: { verification, rateCard, startingPrice } }: Shown): Html {
  const { status = 'unverified', confidence, confirmedAt, checkedAt, outcome, reasons, source } = verification;
  const subject =
    startingPrice == null && rateCard !== undefined
      ? 'the rates of the median model'
      : 'the starting price and the free plan';
  return html`<section class="trust" aria-labelledby="sure">
<h2 id="sure">How sure${confidence !== undefined && html`: ${percent(confidence)}`}</h2>
${confidence !== undefined && html`<p>The probability that ${subject} still match the vendor’s page. <a href="/quality">How we measure it</a></p>`}
<dl>
<div><dt>Confirmed</dt><dd>${confirmedAt === undefined ? 'never' : day(confirmedAt)}</dd></div>
<div><dt>Last checked</dt><dd>${checkedAt === undefined ? 'never' : day(checkedAt)}${outcome && ` (${OUTCOMES[outcome]})`}</dd></div>
${source !== undefined && html`<div><dt>Source</dt><dd>${addressLink(source)}</dd></div>`}
</dl>
<p>${status === 'unverified' ? UNVERIFIED[`${confirmedAt !== undefined}`] : statusMeaning(status)}.</p>
${reasons.length > 0 && html`<details><summary>Reasons</summary><ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul></details>`}
</section>`;
}
