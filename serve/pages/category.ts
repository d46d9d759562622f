/** A category: comparable starting prices, and all products in a sortable table. */
import * as z from 'zod';
import { confirmedBy } from '../../data/confidence/decay.ts';
import { type Html, html } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { integerParameter } from '../interface/parameters.ts';
import { Problem } from '../interface/problem.ts';
import { type Sample, SUFFICIENT_VENDORS, samplesOf } from '../record/market.ts';
import { absentPriceText, freePlanText } from '../record/price-words.ts';
import { trustNow } from '../record/view.ts';
import { isSold, type SoldProduct } from '../search/discovery.ts';
import type { Store } from '../store/store.ts';
import { STATUSES } from '../store/trust-figures.ts';
import { billedText, priceStrip, sampleWords, termsText } from './charts/price-strip.ts';
import { PRODUCTS, storeLayout } from './parts/layout.ts';
import { figures, pager, productLink, quiet, table, wideTable } from './parts/markup.ts';
import { day, monthlyTerms, percent, roundedText, statusBadge } from './parts/wording.ts';

/** Products per page; a single page is sorted in the browser. */
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
  render(store, { id, sort, page: number }, { now }) {
    const category = store.generation.categories().find((each) => each.id === id);
    if (category === undefined) throw new Problem('not_found', `There is no category "${id}"`);
    const samples = samplesOf(store.market, id, now.toISOString().slice(0, 10));
    const rows = sorted(rowsOf(store, id, now), sort);
    const { name, description } = category;
    return storeLayout(store, {
      title: `${name}: what it costs`,
      description: `${rows.length} products of ${name}, with what is known of their starting prices and the proof of each.`,
      path: `/category/${id}`,
      crumbs: [PRODUCTS],
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

function market([main, ...others]: readonly Sample[], name: string): Html {
  if (main === undefined)
    return html`<h2>What they start at</h2><p>No starting price of the last year with a known billing, so there is nothing to compare.</p>`;
  const { sampleSize, sufficient } = main;
  return html`<h2>What they start at</h2>
<p>Compared are the ${sampleSize === 1 ? 'one product' : `${sampleSize} products`} priced ${termsText(main)}${main.unit === undefined && ', and do not say for what'}.${!sufficient && html` <strong>Too few vendors for a median</strong>: it takes ${SUFFICIENT_VENDORS}.`}</p>
<p class="quiet">${sampleWords({ ...main, datasets: main.datasets.map(({ dataset }) => dataset) })}</p>
${priceStrip(main, { category: name })}
${sufficient && figuresOf(main)}
${others.length > 0 && otherTerms(others)}`;
}

function figuresOf({ min, median, max, sampleSize, currency }: Sample): Html {
  return html`<dl class="facts">
<div><dt>Median</dt><dd>${roundedText(median, currency)}</dd></div>
<div><dt>Least and most</dt><dd>${roundedText(min, currency)} to ${roundedText(max, currency)}</dd></div>
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
  const columns = ['Starting price', ...['Products', 'Least', 'Median', 'Most'].map(figures)];
  return html`<details><summary>Priced on other terms: ${others.length === 1 ? 'one more group' : `${others.length} more groups`}</summary>${wideTable('Other terms', table('dated', columns, rows))}</details>`;
}

interface Row {
  product: SoldProduct;
  sortName: string;
  status: (typeof STATUSES)[number];
  confidence: number;
  confirmedAt: string | undefined;
}

function rowsOf({ listed }: Store, id: string, now: Date): Row[] {
  return listed
    .filter(isSold)
    .filter(({ category }) => category === id)
    .map((product) => ({
      product,
      sortName: product.name.toLowerCase(),
      ...trustNow(product.verification, now),
      confirmedAt: confirmedBy(product.confirmedAt, now),
    }));
}

function startingPrice({
  startingAmount,
  startingUnit: unit,
  startingBilling: billing,
  currency,
  priceState,
}: SoldProduct): Html {
  return startingAmount === undefined || currency === undefined
    ? quiet(absentPriceText(priceState))
    : html`${roundedText(startingAmount, currency)} ${quiet(monthlyTerms({ unit, billing }))}`;
}

function reasonApart(product: SoldProduct, compared: Sample | undefined): string {
  const { startingAmount, startingBilling, startingUnit, currency, priceState } = product;
  if (startingAmount === undefined) return absentPriceText(priceState);
  if (compared === undefined || currency !== compared.currency) return `priced in ${currency}`;
  if (startingBilling !== compared.billing) return billedText(startingBilling);
  if (startingUnit === undefined) return 'unit not stated';
  return startingUnit === 'flat' ? 'a flat price' : `per ${startingUnit}`;
}

type Value = string | number | undefined;

const VALUES: Record<Key, (row: Row) => Value> = {
  price: ({ product: { startingAmount } }) => (startingAmount === undefined ? undefined : Number(startingAmount)),
  name: ({ sortName }) => sortName,
  free: ({ product: { freeTier } }) => (freeTier === undefined ? undefined : Number(!freeTier)),
  status: ({ status }) => STATUSES.indexOf(status),
  confidence: ({ confidence }) => confidence,
  confirmed: ({ confirmedAt }) => confirmedAt,
};

/** Unknown values come last in either direction; ties go by name. */
function sorted(rows: readonly Row[], sort: Sort): Row[] {
  const [key, sign] = keyOf(sort);
  return rows.toSorted((a, b) => {
    const [left, right] = [VALUES[key](a), VALUES[key](b)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined) || byName(a, b);
    return sign * compared(left, right) || byName(a, b);
  });
}

function compared<Of extends string | number>(a: Of, b: Of): number {
  return Number(a > b) - Number(a < b);
}

function keyOf(sort: Sort): [key: Key, sign: 1 | -1] {
  return sort.startsWith('-') ? [sort.slice(1) as Key, -1] : [sort as Key, 1];
}

function byName(a: Row, b: Row): number {
  return compared(a.sortName, b.sortName);
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

function productTable(rows: readonly Row[], { id, sort, number, compared: sample }: Shown): Html {
  const last = Math.ceil(rows.length / PAGE_SIZE);
  const shown = rows.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  const alike = new Set(sample?.starts.map(({ slug }) => slug));
  const apart = ({ product }: Row) => (alike.has(product.slug) ? undefined : reasonApart(product, sample));
  const path = (to: number) => `/category/${id}?sort=${sort}&page=${to}`;
  const products = html`<table class="market"${last === 1 && html` data-sort`}><thead><tr>${COLUMNS.map((column) => heading(column, id, sort))}<th scope="col">Compared</th></tr></thead><tbody>
${shown.map((row) => tableRow(row, apart(row)))}</tbody></table>`;
  return html`${wideTable('All products', products)}
${pager({ label: 'Pages', number, last, path })}`;
}

/** Sorts by this column, or reverses the order. */
function heading({ key, text, isNumber }: (typeof COLUMNS)[number], id: string, sort: Sort): Html {
  const [current, sign] = keyOf(sort);
  const order = current === key && (sign === 1 ? 'ascending' : 'descending');
  const next = order === 'ascending' ? `-${key}` : key;
  return html`<th scope="col"${isNumber && html` class="number"`}${order && html` aria-sort="${order}"`}><a href="/category/${id}?sort=${next}" data-key="${key}" rel="nofollow">${text}</a></th>`;
}

/** @param apart why it is not among the compared */
function tableRow(row: Row, apart: string | undefined): Html {
  const { product, status, confidence, confirmedAt } = row;
  const value = (key: Key) => {
    const known = VALUES[key](row);
    return known !== undefined && html` data-value="${known}"`;
  };
  return html`<tr>
<th scope="row"${value('name')}>${productLink(product)}</th>
<td${value('price')}>${startingPrice(product)}</td>
<td${value('free')}>${freePlanText(product.freeTier)}</td>
<td${value('status')}>${statusBadge(status)}</td>
<td class="number"${value('confidence')}>${percent(confidence)}</td>
<td${value('confirmed')}>${confirmedAt === undefined ? quiet('never') : day(confirmedAt)}</td>
<td>${apart === undefined ? 'yes' : quiet(`no: ${apart}`)}</td>
</tr>
`;
}
