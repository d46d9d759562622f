/** Models by what they cost, as a table with bars; and those that can't be counted, with the reason. */
import { Decimal } from 'decimal.js';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { sumText } from '../../cost/exact.ts';
import type { TokenExclusion } from '../../cost/token-cost.ts';
import type { MixedCost } from '../../cost/token-mix.ts';
import { numberOf } from '../../record/counts.ts';
import { source } from '../parts/proof.ts';
import { bar } from './cost-lines.ts';
import type { Asked, Estimated } from './llm-estimate.ts';

const MOST_ROWS = 60;

interface Row extends MixedCost {
  of: Estimated;
}

const KINDS = { input: 'input', cached_input: 'cached', output: 'output' } as const;

/** What is not converted is not sorted together. */
export function costsByCurrency(estimates: readonly Estimated[], asked: Asked): Html[] {
  const rows: Row[] = estimates.flatMap((of) => of.costs.map((cost) => ({ ...cost, of })));
  const groups = [...Map.groupBy(rows, ({ currency }) => currency)].sort(([, a], [, b]) => b.length - a.length);
  return groups.map(([currency, group]) => {
    const sorted = group.toSorted((a, b) => a.total.comparedTo(b.total));
    const shown = sorted.slice(0, MOST_ROWS);
    const most = shown.at(-1)?.total ?? new Decimal(0);
    return html`<h2>In ${currency}: ${sorted.length} ${sorted.length === 1 ? 'model' : 'models'}</h2>
<table class="tokens"><thead><tr><th scope="col">Model</th><th scope="col">Rates per million tokens</th><th scope="col" class="number">A month</th></tr></thead><tbody>
${shown.map((row) => rowOf(row, most, asked))}</tbody></table>
${sorted.length > shown.length && html`<p class="quiet">And ${sorted.length - shown.length} dearer ones: name the models that you mean.</p>`}`;
  });
}

function rowOf({ of, model, currency, total, parts }: Row, most: Decimal, { batchPercent }: Asked): Html {
  const band = parts[0]?.cost.band;
  const rates = of.rates.get(model) ?? [];
  const rate = rates.find((each) => each.band === band && each.currency === currency) ?? rates[0];
  const notes = new Set(parts.flatMap(({ cost }) => cost.notes ?? []));
  const lines = parts.flatMap(({ isBatch, cost }) =>
    cost.lines.map(
      ({ kind, tokens, perMTok }) =>
        html`<li>${KINDS[kind]}${isBatch && ' in batches'} ${moneyText(perMTok, currency)} <span class="quiet">× ${millions(tokens)}</span></li>`,
    ),
  );
  return html`<tr><th scope="row">${model}${band !== undefined && html` <span class="quiet">${band}</span>`} <small class="ground"><a href="/tools/${of.product.slug}/pricing">${of.product.name}</a></small>${rate && source(rate, of.proofs)}</th>
<td><ul class="rates-used">${lines}</ul>${[...notes].map((note) => html`<small class="ground">${note}</small>`)}${batchPercent > 0 && parts.length > 1 && html`<small class="ground">${batchPercent} % in batches</small>`}</td>
<td class="number"><strong>${moneyText(sumText(total.toDecimalPlaces(4)), currency)}</strong>${bar(most.isZero() ? 0 : total.dividedBy(most).toNumber())}</td></tr>
`;
}

/** "10M", "0.25M". */
function millions(tokens: number): string {
  return `${new Decimal(tokens).dividedBy(1_000_000).toSignificantDigits(6).toString()}M`;
}

/** By the reason; where no rate for batches is the reason, a link to the same without them. */
export function leftOut(estimates: readonly Estimated[], withoutBatches: string): Html | false {
  const without = estimates.flatMap(({ product, problem }) => (problem === undefined ? [] : [product.name]));
  const excludes = estimates.flatMap((of) => of.excludes);
  if (without.length + excludes.length === 0) return false;
  const reasons = [...Map.groupBy(excludes, ({ reason }) => reason).values()];
  return html`<h2>Not counted</h2>
${without.map((name) => html`<p>${name} publishes no rates per token.</p>`)}
${reasons.map((models) => reasonOf(models, withoutBatches))}`;
}

function reasonOf(models: readonly TokenExclusion[], withoutBatches: string): Html {
  const [first] = models;
  const count = numberOf(models.length, 'model');
  return html`<details><summary>${first?.detail}: ${count}</summary><p class="quiet">${models.map(({ model }, at) => html`${at > 0 && ', '}${model}`)}</p></details>
${first?.reason === 'no_batch_rate' && html`<p><a rel="nofollow" href="${withoutBatches}">Count all of it without batches</a></p>`}`;
}
