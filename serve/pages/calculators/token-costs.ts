/** Token costs as tables, one per currency, since nothing is converted. */
import { Decimal } from 'decimal.js';
import { counted, number } from '../../../data/text/figures.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { sumText } from '../../cost/exact.ts';
import type { MixedCost, TokenCost, TokenExclusion } from '../../cost/token-cost.ts';
import { figures, productLink, separated, table } from '../parts/markup.ts';
import { source } from '../parts/proof.ts';
import { bar } from './cost-lines.ts';
import type { Asked, Estimated } from './token-estimates.ts';

const MOST_ROWS = 60;

type Kind = TokenCost['lines'][number]['kind'];

const KINDS: readonly [Kind, string][] = [
  ['input', 'Input'],
  ['cached_input', 'Cached input'],
  ['output', 'Output'],
];

/** "10,000,000 input tokens (2,000,000 cached) and 2,000,000 output tokens a month". */
export function volumeText({ inputTokens, cachedInputTokens, outputTokens, batchPercent }: Asked): string {
  const cached = cachedInputTokens > 0 ? ` (${number(cachedInputTokens)} cached)` : '';
  const batch = batchPercent > 0 ? `, ${batchPercent} % in batches` : '';
  return `${number(inputTokens)} input tokens${cached} and ${number(outputTokens)} output tokens a month${batch}`;
}

interface Row extends MixedCost {
  of: Estimated;
}

export function costsByCurrency(estimates: readonly Estimated[]): Html[] {
  const rows: Row[] = estimates.flatMap((of) => of.costs.map((cost) => ({ ...cost, of })));
  const groups = [...Map.groupBy(rows, ({ currency }) => currency)].sort(([, a], [, b]) => b.length - a.length);
  return groups.map(([currency, group]) => {
    const sorted = group.toSorted((a, b) => a.total.comparedTo(b.total));
    const shown = sorted.slice(0, MOST_ROWS);
    const most = shown.at(-1)?.total ?? new Decimal(0);
    const used = new Set(shown.flatMap(({ parts }) => parts.flatMap(({ cost }) => cost.lines.map(({ kind }) => kind))));
    const kinds = KINDS.filter(([kind]) => used.has(kind));
    const columns = ['Model', ...kinds.map(([, words]) => figures(words)), figures('Monthly cost')];
    return html`<h2>${counted(sorted.length, 'model')} in ${currency}, cheapest first</h2>
<p class="quiet">Rates are per million tokens.</p>
${table(
  'tokens',
  columns,
  shown.map((row) => rowOf(row, kinds, most)),
)}
${sorted.length > shown.length && html`<p class="quiet">${sorted.length - shown.length} more expensive models are not shown.</p>`}`;
  });
}

function rowOf({ of, model, currency, total, parts }: Row, kinds: typeof KINDS, most: Decimal): Html {
  const band = parts[0]?.cost.band;
  const rates = of.rates.get(model) ?? [];
  const rate = rates.find((each) => each.band === band && each.currency === currency) ?? rates[0];
  const notes = new Set(parts.flatMap(({ cost }) => cost.notes ?? []));
  const cells = kinds.map(([kind, words]) => {
    const lines = parts.flatMap(({ isBatch, cost }) =>
      cost.lines.filter((line) => line.kind === kind).map(({ perMTok }) => ({ isBatch, perMTok })),
    );
    const shown = lines.map(
      ({ isBatch, perMTok }) =>
        html`<div>${moneyText(perMTok, currency)}${isBatch && html` <small class="quiet">batch</small>`}</div>`,
    );
    return html`<td class="number" data-of="${words}">${lines.length === 0 ? '–' : shown}</td>`;
  });
  return html`<tr><th scope="row">${model}${band !== undefined && html` <span class="quiet">${band}</span>`} <small class="ground">${productLink(of.product)}</small>${rate && source(rate, of.proofs)}${[...notes].map((note) => html`<small class="ground">${note}</small>`)}</th>
${cells}<td class="number total-cost" data-of="Monthly cost"><strong>${moneyText(sumText(total.toDecimalPlaces(total.lessThan(1) ? 4 : 2)), currency)}</strong>${bar(most.isZero() ? 0 : total.dividedBy(most).toNumber())}</td></tr>
`;
}

/** Grouped by reason. */
export function notIncluded(estimates: readonly Estimated[], withoutBatches: string): Html | false {
  const others = estimates.filter(({ isPricedByTokens }) => !isPricedByTokens);
  const excludes = estimates.flatMap((of) => of.excludes);
  if (others.length + excludes.length === 0) return false;
  const reasons = [...Map.groupBy(excludes, ({ reason }) => reason).values()];
  return html`<h2>Not included</h2>
${others.map(({ product }) => html`<p>${product.name} publishes no token rates.</p>`)}
${reasons.map((models) => reasonOf(models, withoutBatches))}`;
}

function reasonOf(models: readonly TokenExclusion[], withoutBatches: string): Html {
  const [first] = models;
  return html`<details><summary>${first?.detail}: ${counted(models.length, 'model')}</summary><p class="quiet">${separated(models.map(({ model }) => model))}</p></details>
${first?.reason === 'no_batch_rate' && html`<p><a rel="nofollow" href="${withoutBatches}">Calculate without batches</a></p>`}`;
}
