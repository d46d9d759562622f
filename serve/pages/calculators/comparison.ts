import { Decimal } from 'decimal.js';
import type * as z from 'zod';
import type { Tier } from '../../../data/record.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { TeamCost } from '../../cost/cost-shape.ts';
import type { compare } from '../../operations/compare.ts';
import { isJudged } from '../../record/market.ts';
import { freePlanText } from '../../record/price-words.ts';
import type { RecordView } from '../../record/shape.ts';
import { productLink, quiet } from '../parts/markup.ts';
import { grounds, type Proofs, source, tierEvidence } from '../parts/proof.ts';
import { againstMedian, day, percent, statusBadge, tierPrice } from '../parts/wording.ts';
import { atLeast, bar, excluded, lineSource, notes, sumText } from './cost-lines.ts';

type ComparedCost = NonNullable<z.output<typeof compare.response>['costs']>[number];

interface Compared extends ComparedCost {
  view: RecordView;
  tiers: readonly Tier[];
  proofs: Proofs;
}

/** Bars of one currency share a scale: the highest cost fills the bar. */
export function costCards(compared: readonly Compared[]): Html {
  const highest = new Map<string, number>();
  for (const { cost } of compared) {
    const { currency = '', total } = cost ?? {};
    if (total?.term !== undefined) highest.set(currency, Math.max(highest.get(currency) ?? 0, total.term));
  }
  return html`<div class="costs of-${compared.length}">${compared.map((each) => costCard(each, highest))}</div>`;
}

function costCard({ view, cost, problem, tiers, proofs }: Compared, highest: ReadonlyMap<string, number>): Html {
  const { slug, verification } = view;
  const { status = 'unverified', confidence } = verification;
  const heading = html`<h3>${productLink(view)}</h3>`;
  if (cost?.total.term === undefined)
    return html`<article class="cost">${heading}<p class="sum"><strong>${problem?.code === 'price_not_public' ? 'Contact sales' : 'Not known yet'}</strong></p><p class="quiet">${problem?.detail ?? 'No known price can be counted by seats'}.</p></article>`;
  const { tier: id, tierName, currency, subscription, hiddenCosts, total } = cost;
  const tier = tiers.find((each) => each.id === id);
  const most = highest.get(currency ?? '') ?? 0;
  const line = (label: string, from: Html | false, amount: string) =>
    html`<li><span>${label}${from}</span> <span class="amount">${amount}</span></li>`;
  return html`<article class="cost">${heading}
<p class="sum"><strong>${atLeast(total)}${sumText(total.term ?? 0, currency)}</strong> ${periodOf(total)}</p>
${bar(most === 0 ? 0 : new Decimal(total.term ?? 0).dividedBy(most).toNumber())}
<p class="quiet">${tierName}${subscription.monthly !== undefined && html`, ${sumText(subscription.monthly, currency)} a month`}</p>
<ul class="lines">
${subscription.lines.map((each) => line(each.label, lineSource(each, tier, proofs), moneyText(each.term, each.currency)))}
${hiddenCosts.filter(({ counted }) => counted).map((hidden) => line(hidden.label, grounds(hidden, proofs), sumText(hidden.term ?? '0', currency)))}
</ul>
${total.excludes.length > 0 && html`<details><summary>Not included: ${total.excludes.length}</summary>${excluded(total.excludes)}</details>`}
${cost.notes.length > 0 && html`<details><summary>Assumptions: ${cost.notes.length}</summary>${notes(cost)}</details>`}
<p class="quiet">${statusBadge(status)} ${confidence !== undefined && html`${percent(confidence)} sure`} · <a href="/calculators/tco?product=${slug}&amp;seats=${cost.seats}">all years</a></p>
</article>
`;
}

/** What the sum over one year is paid for. */
function periodOf({ annual, term }: TeamCost['total']): string {
  if (annual === undefined) return 'once';
  return annual === term ? 'a year' : 'in the first year';
}

const UNKNOWN = quiet('not known');

export function matrix(compared: readonly Compared[]): Html {
  const rows: [label: string, cell: (of: Compared) => Html][] = [
    ['Starts at', startsAt],
    ['Paid tiers', ({ view: { priceRange } }) => (priceRange === undefined ? UNKNOWN : html`${priceRange.display}`)],
    ['Free tier', ({ view: { freeTier: has } }) => html`${freePlanText(has)}`],
    ['Tiers', tierList],
    ['Paid by the year', yearly],
    ['Beyond the price', beyond],
    ['In its category', position],
    ['How sure', trust],
  ];
  return html`<table class="versus-table"><thead><tr><td></td>${compared.map(({ view }) => html`<th scope="col">${productLink(view)}</th>`)}</tr></thead><tbody>
${rows.map(([label, cell]) => html`<tr><th scope="row">${label}</th>${compared.map((each) => html`<td data-of="${each.view.name}">${cell(each)}</td>`)}</tr>\n`)}</tbody></table>`;
}

function startsAt({ view: { startingPrice, priceRange, startingPriceBasis, tiers = [] } }: Compared): Html {
  if (startingPrice == null || priceRange === undefined)
    return tiers.some(({ isCustom }) => isCustom) ? html`by quote` : UNKNOWN;
  const unit = tiers.find(({ price, isFree }) => !isFree && price === startingPrice)?.unit;
  return html`<strong>${moneyText(startingPrice, priceRange.currency)}</strong> ${unit !== undefined && unit !== 'flat' && `per ${unit}, `}a month${startingPriceBasis === 'min_paid_annual' && ', billed annually'}`;
}

function tierList({ view: { tiers = [], priceRange }, proofs }: Compared): Html {
  if (tiers.length === 0) return UNKNOWN;
  return html`<ul>${tiers.map((tier) => {
    const evidence = tierEvidence(tier, priceRange?.currency);
    return html`<li>${tier.name}: ${tierPrice(tier, priceRange?.currency)}${source({ ...tier, evidence }, proofs)}</li>`;
  })}</ul>`;
}

function yearly({ view: { discounts, tiers = [] } }: Compared): Html {
  if (discounts === undefined) return quiet('no saving known');
  const nameOf = (id: string) => tiers.find((tier) => tier.id === id)?.name ?? id;
  return html`<ul>${discounts.perTier.map(({ tier, annualSavingsPercent }) => html`<li>${nameOf(tier)}: ${annualSavingsPercent} % less</li>`)}</ul>`;
}

function beyond({ view: { slug, hiddenCosts = [] }, proofs }: Compared): Html {
  if (hiddenCosts.length === 0) return quiet('nothing known');
  return html`<ul>${hiddenCosts.slice(0, 4).map((cost) => html`<li>${cost.label}: ${cost.cost}${source(cost, proofs)}</li>`)}</ul>${hiddenCosts.length > 4 && html`<a href="/tools/${slug}/pricing">and ${hiddenCosts.length - 4} more</a>`}`;
}

function position({ view: { positioning } }: Compared): Html {
  if (!isJudged(positioning)) return quiet('too few are priced alike to tell');
  const { percentVsMedian, sampleSize, categoryMedian, currency } = positioning;
  return html`${againstMedian(percentVsMedian, 'at the median')} of ${sampleSize} (${moneyText(categoryMedian, currency)})`;
}

function trust({ view: { slug, verification } }: Compared): Html {
  const { status = 'unverified', confidence, confirmedAt } = verification;
  return html`${statusBadge(status)} ${confidence !== undefined && percent(confidence)}<br><a class="quiet" href="/tools/${slug}/pricing">${confirmedAt === undefined ? 'never confirmed' : html`confirmed ${day(confirmedAt)}`}</a>`;
}
