/** The way in: a search, what changed lately, how much is known and how fresh it is, the categories; and the lists of what was found. */
import * as z from 'zod';
import { Slug } from '../../data/product.ts';
import { type Html, html } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { integerParameter } from '../interface/parameters.ts';
import { discover } from '../operations/discover.ts';
import { quality } from '../operations/quality.ts';
import { grouped, numberOf } from '../record/counts.ts';
import type { Store } from '../store/store.ts';
import { categoryList, changedLately, knowledge } from './home-parts.ts';
import { layout } from './parts/layout.ts';
import { listPath, PAGE_SIZE, pager, productTable, type Sought } from './parts/product-list.ts';
import { website } from './parts/structured-data.ts';

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
  render(store, { q, category, page: number }, now) {
    const words = q.trim();
    return words === '' && category === '' && number === undefined
      ? front(store, now)
      : list(store, { q: words, category, page: number ?? 1 }, now);
  },
});

function front(store: Store, now: Date): Html {
  const { site, generation } = store;
  const figures = quality.run(store, {}, now);
  return layout(site, {
    title: site.brand,
    description: `What ${grouped(figures.records.count)} software products cost, each price with the words that it was read from, when, and how sure that is.`,
    path: '/',
    generation: generation.id,
    isSearch: true,
    about: [website(site)],
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
${knowledge(figures)}
${changedLately(store)}
</div>
${categoryList(store, now)}
`,
  });
}

function list(store: Store, sought: Sought, now: Date): Html {
  const { site, generation } = store;
  const { q, category, page: number } = sought;
  const { results, total } = discover.run(
    store,
    {
      sort: q === '' ? 'name' : 'relevance',
      limit: PAGE_SIZE,
      offset: (number - 1) * PAGE_SIZE,
      ...(q === '' ? {} : { q }),
      ...(category === '' ? {} : { category }),
    },
    now,
  );
  const categoryName = generation.categories().find(({ id }) => id === category)?.name;
  const title = q !== '' ? `“${q}”` : (categoryName ?? 'All products');
  return layout(site, {
    title,
    description: `Prices of ${grouped(total)} software products, each with the words that it was read from.`,
    path: listPath(sought),
    crumbs: [{ path: '/', text: 'Home' }],
    // What anyone may type is no page of ours to be found by.
    noIndex: q !== '',
    generation: generation.id,
    isSearch: true,
    main: html`
<h1>${title}</h1>
${filters(store, sought)}
<p class="quiet" role="status">${numberOf(total, 'product')}</p>
${results.length === 0 ? html`<p>Nothing matches. Fewer or shorter words may find it.</p>` : productTable(store, results)}
${pager(total, sought)}
`,
  });
}

function filters({ generation }: Store, { q, category }: Sought): Html {
  const options = generation
    .categories()
    .map(({ id, name }) => html`<option value="${id}"${id === category && html` selected`}>${name}</option>`);
  return html`<form class="search" role="search" aria-label="Products" action="/" method="get">
<div class="find"><label for="q">Product</label><input id="q" type="search" name="q" data-search value="${q}" maxlength="100" autocomplete="off"></div>
<label>Category<select name="category"><option value="">All categories</option>${options}</select></label>
<button>Search</button>
</form>`;
}
