/** What else there is in a product’s category: cheaper, dearer, and what cannot be compared with the reason. */

import * as z from 'zod';
import { confirmedBy } from '../../data/confidence/decay.ts';
import { isAnyPlanKnown } from '../../data/prices/price-state.ts';
import { type Html, html } from '../../web/html.ts';
import { categoryName, find } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { slugParameter } from '../interface/parameters.ts';
import type { Alternatives, Apart, Comparable, Start } from '../operations/alternatives.ts';
import { absentPriceSentence } from '../record/price-words.ts';
import { trustNow } from '../record/view.ts';
import type { SoldProduct } from '../search/discovery.ts';

import { PRODUCTS, pricingLink, storeLayout } from './parts/layout.ts';
import { figures, productLink, quiet, table } from './parts/markup.ts';
import { alternativesIn, comparePath } from './parts/product-choice.ts';
import { day, monthlyTerms, percent, roundedText, statusBadge } from './parts/wording.ts';

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
    const { own, ofCategory, start, cheaper, same, dearer } = found;
    const { name, category } = own;
    const inCategory = categoryName(store, category);
    const group = (title: string, products: readonly Comparable[], than?: 'less' | 'more') =>
      products.length > 0 &&
      html`<h2>${title}: ${products.length}</h2>${comparables(products, { slug, than, category, now })}`;
    const free = ofCategory.filter((each) => each.slug !== slug && each.freeTier === true);
    const isAlone = start !== undefined && cheaper.length + same.length + dearer.length === 0;
    return storeLayout(store, {
      title: `Alternatives to ${name}, by price`,
      description: `What else there is in ${inCategory}: what starts lower or higher than ${name}, what has a free tier, and what cannot be compared.`,
      path: `/tools/${slug}/alternatives`,
      noIndex: !isAnyPlanKnown(record),
      crumbs: [PRODUCTS, pricingLink(own)],
      main: html`
<h1>Alternatives to ${name}</h1>
${summary(own, start, now)}
${nearest(slug, found)}
${group('Cheaper to start with', cheaper, 'less')}
${group('At the same price', same)}
${group('Dearer to start with', dearer, 'more')}
${isAlone && html`<p>No other product of ${inCategory} is priced alike.</p>`}
${free.length > 0 && html`<h2>With a free tier: ${free.length}</h2><ul class="names">${free.map((each) => html`<li>${productLink(each)}</li>`)}</ul>`}
${apart(name, found)}
<p class="quiet">Starting prices by the month, of one currency, billing and unit; nothing is converted. A lower starting price is not a lower bill: <a href="/calculators/tco?product=${slug}">count it for your team</a>. Who offers more for it is not judged here.</p>
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

interface Group {
  slug: string;
  than: 'less' | 'more' | undefined;
  category: string;
  now: Date;
}

function comparables(group: readonly Comparable[], { slug, than, category, now }: Group): Html {
  const rows = group.slice(0, MOST_SHOWN).map(({ product, start, difference, percent: by }) => {
    const { status, confidence } = trustNow(product.verification, now);
    return html`<tr>
<th scope="row">${productLink(product)}${product.freeTier === true && html` ${quiet('free tier')}`}</th>
<td class="number from">${startText(start)}</td>
<td class="number difference">${than === undefined ? quiet('the same') : html`${roundedText(difference, start.currency)} ${than} ${quiet(`(${by} %)`)}`}</td>
<td class="sure">${statusBadge(status)} ${percent(confidence)}</td>
<td class="with"><a href="${comparePath([slug, product.slug])}" aria-label="Compare with ${product.name}">Compare</a></td>
</tr>
`;
  });
  const columns = ['Product', figures('Starts at'), figures('Difference'), 'How sure', 'Side by side'];
  return html`${table('list alternatives', columns, rows)}${group.length > MOST_SHOWN && html`<p class="quiet"><a href="/category/${category}">and ${group.length - MOST_SHOWN} more in the category</a></p>`}`;
}

const REASONS: Record<Apart, string> = {
  unit: 'Priced for something else',
  billing: 'Billed otherwise',
  currency: 'In another currency',
  price: 'Without a known monthly price',
};

function apart(name: string, { start, apart: others }: Alternatives): Html | false {
  if (others.length === 0) return false;
  const groups = Map.groupBy(others, ({ because, start: theirs }) =>
    start === undefined && theirs !== undefined
      ? `With a price, which ${name} has none to compare with`
      : REASONS[because],
  );
  return html`<h2>${start === undefined ? 'In the same category' : 'Not to be compared by price'}: ${others.length}</h2>
<dl class="apart">${[...groups].map(
    ([reason, products]) =>
      html`<div><dt>${reason}</dt><dd><ul class="names">${products.slice(0, MOST_SHOWN).map(({ product, start: theirs }) => html`<li><a href="/tools/${product.slug}/pricing">${product.name}${theirs !== undefined && html` ${quiet(startText(theirs))}`}</a></li>`)}</ul>${products.length > MOST_SHOWN && html`<p class="quiet">and ${products.length - MOST_SHOWN} more</p>`}</dd></div>\n`,
  )}</dl>`;
}

/** "$12 per user a month, billed annually". */
function startText(start: Start): string {
  return `${roundedText(start.amount, start.currency)} ${monthlyTerms(start)}`;
}
