/** Ways to follow a product's prices, and to report a mistake. */

import type { Site } from '../../../config/site.ts';
import { type Html, html } from '../../../web/html.ts';
import { productFeedPath } from '../../interface/published-files.ts';
import { productPageUrl } from '../../record/envelope.ts';
import { evidencePath } from '../parts/proof.ts';
import type { Shown } from './shown.ts';

export function watch({ store: { site }, record }: Shown): Html {
  const { slug, name, evidence = [] } = record;
  const ways = [
    html`<a href="${productFeedPath(slug)}">Price changes as an Atom feed</a>`,
    html`<a href="/api/v2/changes?slug=${slug}">Price changes as JSON</a>`,
  ];
  const report = reportHref(site, {
    subject: `Mistake in the prices of ${name}`,
    lines: [productPageUrl(site, slug), ...evidence.slice(0, 1).map(({ id }) => site.baseUrl + evidencePath(id))],
  });
  return html`<section aria-labelledby="watch">
<h2 id="watch">Watch ${name}’s prices</h2>
<ul class="entries">${ways.map((way) => html`<li>${way}</li>`)}</ul>
${report !== undefined && html`<p>Is something wrong? <a href="${report}" rel="nofollow">Report a mistake</a></p>`}
</section>`;
}

interface Report {
  subject: string;
  lines: readonly string[];
}

/** An e-mail with subject and text, or the operator's page; undefined where none is configured. */
function reportHref({ contact }: Site, { subject, lines }: Report): string | undefined {
  if (contact === undefined || !/^(?:https?|mailto):/.test(contact)) return undefined;
  if (!contact.startsWith('mailto:')) return contact;
  const body = `What is wrong, and where does the vendor say so?\n\n\n${lines.join('\n')}\n`;
  return `${contact}${contact.includes('?') ? '&' : '?'}subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
