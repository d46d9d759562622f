/** Token costs as tables, one per currency, since nothing is converted. */
import { Decimal } from 'decimal.js';
import { counted, number } from '../../../data/text/figures.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { sumText } from '../../cost/exact.ts';
import {
  type MixedCost,
  mixed,
  splitBatch,
  type TokenCost,
  type TokenExclusion,
  type Tokens,
} from '../../cost/token-cost.ts';
import { findAlias } from '../../interface/lookup.ts';
import { Problem } from '../../interface/problem.ts';
import { usage } from '../../operations/usage.ts';
import type { RateView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import { figures, productLink, separated, table } from '../parts/markup.ts';
import type { Named } from '../parts/product-choice.ts';
import { type Proofs, proofsOf, source } from '../parts/proof.ts';
import { bar } from './cost-lines.ts';
import type { Selection } from './model-offers.ts';

const MOST_ROWS = 60;

const KINDS: readonly [TokenCost['lines'][number]['kind'], string][] = [
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
${cells}<td class="number total-cost" data-of="Monthly cost"><strong>${moneyText(sumText(shownTotal(total)), currency)}</strong>${bar(most.isZero() ? 0 : total.dividedBy(most).toNumber())}</td></tr>
`;
}

/** Few tokens cost little, and not nothing. */
function shownTotal(total: Decimal): Decimal {
  if (total.lessThan(0.01)) return total.toSignificantDigits(2);
  return total.toDecimalPlaces(total.lessThan(1) ? 4 : 2);
}

/** Grouped by reason. */
export function notIncluded(estimates: readonly Estimated[], withoutBatches: string): Html | false {
  const others = estimates.filter(({ isPricedByTokens }) => !isPricedByTokens);
  const excludes = estimates.flatMap((of) => of.excludes);
  if (others.length + excludes.length === 0) return false;
  const reasons = [...Map.groupBy(excludes, ({ reason }) => reason).values()];
  return html`<h2>Not included</h2>
${others.map(({ product }) => html`<p>No token rates are known for ${product.name}.</p>`)}
${reasons.map((models) => reasonOf(models, withoutBatches))}`;
}

function reasonOf(models: readonly TokenExclusion[], withoutBatches: string): Html {
  const [first] = models;
  return html`<details><summary>${first?.detail}: ${counted(models.length, 'model')}</summary><p class="quiet">${separated(models.map(({ model }) => model))}</p></details>
${first?.reason === 'no_batch_rate' && html`<p><a rel="nofollow" href="${withoutBatches}">Calculate without batches</a></p>`}`;
}

export interface Asked extends Tokens {
  /** Names or aliases; empty for all. */
  models: readonly string[];
  batchPercent: number;
  contextTokens: number | undefined;
}

export interface Estimated {
  product: Named;
  costs: MixedCost[];
  excludes: TokenExclusion[];
  rates: ReadonlyMap<string, readonly RateView[]>;
  proofs: Proofs;
  /** Unknown model names, with near names. */
  unknown: ReadonlyMap<string, readonly string[]>;
  isPricedByTokens: boolean;
}

export function estimated(store: Store, selection: Selection, { asked, now }: { asked: Asked; now: Date }): Estimated {
  const { product, models } = selection;
  const { batchPercent, contextTokens } = asked;
  const { now: plain, later } = splitBatch(asked, batchPercent);
  const unknown = new Map<string, readonly string[]>();
  const rates = new Map<string, readonly RateView[]>();
  let isPricedByTokens = true;
  const answersFor = (tokens: Tokens, batch: boolean) =>
    (models.length === 0 ? [undefined] : models).flatMap((model) => {
      try {
        return usage.run(store, { slug: product.slug, model, ...tokens, batch, contextTokens }, now);
      } catch (error) {
        const code = error instanceof Problem ? error.code : undefined;
        if (code === 'no_rate_card') isPricedByTokens = false;
        else if (error instanceof Problem && code === 'unknown_model')
          unknown.set(model ?? '', (error.members.suggestions as string[] | undefined) ?? []);
        else throw error;
        return [];
      }
    });
  const estimate = (tokens: Tokens, isBatch: boolean) => {
    const answers = answersFor(tokens, isBatch);
    for (const each of answers.flatMap((answer) => answer.models)) rates.set(each.model, each.bands ?? [each]);
    const all = answers.flatMap((answer) => answer.estimate?.costs ?? []);
    // Two names may denote one model.
    const costs = new Map(all.map((cost) => [`${cost.currency} ${cost.model}`, cost]));
    const excludes = answers.flatMap((answer) => answer.estimate?.excludes ?? []);
    return { isBatch, costs: [...costs.values()], excludes };
  };
  const parts = [
    ...(batchPercent < 100 ? [estimate(plain, false)] : []),
    ...(batchPercent > 0 ? [estimate(later, true)] : []),
  ];
  const proofs = proofsOf(findAlias(store, product.slug).record);
  return { product, ...mixed(parts), rates, proofs, unknown, isPricedByTokens };
}
