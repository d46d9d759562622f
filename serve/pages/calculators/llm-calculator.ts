/** The monthly cost of tokens for chosen models, or for popular ones. */
import * as z from 'zod';
import { counted } from '../../../data/text/figures.ts';
import { type Html, html } from '../../../web/html.ts';
import { page } from '../../interface/page.ts';
import { integerParameter, textParameter } from '../../interface/parameters.ts';
import { usage } from '../../operations/usage.ts';
import type { Store } from '../../store/store.ts';
import { PRODUCTS, storeLayout } from '../parts/layout.ts';
import { pathWith, separated } from '../parts/markup.ts';
import { distinct, fieldParameter, type Named, productNamed } from '../parts/product-choice.ts';
import { isOffered, selectionsOf, similarModels, suggestedModels } from './model-offers.ts';
import { type Asked, costsByCurrency, type Estimated, estimated, notIncluded, volumeText } from './token-costs.ts';

const { inputTokens: tokensParameter } = usage.params.shape;
const MOST_PRODUCTS = 5;
const MOST_MODELS = 12;
const MOST_SUGGESTED = 200;
const INPUT_TOKENS = 10_000_000;
const OUTPUT_TOKENS = 2_000_000;

export const llmCalculatorPage = page({
  id: 'llm-calculator',
  path: '/calculators/llm',
  listed: true,
  params: z.object({
    products: fieldParameter(textParameter(500)),
    models: fieldParameter(textParameter(1_000)),
    add: fieldParameter(textParameter(120)),
    inputTokens: fieldParameter(tokensParameter),
    outputTokens: fieldParameter(tokensParameter),
    cachedInputTokens: fieldParameter(tokensParameter),
    batchPercent: fieldParameter(integerParameter(0, 100)),
    contextTokens: fieldParameter(tokensParameter),
  }),
  render(store, params, { now }) {
    const { inputTokens = INPUT_TOKENS, outputTokens = OUTPUT_TOKENS, cachedInputTokens = 0 } = params;
    const { batchPercent = 0, contextTokens, add = '' } = params;
    const names = partsOf(params.products).slice(0, MOST_PRODUCTS);
    const products = distinct(names.flatMap((name) => productNamed(store, name) ?? []));
    const unknown = names.filter((name) => productNamed(store, name) === undefined);
    const asked: Asked = {
      models: partsOf(`${params.models ?? ''},${add}`).slice(0, MOST_MODELS),
      inputTokens,
      outputTokens,
      cachedInputTokens: Math.min(cachedInputTokens, inputTokens),
      batchPercent,
      contextTokens,
    };
    const isExample = names.length + asked.models.length === 0;
    const selections = names.length > 0 && products.length === 0 ? [] : selectionsOf(store, products, asked.models);
    const estimates = selections.map((selection) => estimated(store, selection, { asked, now }));
    return storeLayout(store, {
      title: 'Token cost calculator',
      description:
        'Monthly cost of input, cached, output and batch tokens with each language model, cheapest first, each rate with its source.',
      path: '/calculators/llm',
      crumbs: [PRODUCTS],
      noIndex: !isExample,
      scripts: ['live'],
      main: html`
<h1>Token cost calculator</h1>
<p class="lead">Monthly token cost with each language model, cheapest first. All rates are in the <a href="/models">list of token rates</a>.</p>
${form(store, products, asked)}
<div id="choices">${choices(store, products, asked)}</div>
<div id="models" aria-live="polite">
${isExample && html`<p><span class="badge">Example</span> Popular models of ${counted(selections.length, 'provider')}. Add your own models above.</p>`}
<p class="volume"><strong>${volumeText(asked)}</strong></p>
${unknown.length > 0 && html`<p>No product is called ${separated(unknown.map((name) => `“${name}”`))}.</p>`}
${unknownModels(store, estimates, asked)}
${cachedInputTokens > inputTokens && html`<p>Cached input cannot exceed the input: all input counts as cached.</p>`}
${costsByCurrency(estimates)}
${notIncluded(estimates, addressOf(products, { ...asked, batchPercent: 0 }))}
</div>
<h2>Assumptions</h2>
<ul class="notes"><li>Rates are for text, as published or as a dataset states them. <a href="/terms">Datasets and licences</a></li><li>Currencies are not converted.</li><li>Cached input without its own rate costs as much as input.</li></ul>
`,
    });
  },
});

function form(store: Store, products: readonly Named[], { models, ...asked }: Asked): Html {
  const figure = (label: string, name: keyof typeof asked, more = html` max="1000000000000"`) =>
    html`<label class="figure">${label}<input type="number" name="${name}" min="0" value="${asked[name] ?? ''}"${more}></label>`;
  const suggested = suggestedModels(store, MOST_SUGGESTED).map(
    ({ model, providers }) => html`<option value="${model}">${counted(providers, 'provider')}</option>`,
  );
  return html`<form class="search llm" action="/calculators/llm" method="get" data-live="models choices">
<input type="hidden" name="products" value="${products.map(({ slug }) => slug).join(',')}"><input type="hidden" name="models" value="${models.join(',')}">
<label>Add a model<input type="search" name="add" value="" maxlength="120" list="model-names" placeholder="Name" autocomplete="off"></label><datalist id="model-names">${suggested}</datalist>
${figure('Input tokens', 'inputTokens')}
${figure('Cached input tokens', 'cachedInputTokens')}
${figure('Output tokens', 'outputTokens')}
${figure('Batch share, %', 'batchPercent', html` max="100"`)}
${figure('Prompt length', 'contextTokens', html` max="1000000000000" placeholder="shortest"`)}
<button>Calculate</button>
</form>`;
}

/** What is chosen, each with a link that removes it; and the providers to choose from. */
function choices(store: Store, products: readonly Named[], asked: Asked): Html {
  const { models } = asked;
  const remove = (name: string, address: string) =>
    html`<li>${name} <a rel="nofollow" href="${address}" aria-label="Remove ${name}">Remove</a></li>`;
  const chosen = [
    ...products.map((each) =>
      remove(
        each.name,
        addressOf(
          products.filter((other) => other !== each),
          asked,
        ),
      ),
    ),
    ...models.map((model) =>
      remove(model, addressOf(products, { ...asked, models: models.filter((other) => other !== model) })),
    ),
  ];
  const others = store.tokenPriced.filter((slug) => !products.some((each) => each.slug === slug));
  const providers = others.map((slug) => {
    const name = store.generation.product(slug)?.name ?? slug;
    return html`<li><a rel="nofollow" href="${addressOf([...products, { slug, name }], asked)}">${name}</a></li>`;
  });
  return html`${chosen.length > 0 && html`<ul class="chosen">${chosen}</ul>`}
${products.length < MOST_PRODUCTS && html`<details><summary>Add a provider</summary><ul class="names">${providers}</ul></details>`}`;
}

function addressOf(products: readonly Named[], { models, ...asked }: Asked): string {
  const slugs = products.map(({ slug }) => slug).join(',');
  const named = models.length === 0 ? undefined : models.join(',');
  return pathWith('/calculators/llm', { products: slugs, models: named, ...asked }).replaceAll('%2C', ',');
}

function partsOf(text = ''): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

function unknownModels(store: Store, estimates: readonly Estimated[], { models }: Asked): Html | false {
  const unknown = models.filter(
    (model) =>
      !isOffered(store, model) &&
      estimates.every(({ unknown: missing, isPricedByTokens }) => !isPricedByTokens || missing.has(model)),
  );
  const words = unknown.map((model) => {
    const near = similarModels(store, model).slice(0, 3);
    return html`“${model}”${near.length > 0 && `, perhaps ${near.join(' or ')}`}`;
  });
  return words.length > 0 && html`<p>No such model: ${separated(words, '; ')}.</p>`;
}
