/** The cost for a team over the years (`calculateTco`). */

import * as z from 'zod';
import type { PricingRecord } from '../../../data/record.ts';
import { counted } from '../../../data/text/figures.ts';
import { roundedText } from '../../../data/text/price-text.ts';
import { type Html, html, options } from '../../../web/html.ts';
import { currenciesOf } from '../../cost/offer.ts';
import { tierNamed } from '../../cost/tier-choice.ts';
import { findAlias } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { integerParameter, seatsParameter, textParameter } from '../../interface/parameters.ts';
import { isUnpriced, PROBLEMS } from '../../interface/problem.ts';
import { tco } from '../../operations/tco.ts';
import { label } from '../../record/vendor-text.ts';
import type { Store } from '../../store/store.ts';
import { PRODUCTS, pricingLink, storeLayout } from '../parts/layout.ts';
import {
  exampleProducts,
  fieldParameter,
  likelyOf,
  type Named,
  productField,
  productNamed,
  SEATS,
  unknownProduct,
} from '../parts/product-choice.ts';
import { grounds, proofsOf } from '../parts/proof.ts';
import { day, percent, statusBadge, statusMeaning } from '../parts/wording.ts';
import { atLeast, excluded, lineSource, notes, sumText } from './cost-lines.ts';

type Cost = z.output<typeof tco.response>;

const { billing: billingParameter, currency: currencyParameter } = tco.params.shape;
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
    seats: fieldParameter(seatsParameter),
    years: fieldParameter(integerParameter(1, MOST_YEARS)),
    billing: fieldParameter(billingParameter),
    currency: fieldParameter(currencyParameter),
  }),
  render(store, { product = '', seats = SEATS, years = 1, tier, billing = 'monthly', currency }, { now }) {
    const isExample = product.trim() === '';
    const named = isExample ? exampleProducts(store, 1)[0] : productNamed(store, product);
    const asked = { seats, years, tier, billing, currency };
    const title = isExample || named === undefined ? 'Team cost calculator' : `${named.name} cost for a team`;
    const near = ({ slug, name }: Named) => html`<a href="/calculators/tco?product=${slug}">${name}</a>`;
    return storeLayout(store, {
      title,
      description:
        'Cost of a product for a team over one to five years: all lines of the total with sources, and what is not included.',
      path: '/calculators/tco',
      crumbs: [PRODUCTS, ...(isExample || named === undefined ? [] : [pricingLink(named)])],
      noIndex: !isExample,
      scripts: ['live', 'suggest', 'copy'],
      main: html`
<h1>${title}</h1>
${isExample && html`<p class="lead">Cost of a product for a team, with all lines of the total. For tokens, use the <a href="/calculators/llm">token cost calculator</a>.</p>`}
${form(store, named ?? { slug: undefined, name: product }, asked)}
<div id="total" aria-live="polite">
${isExample && named !== undefined && html`<p><span class="badge">Example</span> ${named.name}. Choose your own product above.</p>`}
${named === undefined ? !isExample && unknownProduct(store, product, near) : result(store, named, { asked, now })}
</div>
`,
    });
  },
});

function form(store: Store, { slug, name }: { slug: string | undefined; name: string }, asked: Asked): Html {
  const { seats, years, billing, currency } = asked;
  const found = slug === undefined ? undefined : findAlias(store, slug);
  const tiers = found?.record.tiers ?? [];
  const currencies = [...new Set(tiers.flatMap(currenciesOf))];
  const tierOptions = tiers.map((tier) => [tier.id, label(tier.name, 80)] as const);
  return html`<form class="search team" action="/calculators/tco" method="get" data-live="total">
${productField({ label: 'Product', name: 'product', value: name }, likelyOf(store, found?.product.category))}
${tiers.length > 0 && html`<label>Plan<select name="tier">${options([['', 'Cheapest that fits'], ...tierOptions], tierNamed(tiers, asked.tier)?.id)}</select></label>`}
<label class="figure">Seats<input type="number" name="seats" min="1" max="1000000" value="${seats}"></label>
<label class="figure">Years<input type="number" name="years" min="1" max="${MOST_YEARS}" value="${years}"></label>
<label class="figure">Billing<select name="billing">${options(Object.entries({ monthly: 'Monthly', annual: 'Annual' }), billing)}</select></label>
${currencies.length > 1 && html`<label class="figure">Currency<select name="currency"><option value="">Default</option>${currencies.map((each) => html`<option${each === currency && html` selected`}>${each}</option>`)}</select></label>`}
<button>Calculate</button>
</form>`;
}

/** Ignores a plan or currency of another product, which a form may still hold. */
function result(store: Store, product: Named, { asked, now }: { asked: Asked; now: Date }): Html {
  const { slug, name } = product;
  const { seats, years, billing, currency } = asked;
  const { record } = findAlias(store, slug);
  const isSold = currency !== undefined && record.tiers.some((each) => currenciesOf(each).includes(currency));
  const tier = tierNamed(record.tiers, asked.tier)?.id;
  const wanted = { slug, seats, billing, termYears: years, tier, currency: isSold ? currency : undefined };
  try {
    return costTable(tco.run(store, wanted, now), record, product);
  } catch (error) {
    if (!isUnpriced(error)) throw error;
    return html`<h2>${PROBLEMS[error.code].title}</h2><p>${error.message}. <a href="/tools/${slug}/pricing">See ${name} pricing</a></p>`;
  }
}

function costTable(cost: Cost, record: PricingRecord, { slug, name }: Named): Html {
  const { tier: id, tierName, currency, seats, termYears, billing, subscription, hiddenCosts, total } = cost;
  const proofs = proofsOf(record);
  const tier = record.tiers.find((each) => each.id === id);
  const inTotals = hiddenCosts.filter((each) => each.counted);
  const choices = new Set(total.excludes.flatMap(({ reason, label }) => (reason === 'optional' ? label : [])));
  const optional = hiddenCosts.filter(({ label, annual }) => choices.has(label) && annual !== undefined);
  const money = (sum: string | number | undefined) => (sum === undefined ? '–' : sumText(sum, currency));
  const sums = ({ annual, term }: { annual?: string | number | undefined; term?: string | number | undefined }) =>
    html`<td class="number">${money(termYears === 1 ? term : annual)}</td>${termYears > 1 && html`<td class="number">${money(term)}</td>`}`;
  const row = (words: string, from: Html | false, line: Parameters<typeof sums>[0]) =>
    html`<tr><th scope="row">${words}${from}</th>${sums(line)}</tr>\n`;
  return html`<p class="total sum"><strong>${total.term === undefined ? 'Not known yet' : html`${atLeast(total)}${money(total.term)}`}</strong> for ${counted(seats, 'seat')} of ${name} ${tierName}, for ${termYears === 1 ? 'one year' : `${termYears} years`}${billing !== undefined && `, billed ${billing === 'annual' ? 'annually' : 'monthly'}`}</p>
${trust(cost)}
<table class="reckoning"><thead><tr><th scope="col">Item</th><th scope="col" class="number">${termYears === 1 ? 'One year' : 'First year'}</th>${termYears > 1 && html`<th scope="col" class="number">${termYears} years</th>`}</tr></thead><tbody>
${subscription.lines.map((line) => row(line.label, lineSource(line, tier, proofs), line))}
${inTotals.map((hidden) => row(hidden.label, grounds(hidden, proofs), hidden))}
</tbody><tfoot><tr><th scope="row">Total</th>${sums(total)}</tr></tfoot></table>
${subscription.monthly !== undefined && currency !== undefined && html`<p class="quiet">The subscription is ${roundedText(subscription.monthly, currency)} a month${subscription.unitsCharged !== undefined && subscription.unitsCharged > seats && html`, charged for ${counted(subscription.unitsCharged, 'seat')}`}.</p>`}
${total.excludes.length > 0 && html`<h2>Not included</h2>${excluded(total.excludes)}`}
${optional.length > 0 && html`<h2>Optional</h2><ul class="lines">${optional.map((hidden) => html`<li><span>${hidden.label}${grounds(hidden, proofs)}</span> <span class="amount">${optionalSum(hidden)}</span></li>`)}</ul>`}
${cost.notes.length > 0 && html`<h2>Assumptions</h2>${notes(cost)}`}
<p><a href="/compare?slugs=${slug}&amp;seats=${seats}">Compare with others</a> · <a href="/tools/${slug}/alternatives">Alternatives</a> · <a href="/docs/calculateTco">Use the API</a></p>
<h2>Cite this</h2>
<pre class="cite" data-copy>${cost.attribution}</pre>`;
}

/** "$240 a year", "$500 once". */
function optionalSum({ per, annual = '0', term = '0', currency }: Cost['hiddenCosts'][number]): string {
  return per === 'once' ? `${sumText(term, currency)} once` : `${sumText(annual, currency)} a year`;
}

function trust({ verification }: Cost): Html {
  const { status = 'unverified', confidence, confirmedAt } = verification;
  return html`<p class="quiet">${statusBadge(status)} ${confidence !== undefined && html`${percent(confidence)} sure. `}${statusMeaning(status)}${confirmedAt !== undefined && html`. Confirmed ${day(confirmedAt)}`}.</p>`;
}
