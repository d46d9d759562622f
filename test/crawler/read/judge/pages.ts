/** Pages of our own making, in the shape that sites give them, and a table of what each is. */
import { expect, test } from 'vitest';
import type { PageVerdict } from '../../../../data/reading.ts';
import { card, cards, lines, read } from '../pages.ts';

export const html = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

const NAV =
  '<header><a href="/">Northwind</a><nav><a href="/product">Product</a> <a href="/pricing">Pricing</a> <a href="/customers">Customers</a> <a href="/blog">Blog</a> <a href="/login">Log in</a></nav></header>';
const FOOTER =
  '<footer><h4>Company</h4><ul><li>About</li><li>Careers</li><li>Terms of Service</li><li>Privacy policy</li></ul><h4>Resources</h4><ul><li>Changelog</li><li>Help</li></ul><p>© 2026 Northwind Labs</p></footer>';
/** Inside the frame that a site gives all its pages. */
export const framed = (title: string, body: string, head = '') =>
  html(title, `${NAV}<main>${body}</main>${FOOTER}`, head);

export const PRICED = cards(card('Basic', '$12 / month'), card('Plus', '$30 / month'));
export const TEASER =
  '<section><h2>Popular</h2><div><h3>Basic</h3><p>$12 / month</p></div><div><h3>Plus</h3><p>$30 / month</p></div></section>';

export const paragraphs = (...each: string[]) => each.map((words) => `<p>${words}</p>`).join('\n');
export const jsonLd = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

export interface Case {
  name: string;
  source: string;
  verdict?: PageVerdict;
  /** Words of the reason. */
  reason?: string | RegExp;
  url?: string;
  asked?: string;
}

/** @param common what cases have that do not say otherwise */
export function judged(table: readonly Case[], common: Pick<Case, 'verdict' | 'reason'> = {}): void {
  const cases = table.map((each) => ({ verdict: 'pricing', reason: '', ...common, ...each }));
  test.each(cases)('$verdict: $name', ({ source, verdict, reason, url, asked }) => {
    const reading = read(source, { ...(url !== undefined && { url }), ...(asked !== undefined && { asked }) });
    expect(reading.verdict, `${reading.reason} ${lines(reading.tiers)}`).toBe(verdict);
    expect(reading.reason).toMatch(typeof reason === 'string' ? new RegExp(reason, 'i') : reason);
    if (verdict !== 'pricing') {
      expect([reading.tiers, reading.models]).toEqual([[], []]);
      expect(reading.readings.flatMap(({ tiers, models }) => [...tiers, ...models])).toEqual([]);
    }
  });
}
