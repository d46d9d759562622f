/** Times, outcomes, counts and vendors' text as the console shows them. Pure. */
import { label } from '../../crawler/read/page/label.ts';
import { type Html, html } from '../../web/html.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

/** "3 min", "5 h", "12 d", "4 y". */
export function span(ms: number): string {
  const size = Math.abs(ms);
  if (size < MINUTE) return `${Math.round(size / 1000)} s`;
  if (size < 2 * HOUR) return `${Math.round(size / MINUTE)} min`;
  if (size < 2 * DAY) return `${Math.round(size / HOUR)} h`;
  if (size < 2 * YEAR) return `${Math.round(size / DAY)} d`;
  return `${Math.round(size / YEAR)} y`;
}

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

const TONES: Readonly<Record<string, readonly string[]>> = {
  good: ['confirmed', 'changed', 'pricing', 'accept', 'completed'],
  bad: ['contradicted', 'refused', 'crashed', 'reject', 'failed', 'blocked', 'challenge'],
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

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

export function number(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: count < 10 ? 1 : 0 });
}

export function percent(share: number): string {
  const isNearAnEnd = (share > 0.995 && share < 1) || (share > 0 && share < 0.095);
  return `${(share * 100).toFixed(isNearAnEnd ? 1 : 0)} %`;
}
