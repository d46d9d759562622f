/** The log of changes, the newest first. */
import * as z from 'zod';
import { ChangeType, type LoggedChange } from '../../data/change.ts';
import { Slug } from '../../data/product.ts';
import { type Html, html, options } from '../../web/html.ts';
import { knownCategory } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { dayParameter, integerParameter, slugParameter } from '../interface/parameters.ts';
import { changedProduct } from '../operations/changes.ts';
import { changeView } from '../record/view.ts';
import type { Store } from '../store/store.ts';
import { CHANGE_WORDS, changeTable } from './parts/change-table.ts';
import { PRODUCTS, storeLayout } from './parts/layout.ts';
import { wideTable } from './parts/markup.ts';
import { fieldParameter } from './parts/product-choice.ts';

const PAGE_SIZE = 100;
/** Events per read, and reads per page. */
const WINDOW = 2_500;
const MOST_WINDOWS = 40;

/** Also shows additions to the catalogue. */
const ALL = 'all';

const Asked = z.object({
  slug: fieldParameter(slugParameter),
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
    const { slug, category, type, since, before } = asked;
    const filter = {
      ...(slug !== undefined && { slug: changedProduct(store, slug) }),
      ...(category !== undefined && { category: knownCategory(store, category) }),
      ...(type !== undefined && type !== ALL && { type }),
    };
    const isAsked = (change: LoggedChange) =>
      (type !== undefined || CHANGE_WORDS[change.type].side !== 'catalogue') &&
      (since === undefined || change.observedAt.slice(0, 10) >= since);
    const { found, older } = latest(store, { filter, isAsked, before });
    const names = new Map(store.listed.map((product) => [product.slug, product.name]));
    const given = { slug, category, type, since };
    const apiType = type === ALL ? undefined : type;
    return storeLayout(store, {
      title: 'Changes of software prices',
      description:
        'Which prices and tiers of software products changed, when, from what to what, with the words that show it.',
      path: '/changes',
      crumbs: [PRODUCTS],
      noIndex: [slug, category, type, since, before].some((value) => value !== undefined),
      main: html`
<h1>Price changes</h1>
<p class="lead">The last that was recorded first, dated by the page that showed it: a change happened at or before that day. A correction is ours, and never a vendor’s change. Where prices changed with a redesign of the page, the cause is not known.</p>
${form(store, asked, now)}
${found.length === 0 ? html`<p role="status">${older === undefined ? 'Nothing of the kind was recorded.' : 'Nothing of the kind lies among the events looked through.'}</p>` : wideTable('Changes', changeTable(found.map(changeView), names))}
<nav class="pager" aria-label="Pages">${before !== undefined && html`<a href="${address('/changes', given)}">Newest</a>`} ${older !== undefined && html`<a href="${address('/changes', { ...given, before: String(older) })}">Older</a>`}</nav>
<p>Follow it: <a href="/feed.xml">all price changes as Atom</a>, or <a href="${address('/api/v2/changes', { slug, category, type: apiType })}">these as JSON</a>, from any cursor without missing one.</p>
`,
    });
  },
});

function address(path: string, given: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

interface Search {
  filter: { slug?: string; category?: string; type?: ChangeType };
  isAsked(change: LoggedChange): boolean;
  before: number | undefined;
}

/** Sequence numbers have no gaps, so the log is read backwards in windows. */
function latest(
  { generation }: Store,
  { filter, isAsked, before = Number.MAX_SAFE_INTEGER }: Search,
): { found: LoggedChange[]; older?: number } {
  const found: LoggedChange[] = [];
  let until = Math.min(generation.lastChangeSeq(), before - 1);
  for (let windows = 0; until > 0 && windows < MOST_WINDOWS && found.length <= PAGE_SIZE; windows += 1) {
    const after = Math.max(0, until - WINDOW);
    const inWindow = generation.changes({ after, limit: until - after, ...filter });
    found.push(...inWindow.filter((change) => change.seq <= until && isAsked(change)).toReversed());
    until = after;
  }
  const last = found[PAGE_SIZE - 1];
  if (found.length > PAGE_SIZE && last !== undefined) return { found: found.slice(0, PAGE_SIZE), older: last.seq };
  return until > 0 ? { found, older: until + 1 } : { found };
}

function form({ generation }: Store, { slug = '', category, type, since = '' }: Asked, now: Date): Html {
  const types = ChangeType.options.map((each) => [each, CHANGE_WORDS[each].words] as const);
  const categories = generation.categories().map(({ id, name }) => [id, name] as const);
  return html`<form class="search" action="/changes" method="get">
<label>Kind<select name="type">${options([['', 'Prices and tiers'], [ALL, 'All events'], ...types], type ?? '')}</select></label>
<label>Category<select name="category">${options([['', 'All categories'], ...categories], category ?? '')}</select></label>
<label>Product, as in its address<input name="slug" value="${slug}" maxlength="200" autocomplete="off" placeholder="acme"></label>
<label>Seen since<input type="date" name="since" value="${since}" max="${now.toISOString().slice(0, 10)}"></label>
<button>Show</button>
</form>`;
}
