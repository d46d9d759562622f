/** The monthly cost of tokens for each model of the chosen products (`estimateUsage`). */
import { Decimal } from 'decimal.js';
import * as z from 'zod';
import { counted } from '../../../data/text/figures.ts';
import { modelKey } from '../../../data/text/name-key.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { sumText } from '../../cost/exact.ts';
import { type MixedCost, mixed, splitBatch, type TokenExclusion, type Tokens } from '../../cost/token-cost.ts';
import { findAlias } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { integerParameter, textParameter } from '../../interface/parameters.ts';
import { Problem } from '../../interface/problem.ts';
import { usage } from '../../operations/usage.ts';
import type { RateView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import { PRODUCTS, storeLayout } from '../parts/layout.ts';
import { figures, productLink, separated, table } from '../parts/markup.ts';
import { distinct, fieldParameter, type Named, productNamed } from '../parts/product-choice.ts';
import { type Proofs, proofsOf, source } from '../parts/proof.ts';
import { bar } from './cost-lines.ts';

const { inputTokens: tokensParameter } = usage.params.shape;
const MOST_PRODUCTS = 5;
const MOST_MODELS = 12;
const MOST_ROWS = 60;
const INPUT_TOKENS = 10_000_000;
const OUTPUT_TOKENS = 2_000_000;

export const llmCalculatorPage = page({
  id: 'llm-calculator',
  path: '/calculators/llm',
  listed: true,
  params: z.object({
    products: fieldParameter(textParameter(500)),
    models: fieldParameter(textParameter(1_000)),
    inputTokens: fieldParameter(tokensParameter),
    outputTokens: fieldParameter(tokensParameter),
    cachedInputTokens: fieldParameter(tokensParameter),
    batchPercent: fieldParameter(integerParameter(0, 100)),
    contextTokens: fieldParameter(tokensParameter),
  }),
  render(store, params, { now }) {
    const { inputTokens = INPUT_TOKENS, outputTokens = OUTPUT_TOKENS, cachedInputTokens = 0 } = params;
    const { batchPercent = 0, contextTokens } = params;
    const names = partsOf(params.products).slice(0, MOST_PRODUCTS);
    const products = distinct(names.flatMap((name) => productNamed(store, name) ?? []));
    const unknown = names.filter((name) => productNamed(store, name) === undefined);
    const asked: Asked = {
      models: partsOf(params.models).slice(0, MOST_MODELS),
      inputTokens,
      outputTokens,
      cachedInputTokens: Math.min(cachedInputTokens, inputTokens),
      batchPercent,
      contextTokens,
    };
    const estimates = products.map((product) => estimated(store, product, { asked, now }));
    const notFound = unknownModels(estimates, asked).map(
      ({ model, near }) => html`“${model}”${near.length > 0 && html`, perhaps ${near.join(' or ')}`}`,
    );
    return storeLayout(store, {
      title: 'What language models cost a month',
      description:
        'Input, output, cached and batched tokens a month: what they cost with each model, cheapest first, each rate with its source.',
      path: '/calculators/llm',
      crumbs: [PRODUCTS],
      noIndex: products.length > 0,
      scripts: ['live'],
      main: html`
<h1>What language models cost a month</h1>
<p class="lead">Your tokens with the published rates of each model, cheapest first, every rate with where it was read.</p>
${form(products, asked)}
${productChips(store, products, asked)}
<div id="models" aria-live="polite">
${unknown.length > 0 && html`<p>No product is called ${separated(unknown.map((name) => `“${name}”`))}.</p>`}
${notFound.length > 0 && html`<p>No such model: ${separated(notFound, '; ')}.</p>`}
${cachedInputTokens > inputTokens && html`<p>More input can’t have been kept than there is: all of it is taken to be cached.</p>`}
${costsByCurrency(estimates, batchPercent)}
${notCounted(estimates, addressOf(products, { ...asked, batchPercent: 0 }))}
</div>
<p class="quiet">Rates of text per million tokens, as published or as a dataset has them; nothing is converted between currencies. <a href="/terms">Datasets and their licences</a></p>
`,
    });
  },
});

function form(products: readonly Named[], { models, ...asked }: Asked): Html {
  const figure = (label: string, name: keyof typeof asked, more = html``) =>
    html`<label class="figure">${label}<input type="number" name="${name}" min="0" max="1000000000000" value="${asked[name] ?? ''}"${more}></label>`;
  return html`<form class="search llm" action="/calculators/llm" method="get" data-live="models">
<label>Products, with commas<input type="text" name="products" value="${products.map(({ name }) => name).join(', ')}" maxlength="500" placeholder="OpenAI API, Mistral AI" autocomplete="off"></label>
<label>Models, all if empty<input type="text" name="models" value="${models.join(', ')}" maxlength="1000" autocomplete="off"></label>
${figure('Input tokens a month', 'inputTokens')}
${figure('of them cached', 'cachedInputTokens')}
${figure('Output tokens a month', 'outputTokens')}
<label class="figure">In batches, percent<input type="number" name="batchPercent" min="0" max="100" value="${asked.batchPercent}"></label>
${figure('Length of a prompt', 'contextTokens', html` placeholder="shortest"`)}
<button>Calculate</button>
</form>`;
}

/** Products sold by tokens, each as a link that adds or removes it. */
function productChips(store: Store, products: readonly Named[], asked: Asked): Html {
  const chips = store.tokenPriced.map((slug) => {
    const others = products.filter((each) => each.slug !== slug);
    const isIn = others.length < products.length;
    const name = store.generation.product(slug)?.name ?? slug;
    const address = addressOf(isIn ? others : [...others, { slug, name }], asked);
    return html`<li><a rel="nofollow" href="${address}"${isIn && html` aria-current="true"`}>${name}</a></li>`;
  });
  return html`<details${products.length === 0 && html` open`}><summary>Sold by tokens: ${store.tokenPriced.length}</summary><ul class="names">${chips}</ul></details>`;
}

function addressOf(products: readonly Named[], { models, ...asked }: Asked): string {
  const query = new URLSearchParams({ products: products.map(({ slug }) => slug).join(',') });
  if (models.length > 0) query.set('models', models.join(','));
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value));
  return `/calculators/llm?${query.toString().replaceAll('%2C', ',')}`;
}

function partsOf(text = ''): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

interface Asked extends Tokens {
  /** Names or aliases; empty for all. */
  models: readonly string[];
  batchPercent: number;
  contextTokens: number | undefined;
}

interface Estimated {
  product: Named;
  costs: MixedCost[];
  excludes: TokenExclusion[];
  rates: ReadonlyMap<string, readonly RateView[]>;
  proofs: Proofs;
  /** Unknown model names, with near names. */
  unknown: ReadonlyMap<string, readonly string[]>;
  isPricedByTokens: boolean;
}

function estimated(store: Store, product: Named, { asked, now }: { asked: Asked; now: Date }): Estimated {
  const { models, batchPercent, contextTokens } = asked;
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

function unknownModels(estimates: readonly Estimated[], { models }: Asked): { model: string; near: string[] }[] {
  if (estimates.length === 0) return [];
  return models
    .filter((model) => estimates.every(({ unknown, isPricedByTokens }) => !isPricedByTokens || unknown.has(model)))
    .map((model) => {
      const near = estimates.flatMap(({ unknown }) => unknown.get(model) ?? []);
      return { model, near: [...new Map(near.map((name) => [modelKey(name), name])).values()].slice(0, 3) };
    });
}

interface Row extends MixedCost {
  of: Estimated;
}

/** One table per currency, since nothing is converted. */
function costsByCurrency(estimates: readonly Estimated[], batchPercent: number): Html[] {
  const rows: Row[] = estimates.flatMap((of) => of.costs.map((cost) => ({ ...cost, of })));
  const groups = [...Map.groupBy(rows, ({ currency }) => currency)].sort(([, a], [, b]) => b.length - a.length);
  return groups.map(([currency, group]) => {
    const sorted = group.toSorted((a, b) => a.total.comparedTo(b.total));
    const shown = sorted.slice(0, MOST_ROWS);
    const most = shown.at(-1)?.total ?? new Decimal(0);
    const columns = ['Model', 'Rates per million tokens', figures('A month')];
    const rows = shown.map((row) => rowOf(row, most, batchPercent));
    return html`<h2>In ${currency}: ${sorted.length} ${sorted.length === 1 ? 'model' : 'models'}</h2>
${table('tokens', columns, rows)}
${sorted.length > shown.length && html`<p class="quiet">And ${sorted.length - shown.length} dearer ones: name the models that you mean.</p>`}`;
  });
}

const KINDS = { input: 'input', cached_input: 'cached', output: 'output' } as const;

function rowOf({ of, model, currency, total, parts }: Row, most: Decimal, batchPercent: number): Html {
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
  return html`<tr><th scope="row">${model}${band !== undefined && html` <span class="quiet">${band}</span>`} <small class="ground">${productLink(of.product)}</small>${rate && source(rate, of.proofs)}</th>
<td><ul class="rates-used">${lines}</ul>${[...notes].map((note) => html`<small class="ground">${note}</small>`)}${batchPercent > 0 && parts.length > 1 && html`<small class="ground">${batchPercent} % in batches</small>`}</td>
<td class="number"><strong>${moneyText(sumText(total.toDecimalPlaces(4)), currency)}</strong>${bar(most.isZero() ? 0 : total.dividedBy(most).toNumber())}</td></tr>
`;
}

/** "10M", "0.25M". */
function millions(tokens: number): string {
  return `${new Decimal(tokens).dividedBy(1_000_000).toSignificantDigits(6).toString()}M`;
}

/** Grouped by reason. */
function notCounted(estimates: readonly Estimated[], withoutBatches: string): Html | false {
  const others = estimates.filter(({ isPricedByTokens }) => !isPricedByTokens);
  const excludes = estimates.flatMap((of) => of.excludes);
  if (others.length + excludes.length === 0) return false;
  const reasons = [...Map.groupBy(excludes, ({ reason }) => reason).values()];
  return html`<h2>Not counted</h2>
${others.map(({ product }) => html`<p>${product.name} publishes no rates per token.</p>`)}
${reasons.map((models) => reasonOf(models, withoutBatches))}`;
}

function reasonOf(models: readonly TokenExclusion[], withoutBatches: string): Html {
  const [first] = models;
  return html`<details><summary>${first?.detail}: ${counted(models.length, 'model')}</summary><p class="quiet">${separated(models.map(({ model }) => model))}</p></details>
${first?.reason === 'no_batch_rate' && html`<p><a rel="nofollow" href="${withoutBatches}">Count all of it without batches</a></p>`}`;
}
