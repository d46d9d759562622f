/** How the page is cited, ready to be copied; and whom the datasets behind it ask to credit. */
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { creditsOf } from '../../record/credits.ts';
import type { RecordView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';

export function citing({ site }: Store, record: RecordView): Html {
  return html`<section aria-labelledby="cite">
<h2 id="cite">Cite this</h2>
<h3>Plain text</h3>
<pre class="cite plain" data-copy>${plainText(record, site.brand)}</pre>
<h3>Markdown</h3>
<pre class="cite" data-copy>${record.attribution}</pre>
${credits(record)}
</section>`;
}

/** "Assay (https://…): Acme pricing. Starts at $12 a month. Verified 2026-11-21. https://…". */
function plainText({ name, startingPrice, priceRange, verification, links }: RecordView, brand: string): string {
  const { verifiedAt } = verification;
  return [
    `${brand} (${links.home}): ${name} pricing.`,
    startingPrice != null && priceRange !== undefined
      ? ` Starts at ${moneyText(startingPrice, priceRange.currency)} a month.`
      : '',
    verifiedAt === undefined ? ' Not yet verified.' : ` Verified ${verifiedAt}.`,
    ` ${links.page}`,
  ].join('');
}

function credits({ tiers = [], rateCard, hiddenCosts = [] }: RecordView): Html[] {
  const facts = [...tiers, ...(rateCard?.models ?? []), ...hiddenCosts];
  return creditsOf(facts).map(
    ({ dataset, attribution = dataset }) => html`<p class="quiet">What is imported here: ${attribution}</p>
`,
  );
}
