/** The products of a category as a sortable table; those without a known price follow in a list. */

import { STATUSES } from '../../data/store/generation/summary.ts';
import { counted } from '../../data/text/figures.ts';
import { inOrder } from '../../data/text/order.ts';
import { monthlyText } from '../../data/text/price-text.ts';
import { signedPercent } from '../../data/watch/percent.ts';
import { type Html, html } from '../../web/html.ts';
import { absentPriceText, ageDays } from '../record/price-words.ts';
import { trustNow } from '../record/view.ts';
import type { SoldProduct } from '../search/discovery.ts';
import { keyOf, type SortBy, sorted, sortsBy } from '../search/ordering.ts';
import type { Store } from '../store/store.ts';
import { pager, productLink, quiet, wideTable } from './parts/markup.ts';
import { ageCell, type PriceDate, priceDate } from './parts/price-date.ts';
import { type Column, sortHeading, sortValue } from './parts/sort-heading.ts';
import { perUnit, statusBadge, statusMeaning } from './parts/wording.ts';

/** Products per page; a single page is sorted in the browser. */
const PAGE_SIZE = 250;

const KEYS = ['name', 'price', 'unit', 'billing', 'free', 'state', 'age', 'change'] as const;
type Key = (typeof KEYS)[number];
export const SORTS = sortsBy(KEYS);

const COLUMNS: readonly Column<Key>[] = [
  { key: 'name', text: 'Product' },
  { key: 'price', text: 'Starting price', isNumber: true },
  { key: 'unit', text: 'Unit' },
  { key: 'billing', text: 'Billed' },
  { key: 'free', text: 'Free plan' },
  { key: 'state', text: 'State', title: 'Confidence in the price today' },
  { key: 'age', text: 'Age', title: 'Since the price was confirmed, or since the date of its dataset', isNumber: true },
  {
    key: 'change',
    text: '12 months',
    title: 'Change of the starting price in the year before it was last seen',
    isNumber: true,
  },
];

interface Row {
  product: SoldProduct;
  sortName: string;
  status: (typeof STATUSES)[number];
  date: PriceDate | undefined;
  ageDays: number | undefined;
  /** How many token rates are known. */
  rates(): number;
}

interface Shown {
  id: string;
  sort: SortBy<Key>;
  number: number;
  now: Date;
}

export function categoryGrid(store: Store, products: readonly SoldProduct[], shown: Shown): Html {
  const [known, unknown] = [products.filter(isKnown), products.filter((product) => !isKnown(product))];
  return html`${
    known.length > 0 &&
    grid(
      known.map((product) => rowOf(store, product, shown.now)),
      shown,
    )
  }
${unknown.length > 0 && unknownList(unknown)}`;
}

/** Also free products, and those that publish no price. */
export function isKnown({ priceState = 'not_known' }: SoldProduct): boolean {
  return priceState !== 'not_known';
}

function rowOf(store: Store, product: SoldProduct, now: Date): Row {
  const { slug, name, verification } = product;
  const date = priceDate(product, now);
  const { status } = trustNow(verification, now);
  return {
    ...{ product, sortName: name.toLowerCase(), status, date, ageDays: date && ageDays(date.at, now) },
    rates: () => store.rates.filter((rate) => rate.slug === slug).length,
  };
}

const VALUES: Record<Key, (row: Row) => string | number | undefined> = {
  name: ({ sortName }) => sortName,
  price: ({ product: { startingAmount } }) => (startingAmount === undefined ? undefined : Number(startingAmount)),
  unit: ({ product: { startingUnit } }) => startingUnit,
  billing: ({ product: { startingBilling } }) => startingBilling,
  free: ({ product: { freeTier } }) => (freeTier === undefined ? undefined : Number(!freeTier)),
  state: ({ status }) => STATUSES.indexOf(status),
  age: (row) => row.ageDays,
  change: ({ product: { yearChange } }) =>
    yearChange !== undefined && 'percent' in yearChange ? yearChange.percent : undefined,
};

function grid(rows: readonly Row[], { id, sort, number: wanted, now }: Shown): Html {
  const { key, isDown } = keyOf<Key>(sort);
  const ordered = sorted(rows, {
    value: VALUES[key],
    currency: key === 'price' ? ({ product }) => product.currency : undefined,
    isDown,
    tie: (a, b) => inOrder(a.sortName, b.sortName),
  });
  const last = Math.ceil(rows.length / PAGE_SIZE);
  const number = Math.min(wanted, last);
  const path = (by: string) => `/category/${id}?sort=${by}`;
  const shown = ordered.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  // A column that says nothing is noise.
  const isTold = (of: Key) => rows.some((row) => VALUES[of](row) !== undefined);
  const columns = COLUMNS.filter(({ key: of }) => of === 'price' || isTold(of));
  const headings = columns.map((column) => sortHeading(column, { sort, path }));
  const table = html`<table class="market"${last === 1 && html` data-sort`}><thead><tr>${headings}</tr></thead><tbody>
${shown.map(
  (row) => html`<tr>${columns.map((column) => cell(row, column, now))}</tr>
`,
)}</tbody></table>`;
  return html`${wideTable('Products', table)}
${pager({ label: 'Pages', number, last, path: (to) => `${path(sort)}&page=${to}` })}
${stateLegend(rows)}
<p class="quiet">Prices are per month in the vendor’s currency. Currencies are not converted: amounts are sorted within each currency, US dollars first.${columns.some(({ key: of }) => of === 'change') && ' “12 months” compares one plan on the same terms, up to the day when its price was last seen.'}</p>`;
}

function cell(row: Row, { key, isNumber }: Column<Key>, now: Date): Html {
  const { product } = row;
  const value = sortValue(VALUES[key](row), key === 'price' ? product.currency : undefined);
  return key === 'name'
    ? html`<th scope="row"${value}>${productLink(product)}</th>`
    : html`<td${isNumber && html` class="number"`}${value}>${CONTENTS[key](row, now)}</td>`;
}

const CONTENTS: Record<Exclude<Key, 'name'>, (row: Row, now: Date) => Html | string | false | undefined> = {
  price: priceCell,
  unit: ({ product: { startingUnit } }) => perUnit(startingUnit),
  billing: ({ product: { startingBilling } }) => (startingBilling === 'annual' ? 'annually' : startingBilling),
  free: ({ product: { freeTier } }) => freeTier !== undefined && (freeTier ? 'Yes' : 'No'),
  state: ({ status }) => statusBadge(status),
  age: ({ date }, now) => date && ageCell(date, now),
  change: changeCell,
};

function priceCell({ product, rates }: Row): Html | string {
  const { slug, startingAmount, startingBilling, currency, priceState } = product;
  if (startingAmount !== undefined && currency !== undefined)
    return monthlyText(startingAmount, currency, startingBilling);
  const count = rates();
  return count > 0
    ? html`<a href="/models?provider=${slug}">${counted(count, 'token rate')}</a>`
    : quiet(absentPriceText(priceState));
}

function changeCell({ product: { yearChange } }: Row): Html | string | false {
  if (yearChange === undefined) return false;
  if ('reason' in yearChange) {
    const { reason } = yearChange;
    return html`<span class="quiet" title="${reason}">–<span class="spoken">${reason}</span></span>`;
  }
  return signedPercent(yearChange.percent);
}

function stateLegend(rows: readonly Row[]): Html {
  const present = STATUSES.filter((status) => rows.some((row) => row.status === status));
  return html`<ul class="legend states">${present.map((status) => html`<li>${statusBadge(status)} ${quiet(statusMeaning(status))}</li>`)}</ul>`;
}

function unknownList(products: readonly SoldProduct[]): Html {
  const ordered = products.toSorted((a, b) => inOrder(a.name.toLowerCase(), b.name.toLowerCase()));
  return html`<details class="unknown"><summary>${counted(products.length, 'product')} without a known price</summary>
<ul class="names">${ordered.map((product) => html`<li>${productLink(product)}</li>`)}</ul></details>`;
}
