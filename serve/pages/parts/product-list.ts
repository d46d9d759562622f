/** Products as a table: found by words, of a category, or all of them, a hundred at a time. */
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { discover } from '../../operations/discover.ts';
import type { Store } from '../../store/store.ts';
import { day, statusBadge } from './wording.ts';

export const PAGE_SIZE = 100;

export interface Sought {
  q: string;
  category: string;
  page: number;
}

type Results = ReturnType<typeof discover.run>['results'];

export function productTable({ generation }: Store, results: Results): Html {
  const names = new Map(generation.categories().map(({ id, name }) => [id, name]));
  const rows = results.map(
    ({ slug, name, category, startingPrice, currency, unit, freeTier, status, verifiedAt }) => html`<tr>
<th scope="row"><a href="/tools/${slug}/pricing">${name}</a></th>
<td class="category">${names.get(category) ?? category}</td>
<td class="number from">${startingPrice === null || currency === undefined ? html`<span class="quiet">no monthly price</span>` : html`${moneyText(startingPrice, currency)}<span class="quiet"> ${unit !== undefined && unit !== 'flat' && `/${unit}`}/mo</span>`}</td>
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

export function pager(total: number, { q, category, page }: Sought): Html | false {
  const last = Math.ceil(total / PAGE_SIZE);
  if (last <= 1) return false;
  const link = (to: number, text: string) => html`<a href="${listPath({ q, category, page: to })}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages">${page > 1 && link(page - 1, 'Previous')} <span>Page ${page} of ${last}</span> ${page < last && link(page + 1, 'Next')}</nav>`;
}

export function listPath({ q, category, page }: Sought): string {
  const query = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(category !== '' && { category }),
    page: String(page),
  });
  return `/?${query}`;
}
