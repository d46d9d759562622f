import { number } from '../../../data/text/figures.ts';
import { Html, href, html, type Value } from '../../../web/html.ts';

export function separated(values: readonly Value[], separator: Value = ', '): Html {
  return html`${values.map((value, index) => [index > 0 && separator, value])}`;
}

export function quiet(words: Value): Html {
  return html`<span class="quiet">${words}</span>`;
}

export function externalLink(url: string, text: string): Html {
  return html`<a href="${href(url)}" rel="nofollow noopener external">${text}</a>`;
}

/** With the address as its text. */
export function addressLink(url: string): Html {
  return externalLink(url, withoutScheme(url).slice(0, 80));
}

export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '');
}

/** Without parameters that are undefined. */
export function pathWith(path: string, given: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

export function productLink({ slug, name }: { slug: string; name: string }): Html {
  return html`<a href="/tools/${slug}/pricing">${name}</a>`;
}

export function figures(text: string): Html {
  return html`<th scope="col" class="number">${text}</th>`;
}

/** @param columns headings: words, or a `th` */
export function table(kind: string | undefined, columns: readonly (string | Html)[], rows: Value): Html {
  const head = columns.map((column) => (column instanceof Html ? column : html`<th scope="col">${column}</th>`));
  return html`<table${kind !== undefined && html` class="${kind}"`}><thead><tr>${head}</tr></thead><tbody>
${rows}</tbody></table>`;
}

/** Scrolls on a narrow screen, also by keyboard. */
export function wideTable(label: string, content: Html): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${content}</div>`;
}

export type Cell = string | number | Html;

/** Of figures; the first column names the rows. */
export function figureTable(columns: readonly string[], rows: readonly Cell[][]): Html {
  const [first = '', ...others] = columns;
  const body = rows.map(([name, ...cells]) => {
    const texts = cells.map((cell) => (Number.isInteger(cell) ? number(Number(cell)) : cell));
    return html`<tr><th scope="row">${name}</th>${texts.map((cell) => html`<td class="number">${cell}</td>`)}</tr>
`;
  });
  return wideTable(columns.join(', '), table('dated', [first, ...others.map(figures)], body));
}

interface Pages {
  label: string;
  number: number;
  last: number;
  path(number: number): string;
}

export function pager({ label, number, last, path }: Pages): Html | false {
  if (last <= 1) return false;
  const link = (to: number, words: string) => html`<a href="${path(to)}">${words}</a>`;
  return html`<nav class="pager" aria-label="${label}">${number > 1 && link(number - 1, 'Previous')} <span>Page ${number} of ${last}</span> ${number < last && link(number + 1, 'Next')}</nav>`;
}

/** The Markdown of our own sentences. */
const MARKDOWN =
  /`([^`]{1,300})`|\*\*([^*]{1,300})\*\*|\[([^\]]{1,300})\]\((https?:[^)\s]{1,300})\)|\\([\\`*_[\]<>&|~#!{}@])/g;

export function prose(text: string): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKDOWN)) {
    const [whole, code, bold, words, url, escaped] = match;
    parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (bold !== undefined) parts.push(html`<strong>${bold}</strong>`);
    else if (words !== undefined && url !== undefined) parts.push(html`<a href="${href(url)}">${words}</a>`);
    else parts.push(escaped ?? '');
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return html`${parts}`;
}
