/** A category: comparable starting prices, token rates, and all products in a sortable table. */

import * as z from 'zod';
import { counted } from '../../data/text/figures.ts';
import { roundedText } from '../../data/text/price-text.ts';
import { type Html, html } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { integerParameter } from '../interface/parameters.ts';
import { Problem } from '../interface/problem.ts';
import { type Sample, SUFFICIENT_VENDORS, samplesOf } from '../record/market.ts';
import { isSold } from '../search/discovery.ts';
import { ratesFound } from '../search/rates.ts';
import type { Store } from '../store/store.ts';
import { categoryGrid, isKnown, SORTS } from './category-grid.ts';
import { priceStrip, sampleWords, termsText } from './charts/price-strip.ts';
import { PRODUCTS, storeLayout } from './parts/layout.ts';
import { figures, table, wideTable } from './parts/markup.ts';
import { rateRows } from './parts/rate-rows.ts';

/** Prices that make a chart. */
const LEAST_DRAWN = 3;
/** Token rates; `/models` has all. */
const MOST_RATES = 20;

export const categoryPage = page({
  id: 'category',
  path: '/category/{id}',
  listed: 'categories',
  params: z.object({
    id: z.string().min(1).max(200),
    sort: z.enum(SORTS).default('price'),
    page: integerParameter(1, 1_000).default(1),
  }),
  render(store, { id, sort, page: number }, { now }) {
    const category = store.generation.categories().find((each) => each.id === id);
    if (category === undefined) throw new Problem('not_found', `No category "${id}"`);
    const samples = samplesOf(store.market, id, now.toISOString().slice(0, 10));
    const products = store.listed.filter(isSold).filter((product) => product.category === id);
    const known = products.filter(isKnown).length;
    const { name, description } = category;
    return storeLayout(store, {
      title: `${name} prices`,
      description: `Starting prices of ${counted(products.length, 'product')} of ${name}: unit, billing, free plan, age and twelve-month change.`,
      path: `/category/${id}`,
      crumbs: [PRODUCTS],
      scripts: ['sort'],
      main: html`
<h1>${name}</h1>
<p class="lead">${description !== undefined && `${description.replace(/\.$/, '')}. `}${counted(products.length, 'product')}, ${known} with a known price.</p>
${market(samples, name)}
${tokenRates(store, id)}
<h2 id="products">Products</h2>
${products.length === 0 ? html`<p>No products yet.</p>` : categoryGrid(store, products, { id, sort, number, now })}
<p><a href="/api/v2/discover?category=${id}">These products as JSON</a> · <a href="/#categories">All categories</a> · <a href="/changes?category=${id}">Price changes in this category</a></p>
`,
    });
  },
});

function tokenRates({ rates }: Store, category: string): Html | false {
  const tokens = { input: 0, output: 0 };
  const found = ratesFound(rates, { category, tokens, sort: 'popular' });
  const path = (sort: string) => `/models?category=${category}&sort=${sort}`;
  const isWhole = found.length <= MOST_RATES;
  return (
    found.length > 0 &&
    html`<h2 id="rates">Token rates</h2>
<p>Per million tokens. <a href="/models?category=${category}">${isWhole ? 'Filter and sort these rates' : `Filter and sort all ${counted(found.length, 'rate')}`}</a></p>
${rateRows(found.slice(0, MOST_RATES), { sort: 'popular', tokens, path, isWhole })}`
  );
}

function market([main, ...others]: readonly Sample[], name: string): Html | false {
  if (main === undefined || main.sampleSize < LEAST_DRAWN) return false;
  const { sampleSize, sufficient } = main;
  return html`<h2>Starting prices</h2>
<p>${sampleSize} products priced ${termsText(main)}${main.unit === undefined && ', unit not stated'}.${!sufficient && html` <strong>Too few vendors for a median</strong>: ${SUFFICIENT_VENDORS} are needed.`}</p>
<p class="quiet">${sampleWords(main)}</p>
${priceStrip(main, { category: name })}
${sufficient && figuresOf(main)}
${others.length > 0 && otherTerms(others)}`;
}

function figuresOf({ min, median, max, sampleSize, currency }: Sample): Html {
  return html`<dl class="facts">
<div><dt>Median</dt><dd>${roundedText(median, currency)}</dd></div>
<div><dt>Lowest and highest</dt><dd>${roundedText(min, currency)} to ${roundedText(max, currency)}</dd></div>
<div><dt>Products</dt><dd>${sampleSize}</dd></div>
</dl>`;
}

function otherTerms(others: readonly Sample[]): Html {
  const rows = others.map((sample) => {
    const { sampleSize, min, median, max, currency, sufficient } = sample;
    const ofAmount = (amount: string) => roundedText(amount, currency);
    const cells = [sampleSize, ofAmount(min), sufficient ? ofAmount(median) : '–', ofAmount(max)];
    return html`<tr><th scope="row">${termsText(sample)}${sample.unit === undefined && ' (unit not stated)'}</th>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>
`;
  });
  const columns = ['Starting price', ...['Products', 'Lowest', 'Median', 'Highest'].map(figures)];
  return html`<details><summary>Prices on other terms: ${counted(others.length, 'group')}</summary>${wideTable('Other terms', table('dated', columns, rows))}</details>`;
}
