/** Products side by side: first what they differ in, then what is the same for all. */
import { monthlyText, roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { isJudged } from '../../record/market.ts';
import { absentPriceText, freePlanText } from '../../record/price-words.ts';
import type { TierView } from '../../record/shape.ts';
import { productLink, quiet, separated } from '../parts/markup.ts';
import { source, tierEvidence } from '../parts/proof.ts';
import { againstMedian, day, monthlyTerms, percent, statusBadge, tierPrice } from '../parts/wording.ts';
import type { Compared } from './comparison.ts';

interface Row {
  label: string;
  /** What rows are compared by; undefined where it is not known. */
  text(of: Compared): string | undefined;
  /** With its sources; the text, if absent. */
  cell?(of: Compared): Html;
}

const ROWS: readonly Row[] = [
  { label: 'Starting price', text: startText, cell: startCell },
  { label: 'Paid plans', text: ({ view: { priceRange } }) => priceRange?.display },
  {
    label: 'Free plan',
    text: ({ view: { freeTier } }) => (freeTier === undefined ? undefined : freePlanText(freeTier)),
    cell: freeCell,
  },
  { label: 'Plans', text: plansText, cell: plansCell },
  { label: 'Annual discount', text: discountText },
  { label: 'Extra costs', text: extrasText, cell: extrasCell },
  { label: 'Position in its category', text: positionText },
  { label: 'Confidence', text: trustText, cell: trustCell },
];

export function differences(compared: readonly Compared[]): Html {
  const rows = ROWS.map((row) => ({ row, texts: new Set(compared.map(row.text)) }));
  const known = rows.filter(({ texts }) => texts.size > 1 || !texts.has(undefined));
  const unknown = rows.filter((each) => !known.includes(each)).map(({ row }) => row.label.toLowerCase());
  const [differing, same] = [
    known.filter(({ texts }) => texts.size > 1),
    known.filter(({ texts }) => texts.size === 1),
  ];
  const group = (title: string, of: typeof rows) =>
    of.length > 0 &&
    html`<tbody><tr class="group"><th colspan="${compared.length + 1}" scope="rowgroup">${title}</th></tr>
${of.map(({ row }) => rowOf(row, compared))}</tbody>`;
  return html`<table class="versus-table"><thead><tr><td></td>${compared.map(({ view }) => html`<th scope="col">${productLink(view)}</th>`)}</tr></thead>${group('Differences', differing)}${group('The same for all', same)}</table>
${unknown.length > 0 && html`<p class="quiet">Not known for any product: ${separated(unknown)}.</p>`}`;
}

function rowOf({ label, text, cell }: Row, compared: readonly Compared[]): Html {
  const cells = compared.map((each) => {
    const words = text(each);
    const shown = words === undefined ? quiet('Not known yet') : (cell?.(each) ?? words);
    return html`<td data-of="${each.view.name}">${shown}</td>`;
  });
  return html`<tr><th scope="row">${label}</th>${cells}</tr>\n`;
}

/** The tier that the starting price is of. */
function startTier({ view: { startingPrice, tiers = [] } }: Compared): TierView | undefined {
  return tiers.find(({ price, isFree }) => !isFree && price === startingPrice);
}

function startBilling({ view }: Compared): 'annual' | undefined {
  return view.startingPriceBasis === 'min_paid_annual' ? 'annual' : undefined;
}

function startTerms(of: Compared): string {
  return monthlyTerms({ unit: startTier(of)?.unit, billing: startBilling(of) });
}

function startMoney(of: Compared): string | undefined {
  const { startingPrice, priceRange } = of.view;
  if (startingPrice == null || priceRange === undefined) return undefined;
  return monthlyText(startingPrice, priceRange.currency, startBilling(of));
}

function startText(of: Compared): string | undefined {
  const money = startMoney(of);
  if (money !== undefined) return `${money} ${startTerms(of)}`;
  const { priceState = 'not_known' } = of.view;
  return priceState === 'not_known' ? undefined : absentPriceText(priceState);
}

function startCell(of: Compared): Html {
  const money = startMoney(of);
  if (money === undefined) return html`${absentPriceText(of.view.priceState)}`;
  const tier = startTier(of);
  return html`<strong>${money}</strong> ${startTerms(of)}${tier !== undefined && tierSource(tier, of)}`;
}

function freeCell(of: Compared): Html {
  const { freeTier, tiers = [] } = of.view;
  const free = tiers.find(({ isFree }) => isFree);
  return html`${freePlanText(freeTier)}${free !== undefined && tierSource(free, of)}`;
}

function tierSource(tier: TierView, { view: { priceRange }, proofs }: Compared): Html | false {
  return source({ ...tier, evidence: tierEvidence(tier, priceRange?.currency) }, proofs);
}

function plansText({ view: { tiers = [], priceRange } }: Compared): string | undefined {
  if (tiers.length === 0) return undefined;
  return tiers.map((tier) => `${tier.name}: ${tierPrice(tier, priceRange?.currency)}`).join('\n');
}

function plansCell(of: Compared): Html {
  const { tiers = [], priceRange } = of.view;
  return html`<ul>${tiers.map((tier) => html`<li><bdi>${tier.name}</bdi>: ${tierPrice(tier, priceRange?.currency)}${tierSource(tier, of)}</li>`)}</ul>`;
}

function discountText({ view: { discounts, tiers = [] } }: Compared): string | undefined {
  const nameOf = (id: string) => tiers.find((tier) => tier.id === id)?.name ?? id;
  return discounts?.perTier
    .map(({ tier, annualSavingsPercent }) => `${nameOf(tier)}: ${annualSavingsPercent} % less`)
    .join(', ');
}

function extrasText({ view: { hiddenCosts = [] } }: Compared): string | undefined {
  return hiddenCosts.length === 0 ? undefined : hiddenCosts.map(({ label, cost }) => `${label}: ${cost}`).join('\n');
}

function extrasCell({ view: { slug, hiddenCosts = [] }, proofs }: Compared): Html {
  return html`<ul>${hiddenCosts.slice(0, 4).map((cost) => html`<li>${cost.label}: ${cost.cost}${source(cost, proofs)}</li>`)}</ul>${hiddenCosts.length > 4 && html`<a href="/tools/${slug}/pricing">and ${hiddenCosts.length - 4} more</a>`}`;
}

function positionText({ view: { positioning } }: Compared): string | undefined {
  if (!isJudged(positioning)) return undefined;
  const { percentVsMedian, sampleSize, categoryMedian, currency } = positioning;
  return `${againstMedian(percentVsMedian, 'at the median')} of ${sampleSize} products (${roundedText(categoryMedian, currency)})`;
}

function trustText({ view: { verification } }: Compared): string | undefined {
  const { status = 'unverified', confidence = 0, confirmedAt = '' } = verification;
  if (confidence === 0) return undefined;
  return [status, percent(confidence), confirmedAt.slice(0, 10)].join(' ');
}

function trustCell({ view: { verification } }: Compared): Html {
  const { status = 'unverified', confidence = 0, confirmedAt } = verification;
  const confirmed = confirmedAt === undefined ? 'Not confirmed' : html`Confirmed ${day(confirmedAt)}`;
  return html`${statusBadge(status)} ${percent(confidence)} sure<br><span class="quiet">${confirmed}</span>`;
}
