/** The home page, and the lists of products. */

import * as z from 'zod';
import { type ChangeType, type LoggedChange, PRICE_MOVES } from '../../data/change.ts';
import { Slug } from '../../data/product.ts';
import { counted, number as grouped } from '../../data/text/figures.ts';
import { moneyText } from '../../data/text/price-text.ts';
import { type Html, html, options } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { integerParameter, textParameter } from '../interface/parameters.ts';
import { categories } from '../operations/categories.ts';
import { discover } from '../operations/discover.ts';
import { quality } from '../operations/quality.ts';
import { changeWords } from '../record/change-words.ts';
import { type PriceFigures, priceFigures } from '../record/price-figures.ts';
import { absentPriceText, freePlanText, pricedText } from '../record/price-words.ts';
import { changeView } from '../record/view.ts';
import type { Store } from '../store/store.ts';
import { STATUSES } from '../store/trust-figures.ts';
import { termsText } from './charts/price-strip.ts';
import { storeLayout } from './parts/layout.ts';
import { pager, productLink, quiet } from './parts/markup.ts';
import { fieldParameter } from './parts/product-choice.ts';
import { day, percent, roundedText, statusBadge, statusMeaning } from './parts/wording.ts';

type Quality = z.infer<typeof quality.response>;

const PAGE_SIZE = 100;

export const homePage = page({
  id: 'home',
  path: '/',
  listed: true,
  params: z.object({
    q: fieldParameter(textParameter(100)),
    category: z.union([z.literal(''), Slug]).default(''),
    page: integerParameter(1, 1_000).optional(),
  }),
  render(store, { q = '', category, page: number }, { now }) {
    const words = q.trim();
    return words === '' && category === '' && number === undefined
      ? front(store, now)
      : list(store, { q: words, category, number: number ?? 1 }, now);
  },
});

function front(store: Store, now: Date): Html {
  const { brand, baseUrl } = store.site;
  const figures = quality.run(store, {}, now);
  const prices = priceFigures(store.listed, now);
  const target = { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/?q={words}` };
  const potentialAction = { '@type': 'SearchAction', target, 'query-input': 'required name=words' };
  return storeLayout(store, {
    title: brand,
    description: `Prices of software products, each with the words that it was read from, when, and how sure that is. ${pricedText(prices)}`,
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
${coverage(figures, prices)}
${recentChanges(store)}
</div>
${categoryList(store, now)}
`,
  });
}

function coverage({ records, confirmedAge, publishedAt }: Quality, prices: PriceFigures): Html {
  return html`<section class="knowledge" aria-labelledby="knowledge">
<h2 id="knowledge">How much is known</h2>
<dl class="figures">
<div><dt>products</dt><dd><a href="/?page=1">${grouped(records.count)}</a></dd></div>
<div><dt>with a known price</dt><dd>${grouped(prices.priced)}</dd></div>
<div><dt>confirmed by us on the vendor’s page</dt><dd>${grouped(confirmedAge?.sampleSize ?? 0)}</dd></div>
${confirmedAge !== undefined && html`<div><dt>days, the middle age of those confirmations</dt><dd>${Math.round(confirmedAge.medianDays)}</dd></div>`}
<div><dt>published</dt><dd>${day(publishedAt)}</dd></div>
</dl>
${records.count > 0 && statusBar(records)}
<p class="quiet">${pricedText(prices)} What is unverified was read by one reader that is not sure, comes from named public datasets, each with its date, or is not known. <a href="/quality">How good this data is</a>, measured.</p>
</section>`;
}

function statusBar({ byStatus, count }: Quality['records']): Html {
  const present = STATUSES.map((status) => {
    const n = byStatus[status]?.count ?? 0;
    return { status, n, share: n / count };
  }).filter(({ n }) => n > 0);
  let from = 0;
  const parts = present.map(({ status, share }) => {
    const x = from;
    from += share * 100;
    return html`<rect class="${status}" x="${x.toFixed(2)}%" width="${(share * 100).toFixed(2)}%" height="10"/>`;
  });
  const words = present.map(({ status, n }) => `${grouped(n)} ${status}`).join(', ');
  return html`<svg class="shares" role="img" aria-label="Records by status: ${words}" width="100%" height="10">${parts}</svg>
<ul class="legend">${present.map(({ status, n, share }) => html`<li title="${statusMeaning(status)}">${statusBadge(status)} ${grouped(n)} ${quiet(percent(share))}</li>`)}</ul>`;
}

const SHOWN = 8;
/** Events searched in all, and per read. */
const LOOKED_AT = 5_000;
const WINDOW = 500;
const SHOWN_TYPES: readonly ChangeType[] = [
  ...PRICE_MOVES,
  'tier_added',
  'tier_renamed',
  'model_added',
  'changed_with_redesign',
  'correction',
  'announced',
];

function recentChanges(store: Store): Html {
  const names = new Map(store.listed.map(({ slug, name }) => [slug, name]));
  const items = latestChanges(store).map(([first, ...others]) => {
    const { slug, observedAt } = first;
    return html`<li>${quiet(day(observedAt))} ${productLink({ slug, name: names.get(slug) ?? slug })} ${changeWords(changeView(first))}${others.length > 0 && html` ${quiet(`and ${others.length} more`)}`}</li>`;
  });
  return html`<section aria-labelledby="lately">
<h2 id="lately">Recent price changes</h2>
${items.length === 0 ? html`<p>No price has changed since we began to watch.</p>` : html`<ol class="lately">${items}</ol>`}
<p class="quiet">Dates show when we first saw the change. <a href="/feed.xml">As a feed</a></p>
</section>`;
}

/** The latest first; changes of a product on one day are one entry. */
function latestChanges({ generation }: Store): [LoggedChange, ...LoggedChange[]][] {
  const found = new Map<string, [LoggedChange, ...LoggedChange[]]>();
  const last = generation.lastChangeSeq();
  const end = Math.max(0, last - LOOKED_AT);
  for (let until = last; until > end && found.size <= SHOWN; until -= WINDOW) {
    const after = Math.max(end, until - WINDOW);
    for (const change of generation.changes({ after, limit: until - after }).toReversed()) {
      if (!SHOWN_TYPES.includes(change.type)) continue;
      const key = `${change.slug} ${change.observedAt.slice(0, 10)}`;
      const together = found.get(key);
      if (together === undefined) found.set(key, [change]);
      else together.push(change);
    }
  }
  return [...found.values()].slice(0, SHOWN);
}

function categoryList(store: Store, now: Date): Html {
  const list = categories.run(store, {}, now).categories.filter(({ count }) => count > 0);
  return html`<section aria-labelledby="categories">
<h2 id="categories">Categories</h2>
<ul class="categories">${list.map(
    ({ id, name, count, median, currency, billing, unit, sufficient }) =>
      html`<li><a href="/category/${id}">${name}</a> ${quiet(count)}${
        sufficient &&
        median !== undefined &&
        currency !== undefined &&
        billing !== undefined &&
        html`<span class="quiet median" title="Median of the starting prices ${termsText({ currency, billing, unit })}">median ${roundedText(String(median), currency)}${unit !== undefined && unit !== 'flat' && ` per ${unit}`}</span>`
      }</li>`,
  )}</ul>
</section>`;
}

interface ListQuery {
  q: string;
  category: string;
  number: number;
}

function list(store: Store, { q, category, number }: ListQuery, now: Date): Html {
  const asked = { ...(q !== '' && { q }), ...(category !== '' && { category }) };
  const query = { sort: 'relevance', limit: PAGE_SIZE, offset: (number - 1) * PAGE_SIZE, ...asked } as const;
  const { results, total } = discover.run(store, query, now);
  const names = new Map(store.generation.categories().map(({ id, name }) => [id, name]));
  const title = q !== '' ? `“${q}”` : (names.get(category) ?? 'All products');
  const path = (to: number) => `/?${new URLSearchParams({ ...asked, page: String(to) })}`;
  return storeLayout(store, {
    title,
    description: `${grouped(total)} software products, with what is known of their prices.`,
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
${results.length === 0 ? html`<p>Nothing matches. Fewer or shorter words may find it.</p>` : productTable(results, names)}
${pager({ label: 'Pages', number, last: Math.ceil(total / PAGE_SIZE), path })}
`,
  });
}

function productTable(results: ReturnType<typeof discover.run>['results'], names: ReadonlyMap<string, string>): Html {
  const rows = results.map(
    ({ slug, name, category, startingPrice, priceState, currency, unit, freeTier, status, verifiedAt }) => html`<tr>
<th scope="row">${productLink({ slug, name })}</th>
<td class="category">${names.get(category) ?? category}</td>
<td class="number from">${startingPrice === null || currency === undefined ? quiet(absentPriceText(priceState)) : html`${moneyText(startingPrice, currency)}<span class="quiet"> ${unit !== undefined && unit !== 'flat' && `/${unit}`}/mo</span>`}</td>
<td class="free">${freeTier === true ? freePlanText(freeTier) : quiet(freePlanText(freeTier))}</td>
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
