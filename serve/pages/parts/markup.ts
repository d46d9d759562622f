/** Markup that many pages repeat. */
import { Html, href, html, type Value } from '../../../web/html.ts';

/** The values in order, with `separator` between them. */
export function separated(values: readonly Value[], separator: Value = ', '): Html {
  return html`${values.map((value, index) => [index > 0 && separator, value])}`;
}

export function quiet(words: Value): Html {
  return html`<span class="quiet">${words}</span>`;
}

/** A link to a page that is not ours. */
export function externalLink(url: string, text: string): Html {
  return html`<a href="${href(url)}" rel="nofollow noopener external">${text}</a>`;
}

/** A link to an address of somebody else, with that address as its words. */
export function addressLink(url: string): Html {
  return externalLink(url, withoutScheme(url).slice(0, 80));
}

export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '');
}

export function productLink({ slug, name }: { slug: string; name: string }): Html {
  return html`<a href="/tools/${slug}/pricing">${name}</a>`;
}

export function options(entries: readonly (readonly [value: string, text: string])[], chosen?: string): Html {
  return html`${entries.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}`;
}

/** The heading of a column of figures. */
export function figures(text: string): Html {
  return html`<th scope="col" class="number">${text}</th>`;
}

/** @param columns headings: words, or a `th` */
export function table(kind: string | undefined, columns: readonly (string | Html)[], rows: Value): Html {
  const head = columns.map((column) => (column instanceof Html ? column : html`<th scope="col">${column}</th>`));
  return html`<table${kind !== undefined && html` class="${kind}"`}><thead><tr>${head}</tr></thead><tbody>
${rows}</tbody></table>`;
}

/** A table wider than a narrow screen scrolls in its own frame, by hand or by the arrow keys. */
export function wideTable(label: string, content: Html): Html {
  return html`<div class="scroll" role="group" aria-label="${label}" tabindex="0">${content}</div>`;
}

interface Pages {
  label: string;
  number: number;
  last: number;
  /** The address of a page by its number. */
  path(number: number): string;
}

export function pager({ label, number, last, path }: Pages): Html | false {
  if (last <= 1) return false;
  const link = (to: number, words: string) => html`<a href="${path(to)}">${words}</a>`;
  return html`<nav class="pager" aria-label="${label}">${number > 1 && link(number - 1, 'Previous')} <span>Page ${number} of ${last}</span> ${number < last && link(number + 1, 'Next')}</nav>`;
}
