/** The home page, and the lists of products: found by words, of a category, or all of them. */
import * as z from 'zod';
import { Slug } from '../../data/product.ts';
import { moneyText } from '../../data/text/price-text.ts';
import { type Html, html } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { integerParameter } from '../interface/parameters.ts';
import { discover } from '../operations/discover.ts';
import { quality } from '../operations/quality.ts';
import { grouped, numberOf } from '../record/counts.ts';
import type { Store } from '../store/store.ts';
import { categoryList, coverage, recentChanges } from './home-parts.ts';
import { storeLayout } from './parts/layout.ts';
import { options, pager, productLink, quiet } from './parts/markup.ts';
import { day, statusBadge } from './parts/wording.ts';

const PAGE_SIZE = 100;

/** A form sends its empty fields too. */
const field = z
  .string()
  .max(100)
  .regex(/^\P{Cc}*$/u, 'Control characters are not understood')
  .default('');

export const homePage = page({
  id: 'home',
  path: '/',
  listed: true,
  params: z.object({
    q: field,
    category: z.union([z.literal(''), Slug]).default(''),
    /** Of the list, which is shown where anything is asked for. */
    page: integerParameter(1, 1_000).optional(),
  }),
  render(store, { q, category, page: number }, { now }) {
    const words = q.trim();
    return words === '' && category === '' && number === undefined
      ? front(store, now)
      : list(store, { q: words, category, number: number ?? 1 }, now);
  },
});

function front(store: Store, now: Date): Html {
  const { brand, baseUrl } = store.site;
  const figures = quality.run(store, {}, now);
  const target = { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/?q={words}` };
  const potentialAction = { '@type': 'SearchAction', target, 'query-input': 'required name=words' };
  return storeLayout(store, {
    title: brand,
    description: `What ${grouped(figures.records.count)} software products cost, each price with the words that it was read from, when, and how sure that is.`,
    path: '/',
    isSearch: true,
    about: [{ '@type': 'WebSite', name: brand, url: `${baseUrl}/`, potentialAction }],
    main: html`
<section class="hero">
<h1>What software costs, in the vendor’s own words</h1>
<p class="lead">Each price with the words it was read from, the page, the day, and how sure we are of it today.</p>
<form class="search" role="search" aria-label="Products" action="/" method="get">
<div class="find"><input type="search" name="q" data-search aria-label="Product or category" placeholder="A product or a category" maxlength="100" autocomplete="off"></div>
<button>Search</button>
</form>
</section>
<div class="halves">
${coverage(figures)}
${recentChanges(store)}
</div>
${categoryList(store, now)}
`,
  });
}

interface Sought {
  q: string;
  category: string;
  number: number;
}

function list(store: Store, { q, category, number }: Sought, now: Date): Html {
  const asked = { ...(q !== '' && { q }), ...(category !== '' && { category }) };
  const sort = q === '' ? 'name' : 'relevance';
  const query = { sort, limit: PAGE_SIZE, offset: (number - 1) * PAGE_SIZE, ...asked } as const;
  const { results, total } = discover.run(store, query, now);
  const names = new Map(store.generation.categories().map(({ id, name }) => [id, name]));
  const title = q !== '' ? `“${q}”` : (names.get(category) ?? 'All products');
  const path = (to: number) => `/?${new URLSearchParams({ ...asked, page: String(to) })}`;
  return storeLayout(store, {
    title,
    description: `Prices of ${grouped(total)} software products, each with the words that it was read from.`,
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
<p class="quiet" role="status">${numberOf(total, 'product')}</p>
${results.length === 0 ? html`<p>Nothing matches. Fewer or shorter words may find it.</p>` : productTable(results, names)}
${pager({ label: 'Pages', number, last: Math.ceil(total / PAGE_SIZE), path })}
`,
  });
}

const FREE_WORDS = { true: 'Free tier', false: quiet('none'), undefined: quiet('–') };

function productTable(results: ReturnType<typeof discover.run>['results'], names: ReadonlyMap<string, string>): Html {
  const rows = results.map(
    ({ slug, name, category, startingPrice, currency, unit, freeTier, status, verifiedAt }) => html`<tr>
<th scope="row">${productLink({ slug, name })}</th>
<td class="category">${names.get(category) ?? category}</td>
<td class="number from">${startingPrice === null || currency === undefined ? quiet('no monthly price') : html`${moneyText(startingPrice, currency)}<span class="quiet"> ${unit !== undefined && unit !== 'flat' && `/${unit}`}/mo</span>`}</td>
<td class="free">${FREE_WORDS[`${freeTier}`]}</td>
<td class="status">${statusBadge(status)}</td>
<td class="confirmed">${verifiedAt === undefined ? quiet('never') : day(verifiedAt)}</td>
<td class="data"><a href="/api/v2/pricing/${slug}" aria-label="JSON of ${name}">JSON</a></td>
</tr>
`,
  );
  return html`<table class="list">
<thead><tr><th scope="col">Product</th><th scope="col">Category</th><th scope="col" class="number">From</th><th scope="col">Free tier</th><th scope="col">Status</th><th scope="col">Confirmed</th><th scope="col">Data</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}
