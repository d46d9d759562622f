/** Two to four products side by side. What `links.page` of a comparison leads to. */
import type * as z from 'zod';
import { moneyText } from '../../data/price-text.ts';
import { compare } from '../operations/compare.ts';
import { page } from '../page.ts';
import type { RecordView } from '../record/shape.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { day, percent, statusBadge, tierPrice } from './words.ts';

type Comparison = z.output<typeof compare.response>;

export const comparePage = page({
  id: 'compare-page',
  path: '/compare',
  params: compare.params.pick({ slugs: true, seats: true }),
  render(store, { slugs, seats }, now) {
    const { products, costs = [] } = compare.run(store, { slugs, seats }, now);
    const names = products.map(({ name }) => name).join(', ');
    const asked = products.map(({ slug }) => slug).join(',');
    return layout(store.site, {
      title: `${names}: prices side by side`,
      description: `What ${names} cost, side by side, each with its proof.`,
      generation: store.generation.id,
      main: html`
<p class="crumbs"><a href="/">All products</a></p>
<h1>Prices side by side</h1>
<form class="search" action="/compare" method="get"><input type="hidden" name="slugs" value="${asked}"><label>Seats<input type="number" name="seats" min="1" max="1000000" value="${seats ?? ''}" required></label><button>Count</button></form>
<div class="scroll"><table><thead><tr><td></td>${products.map(({ slug, name }) => html`<th scope="col"><a href="/tools/${slug}/pricing">${name}</a></th>`)}</tr></thead><tbody>
${row('Starts at', products.map(startsAt))}
${row('Paid tiers', products.map(paidTiers))}
${row('Free tier', products.map(freeTier))}
${row('Tiers', products.map(tierList))}
${seats !== undefined && row(`${seats === 1 ? 'One seat' : `${seats} seats`}, a year`, costs.map(yearlyCost))}
${row('How sure', products.map(trust))}
</tbody></table></div>
<p class="quiet">Nothing is converted: amounts of two currencies are not to be compared.</p>
<h2>Cite this</h2>
<pre class="cite">${products.map(({ attribution }) => attribution).join('\n')}</pre>
<p><a href="/api/v2/compare?slugs=${asked}${seats !== undefined && html`&amp;seats=${seats}`}">This comparison as JSON</a></p>
`,
    });
  },
});

const UNKNOWN = html`<span class="quiet">not known</span>`;

function row(label: string, cells: readonly Html[]): Html {
  return html`<tr><th scope="row">${label}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
}

function startsAt({ startingPrice, priceRange, startingPriceBasis, tiers = [] }: RecordView): Html {
  if (startingPrice != null && priceRange !== undefined)
    return html`<strong>${moneyText(startingPrice, priceRange.currency)}</strong> a month${startingPriceBasis === 'min_paid_annual' && ', billed annually'}`;
  return tiers.some(({ isCustom }) => isCustom) ? html`by quote` : UNKNOWN;
}

function paidTiers({ priceRange }: RecordView): Html {
  return priceRange === undefined ? UNKNOWN : html`${priceRange.display}`;
}

function freeTier({ freeTier: has }: RecordView): Html {
  return has === undefined ? UNKNOWN : html`${has ? 'yes' : 'no'}`;
}

function tierList({ tiers = [], priceRange }: RecordView): Html {
  if (tiers.length === 0) return UNKNOWN;
  return html`<ul>${tiers.map((tier) => html`<li>${tier.name}: ${tierPrice(tier, priceRange?.currency)}</li>`)}</ul>`;
}

function yearlyCost({ cost, problem }: NonNullable<Comparison['costs']>[number]): Html {
  if (cost?.total.annual === undefined)
    return html`<span class="quiet">${problem?.detail ?? 'cannot be counted'}</span>`;
  const { tierName, currency, total } = cost;
  const sum = currency === undefined ? 'nothing' : moneyText(total.annual ?? 0, currency);
  return html`<strong>${sum}</strong> <span class="quiet">in ${tierName}${total.excludes.length > 0 && ', not all counted'}</span>`;
}

function trust({ verification: { status = 'unverified', confidence, confirmedAt } }: RecordView): Html {
  return html`${statusBadge(status)} ${confidence !== undefined && percent(confidence)}${confirmedAt !== undefined && html`<br><span class="quiet">confirmed ${day(confirmedAt)}</span>`}`;
}
