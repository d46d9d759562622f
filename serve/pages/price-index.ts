/** The price index as a chart and a table, and how it is computed. */
import * as z from 'zod';
import { CONTEXTS } from '../../data/price-index/cheapest-rates.ts';
import { BASES, type Basis } from '../../data/price-index/standing.ts';
import { number } from '../../data/text/figures.ts';
import { type Html, html, options } from '../../web/html.ts';
import { categoryName } from '../interface/lookup.ts';
import { type FixedPage, page } from '../interface/page.ts';
import {
  contextParameter,
  hasCheapest,
  indexPath,
  METHOD_PATH,
  priceIndexOperation,
} from '../operations/price-index.ts';
import type { Store } from '../store/store.ts';
import { priceIndexChart } from './charts/price-index.ts';
import { cheapestSection } from './cheapest-rates.ts';
import { layout, PRODUCTS, storeLayout } from './parts/layout.ts';
import { type Cell, figureTable } from './parts/markup.ts';
import { fieldParameter } from './parts/product-choice.ts';
import { monthText, percent } from './parts/wording.ts';

type Answer = z.output<typeof priceIndexOperation.response>;

const NAMES: Record<Basis, string> = {
  plans: 'Plans, as we observed them',
  rates: 'Token rates, as we observed them',
  'imported-plans': 'Plans, by public datasets',
  'imported-rates': 'Token rates, by public datasets',
};

function subjectOf(basis: Basis): string {
  return basis.endsWith('plans') ? 'List prices of plans' : 'Token rates';
}

const LEAST_MONTHS = 2;

const CONTEXT_OPTIONS = CONTEXTS.map((tokens): [string, string] => [
  String(tokens),
  `${number(tokens)} tokens or more`,
]);

export const priceIndexPage = page({
  id: 'price-index',
  path: '/index',
  listed: true,
  params: z.object({
    basis: fieldParameter(z.enum(BASES)),
    category: fieldParameter(z.string().max(200)),
    context: fieldParameter(contextParameter),
  }),
  render(store, { basis, category, context = '128000' }, { now }) {
    const shown = basis ?? firstWithMonths(store);
    const isWithCheapest = hasCheapest({ basis: shown, category });
    const query = { basis: shown, category, ...(isWithCheapest && { context }) };
    const answer = priceIndexOperation.run(store, query, now);
    const name = category === undefined ? undefined : categoryName(store, category);
    const of = name === undefined ? '' : ` in ${name}`;
    return storeLayout(store, {
      title: 'Software price index',
      description: 'How software prices move as a whole, by month, with the interval and what is behind each figure.',
      path: basis === undefined && category === undefined ? '/index' : indexPath({ basis: shown, category }),
      crumbs: [PRODUCTS],
      noIndex: basis !== undefined || category !== undefined,
      main: html`
<h1>Software price index</h1>
<p class="lead">${summary(answer, of)}</p>
<form class="search" action="/index" method="get">
<label>Prices<select name="basis">${options(
        BASES.map((each) => [each, NAMES[each]]),
        shown,
      )}</select></label>
<label>Category<select name="category">${options([['', 'All categories'], ...categoriesOf(store, shown, category)], category ?? '')}</select></label>
${isWithCheapest && html`<label>Context<select name="context">${options(CONTEXT_OPTIONS, context)}</select></label>`}
<button>Show</button>
</form>
${answer.months.length >= LEAST_MONTHS && chart(answer, `${NAMES[shown]}${of}`)}
${shown.startsWith('imported') && html`<p class="quiet">Between two statements of a dataset its prices are taken as unchanged, so a change is dated when the dataset changed. ${sources(answer)}</p>`}
${monthTable(answer)}
${answer.cheapest !== undefined && cheapestSection(answer.cheapest)}
<p><a href="${METHOD_PATH}">How the index is computed</a> · <a href="${jsonPath(answer)}">JSON</a> · <a href="/exports/manifest.json">CSV and Parquet</a></p>
<p class="quiet">Generation ${answer.generation}, SHA-256 <code>${answer.generationSha256}</code></p>
`,
    });
  },
});

function firstWithMonths({ generation }: Store): Basis {
  const order: Basis[] = ['plans', 'rates', 'imported-rates', 'imported-plans'];
  return order.find((basis) => generation.priceIndex(basis) !== undefined) ?? 'plans';
}

function categoriesOf(store: Store, basis: Basis, category: string | undefined): [string, string][] {
  const known = store.generation
    .priceIndices()
    .flatMap((id) => (id.startsWith(`${basis}/`) ? [id.slice(basis.length + 1)] : []));
  const all = category === undefined || known.includes(category) ? known : [...known, category];
  return all.map((id) => [id, categoryName(store, id)]);
}

/** What the index says up to its last sufficient month, or at its end where there is none. */
function summary({ basis, months }: Answer, of: string): string {
  const enough = months.findLastIndex(
    (_, at) => at > 0 && months.slice(1, at + 1).every(({ sufficient }) => sufficient),
  );
  const [first, last] = [months[0], enough > 0 ? months[enough] : months.at(-1)];
  if (first === undefined || last === undefined || first === last)
    return `No index of ${subjectOf(basis).toLowerCase()}${of} yet: it needs prices that were seen at the end of two months.`;
  const change = last.index / 100 - 1;
  const moved =
    Math.abs(change) < 0.0005 ? 'did not change' : `${change > 0 ? 'rose' : 'fell'} by ${percentText(change)}`;
  const interval =
    last.low === undefined || last.high === undefined
      ? ''
      : ` (95 % interval: ${signed(last.low)} to ${signed(last.high)})`;
  const said = `${subjectOf(basis)}${of} ${moved} from ${monthText(first.month)} to ${monthText(last.month)}${interval}.`;
  if (enough <= 0) return `${said} This is not sufficient: months have fewer than 30 prices or 20 vendors.`;
  return last === months.at(-1) ? said : `${said} Later months have fewer than 30 prices or 20 vendors.`;
}

function signed(index: number): string {
  const change = index / 100 - 1;
  return `${change < 0 ? '−' : '+'}${percentText(change)}`;
}

function percentText(share: number): string {
  return `${(Math.abs(share) * 100).toFixed(1)} %`;
}

function chart({ basis, months }: Answer, title: string): Html {
  const carried = basis.startsWith('imported') ? '' : '; the dashed line carries unseen prices forward';
  return html`<figure>${priceIndexChart(months, title)}
<figcaption>100 = ${monthText(months[0]?.month ?? '')}. The band is the 95 % interval${carried}.</figcaption></figure>`;
}

function sources({ datasets = [] }: Answer): string {
  return `Datasets: ${datasets.map(({ dataset, license }) => `${dataset} (${license})`).join(', ')}.`;
}

function monthTable({ months, basis }: Answer): Html {
  if (months.length === 0) return html``;
  const isOwn = !basis.startsWith('imported');
  const isPlans = basis.endsWith('plans');
  const columns = [
    ...['Index', '95 % interval', 'Carried forward', ...(isOwn ? ['First published'] : [])],
    ...['Prices', 'Vendors', 'Imputed', ...(isPlans ? ['Free tiers', 'Contact sales'] : []), 'Sufficient'],
  ];
  const rows = months.toReversed().map((each): Cell[] => {
    const { month, index, low, high, carryForward, firstPublished, prices, vendors, imputed, sufficient } = each;
    const interval = low === undefined || high === undefined ? '–' : `${low.toFixed(1)} to ${high.toFixed(1)}`;
    return [
      ...[monthText(month), index.toFixed(1), interval, carryForward.toFixed(1)],
      ...(isOwn ? [firstPublished?.toFixed(1) ?? '–'] : []),
      ...[prices, vendors, percent(imputed)],
      ...(isPlans ? [each.freeTiers ?? 0, each.contactUsTiers ?? 0] : []),
      sufficient ? 'yes' : 'no',
    ];
  });
  return html`<h2>By month</h2>
${figureTable(['Month', ...columns], rows)}`;
}

function jsonPath({ basis, category }: Answer): string {
  return `/api/v2${indexPath({ basis, category })}`;
}

export const indexMethodPage: FixedPage = {
  id: 'index-method',
  path: METHOD_PATH,
  listed: true,
  params: z.object({}),
  render: (site) =>
    layout(site, {
      title: 'Method of the price index',
      description: 'How the software price index is computed, what it leaves out, and the sources of its formulas.',
      path: METHOD_PATH,
      crumbs: [PRODUCTS, { path: '/index', text: 'Software price index' }],
      main: html`
<h1>Method of the price index</h1>
<p class="lead">The index compares each price with itself a month earlier. It needs no common currency and no judgement of quality.</p>
<h2>Formula</h2>
<p>A month’s price is the list price that stands at its end. A product moves by the geometric mean of the ratios of its own prices, the index by the geometric mean of its products (the Jevons index, at two levels). Each product weighs the same: nobody publishes what is sold. Months are chained. The index is 100 in the month before the first sufficient one, or in the first month if none is.</p>
<p>Prices are equal only if tier, currency, billing, period and unit are; for rates, model, kind of rate, prompt length and currency. Promotions, prices of other markets, free tiers and tiers priced on request are left out; free tiers and those on request are counted.</p>
<h2>Entry, exit and gaps</h2>
<ul>
<li>A new price counts from its second month, and a price that ends drops out: neither moves the index.</li>
<li>A price that was not seen in the month leaves the ratios: an older sight would hide a change. Until it is seen again it moves with its product’s other prices, else with the index. It returns by its ratio to that imputed price, so the index holds its own movement in the end.</li>
<li>The series “carried forward” takes each price as unchanged until it is seen again. It reacts late, and shows what imputation is worth.</li>
<li>A change together with a redesign of the page, and a correction of ours, starts a new price.</li>
</ul>
<h2>Interval</h2>
<p>The 95 % interval is by a bootstrap that draws whole vendors 400 times, since a vendor changes its prices together, with Student’s t. In 1,400 invented worlds with known inflation between −26 and +10 % a year, products that come and go, redesigns and unreadable pages, the index was wrong by less than 0.1 points a year. In the 600 of them with an interval, it held the truth in 94 of 100.</p>
<h2>Sufficient</h2>
<p>A month is sufficient with 30 compared prices of 20 vendors.</p>
<h2>Series</h2>
<ul>
<li>“As we observed them” is by our own visits. “First published” is by what we knew at the end of each month; the index itself is by what we know today.</li>
<li>“By public datasets” is by their dated history. Most datasets keep only changes, so their prices are carried forward between the first and the last statement, never beyond. Yearly lists do not state the billing: a switch between monthly and annual prices may look like a change.</li>
</ul>
<h2>Cheapest rates by context length</h2>
<p>For 128,000, 200,000 and 1,000,000 tokens (at 8,000 and 32,000 the imported history gives the rates of 128,000): the lowest input and the lowest output rate, in US dollars, that stood at the end of each month. It is a frontier of minimum prices, not an index of matched models: it falls when a cheaper model enters, rises when one leaves, and says nothing of quality.</p>
<ul>
<li>A model counts if both its rates are known and its context window is at least that long. Of rates that depend on the length of the prompt, those for that length count.</li>
<li>A window is the number of tokens of a prompt and its answer together, as datasets state it at one date: pydantic/genai-prices on 23 Sep 2026 and badlogic/pi-mono on 8 May 2026, compared with romanshumy/llm-prices-data. Where they differ by a tenth or more the window is not known. Whether a window was shorter in the past is not known.</li>
<li>A minimum is as wrong as the lowest wrong rate. A rate that stood at the end of one month only and went back to what it was does not count.</li>
<li>Models without a known window never count, so a cheaper one may exist. A dataset may keep a model for a time after it is gone, and says nothing after its last statement: in the last months the frontier rests on few models.</li>
<li>Input and output are not blended: no ratio holds for all uses.</li>
<li>A month is sufficient with 30 models of 20 vendors.</li>
</ul>
<h2>Sources</h2>
<ul>
<li>ILO, IMF, OECD, Eurostat, UN and World Bank: Consumer Price Index Manual, Concepts and Methods (2020), chapters 6 to 8.</li>
<li>P. Levell: Is the Carli index flawed? Journal of the Royal Statistical Society A 178 (2015).</li>
<li>P. Armknecht and F. Maitland-Smith: Price Imputation and Other Techniques for Dealing with Missing Observations, Seasonality and Quality Change in Price Indices, IMF Working Paper 99/78 (1999).</li>
<li>A. Cameron, J. Gelbach and D. Miller: Bootstrap-Based Improvements for Inference with Clustered Errors, Review of Economics and Statistics 90 (2008).</li>
</ul>
`,
    }),
};
