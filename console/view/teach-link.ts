/** Links to the picker, in which a person teaches a page. Pure. */
import { type Html, html } from '../../web/html.ts';

/** @param capture the latest page of the source without it */
export function teachPath({ slug, source }: { slug: string; source: string }, capture?: string): string {
  return `/products/${slug}/sources/${source}/teach${capture === undefined ? '' : `?capture=${encodeURIComponent(capture)}`}`;
}

export function teachLink(of: { slug: string; source: string }, capture?: string): Html {
  return html`<a class="button" href="${teachPath(of, capture)}">Teach this page</a>`;
}
