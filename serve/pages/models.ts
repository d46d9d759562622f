/** Token rates of all models and providers: sorted, filtered, and with the cost of a volume of tokens. */
import * as z from 'zod';
import { counted } from '../../data/text/figures.ts';
import { inOrder } from '../../data/text/order.ts';
import { type Html, html, options } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { amountParameter, integerParameter, slugParameter, textParameter } from '../interface/parameters.ts';
import { creditsOf } from '../record/origins.ts';
import { currencyRank, keyOf, sortsBy } from '../search/ordering.ts';
import { isAmount, RATE_KEYS, type RateRow, ratesFound } from '../search/rates.ts';
import type { Store } from '../store/store.ts';
import { PRODUCTS, storeLayout } from './parts/layout.ts';
import { pager, pathWith, separated } from './parts/markup.ts';
import { fieldParameter } from './parts/product-choice.ts';
import { rateRows } from './parts/rate-rows.ts';

const PAGE_SIZE = 100;
const MOST_TOKENS = 1_000_000_000_000;

const Asked = z.object({
  q: fieldParameter(textParameter(100)),
  provider: fieldParameter(slugParameter),
  category: fieldParameter(slugParameter),
  currency: fieldParameter(textParameter(3)),
  maxInput: fieldParameter(amountParameter()),
  promptTokens: fieldParameter(integerParameter(1, MOST_TOKENS)),
  minContext: fieldParameter(integerParameter(1, MOST_TOKENS)),
  inputTokens: fieldParameter(integerParameter(0, MOST_TOKENS)),
  outputTokens: fieldParameter(integerParameter(0, MOST_TOKENS)),
  sort: z.enum(['popular', ...sortsBy(RATE_KEYS)]).default('popular'),
  page: integerParameter(1, 1_000).default(1),
});
type Asked = z.output<typeof Asked>;

export const modelsPage = page({
  id: 'models-page',
  path: '/models',
  listed: true,
  params: Asked,
  render(store, asked) {
    const currencies = currenciesOf(store);
    // A limit holds in one currency.
    const currency = asked.currency ?? (asked.maxInput === undefined ? undefined : currencies[0]);
    const tokens = { input: asked.inputTokens ?? 0, output: asked.outputTokens ?? 0 };
    const found = ratesFound(store.rates, { ...asked, currency, tokens });
    const { sort, page: wanted, ...filters } = asked;
    const last = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    const number = Math.min(wanted, last);
    const shown = found.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
    const path = (changed: Partial<Asked>) => address({ ...filters, sort, ...changed });
    const providers = new Set(store.rates.map(({ slug }) => slug)).size;
    return storeLayout(store, {
      title: 'Token rates of language models',
      description: `${counted(store.rates.length, 'rate')} of language models by ${counted(providers, 'provider')}, per million tokens: input, cached input and output, with date and source.`,
      path: '/models',
      crumbs: [PRODUCTS],
      noIndex: path({ page: number }) !== '/models',
      scripts: ['sort', 'live'],
      main: html`
<h1>Token rates</h1>
<p class="lead">Prices of language models <strong>per million tokens</strong>: ${counted(store.rates.length, 'rate')} of ${counted(providers, 'provider')}, each with its date and source.</p>
${form(store, asked, currencies)}
<div id="rates">
<p class="quiet" role="status">${summary(found, { currency, currencies, sort })}</p>
${
  shown.length === 0
    ? html`<p>No rate matches. <a href="/models">Show all</a></p>`
    : rateRows(shown, { sort, tokens, path: (by) => path({ sort: by as Asked['sort'] }), isWhole: last === 1 })
}
${pager({ label: 'Pages', number, last, path: (to) => path({ page: to }) })}
${credits(shown)}
</div>
<p class="quiet">Context: tokens of a prompt and its answer together, as datasets state it at one date; “differs” where they state other windows. Text rates only. Currencies are not converted. <a href="/calculators/llm">The calculator</a> also counts cached tokens, batches and long prompts; <code>/api/v2/usage/{slug}</code> has the rates as JSON.</p>
`,
    });
  },
});

/** US dollars first. */
function currenciesOf({ rates }: Store): string[] {
  const currencies = new Set(rates.map(({ rate }) => rate.currency));
  return [...currencies].sort((a, b) => inOrder(currencyRank(a), currencyRank(b)));
}

function address({ sort, page: number = 1, ...filters }: Partial<Asked>): string {
  const given = { ...filters, sort: sort === 'popular' ? undefined : sort, page: number === 1 ? undefined : number };
  return pathWith('/models', given);
}

function summary(
  found: readonly RateRow[],
  { currency, currencies, sort }: { currency: string | undefined; currencies: readonly string[]; sort: Asked['sort'] },
): string {
  const limited = currencies.length > 1 && currency !== undefined ? ` in ${currency}` : '';
  const present = new Set(found.map(({ rate }) => rate.currency)).size;
  const isGrouped = present > 1 && sort !== 'popular' && isAmount(keyOf(sort).key);
  return `${counted(found.length, 'rate')}${limited}.${isGrouped ? ' Amounts are sorted within each currency, US dollars first.' : ''}`;
}

const SORTS: readonly [Asked['sort'], string][] = [
  ['popular', 'Well-known providers'],
  ['input', 'Lowest input rate'],
  ['output', 'Lowest output rate'],
  ['-input', 'Highest input rate'],
  ['-context', 'Longest context'],
  ['-date', 'Newest'],
  ['model', 'Model'],
  ['cost', 'Lowest cost of my tokens'],
];

function form({ rates }: Store, asked: Asked, currencies: readonly string[]): Html {
  const providers = [...new Map(rates.map(({ slug, provider }) => [slug, provider]))].sort(([, a], [, b]) =>
    inOrder(a.toLowerCase(), b.toLowerCase()),
  );
  const figure = (text: string, name: 'minContext' | 'promptTokens' | 'inputTokens' | 'outputTokens') =>
    html`<label class="figure">${text}<input type="number" name="${name}" min="0" max="${MOST_TOKENS}" value="${asked[name] ?? ''}"></label>`;
  const { currency, maxInput, minContext, promptTokens, inputTokens, outputTokens } = asked;
  const more = [currency, maxInput, minContext, promptTokens, inputTokens, outputTokens];
  const isFiltered = more.some((value) => value !== undefined);
  return html`<form class="search filters" action="/models" method="get" data-live="rates">
<label>Model<input type="search" name="q" value="${asked.q ?? ''}" maxlength="100" placeholder="gpt-5, sonnet, llama" autocomplete="off" data-instant></label>
<label>Provider<select name="provider">${options([['', 'All providers'], ...providers], asked.provider)}</select></label>
<label>Sort by<select name="sort">${options(SORTS, asked.sort)}</select></label>
<button>Show</button>
<details${isFiltered && html` open`}><summary>More filters, and the cost of your tokens</summary><div>
${currencies.length > 1 && html`<label class="figure">Currency<select name="currency">${options([['', 'All'], ...currencies], currency)}</select></label>`}
<label class="figure">Highest input rate<input type="number" name="maxInput" min="0" step="any" value="${maxInput ?? ''}"></label>
${figure('Least context, tokens', 'minContext')}
${figure('Prompt length, tokens', 'promptTokens')}
${figure('My input tokens', 'inputTokens')}
${figure('My output tokens', 'outputTokens')}
${asked.category !== undefined && html`<input type="hidden" name="category" value="${asked.category}">`}
</div></details>
</form>`;
}

function credits(shown: readonly RateRow[]): Html | false {
  const named = creditsOf(shown.flatMap(({ rate }) => [rate, ...(rate.contextWindow?.statements ?? [])]));
  return (
    named.length > 0 &&
    html`<p class="quiet">Datasets: ${separated(named.map(({ dataset, license, attribution = dataset }) => `${attribution} (${license})`))}.</p>`
  );
}
