/** Links to the picker, in which a person teaches a page. Pure. */
import { type Html, html } from '../../web/html.ts';

/** @param capture the latest page of the source without it */
export function teachPath({ slug, source }: { slug: string; source: string }, capture?: string): string {
  return `/products/${slug}/sources/${source}/teach${capture === undefined ? '' : `?capture=${encodeURIComponent(capture)}`}`;
}

export function teachLink(of: { slug: string; source: string }, capture?: string): Html {
  return html`<a class="button" href="${teachPath(of, capture)}">Teach this page</a>`;
}

/** In the form of a product that is not saved yet. @param name of the page that is kept */
export function teachButton(name: string): Html {
  return html`<button class="plain" formaction="/products/new/${name}/teach" formnovalidate>Teach this page</button>`;
}
