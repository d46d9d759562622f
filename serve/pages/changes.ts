/** The log of changes for people: the newest first, by product, category, kind and day; each page an address to share. */
import * as z from 'zod';
import { ChangeType, type LoggedChange } from '../../data/change.ts';
import { Slug } from '../../data/product.ts';
import { type Html, html } from '../../web/html.ts';
import { knownCategory } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { dayParameter, integerParameter, slugParameter } from '../interface/parameters.ts';
import { changedProduct } from '../operations/changes.ts';
import { changeView } from '../record/view.ts';
import type { Store } from '../store/store.ts';
import { CHANGE_WORDS, changeTable } from './parts/change-table.ts';
import { fieldParameter } from './parts/form-parameters.ts';
import { layout } from './parts/layout.ts';
import { wideTable } from './parts/wording.ts';

/** Events on one page. */
const PAGE_SIZE = 100;
/** How much of the log is looked through in one go, and for one page: what lies further back has a link. */
const A_LOOK = 2_500;
const MOST_LOOKS = 40;

/** What is added to the catalogue is no news of prices: it is there for who asks for it. */
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
  render(store, asked, now) {
    const { slug, category, type, since, before } = asked;
    const filter = {
      ...(slug !== undefined && { slug: changedProduct(store, slug) }),
      ...(category !== undefined && { category: knownCategory(store, category) }),
      ...(type !== undefined && type !== ALL && { type }),
    };
    const isAsked = (change: LoggedChange) =>
      (type !== undefined || CHANGE_WORDS[change.type].side !== 'catalogue') &&
      (since === undefined || change.observedAt.slice(0, 10) >= since);
    const { found, further } = latest(store, { filter, isAsked, before });
    const names = new Map(store.listed.map((product) => [product.slug, product.name]));
    const query = new URLSearchParams({
      ...(slug !== undefined && { slug }),
      ...(category !== undefined && { category }),
      ...(type !== undefined && { type }),
      ...(since !== undefined && { since }),
    });
    const address = (more: Record<string, string> = {}) => {
      const full = new URLSearchParams([...query, ...Object.entries(more)]).toString();
      return full === '' ? '/changes' : `/changes?${full}`;
    };
    return layout(store.site, {
      title: 'Changes of software prices',
      description:
        'Which prices and tiers of software products changed, when, from what to what, with the words that show it.',
      path: '/changes',
      crumbs: [{ path: '/', text: 'Products' }],
      generation: store.generation.id,
      noIndex: query.size > 0 || before !== undefined,
      main: html`
<h1>What changed</h1>
<p class="lead">The last that was recorded first, dated by the page that showed it: a change happened at or before that day. What we set right ourselves is a correction, and never a vendor’s change.</p>
${form(store, asked, now)}
${found.length === 0 ? html`<p role="status">${further === undefined ? 'Nothing of the kind was recorded.' : 'Nothing of the kind lies among the events looked through.'}</p>` : wideTable('Changes', changeTable(found.map(changeView), names))}
<nav class="pager" aria-label="Pages">${before !== undefined && html`<a href="${address()}">Newest</a>`} ${further !== undefined && html`<a href="${address({ before: String(further) })}">Older</a>`}</nav>
<p>Follow it: <a href="/feed.xml">all changes as Atom</a>, or <a href="${apiAddress(asked)}">these as JSON</a>, from any cursor without missing one.</p>
`,
    });
  },
});

interface Look {
  filter: { slug?: string; category?: string; type?: ChangeType };
  isAsked(change: LoggedChange): boolean;
  before: number | undefined;
}

/** The log has no gaps, so that so many numbers are so many events: it is gone through backwards by its numbers. */
function latest(
  { generation }: Store,
  { filter, isAsked, before = Number.MAX_SAFE_INTEGER }: Look,
): { found: LoggedChange[]; further?: number } {
  const found: LoggedChange[] = [];
  let until = Math.min(generation.lastChangeSeq(), before - 1);
  for (let looks = 0; until > 0 && looks < MOST_LOOKS && found.length <= PAGE_SIZE; looks += 1) {
    const after = Math.max(0, until - A_LOOK);
    const inWindow = generation.changes({ after, limit: until - after, ...filter });
    found.push(...inWindow.filter((change) => change.seq <= until && isAsked(change)).toReversed());
    until = after;
  }
  const last = found[PAGE_SIZE - 1];
  if (found.length > PAGE_SIZE && last !== undefined) return { found: found.slice(0, PAGE_SIZE), further: last.seq };
  return until > 0 ? { found, further: until + 1 } : { found };
}

function form({ generation }: Store, asked: Asked, now: Date): Html {
  const { slug = '', category = '', since = '' } = asked;
  const type: string = asked.type ?? '';
  const option = (value: string, words: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`;
  return html`<form class="search" action="/changes" method="get">
<label>Kind<select name="type">${option('', 'Prices and tiers', type)}${option(ALL, 'All events', type)}${ChangeType.options.map((each) => option(each, CHANGE_WORDS[each].words, type))}</select></label>
<label>Category<select name="category">${option('', 'All categories', category)}${generation.categories().map(({ id, name }) => option(id, name, category))}</select></label>
<label>Product, as in its address<input name="slug" value="${slug}" maxlength="200" autocomplete="off" placeholder="acme"></label>
<label>Seen since<input type="date" name="since" value="${since}" max="${now.toISOString().slice(0, 10)}"></label>
<button>Show</button>
</form>`;
}

function apiAddress({ slug, category, type }: Asked): string {
  const query = new URLSearchParams({
    ...(slug !== undefined && { slug }),
    ...(category !== undefined && { category }),
    ...(type !== undefined && type !== ALL && { type }),
  }).toString();
  return `/api/v2/changes${query === '' ? '' : `?${query}`}`;
}
