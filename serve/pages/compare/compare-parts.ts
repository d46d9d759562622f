/** The parts of a comparison: what each product costs for a team, and the matrix of what they are compared in. */
import { Decimal } from 'decimal.js';
import type * as z from 'zod';
import type { Tier } from '../../../data/record.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { findAlias } from '../../interface/lookup.ts';
import type { compare } from '../../operations/compare.ts';
import type { RecordView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import { atLeast, bar, excluded, hiddenSource, lineSource, notes, sumText } from '../calculators/cost-lines.ts';
import { type Proofs, proofsOf, source } from '../parts/proof.ts';
import { day, percent, statusBadge, tierPrice } from '../parts/wording.ts';

type ComparedCost = NonNullable<z.output<typeof compare.response>['costs']>[number];

export interface Compared extends ComparedCost {
  record: RecordView;
  tiers: readonly Tier[];
  proofs: Proofs;
}

export function recordsOf(store: Store, slug: string): Pick<Compared, 'tiers' | 'proofs'> {
  const { record } = findAlias(store, slug);
  return { tiers: record.tiers, proofs: proofsOf(record) };
}

export function comparePath(slugs: readonly string[], seats?: number): string {
  return `/compare?slugs=${slugs.join(',')}${seats === undefined ? '' : `&seats=${seats}`}`;
}

/** Bars are of one currency: the dearest of it is the whole. */
export function costCards(compared: readonly Compared[]): Html {
  const dearest = new Map<string, number>();
  for (const { cost } of compared) {
    const { currency = '', total } = cost ?? {};
    if (total?.annual !== undefined) dearest.set(currency, Math.max(dearest.get(currency) ?? 0, total.annual));
  }
  return html`<div class="costs of-${compared.length}">${compared.map((each) => costCard(each, dearest))}</div>`;
}

function costCard({ record, cost, problem, tiers, proofs }: Compared, dearest: ReadonlyMap<string, number>): Html {
  const { slug, name, verification } = record;
  const { status = 'unverified', confidence } = verification;
  const heading = html`<h3><a href="/tools/${slug}/pricing">${name}</a></h3>`;
  if (cost?.total.annual === undefined)
    return html`<article class="cost">${heading}<p class="sum"><strong>Not known</strong></p><p class="quiet">${problem?.detail ?? 'No price of it can be counted by seats'}.</p></article>`;
  const { tier: id, tierName, currency, subscription, hiddenCosts, total } = cost;
  const tier = tiers.find((each) => each.id === id);
  const most = dearest.get(currency ?? '') ?? 0;
  return html`<article class="cost">${heading}
<p class="sum"><strong>${atLeast(total)}${sumText(total.annual ?? 0, currency)}</strong> a year</p>
${bar(most === 0 ? 0 : new Decimal(total.annual ?? 0).dividedBy(most).toNumber())}
<p class="quiet">${tierName}${subscription.monthly !== undefined && html`, ${sumText(subscription.monthly, currency)} a month`}</p>
<ul class="lines">
${subscription.lines.map((line) => html`<li><span>${line.label}${lineSource(line, tier, proofs)}</span> <span class="amount">${moneyText(line.annual, line.currency)}</span></li>`)}
${hiddenCosts.filter(({ counted }) => counted).map((hidden) => html`<li><span>${hidden.label}${hiddenSource(hidden, proofs)}</span> <span class="amount">${sumText(hidden.annual ?? '0', currency)}</span></li>`)}
</ul>
${total.excludes.length > 0 && html`<details><summary>Not in the sum: ${total.excludes.length}</summary>${excluded(total.excludes)}</details>`}
${cost.notes.length > 0 && html`<details><summary>Taken for granted: ${cost.notes.length}</summary>${notes(cost)}</details>`}
<p class="quiet">${statusBadge(status)} ${confidence !== undefined && html`${percent(confidence)} sure`} · <a href="/calculators/tco?product=${slug}&amp;seats=${cost.seats}">all years</a></p>
</article>
`;
}

const UNKNOWN = html`<span class="quiet">not known</span>`;

export function matrix(compared: readonly Compared[]): Html {
  const rows: [label: string, cell: (of: Compared) => Html][] = [
    ['Starts at', startsAt],
    ['Paid tiers', paidTiers],
    ['Free tier', freeTier],
    ['Tiers', tierList],
    ['Paid by the year', yearly],
    ['Beyond the price', beyond],
    ['In its category', position],
    ['How sure', trust],
  ];
  return html`<table class="versus-table"><thead><tr><td></td>${compared.map(({ record: { slug, name } }) => html`<th scope="col"><a href="/tools/${slug}/pricing">${name}</a></th>`)}</tr></thead><tbody>
${rows.map(([label, cell]) => html`<tr><th scope="row">${label}</th>${compared.map((each) => html`<td data-of="${each.record.name}">${cell(each)}</td>`)}</tr>\n`)}</tbody></table>`;
}

function startsAt({ record: { startingPrice, priceRange, startingPriceBasis, tiers = [] } }: Compared): Html {
  if (startingPrice == null || priceRange === undefined)
    return tiers.some(({ isCustom }) => isCustom) ? html`by quote` : UNKNOWN;
  const unit = tiers.find(({ price, isFree }) => !isFree && price === startingPrice)?.unit;
  return html`<strong>${moneyText(startingPrice, priceRange.currency)}</strong> ${unit !== undefined && unit !== 'flat' && `per ${unit}, `}a month${startingPriceBasis === 'min_paid_annual' && ', billed annually'}`;
}

function paidTiers({ record: { priceRange } }: Compared): Html {
  return priceRange === undefined ? UNKNOWN : html`${priceRange.display}`;
}

function freeTier({ record: { freeTier: has } }: Compared): Html {
  return has === undefined ? UNKNOWN : html`${has ? 'yes' : 'none'}`;
}

function tierList({ record: { tiers = [], priceRange }, proofs }: Compared): Html {
  if (tiers.length === 0) return UNKNOWN;
  return html`<ul>${tiers.map((tier) => {
    const evidence = [
      tier.prices.find((price) => price.evidence !== undefined)?.evidence ?? tier.evidence ?? [],
    ].flat();
    return html`<li>${tier.name}: ${tierPrice(tier, priceRange?.currency)}${source({ ...tier, evidence }, proofs)}</li>`;
  })}</ul>`;
}

function yearly({ record: { discounts, tiers = [] } }: Compared): Html {
  if (discounts === undefined) return html`<span class="quiet">no saving known</span>`;
  const nameOf = (id: string) => tiers.find((tier) => tier.id === id)?.name ?? id;
  return html`<ul>${discounts.perTier.map(({ tier, annualSavingsPercent }) => html`<li>${nameOf(tier)}: ${annualSavingsPercent} % less</li>`)}</ul>`;
}

function beyond({ record: { slug, hiddenCosts = [] }, proofs }: Compared): Html {
  if (hiddenCosts.length === 0) return html`<span class="quiet">nothing known</span>`;
  return html`<ul>${hiddenCosts.slice(0, 4).map(({ evidence, ...cost }) => html`<li>${cost.label}: ${cost.cost}${source({ ...cost, evidence: evidence === undefined ? [] : [evidence] }, proofs)}</li>`)}</ul>${hiddenCosts.length > 4 && html`<a href="/tools/${slug}/pricing">and ${hiddenCosts.length - 4} more</a>`}`;
}

function position({ record: { positioning } }: Compared): Html {
  if (positioning?.sufficient !== true) return html`<span class="quiet">too few are priced alike to tell</span>`;
  const { percentVsMedian, sampleSize, categoryMedian, currency } = positioning;
  const against =
    percentVsMedian === 0
      ? 'at the median'
      : `${Math.abs(percentVsMedian)} % ${percentVsMedian > 0 ? 'above' : 'below'} the median`;
  return html`${against} of ${sampleSize} (${moneyText(categoryMedian, currency)})`;
}

function trust({ record: { slug, verification } }: Compared): Html {
  const { status = 'unverified', confidence, confirmedAt } = verification;
  return html`${statusBadge(status)} ${confidence !== undefined && percent(confidence)}<br><a class="quiet" href="/tools/${slug}/pricing">${confirmedAt === undefined ? 'never confirmed' : html`confirmed ${day(confirmedAt)}`}</a>`;
}
