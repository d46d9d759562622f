/** All products, searchable without script. */
import * as z from 'zod';
import { moneyText } from '../../data/price-text.ts';
import { Slug } from '../../data/product.ts';
import { discover } from '../operations/discover.ts';
import { page } from '../page.ts';
import { integerParameter } from '../parameters.ts';
import type { Store } from '../store.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { day, statusBadge } from './words.ts';

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
  params: z.object({
    q: field,
    category: z.union([z.literal(''), Slug]).default(''),
    page: integerParameter(1, 1_000).default(1),
  }),
  render(store, { q, category, page: number }, now) {
    const { site, generation } = store;
    const words = q.trim();
    const found = discover.run(
      store,
      {
        sort: words === '' ? 'name' : 'relevance',
        limit: PAGE_SIZE,
        offset: (number - 1) * PAGE_SIZE,
        ...(words === '' ? {} : { q: words }),
        ...(category === '' ? {} : { category }),
      },
      now,
    );
    const { results, total } = found;
    const isSearch = words !== '' || category !== '';
    return layout(site, {
      title: site.brand,
      description: `Prices of ${generation.productCount} software products, each with the words that it was read from.`,
      generation: generation.id,
      main: html`
<h1>${isSearch ? 'Found products' : 'What software costs'}</h1>
<p class="lead">Prices as vendors state them, each with the words it was read from, when, and how sure we are today.</p>
${searchForm(store, words, category)}
<p class="quiet" role="status">${total === 1 ? '1 product' : `${total} products`}${isSearch && html` · <a href="/">show all</a>`}</p>
${results.length === 0 ? html`<p>Nothing matches. Fewer or shorter words may find it.</p>` : table(store, results)}
${pager({ total, number, q: words, category })}
`,
    });
  },
});

function searchForm({ generation }: Store, q: string, category: string): Html {
  const options = generation
    .categories()
    .map(({ id, name }) => html`<option value="${id}"${id === category && html` selected`}>${name}</option>`);
  return html`<form class="search" role="search" action="/" method="get">
<label>Product<input type="search" name="q" value="${q}" maxlength="100" placeholder="Notion, CRM, …" autocomplete="off"></label>
<label>Category<select name="category"><option value="">All categories</option>${options}</select></label>
<button>Search</button>
</form>`;
}

type Results = ReturnType<typeof discover.run>['results'];

function table({ generation }: Store, results: Results): Html {
  const names = new Map(generation.categories().map(({ id, name }) => [id, name]));
  const rows = results.map(
    ({ slug, name, category, startingPrice, currency, freeTier, status, verifiedAt }) => html`<tr>
<th scope="row"><a href="/tools/${slug}/pricing">${name}</a></th>
<td class="category">${names.get(category) ?? category}</td>
<td class="number from">${startingPrice === null || currency === undefined ? html`<span class="quiet">no monthly price</span>` : html`${moneyText(startingPrice, currency)}<span class="quiet"> /mo</span>`}</td>
<td class="free">${freeTier === undefined ? html`<span class="quiet">–</span>` : freeTier ? 'Free tier' : html`<span class="quiet">none</span>`}</td>
<td class="status">${statusBadge(status)}</td>
<td class="confirmed">${verifiedAt === undefined ? html`<span class="quiet">never</span>` : day(verifiedAt)}</td>
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

function pager({
  total,
  number,
  q,
  category,
}: {
  total: number;
  number: number;
  q: string;
  category: string;
}): Html | false {
  const last = Math.ceil(total / PAGE_SIZE);
  if (last <= 1) return false;
  const link = (to: number, text: string) => {
    const query = new URLSearchParams({
      ...(q === '' ? {} : { q }),
      ...(category === '' ? {} : { category }),
      page: String(to),
    });
    return html`<a href="/?${query.toString()}">${text}</a>`;
  };
  return html`<nav class="pager" aria-label="Pages">${number > 1 && link(number - 1, 'Previous')} <span>Page ${number} of ${last}</span> ${number < last && link(number + 1, 'Next')}</nav>`;
}
