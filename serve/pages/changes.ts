/** The log of changes, the newest first. */
import * as z from 'zod';
import { ChangeType, type LoggedChange } from '../../data/change.ts';
import { Slug } from '../../data/product.ts';
import { type Html, html, options } from '../../web/html.ts';
import { selectChanges } from '../interface/change-filter.ts';
import { namesOf } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { dayParameter, integerParameter, slugParameter, textParameter } from '../interface/parameters.ts';
import { FEEDS, productFeedPath } from '../interface/published-files.ts';
import { changeView } from '../record/view.ts';
import type { Store } from '../store/store.ts';
import { CHANGE_WORDS, changeTable } from './parts/change-table.ts';
import { PRODUCTS, storeLayout } from './parts/layout.ts';
import { pathWith, wideTable } from './parts/markup.ts';
import { fieldParameter, likelyOf, productField, productNamed, unknownProduct } from './parts/product-choice.ts';

const PAGE_SIZE = 100;

/** Also shows additions to the catalogue. */
const ALL = 'all';

const Asked = z.object({
  slug: fieldParameter(slugParameter),
  /** A name, as people type it. */
  product: fieldParameter(textParameter(100)),
  category: fieldParameter(Slug),
  type: fieldParameter(z.enum([ALL, ...ChangeType.options])),
  since: fieldParameter(dayParameter),
  before: integerParameter(1, Number.MAX_SAFE_INTEGER).optional(),
});
type Asked = z.output<typeof Asked>;

export const changesPage = page({
  id: 'changes-page',
  path: '/changes',
  listed: true,
  params: Asked,
  render(store, asked, { now }) {
    const { product = '', category, type, since, before } = asked;
    const slug = asked.slug ?? productNamed(store, product)?.slug;
    const isUnknown = slug === undefined && product !== '';
    const apiType = type === ALL ? undefined : type;
    const isWanted = (change: LoggedChange) =>
      (type !== undefined || CHANGE_WORDS[change.type].side !== 'catalogue') &&
      (since === undefined || change.observedAt.slice(0, 10) >= since);
    const range = { before, limit: PAGE_SIZE, isNewestFirst: true, isWanted };
    const { changes: found, next: older } = isUnknown
      ? { changes: [], next: undefined }
      : selectChanges(store, { slug, category, type: apiType }, range);
    const names = namesOf(store, slug, found);
    const given = { slug, category, type, since };
    return storeLayout(store, {
      title: 'Software price changes',
      description: 'Changed prices and plans of software products, each with date, old and new value, and evidence.',
      path: '/changes',
      crumbs: [PRODUCTS],
      noIndex: [slug, asked.product, category, type, since, before].some((value) => value !== undefined),
      scripts: ['live', 'suggest'],
      main: html`
<h1>Price changes</h1>
<p class="lead">Most recently recorded first. Dates show when we first saw the change.</p>
${form(store, asked, { now, named: slug === undefined ? product : (names.get(slug) ?? slug) })}
<div id="found">
${isUnknown && unknownProduct(store, product, (near) => html`<a href="/changes?slug=${near.slug}">${near.name}</a>`)}
${found.length === 0 ? !isUnknown && html`<p role="status">${older === undefined ? 'No changes match.' : 'No changes match so far: “Older” continues the search.'} <a href="/changes">Show all</a></p>` : wideTable('Changes', changeTable(found.map(changeView), names))}
<nav class="pager" aria-label="Pages">${before !== undefined && html`<a href="${pathWith('/changes', given)}">Newest</a>`} ${older !== undefined && html`<a href="${pathWith('/changes', { ...given, before: String(older) })}">Older</a>`}</nav>
<p class="quiet">“Our correction” is a mistake of ours, not a change by the vendor. “Changed with a redesign” means that prices changed together with the design of the vendor’s page, so the cause is not known.</p>
<p>Follow: <a href="${slug === undefined ? FEEDS.changes.path : productFeedPath(slug)}">Atom feed</a> · <a href="${pathWith('/api/v2/changes', { slug, category, type: apiType })}">JSON</a></p>
</div>
`,
    });
  },
});

function form(store: Store, { category, type, since = '' }: Asked, { now, named }: { now: Date; named: string }): Html {
  const types = ChangeType.options.map((each) => [each, CHANGE_WORDS[each].words] as const);
  const categories = store.generation.categories().map(({ id, name }) => [id, name] as const);
  return html`<form class="search" action="/changes" method="get" data-live="found">
<label>Type<select name="type">${options([['', 'Prices and plans'], [ALL, 'All events'], ...types], type ?? '')}</select></label>
<label>Category<select name="category">${options([['', 'All categories'], ...categories], category ?? '')}</select></label>
${productField({ label: 'Product', name: 'product', value: named }, likelyOf(store, category))}
<label>Since<input type="date" name="since" value="${since}" max="${now.toISOString().slice(0, 10)}"></label>
<button>Show</button>
</form>`;
}
