/** What a month of tokens costs with each model of one product or several, as `estimateUsage` counts it. */
import * as z from 'zod';
import { html } from '../../../web/html.ts';
import { page } from '../../interface/page.ts';
import { integerParameter, textParameter } from '../../interface/parameters.ts';
import { usage } from '../../operations/usage.ts';
import type { Store } from '../../store/store.ts';
import { fieldParameter } from '../parts/form-parameters.ts';
import { layout } from '../parts/layout.ts';
import { type Named, productNamed } from '../parts/product-choice.ts';
import { type Asked, estimated, unknownModels } from './llm-estimate.ts';
import { costsByCurrency, leftOut } from './llm-table.ts';

const { inputTokens: tokensParameter } = usage.params.shape;
const MOST_PRODUCTS = 5;
const MOST_MODELS = 12;
/** Of a month, where nobody says how many: a chat that a small team uses. */
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
  render(store, params, now) {
    const names = partsOf(params.products).slice(0, MOST_PRODUCTS);
    const products = distinct(names.flatMap((name) => productNamed(store, name) ?? []));
    const unknown = names.filter((name) => productNamed(store, name) === undefined);
    const inputTokens = params.inputTokens ?? INPUT_TOKENS;
    const asked: Asked = {
      models: partsOf(params.models).slice(0, MOST_MODELS),
      inputTokens,
      outputTokens: params.outputTokens ?? OUTPUT_TOKENS,
      cachedInputTokens: Math.min(params.cachedInputTokens ?? 0, inputTokens),
      batchPercent: params.batchPercent ?? 0,
      contextTokens: params.contextTokens,
    };
    const estimates = products.map((product) => estimated(store, product, asked, now));
    const notFound = unknownModels(estimates, asked);
    return layout(store.site, {
      title: 'What language models cost a month',
      description:
        'Input, output, cached and batched tokens a month: what they cost with each model, cheapest first, each rate with its source.',
      path: '/calculators/llm',
      crumbs: [{ path: '/', text: 'Products' }],
      noIndex: products.length > 0,
      generation: store.generation.id,
      scripts: ['live'],
      main: html`
<h1>What language models cost a month</h1>
<p class="lead">Your tokens with the published rates of each model, cheapest first, every rate with where it was read.</p>
${form(products, asked)}
${choosing(store, products, asked)}
<div id="models" aria-live="polite">
${unknown.length > 0 && html`<p>No product is called ${unknown.map((name, at) => html`${at > 0 && ', '}“${name}”`)}.</p>`}
${notFound.length > 0 && html`<p>No such model: ${notFound.map(({ wanted, near }, at) => html`${at > 0 && '; '}“${wanted}”${near.length > 0 && html`, perhaps ${near.join(' or ')}`}`)}.</p>`}
${(params.cachedInputTokens ?? 0) > inputTokens && html`<p>More input can’t have been kept than there is: all of it is taken to be cached.</p>`}
${costsByCurrency(estimates, asked)}
${leftOut(estimates, addressOf(slugsOf(products), { ...asked, batchPercent: 0 }))}
</div>
<p class="quiet">Rates of text per million tokens, as published or as a dataset has them; nothing is converted between currencies. <a href="/terms">Datasets and their licences</a></p>
`,
    });
  },
});

function form(products: readonly Named[], { models, ...asked }: Asked) {
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
<button>Count</button>
</form>`;
}

/** Every product that is sold by tokens, to be added and taken out by a link. */
function choosing(store: Store, products: readonly Named[], asked: Asked) {
  const slugs = slugsOf(products);
  const chips = store.tokenPriced.map((slug) => {
    const isIn = slugs.includes(slug);
    const others = isIn ? slugs.filter((other) => other !== slug) : [...slugs, slug];
    const name = store.generation.product(slug)?.name ?? slug;
    return html`<li><a rel="nofollow" href="${addressOf(others, asked)}"${isIn && html` aria-current="true"`}>${name}</a></li>`;
  });
  return html`<details${products.length === 0 && html` open`}><summary>Sold by tokens: ${store.tokenPriced.length}</summary><ul class="names">${chips}</ul></details>`;
}

function addressOf(slugs: readonly string[], { models, ...asked }: Asked): string {
  const query = new URLSearchParams({ products: slugs.join(',') });
  if (models.length > 0) query.set('models', models.join(','));
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value));
  return `/calculators/llm?${query.toString().replaceAll('%2C', ',')}`;
}

function slugsOf(products: readonly Named[]): string[] {
  return products.map(({ slug }) => slug);
}

function partsOf(text: string | undefined): string[] {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

function distinct(products: readonly Named[]): Named[] {
  return [...new Map(products.map((each) => [each.slug, each])).values()];
}
