/** Times, outcomes and vendors' text as the console shows them. Pure. */
import { label } from '../../crawler/read/page/label.ts';
import { span } from '../../data/text/figures.ts';
import { type Html, html } from '../../web/html.ts';

export { counted, number, percent, span } from '../../data/text/figures.ts';

/** "3 min ago", "in 5 h"; the exact instant is its title. */
export function ago(instant: string, now: Date): Html {
  return html`<time datetime="${instant}" title="${exact(instant)}">${relative(now.getTime() - Date.parse(instant))}</time>`;
}

function relative(ms: number): string {
  if (Math.abs(ms) < 1000) return 'now';
  return ms > 0 ? `${span(ms)} ago` : `in ${span(ms)}`;
}

/** "2026-11-22 04:05:06 UTC". */
export function exact(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export function day(instant: string): Html {
  return html`<time datetime="${instant}" title="${exact(instant)}">${instant.slice(0, 10)}</time>`;
}

export function sourceLink({ slug, source }: { slug: string; source?: string | undefined }): Html {
  return html`<a href="/products/${slug}">${slug}</a> <span class="quiet">${source}</span>`;
}

const TONES: Readonly<Record<string, readonly string[]>> = {
  good: ['delivering', 'confirmed', 'changed', 'pricing', 'accept', 'completed', 'verified', 'met', 'same'],
  bad: [
    ...['contradicted', 'disputed', 'stale', 'refused', 'crashed', 'reject', 'failed', 'blocked', 'challenge'],
    ...['abstained', 'differs', 'failing', 'paused', 'ended'],
  ],
  busy: ['active'],
};

/** An outcome, a kind of failure or a job's state. */
export function badge(word: string): Html {
  const tone = Object.keys(TONES).find((each) => TONES[each]?.includes(word)) ?? 'calm';
  return html`<span class="badge ${tone}">${word.replaceAll('_', ' ')}</span>`;
}

/** Text from a vendor, a person or a URL, on one bounded line; the template escapes it. */
export function vendorText(text: string, most = 300): string {
  return label(text, most);
}

/** To the picker, in which a person teaches a page. @param capture the latest page of the source without it */
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
