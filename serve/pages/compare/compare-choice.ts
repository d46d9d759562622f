/**
 * Choosing what is compared: by name, out of a category, and out of what stands there already. Every step is a link, and
 * none is for crawlers: there are as many comparisons as there are sets of products.
 */
import { type Html, html } from '../../../web/html.ts';
import { categoryName } from '../../interface/lookup.ts';
import type { Store } from '../../store/store.ts';
import { likelyOf, type Named, productField, productNamed, productsNear } from '../parts/product-choice.ts';
import { comparePath } from './compare-parts.ts';

const MOST = 4;
/** Names that the field suggests before one writes. */
const MOST_LIKELY = 60;

/** What became of a product that a person added by name. */
export type Added =
  | { kind: 'nothing' }
  | { kind: 'added'; product: Named }
  | { kind: 'full' }
  | { kind: 'unclear'; text: string; near: readonly Named[] };

export function adding(store: Store, chosen: readonly Named[], text: string | undefined): Added {
  if (text === undefined || text.trim() === '') return { kind: 'nothing' };
  const product = productNamed(store, text);
  if (product !== undefined && chosen.some(({ slug }) => slug === product.slug)) return { kind: 'nothing' };
  if (chosen.length >= MOST) return { kind: 'full' };
  if (product !== undefined) return { kind: 'added', product };
  return { kind: 'unclear', text, near: productsNear(store, text) };
}

interface Choosing {
  chosen: readonly Named[];
  added: Added;
  seats: number;
  category: string | undefined;
}

export function chooser(store: Store, { chosen, added, seats, category }: Choosing): Html {
  const slugs = chosen.map(({ slug }) => slug);
  const [first] = chosen;
  const own = first && store.generation.product(first.slug)?.category;
  const near = category ?? own;
  const isFull = chosen.length >= MOST;
  const likely = likelyOf(store, near)
    .filter(({ slug }) => !slugs.includes(slug))
    .slice(0, MOST_LIKELY);
  const link = ({ slug, name }: Named) =>
    html`<li><a rel="nofollow" href="${comparePath([...slugs, slug], seats)}">${name}</a></li>`;
  return html`<section class="chooser" aria-labelledby="choose">
<h2 id="choose">${chosen.length < 2 ? 'Choose products' : 'Compare others'}</h2>
${
  chosen.length > 0 &&
  html`<ul class="chosen">${chosen.map(
    ({ slug, name }) =>
      html`<li>${name} <a rel="nofollow" href="${comparePath(
        slugs.filter((other) => other !== slug),
        seats,
      )}" aria-label="Take out ${name}">take out</a></li>`,
  )}</ul>`
}
${chosen.length === 1 && html`<p>One more is needed.</p>`}
${told(added, slugs, seats)}
${
  isFull
    ? html`<p class="quiet">Four is the most: take one out to add another.</p>`
    : html`<form class="search" action="/compare" method="get"><input type="hidden" name="slugs" value="${slugs.join(',')}"><input type="hidden" name="seats" value="${seats}">${productField({ label: 'Add a product', name: 'add', value: '' }, likely)}<button>Add</button></form>
${near === undefined ? categories(store, slugs, seats) : html`<p class="quiet">${categoryName(store, near)}:</p><ul class="names">${likely.slice(0, 40).map(link)}</ul>`}`
}
</section>`;
}

function told(added: Added, slugs: readonly string[], seats: number): Html | false {
  if (added.kind === 'full') return html`<p role="status">Four products are the most. Nothing was added.</p>`;
  if (added.kind !== 'unclear') return false;
  const { text, near } = added;
  return html`<div role="status"><p>No product is called “${text}”.${near.length > 0 && ' Is it one of these?'}</p>
${near.length > 0 && html`<ul class="names">${near.map(({ slug, name }) => html`<li><a rel="nofollow" href="${comparePath([...slugs, slug], seats)}">${name}</a></li>`)}</ul>`}</div>`;
}

function categories({ generation }: Store, slugs: readonly string[], seats: number): Html {
  const kept = slugs.length === 0 ? '' : `&slugs=${slugs.join(',')}`;
  return html`<p class="quiet">Or begin with a category:</p><ul class="names">${generation.categories().map(({ id, name }) => html`<li><a rel="nofollow" href="/compare?category=${id}&amp;seats=${seats}${kept}">${name}</a></li>`)}</ul>`;
}
