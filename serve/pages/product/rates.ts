/** Rates per million tokens, by model and band of context, each with what it was read from. */

import { datasetName } from '../../../data/record.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { RateView } from '../../record/shape.ts';
import type { Proofs } from '../parts/proof.ts';
import { day, wideTable } from '../parts/wording.ts';

const COLUMNS = [
  ['inputPerMTok', 'Input'],
  ['cachedInputPerMTok', 'Cached input'],
  ['outputPerMTok', 'Output'],
  ['batchInputPerMTok', 'Batch input'],
  ['batchOutputPerMTok', 'Batch output'],
] as const satisfies [keyof RateView, string][];

/** Only the columns in which there is something. */
export function rateTable(models: readonly RateView[], proofs: Proofs): Html {
  const columns = COLUMNS.filter(([field]) => models.some((rate) => rate[field] !== undefined));
  const rows = models.map(
    (rate) => html`<tr>
<th scope="row">${rate.model}${rate.band && html` <span class="quiet">${rate.band}</span>`}</th>
${columns.map(([field]) => amount(rate[field], rate.currency))}
<td>${readFrom(rate, proofs)}</td>
</tr>
`,
  );
  return wideTable(
    'Rates by model',
    html`<table class="rates"><thead><tr><th scope="col">Model</th>${columns.map(([, name]) => html`<th scope="col" class="number">${name}</th>`)}<th scope="col">Read from</th></tr></thead><tbody>
${rows}</tbody></table>`,
  );
}

function amount(value: number | undefined, currency: string): Html {
  return html`<td class="number">${value === undefined ? html`<span class="quiet">–</span>` : moneyText(value, currency)}</td>`;
}

function readFrom({ evidence, imported, research, origin }: RateView, proofs: Proofs): Html {
  if (imported !== undefined) return html`${datasetName(imported.dataset)}, ${day(imported.asOf)}`;
  if (research !== undefined) return html`stated by ${research.by}, ${day(research.asOf)}`;
  const found = evidence.flatMap((id) => proofs.get(id) ?? []);
  if (found.length === 0) return html`${origin}`;
  const quotes = found.map(
    ({ id, quote }, index) => html`${index > 0 && ' · '}<a href="/api/v2/evidence/${id}">${quote.slice(0, 40)}</a>`,
  );
  return found.length === 1
    ? html`${quotes}`
    : html`<details><summary>${found.length} quotes</summary>${quotes}</details>`;
}
