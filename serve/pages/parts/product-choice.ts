/** How a person names a product in a form: by its slug, an alias or its name; and what is near to what they wrote. */

import { type Html, html } from '../../../web/html.ts';
import { namesOf, seek } from '../../interface/lookup.ts';
import { label } from '../../record/vendor-text.ts';
import type { Store } from '../../store/store.ts';

export interface Named {
  slug: string;
  name: string;
}

/** Only what is sold; undefined where nothing goes by that name. */
export function productNamed(store: Store, text: string): Named | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  const sought = seek(store, wanted.replaceAll(/\s+/g, '-'));
  if (sought.kind === 'found') return sought.product;
  if (sought.kind === 'moved') return productNamed(store, sought.to);
  return store.listed.find(({ name, retired }) => !retired && name.toLowerCase() === wanted);
}

/** At most eight: by the words, else by the letters. */
export function productsNear(store: Store, text: string): Named[] {
  const { discovery } = store;
  const found = discovery.find({ q: text, sort: 'relevance', limit: 8, offset: 0 });
  const byWords = Array.from(found.rows, (row) => discovery.productAt(row));
  if (byWords.length > 0) return byWords;
  const byLetters = namesOf(store)
    .nearest(text)
    .flatMap((name) => productNamed(store, name) ?? []);
  // One may be near by its slug and by an alias.
  return [...new Map(byLetters.map((each) => [each.slug, each])).values()];
}

/** A field for one product, with names of those that are likely meant. */
export function productField(
  { label: words, name, value }: { label: string; name: string; value: string },
  likely: Iterable<Named>,
): Html {
  const options = Array.from(likely, (each) => html`<option value="${label(each.name)}"></option>`);
  return html`<label>${words}<input type="search" name="${name}" value="${value}" maxlength="100" list="${name}-names" placeholder="Notion, CRM, …" autocomplete="off" data-suggest></label><datalist id="${name}-names">${options}</datalist>`;
}

/** Those of a category, by name; as many as a list of suggestions bears. */
export function likelyOf({ discovery }: Store, category: string | undefined): Named[] {
  const { rows } = discovery.find({ category, sort: 'name', limit: 80, offset: 0 });
  return Array.from(rows, (row) => discovery.productAt(row));
}
