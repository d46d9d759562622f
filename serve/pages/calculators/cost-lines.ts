/** What a cost is shown by: the lines that add up to it, and what is not in it with the reason. */
import type { Currency } from '../../../data/money.ts';
import type { Tier } from '../../../data/record.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { CostLine, Exclusion, HiddenCostLine, TeamCost } from '../../cost/cost-shape.ts';
import { isFloor } from '../../cost/floor.ts';
import { grounds, type Proofs, source } from '../parts/proof.ts';

export function atLeast(total: TeamCost['total']): string {
  return isFloor(total) ? 'at least ' : '';
}

/** "$3,600"; of a free tier, "nothing". */
export function sumText(sum: number | string, currency: Currency | undefined): string {
  return currency === undefined ? 'nothing' : moneyText(sum, currency);
}

/** A line of a tier leads to its quote, or to what the tier as a whole comes from. */
export function lineSource({ evidence }: CostLine, tier: Tier | undefined, proofs: Proofs): Html | false {
  if (evidence !== undefined) return source({ evidence: [evidence] }, proofs);
  return tier !== undefined && source({ imported: tier.imported, research: tier.research }, proofs);
}

export function hiddenSource(
  { evidence, imported, origin, source: found }: HiddenCostLine,
  proofs: Proofs,
): Html | false {
  return grounds({ origin, evidence: evidence === undefined ? [] : [evidence], imported, source: found }, proofs);
}

/** What the total does not hold, and why; nothing where it holds all that is known. */
export function excluded(excludes: readonly Exclusion[]): Html | false {
  return (
    excludes.length > 0 && html`<ul class="excluded">${excludes.map((each) => html`<li>${leftOut(each)}</li>`)}</ul>`
  );
}

function leftOut({ label, detail, amount, currency }: Exclusion): Html {
  const sum = amount === undefined || currency === undefined ? undefined : moneyText(amount, currency);
  const isSaid = sum === undefined || label.includes(sum);
  return html`${label}${!isSaid && ` (${sum})`}. <span class="quiet">${detail}.</span>`;
}

export function notes({ notes: said }: Pick<TeamCost, 'notes'>): Html | false {
  return said.length > 0 && html`<ul class="notes">${said.map((note) => html`<li>${note}.</li>`)}</ul>`;
}

/** A bar of `share` (0 to 1) of its place; the figure that it shows stands beside it. */
export function bar(share: number): Html {
  const width = Math.max(0.5, Math.round(share * 1000) / 10);
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="bar-ground" width="100" height="6"></rect><rect class="bar-value" width="${width}" height="6"></rect></svg>`;
}
