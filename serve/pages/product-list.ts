/** Products by words and category. */
import { counted } from '../../data/text/figures.ts';
import { monthlyText } from '../../data/text/price-text.ts';
import { type Html, html, options } from '../../web/html.ts';
import { knownCategory } from '../interface/lookup.ts';
import { absentPriceText, freePlanText } from '../record/price-words.ts';
import { trustNow } from '../record/view.ts';
import type { SoldProduct } from '../search/discovery.ts';
import type { Store } from '../store/store.ts';
import { storeLayout } from './parts/layout.ts';
import { pager, pathWith, productLink, quiet } from './parts/markup.ts';
import { ageCell, priceDate } from './parts/price-date.ts';
import { statusBadge } from './parts/wording.ts';

const PAGE_SIZE = 100;

interface ListQuery {
  q: string;
  category: string;
  number: number;
}

export function productList(store: Store, { q, category, number }: ListQuery, now: Date): Html {
  const asked = { ...(q !== '' && { q }), ...(category !== '' && { category: knownCategory(store, category) }) };
  const { total, rows } = store.discovery.find({
    ...asked,
    sort: 'relevance',
    limit: PAGE_SIZE,
    offset: (number - 1) * PAGE_SIZE,
  });
  // Past the end: the last page.
  const last = Math.ceil(total / PAGE_SIZE);
  if (last > 0 && number > last) return productList(store, { q, category, number: last }, now);
  const results = Array.from(rows, (row) => store.discovery.productAt(row));
  const names = new Map(store.generation.categories().map(({ id, name }) => [id, name]));
  const title = q !== '' ? `“${q}”` : (names.get(category) ?? 'All products');
  const path = (to: number) => pathWith('/', { ...asked, page: to });
  return storeLayout(store, {
    title,
    description: `${counted(total, 'software product')} with starting prices, free plans, and the age and source of each price.`,
    path: path(number),
    crumbs: [{ path: '/', text: 'Home' }],
    noIndex: q !== '',
    isSearch: true,
    main: html`
<h1>${title}</h1>
<form class="search" role="search" aria-label="Products" action="/" method="get">
<div class="find"><label for="q">Product</label><input id="q" type="search" name="q" data-search value="${q}" maxlength="100" autocomplete="off"></div>
<label>Category<select name="category">${options([['', 'All categories'], ...names], category || undefined)}</select></label>
<button>Search</button>
</form>
<p class="quiet" role="status">${counted(total, 'product')}</p>
${results.length === 0 ? html`<p>Nothing matches. Try fewer or shorter words.</p>` : productTable(results, { names, now })}
${pager({ label: 'Pages', number, last, path })}
`,
  });
}

function productTable(
  products: readonly SoldProduct[],
  { names, now }: { names: ReadonlyMap<string, string>; now: Date },
): Html {
  const rows = products.map((product) => {
    const { slug, name, category, startingAmount, startingUnit: unit, currency, priceState, freeTier } = product;
    const { startingBilling } = product;
    const { status } = trustNow(product.verification, now);
    const date = priceDate(product, now);
    return html`<tr>
<th scope="row">${productLink({ slug, name })}</th>
<td class="category">${names.get(category) ?? category}</td>
<td class="number from">${startingAmount === undefined || currency === undefined ? quiet(absentPriceText(priceState)) : html`${monthlyText(startingAmount, currency, startingBilling)}<span class="quiet"> ${unit !== undefined && unit !== 'flat' && `/${unit}`}/mo</span>`}</td>
<td class="free">${freeTier !== undefined && freePlanText(freeTier)}</td>
<td class="status">${priceState !== 'not_known' && statusBadge(status)}</td>
<td class="age">${date && ageCell(date, now)}</td>
<td class="data"><a href="/api/v2/pricing/${slug}" aria-label="JSON of ${name}">JSON</a></td>
</tr>
`;
  });
  return html`<table class="list">
<thead><tr><th scope="col">Product</th><th scope="col">Category</th><th scope="col" class="number">Starting price</th><th scope="col">Free plan</th><th scope="col">State</th><th scope="col">Age</th><th scope="col">Data</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}
