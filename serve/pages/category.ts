/** A market: what its products start at, as far as that can be compared, and all of them as a table one can sort. */
import * as z from 'zod';
import { confirmedBy } from '../../data/confidence/decay.ts';
import { compareAmounts } from '../../data/money.ts';
import { moneyText, rounded } from '../../data/text/price-text.ts';
import { type Html, html } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { integerParameter } from '../interface/parameters.ts';
import { Problem } from '../interface/problem.ts';
import type { Sample, Terms } from '../record/market.ts';
import { knownFreeTier, trustNow } from '../record/view.ts';
import { isSold, type SoldProduct } from '../search/discovery.ts';
import type { Store } from '../store/store.ts';
import { STATUSES } from '../store/trust-figures.ts';
import { priceStrip, termsText } from './charts/strip.ts';
import { layout } from './parts/layout.ts';
import { day, monthlyTerms, percent, statusBadge, wideTable } from './parts/wording.ts';

/** Products on one page; a table that has all of them can be sorted in place. */
const PAGE_SIZE = 250;

const KEYS = ['price', 'name', 'free', 'status', 'confidence', 'confirmed'] as const;
type Key = (typeof KEYS)[number];
/** A minus sorts downwards. */
const SORTS = KEYS.flatMap((key) => [key, `-${key}`] as const);
type Sort = (typeof SORTS)[number];

export const categoryPage = page({
  id: 'category',
  path: '/category/{id}',
  listed: 'categories',
  params: z.object({
    id: z.string().min(1).max(200),
    sort: z.enum(SORTS).default('price'),
    page: integerParameter(1, 1_000).default(1),
  }),
  render(store, { id, sort, page: number }, now) {
    const category = store.generation.categories().find((each) => each.id === id);
    if (category === undefined) throw new Problem('not_found', `There is no category "${id}"`);
    const samples = store.market.get(id) ?? [];
    const rows = sorted(rowsOf(store, { id, now }), sort);
    const { name, description } = category;
    return layout(store.site, {
      title: `${name}: what it costs`,
      description: `What ${rows.length} products of ${name} start at, as far as their prices can be compared, each with its proof.`,
      path: `/category/${id}`,
      crumbs: [{ path: '/', text: 'Products' }],
      generation: store.generation.id,
      scripts: ['sort'],
      main: html`
<h1>${name}</h1>
<p class="lead">${description !== undefined && `${description.replace(/\.$/, '')}: `}${rows.length === 1 ? 'one product' : `${rows.length} products`}.</p>
${market(samples, name)}
<h2 id="products">All products</h2>
<p class="quiet">Starting prices by the month, in the vendor’s currency: nothing is converted, so amounts in two currencies, for two units or billed in two ways are not to be compared.</p>
${rows.length === 0 ? html`<p>None yet.</p>` : productTable(rows, { id, sort, number, compared: samples[0] })}
<p><a href="/api/v2/discover?category=${id}">These products as JSON</a> · <a href="/api/v2/categories">all categories</a> · <a href="/changes?category=${id}">what changed here</a></p>
`,
    });
  },
});

function market(samples: readonly Sample[], name: string): Html {
  const [main, ...others] = samples;
  if (main === undefined) {
    return html`<h2>What they start at</h2><p>No price by the month is known of any of them: where prices are by use, by quote or not known, there is nothing to compare.</p>`;
  }
  return html`<h2>What they start at</h2>
<p>Compared are the ${main.sampleSize === 1 ? 'one product' : `${main.sampleSize} products`} priced ${termsText(main)}${main.unit === undefined && ', and do not say for what'}.${!main.sufficient && html` <strong>So few say little</strong> about the market.`}</p>
${priceStrip(main, { category: name })}
<dl class="facts">
<div><dt>Median</dt><dd>${money(main.median, main)}</dd></div>
<div><dt>Least and most</dt><dd>${money(main.min, main)} to ${money(main.max, main)}</dd></div>
<div><dt>Products</dt><dd>${main.sampleSize}${!main.sufficient && ', fewer than the 5 from which on we call it sufficient'}</dd></div>
</dl>
${others.length > 0 && othersTable(others)}`;
}

/** What is priced on other terms can only be compared with its like. */
function othersTable(others: readonly Sample[]): Html {
  const rows = others.map(
    (
      sample,
    ) => html`<tr><th scope="row">${termsText(sample)}${sample.unit === undefined && ' (unit not stated)'}</th><td class="number">${sample.sampleSize}</td><td class="number">${money(sample.min, sample)}</td><td class="number">${money(sample.median, sample)}</td><td class="number">${money(sample.max, sample)}</td></tr>
`,
  );
  return html`<details><summary>Priced on other terms: ${others.length === 1 ? 'one more group' : `${others.length} more groups`}</summary>${wideTable(
    'Other terms',
    html`<table class="dated"><thead><tr><th scope="col">Starting price</th><th scope="col" class="number">Products</th><th scope="col" class="number">Least</th><th scope="col" class="number">Median</th><th scope="col" class="number">Most</th></tr></thead><tbody>
${rows}</tbody></table>`,
  )}</details>`;
}

function money(amount: string, { currency }: Pick<Terms, 'currency'>): string {
  return moneyText(rounded(amount, currency), currency);
}

/** What it is sorted by; what is shown of it beside that is made for those that are on the page. */
interface Row {
  product: SoldProduct;
  name: string;
  /** In lower case. */
  sortName: string;
  /** Of one that has a public price by the month. */
  amount: string | undefined;
  isFree: boolean | undefined;
  status: (typeof STATUSES)[number];
  confidence: number;
  confirmedAt: string | undefined;
}

function rowsOf({ listed }: Store, { id, now }: { id: string; now: Date }): Row[] {
  return listed
    .filter(isSold)
    .filter(({ category }) => category === id)
    .map((product) => {
      const { name, startingAmount, freeTier, confirmedAt, verification } = product;
      return {
        product,
        name,
        sortName: name.toLowerCase(),
        amount: startingAmount,
        isFree: knownFreeTier(freeTier, confirmedAt),
        ...trustNow(verification, now),
        confirmedAt: confirmedBy(confirmedAt, now),
      };
    });
}

function startingPrice({ startingAmount, startingUnit, startingBilling, currency }: SoldProduct): Html {
  return startingAmount === undefined || currency === undefined
    ? html`<span class="quiet">no monthly price</span>`
    : html`${money(startingAmount, { currency })} <span class="quiet">${monthlyTerms({ unit: startingUnit, billing: startingBilling })}</span>`;
}

function reasonApart(product: SoldProduct, compared: Sample | undefined): string {
  const { startingAmount, startingBilling, startingUnit, currency } = product;
  if (startingAmount === undefined) return 'no monthly price';
  if (compared === undefined || currency !== compared.currency) return `priced in ${currency}`;
  if (startingBilling !== compared.billing) return `billed ${startingBilling === 'annual' ? 'annually' : 'monthly'}`;
  if (startingUnit === undefined) return 'unit not stated';
  return startingUnit === 'flat' ? 'a flat price' : `per ${startingUnit}`;
}

type Value = string | number | undefined;

const VALUES: Record<Key, (row: Row) => Value> = {
  price: ({ amount }) => (amount === undefined ? undefined : Number(amount)),
  name: ({ sortName }) => sortName,
  free: ({ isFree }) => (isFree === undefined ? undefined : isFree ? 0 : 1),
  status: ({ status }) => STATUSES.indexOf(status),
  confidence: ({ confidence }) => confidence,
  confirmed: ({ confirmedAt }) => confirmedAt,
};

/** What is not known comes last, upwards and downwards; what is equal goes by name. */
function sorted(rows: readonly Row[], sort: Sort): Row[] {
  const [key, sign] = keyOf(sort);
  return rows.toSorted((a, b) => {
    const [left, right] = [VALUES[key](a), VALUES[key](b)];
    if (left === undefined || right === undefined) {
      return Number(left === undefined) - Number(right === undefined) || byName(a, b);
    }
    // Numbers tell most prices apart, and exact amounts the rest.
    const exact = left === right && key === 'price' && a.amount !== b.amount;
    const order = exact ? compareAmounts(a.amount ?? '', b.amount ?? '') : left < right ? -1 : left > right ? 1 : 0;
    return sign * order || byName(a, b);
  });
}

function keyOf(sort: Sort): [key: Key, sign: 1 | -1] {
  return sort.startsWith('-') ? [sort.slice(1) as Key, -1] : [sort as Key, 1];
}

function byName({ sortName: left }: Row, { sortName: right }: Row): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

const COLUMNS: readonly { key: Key; text: string; isNumber?: true }[] = [
  { key: 'name', text: 'Product' },
  { key: 'price', text: 'Starts at' },
  { key: 'free', text: 'Free tier' },
  { key: 'status', text: 'Status' },
  { key: 'confidence', text: 'Confidence', isNumber: true },
  { key: 'confirmed', text: 'Confirmed' },
];

interface Shown {
  id: string;
  sort: Sort;
  number: number;
  compared: Sample | undefined;
}

function productTable(rows: readonly Row[], { id, sort, number, compared }: Shown): Html {
  const last = Math.ceil(rows.length / PAGE_SIZE);
  const shown = rows.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  const alike = new Set(compared?.starts.map(({ slug }) => slug));
  const apart = ({ product }: Row) => (alike.has(product.slug) ? undefined : reasonApart(product, compared));
  const link = (to: number, words: string) => html`<a href="/category/${id}?sort=${sort}&amp;page=${to}">${words}</a>`;
  return html`${wideTable(
    'All products',
    html`<table class="market"${last === 1 && html` data-sort`}><thead><tr>${COLUMNS.map((column) => heading(column, { id, sort }))}<th scope="col">Compared</th></tr></thead><tbody>
${shown.map((row) => tableRow(row, apart(row)))}</tbody></table>`,
  )}
${last > 1 && html`<nav class="pager" aria-label="Pages">${number > 1 && link(number - 1, 'Previous')} <span>Page ${number} of ${last}</span> ${number < last && link(number + 1, 'Next')}</nav>`}`;
}

/** A heading leads to the table sorted by it; where it is already, to the other way round. */
function heading({ key, text, isNumber }: (typeof COLUMNS)[number], { id, sort }: { id: string; sort: Sort }): Html {
  const [current, sign] = keyOf(sort);
  const order = current !== key ? undefined : sign === 1 ? 'ascending' : 'descending';
  const next = order === 'ascending' ? `-${key}` : key;
  return html`<th scope="col"${isNumber && html` class="number"`}${order !== undefined && html` aria-sort="${order}"`}><a href="/category/${id}?sort=${next}" data-key="${key}" rel="nofollow">${text}</a></th>`;
}

/** @param apart why it is not among the compared; undefined of one that is */
function tableRow(row: Row, apart: string | undefined): Html {
  const { product, name, isFree, status, confidence, confirmedAt } = row;
  const value = (key: Key) => {
    const known = VALUES[key](row);
    return known !== undefined && html` data-value="${known}"`;
  };
  return html`<tr>
<th scope="row"${value('name')}><a href="/tools/${product.slug}/pricing">${name}</a></th>
<td${value('price')}>${startingPrice(product)}</td>
<td${value('free')}>${isFree === undefined ? html`<span class="quiet">not known</span>` : isFree ? 'yes' : 'no'}</td>
<td${value('status')}>${statusBadge(status)}</td>
<td class="number"${value('confidence')}>${percent(confidence)}</td>
<td${value('confirmed')}>${confirmedAt === undefined ? html`<span class="quiet">never</span>` : day(confirmedAt)}</td>
<td>${apart === undefined ? 'yes' : html`<span class="quiet">no: ${apart}</span>`}</td>
</tr>
`;
}
