/** Columns by which a table is sorted: by a link, and in the page by a script (`browser/sort.ts`). */
import { type Html, html } from '../../../web/html.ts';
import { currencyRank, keyOf, type SortBy } from '../../search/ordering.ts';

export interface Column<Key extends string> {
  key: Key;
  text: string;
  title?: string;
  isNumber?: boolean;
}

interface Sorting<Key extends string> {
  /** Undefined for an order of its own. */
  sort: SortBy<Key> | undefined;
  path(sort: string): string;
}

/** Leads to the table sorted by this column, or in reverse. */
export function sortHeading<Key extends string>(
  { key, text, title, isNumber }: Column<Key>,
  { sort, path }: Sorting<Key>,
): Html {
  const current = sort === undefined ? undefined : keyOf<Key>(sort);
  const order = current?.key === key && (current.isDown ? 'descending' : 'ascending');
  const next = order === 'ascending' ? `-${key}` : key;
  return html`<th scope="col"${isNumber && html` class="number"`}${order && html` aria-sort="${order}"`}><a href="${path(next)}" data-key="${key}" rel="nofollow"${title !== undefined && html` title="${title}"`}>${text}</a></th>`;
}

/** What the script sorts a cell by. @param currency of an amount */
export function sortValue(value: string | number | undefined, currency?: string): Html | false {
  return (
    value !== undefined &&
    html` data-value="${value}"${currency !== undefined && html` data-group="${currencyRank(currency)}"`}`
  );
}
