/** How to cite a product's page. */

import { type Html, html } from '../../../web/html.ts';
import { creditsOf } from '../../record/origins.ts';
import { startingText } from './answer.ts';
import type { Shown } from './shown.ts';

export function citation({ store: { site }, record, stated }: Shown): Html {
  const { name, tiers = [], rateCard, hiddenCosts: costs = [], referencePrices: references = [] } = record;
  const { verification, links } = record;
  const start = startingText(stated);
  const starts = start === undefined ? '' : ` Starts at ${start}.`;
  const verified = verification.verifiedAt === undefined ? 'Not yet verified' : `Verified ${verification.verifiedAt}`;
  const credits = creditsOf([...tiers, ...(rateCard?.models ?? []), ...references, ...costs]);
  return html`<section aria-labelledby="cite">
<h2 id="cite">Cite this</h2>
<h3>Plain text</h3>
<pre class="cite plain" data-copy>${site.brand} (${links.home}): ${name} pricing.${starts} ${verified}. ${links.page}</pre>
<h3>Markdown</h3>
<pre class="cite" data-copy>${record.attribution}</pre>
${credits.map(({ dataset, attribution = dataset }) => html`<p class="quiet">Includes: ${attribution}</p>\n`)}
</section>`;
}
