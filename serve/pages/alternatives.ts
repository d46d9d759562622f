/** Other products of the category: lower and higher starting prices, and those that cannot be compared, with the reason. */

import * as z from 'zod';
import { confirmedBy } from '../../data/confidence/decay.ts';
import { isAnyPlanKnown } from '../../data/prices/price-state.ts';
import { type Html, html } from '../../web/html.ts';
import { categoryName, find } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { slugParameter } from '../interface/parameters.ts';
import { absentPriceSentence } from '../record/price-words.ts';
import { trustNow } from '../record/view.ts';
import type { Alternatives, Apart, Comparable, Start } from '../search/alternatives.ts';
import type { SoldProduct } from '../search/discovery.ts';

import { PRODUCTS, pricingLink, storeLayout } from './parts/layout.ts';
import { productLink, quiet } from './parts/markup.ts';
import { alternativesIn, comparePath } from './parts/product-choice.ts';
import { day, percent, statusBadge } from './parts/wording.ts';
import { nearestOf, otherTable, startText } from './product/others.ts';

const MOST_SHOWN = 40;

export const alternativesPage = page({
  id: 'alternatives',
  path: '/tools/{slug}/alternatives',
  listed: ({ isKnown }) => isKnown,
  params: z.object({ slug: slugParameter }),
  render(store, { slug }, { now }) {
    const { product, record } = find(store, slug);
    const found = alternativesIn(store, slug, product.category);
    if (found === undefined) throw new Error(`${slug} is not among the products of its category`);
    const { own, ofCategory, start, lower, same, higher } = found;
    const { name, category } = own;
    const inCategory = categoryName(store, category);
    const group = (title: string, products: readonly Comparable[], than?: 'less' | 'more') =>
      products.length > 0 &&
      html`<h2>${title}: ${products.length}</h2>
${otherTable(
  products.slice(0, MOST_SHOWN).map((each) => ({ ...each, than })),
  { slug, now },
)}${products.length > MOST_SHOWN && html`<p class="quiet"><a href="/category/${category}">and ${products.length - MOST_SHOWN} more in the category</a></p>`}`;
    const free = ofCategory.filter((each) => each.slug !== slug && each.freeTier === true);
    const isAlone = start !== undefined && lower.length + same.length + higher.length === 0;
    return storeLayout(store, {
      title: `Alternatives to ${name}, by price`,
      description: `Other products in ${inCategory}: lower and higher starting prices than ${name}, free plans, and those that cannot be compared.`,
      path: `/tools/${slug}/alternatives`,
      noIndex: !isAnyPlanKnown(record),
      crumbs: [PRODUCTS, pricingLink(own)],
      main: html`
<h1>Alternatives to ${name}</h1>
${summary(own, start, now)}
${nearest(slug, found)}
${group('Lower starting price', lower, 'less')}
${group('Same starting price', same)}
${group('Higher starting price', higher, 'more')}
${isAlone && html`<p>No other product of ${inCategory} has a price on the same terms.</p>`}
${free.length > 0 && html`<h2>With a free plan: ${free.length}</h2><ul class="names">${free.map((each) => html`<li>${productLink(each)}</li>`)}</ul>`}
${apart(found)}
<p class="quiet">Monthly starting prices with the same currency, billing and unit. A lower starting price does not always mean a lower bill: <a href="/calculators/tco?product=${slug}">calculate it for your team</a>. Features are not compared.</p>
`,
    });
  },
});

function summary(
  { slug, name, priceState, verification, confirmedAt }: SoldProduct,
  start: Start | undefined,
  now: Date,
): Html {
  if (start === undefined)
    return html`<p class="lead">${absentPriceSentence(name, priceState)} It cannot be compared by price.</p>`;
  const { status, confidence } = trustNow(verification, now);
  const confirmed = confirmedBy(confirmedAt, now);
  return html`<p class="lead">${name} starts at <strong>${productLink({ slug, name: startText(start) })}</strong>. ${statusBadge(status)} <span class="quiet">${percent(confidence)} sure${confirmed !== undefined && html`, confirmed ${day(confirmed)}`}</span></p>`;
}

function nearest(slug: string, found: Alternatives): Html | false {
  const near = nearestOf(found, 3).map(({ product }) => product);
  return (
    near.length > 0 &&
    html`<p><a href="${comparePath([slug, ...near.map((each) => each.slug)])}">Compare with the nearest prices: ${near.map((each) => each.name).join(', ')}</a></p>`
  );
}

const REASONS: Record<Apart, string> = {
  unit: 'Other unit',
  billing: 'Other or unknown billing',
  currency: 'Other currency',
  price: 'Without a known monthly price',
};

function apart({ start, apart: others }: Alternatives): Html | false {
  if (others.length === 0) return false;
  const groups = Map.groupBy(others, ({ because, start: theirs }) =>
    start === undefined && theirs !== undefined ? 'With a known price' : REASONS[because],
  );
  return html`<h2>${start === undefined ? 'In the same category' : 'Not comparable by price'}: ${others.length}</h2>
<dl class="apart">${[...groups].map(
    ([reason, products]) =>
      html`<div><dt>${reason}</dt><dd><ul class="names">${products.slice(0, MOST_SHOWN).map(({ product, start: theirs }) => html`<li><a href="/tools/${product.slug}/pricing">${product.name}${theirs !== undefined && html` ${quiet(startText(theirs))}`}</a></li>`)}</ul>${products.length > MOST_SHOWN && html`<p class="quiet">and ${products.length - MOST_SHOWN} more</p>`}</dd></div>\n`,
  )}</dl>`;
}
