/** What a team pays over the years, as `calculateTco` counts it: a form, the lines that add up, and what is not in them. */
import * as z from 'zod';
import { html } from '../../../web/html.ts';
import type { TeamCost } from '../../cost/cost-shape.ts';
import { currenciesOf } from '../../cost/offer.ts';
import { type Found, findAlias } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { integerParameter, textParameter } from '../../interface/parameters.ts';
import { Problem } from '../../interface/problem.ts';
import { tco } from '../../operations/tco.ts';
import { label } from '../../record/vendor-text.ts';
import type { Store } from '../../store/store.ts';
import { fieldParameter } from '../parts/form-parameters.ts';
import { layout } from '../parts/layout.ts';
import { likelyOf, type Named, productField, productNamed, productsNear } from '../parts/product-choice.ts';
import { costTable } from './tco-table.ts';

const { billing: billingParameter, currency: currencyParameter } = tco.params.shape;
const SEATS = 10;
const MOST_YEARS = 5;

interface Asked {
  seats: number;
  years: number;
  tier: string | undefined;
  billing: z.output<typeof billingParameter>;
  currency: string | undefined;
}

export const tcoCalculatorPage = page({
  id: 'tco-calculator',
  path: '/calculators/tco',
  listed: true,
  params: z.object({
    product: fieldParameter(textParameter(100)),
    tier: fieldParameter(textParameter(80)),
    seats: fieldParameter(integerParameter(1, 1_000_000)),
    years: fieldParameter(integerParameter(1, MOST_YEARS)),
    billing: fieldParameter(billingParameter),
    currency: fieldParameter(currencyParameter),
  }),
  render(store, { product = '', seats = SEATS, years = 1, tier, billing = 'monthly', currency }, now) {
    const named = productNamed(store, product);
    const asked = { seats, years, tier, billing, currency };
    return layout(store.site, {
      title: named === undefined ? 'What software costs over the years' : `What ${named.name} costs over the years`,
      description:
        'The total cost of a product for a team: every line that adds up to it, and what is not in it with the reason.',
      generation: store.generation.id,
      path: '/calculators/tco',
      crumbs: [
        { path: '/', text: 'Products' },
        ...(named === undefined ? [] : [{ path: `/tools/${named.slug}/pricing`, text: `${named.name} pricing` }]),
      ],
      noIndex: product !== '',
      scripts: ['live', 'suggest'],
      main: html`
<h1>${named === undefined ? 'What software costs over the years' : `What ${named.name} costs over the years`}</h1>
${named === undefined && html`<p class="lead">What a team really pays for a product: every line that adds up to the total, and what is not in it. <a href="/calculators/llm">What language models cost</a> is counted by tokens.</p>`}
${form(store, named?.name ?? product, named && findAlias(store, named.slug), asked)}
<div id="total" aria-live="polite">
${named === undefined ? product.trim() !== '' && unclear(store, product) : result(store, named, asked, now)}
</div>
`,
    });
  },
});

function form(
  store: Store,
  product: string,
  found: Found | undefined,
  { seats, years, tier, billing, currency }: Asked,
) {
  const tiers = found?.record.tiers ?? [];
  const currencies = [...new Set(tiers.flatMap(currenciesOf))];
  const chosen = tierOf(tiers, tier)?.id;
  const billings = [
    ['monthly', 'by the month'],
    ['annual', 'by the year'],
  ];
  return html`<form class="search" action="/calculators/tco" method="get" data-live="total">
${productField({ label: 'Product', name: 'product', value: product }, likelyOf(store, found?.product.category))}
${tiers.length > 0 && html`<label>Tier<select name="tier"><option value="">The cheapest that fits</option>${tiers.map(({ id, name }) => html`<option value="${id}"${id === chosen && html` selected`}>${label(name, 80)}</option>`)}</select></label>`}
<label class="figure">Seats<input type="number" name="seats" min="1" max="1000000" value="${seats}"></label>
<label class="figure">Years<input type="number" name="years" min="1" max="${MOST_YEARS}" value="${years}"></label>
<label class="figure">Paid<select name="billing">${billings.map(([value, words]) => html`<option value="${value}"${value === billing && html` selected`}>${words}</option>`)}</select></label>
${currencies.length > 1 && html`<label class="figure">Currency<select name="currency"><option value="">as usual</option>${currencies.map((each) => html`<option${each === currency && html` selected`}>${each}</option>`)}</select></label>`}
<button>Count</button>
</form>`;
}

function unclear(store: Store, text: string) {
  const near = productsNear(store, text);
  return html`<p>No product is called “${text}”.${near.length > 0 && ' Is it one of these?'}</p>
${near.length > 0 && html`<ul class="names">${near.map(({ slug, name }) => html`<li><a href="/calculators/tco?product=${slug}">${name}</a></li>`)}</ul>`}`;
}

/** A tier and a currency of another product, which a form may still hold, ask for nothing. */
function result(store: Store, { slug, name }: Named, { seats, years, tier, billing, currency }: Asked, now: Date) {
  const { record } = findAlias(store, slug);
  const isSold = currency !== undefined && record.tiers.some((each) => currenciesOf(each).includes(currency));
  const wanted = {
    slug,
    seats,
    billing,
    termYears: years,
    tier: tierOf(record.tiers, tier)?.id,
    currency: isSold ? currency : undefined,
  };
  const cost = costOrReason(() => tco.run(store, wanted, now));
  if (typeof cost === 'string')
    return html`<h2>Not known</h2><p>${cost}. That is not the same as free. <a href="/tools/${slug}/pricing">What is known of ${name}</a></p>`;
  return costTable(cost, { record, slug, name });
}

function tierOf<Tier extends { id: string; name: string }>(tiers: readonly Tier[], wanted: string | undefined) {
  const text = wanted?.trim().toLowerCase();
  return tiers.find(({ id }) => id === text) ?? tiers.find(({ name }) => name.trim().toLowerCase() === text);
}

/** Why there is no sum, where that follows from the product. */
function costOrReason<Cost extends TeamCost>(count: () => Cost): Cost | string {
  try {
    return count();
  } catch (error) {
    if (error instanceof Problem && error.code === 'price_not_public') return error.message;
    throw error;
  }
}
