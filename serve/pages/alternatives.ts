/** What else there is in a product’s category: cheaper, dearer, and what cannot be compared with the reason. */
import * as z from 'zod';
import { confirmedBy } from '../../data/confidence/decay.ts';
import { moneyText, rounded } from '../../data/text/price-text.ts';
import { type Html, html } from '../../web/html.ts';
import { categoryName, find } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { slugParameter } from '../interface/parameters.ts';
import {
  type Alternatives,
  type Apart,
  alternativesTo,
  type Comparable,
  type Start,
} from '../operations/alternatives.ts';
import { knownFreeTier, trustNow } from '../record/view.ts';
import type { SoldProduct } from '../search/discovery.ts';
import { comparePath } from './compare/compare-parts.ts';
import { layout } from './parts/layout.ts';
import { day, monthlyTerms, percent, statusBadge } from './parts/wording.ts';

/** In each group; a category of hundreds is looked through elsewhere. */
const MOST_SHOWN = 40;
/** A category of any size is read whole. */
const WHOLE = 1_000_000;

export const alternativesPage = page({
  id: 'alternatives',
  path: '/tools/{slug}/alternatives',
  listed: () => true,
  params: z.object({ slug: slugParameter }),
  render(store, { slug }, now) {
    const { product } = find(store, slug);
    const { discovery, generation, site } = store;
    const { rows } = discovery.find({ category: product.category, sort: 'name', limit: WHOLE, offset: 0 });
    const ofCategory = Array.from(rows, (row) => discovery.productAt(row));
    const own = ofCategory.find((each) => each.slug === slug);
    if (own === undefined) throw new Error(`${slug} is not among the products of its category`);
    const { name, category } = own;
    const alternatives = alternativesTo(own, ofCategory);
    const inCategory = categoryName(store, category);
    const table = (group: readonly Comparable[], than: 'less' | 'more' | undefined) =>
      comparables(group, { slug, than, category, now });
    const { start, cheaper, same, dearer } = alternatives;
    const free = ofCategory.filter((each) => each.slug !== slug && isFree(each) === true);
    return layout(site, {
      title: `Alternatives to ${name}, by price`,
      description: `What else there is in ${inCategory}: what starts lower or higher than ${name}, what has a free tier, and what cannot be compared.`,
      path: `/tools/${slug}/alternatives`,
      crumbs: [
        { path: '/', text: 'Products' },
        { path: `/tools/${slug}/pricing`, text: `${name} pricing` },
      ],
      generation: generation.id,
      main: html`
<h1>Alternatives to ${name}</h1>
${summary(name, alternatives, { own, now })}
${nearest(slug, alternatives)}
${cheaper.length > 0 && html`<h2>Cheaper to start with: ${cheaper.length}</h2>${table(cheaper, 'less')}`}
${same.length > 0 && html`<h2>At the same price: ${same.length}</h2>${table(same, undefined)}`}
${dearer.length > 0 && html`<h2>Dearer to start with: ${dearer.length}</h2>${table(dearer, 'more')}`}
${start !== undefined && cheaper.length + same.length + dearer.length === 0 && html`<p>No other product of ${inCategory} is priced alike.</p>`}
${free.length > 0 && html`<h2>With a free tier: ${free.length}</h2><ul class="names">${free.map((each) => html`<li><a href="/tools/${each.slug}/pricing">${each.name}</a></li>`)}</ul>`}
${apart(name, alternatives)}
<p class="quiet">Starting prices by the month, of one currency, billing and unit; nothing is converted. A lower starting price is not a lower bill: <a href="/calculators/tco?product=${slug}">count it for your team</a>. Who offers more for it is not judged here.</p>
`,
    });
  },
});

function summary(name: string, { start }: Alternatives, { own, now }: { own: SoldProduct; now: Date }): Html {
  if (start === undefined)
    return html`<p class="lead">No price of ${name} by the month is public, so nothing can be called cheaper or dearer.</p>`;
  const { status, confidence } = trustNow(own.verification, now);
  const confirmedAt = confirmedBy(own.confirmedAt, now);
  return html`<p class="lead">${name} starts at <strong><a href="/tools/${own.slug}/pricing">${startText(start)}</a></strong>. ${statusBadge(status)} <span class="quiet">${percent(confidence)} sure${confirmedAt !== undefined && html`, confirmed ${day(confirmedAt)}`}</span></p>`;
}

/** The nearest on either side: whoever looks for an alternative begins there. */
function nearest(slug: string, { cheaper, same, dearer }: Alternatives): Html | false {
  const near = [...same, ...cheaper.toReversed(), ...dearer]
    .toSorted((a, b) => a.percent - b.percent)
    .slice(0, 3)
    .map(({ product }) => product);
  return (
    near.length > 0 &&
    html`<p><a href="${comparePath([slug, ...near.map((each) => each.slug)])}">Compare it with the nearest in price: ${near.map((each) => each.name).join(', ')}</a></p>`
  );
}

interface Among {
  slug: string;
  than: 'less' | 'more' | undefined;
  category: string;
  now: Date;
}

function comparables(group: readonly Comparable[], { slug, than, category, now }: Among): Html {
  const rows = group.slice(0, MOST_SHOWN).map(({ product, start, difference, percent: by }) => {
    const { status, confidence } = trustNow(product.verification, now);
    return html`<tr>
<th scope="row"><a href="/tools/${product.slug}/pricing">${product.name}</a>${isFree(product) === true && html` <span class="quiet">free tier</span>`}</th>
<td class="number from">${startText(start)}</td>
<td class="number difference">${than === undefined ? html`<span class="quiet">the same</span>` : html`${moneyText(rounded(difference, start.currency), start.currency)} ${than} <span class="quiet">(${by} %)</span>`}</td>
<td class="sure">${statusBadge(status)} ${percent(confidence)}</td>
<td class="with"><a href="${comparePath([slug, product.slug])}" aria-label="Compare with ${product.name}">Compare</a></td>
</tr>
`;
  });
  return html`<table class="list alternatives"><thead><tr><th scope="col">Product</th><th scope="col" class="number">Starts at</th><th scope="col" class="number">Difference</th><th scope="col">How sure</th><th scope="col">Side by side</th></tr></thead><tbody>
${rows}</tbody></table>${group.length > MOST_SHOWN && html`<p class="quiet"><a href="/category/${category}">and ${group.length - MOST_SHOWN} more in the category</a></p>`}`;
}

const REASONS: Record<Apart, string> = {
  unit: 'Priced for something else',
  billing: 'Billed otherwise',
  currency: 'In another currency',
  price: 'Without a public price by the month',
};

function apart(name: string, { start, apart: others }: Alternatives): Html | false {
  if (others.length === 0) return false;
  const groups = Map.groupBy(others, ({ because, start: theirs }) =>
    start === undefined && theirs !== undefined ? undefined : because,
  );
  return html`<h2>${start === undefined ? 'In the same category' : 'Not to be compared by price'}: ${others.length}</h2>
<dl class="apart">${[...groups].map(
    ([because, products]) =>
      html`<div><dt>${because === undefined ? `With a price, which ${name} has none to compare with` : REASONS[because]}</dt><dd><ul class="names">${products.slice(0, MOST_SHOWN).map(({ product, start: theirs }) => html`<li><a href="/tools/${product.slug}/pricing">${product.name}${theirs !== undefined && html` <span class="quiet">${startText(theirs)}</span>`}</a></li>`)}</ul>${products.length > MOST_SHOWN && html`<p class="quiet">and ${products.length - MOST_SHOWN} more</p>`}</dd></div>\n`,
  )}</dl>`;
}

/** "$12 per user a month, billed annually". */
function startText(start: Start): string {
  const { amount, currency } = start;
  return `${moneyText(rounded(amount, currency), currency)} ${monthlyTerms(start)}`;
}

function isFree({ freeTier, confirmedAt }: SoldProduct): boolean | undefined {
  return knownFreeTier(freeTier, confirmedAt);
}
