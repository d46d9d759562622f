/** Rates of models per million tokens, with their quotes. */

import { datasetName } from '../../../data/record.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { capital } from '../../../data/text/sentence-parts.ts';
import { type Html, html } from '../../../web/html.ts';
import type { RateView } from '../../record/shape.ts';
import { figures, separated, table, wideTable } from '../parts/markup.ts';
import { evidencePath, type Proofs } from '../parts/proof.ts';
import { contextText } from '../parts/rate-rows.ts';
import { day, RATE_NAMES } from '../parts/wording.ts';
import type { Shown } from './shown.ts';

export function rates({ record: { slug, rateCard }, proofs }: Shown): Html | false {
  if (rateCard === undefined) return false;
  return html`<section aria-labelledby="rates">
<h2 id="rates">Rates per million tokens</h2>
<p><a href="/calculators/llm?products=${slug}">Calculate your usage</a> · <a href="/tools/${slug}/history">History of these rates</a></p>
${rateTable(rateCard.models, proofs)}
</section>`;
}

/** Omits columns without a rate. */
function rateTable(models: readonly RateView[], proofs: Proofs): Html {
  const columns = RATE_NAMES.filter(([field]) => models.some((rate) => rate[field] !== undefined));
  const hasContext = models.some(({ contextWindow }) => contextWindow !== undefined);
  const rows = models.map(
    (rate) => html`<tr>
<th scope="row">${rate.model}${rate.band && html` <span class="quiet">${rate.band}</span>`}</th>
${hasContext && html`<td class="number">${contextText(rate)}</td>`}
${columns.map(([field]) => amountCell(rate[field], rate.currency))}
<td>${readFrom(rate, proofs)}</td>
</tr>
`,
  );
  const headings = [
    'Model',
    ...(hasContext ? [figures('Context, tokens')] : []),
    ...columns.map(([, name]) => figures(capital(name))),
    'Source',
  ];
  return wideTable('Rates by model', table('rates', headings, rows));
}

function amountCell(value: number | undefined, currency: string): Html {
  return html`<td class="number">${value === undefined ? html`<span class="quiet">–</span>` : moneyText(value, currency)}</td>`;
}

function readFrom({ evidence, imported, research, origin }: RateView, proofs: Proofs): Html {
  if (imported !== undefined) return html`${datasetName(imported.dataset)}, ${day(imported.asOf)}`;
  if (research !== undefined) return html`entered by ${research.by}, ${day(research.asOf)}`;
  const quotes = evidence
    .flatMap((id) => proofs.get(id) ?? [])
    .map(({ id, quote }) => html`<a href="${evidencePath(id)}">${quote.slice(0, 40)}</a>`);
  if (quotes.length < 2) return quotes[0] ?? html`${origin}`;
  return html`<details><summary>${quotes.length} quotes</summary>${separated(quotes, ' · ')}</details>`;
}
