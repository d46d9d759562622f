/** Ways to follow a product's prices, and to report a mistake. */

import { type Html, html } from '../../../web/html.ts';
import { productFeedPath } from '../../interface/published-files.ts';
import type { Shown } from './shown.ts';

export function watch({ store: { site }, record }: Shown): Html {
  const { slug, name } = record;
  const ways = [
    html`<a href="${productFeedPath(slug)}">Price changes as an Atom feed</a>`,
    html`<a href="/api/v2/changes?slug=${slug}">Price changes as JSON</a>`,
  ];
  return html`<section aria-labelledby="watch">
<h2 id="watch">Watch ${name}’s prices</h2>
<ul class="entries">${ways.map((way) => html`<li>${way}</li>`)}</ul>
${site.takesReports === true && html`<p>Is something wrong? <a href="/report?slug=${slug}" rel="nofollow">Report a mistake</a></p>`}
</section>`;
}
