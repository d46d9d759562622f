import type { Currency } from '../../../data/money.ts';
import type { Tier } from '../../../data/record.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { CostLine, Exclusion, TeamCost } from '../../cost/cost-shape.ts';
import { type Proofs, source } from '../parts/proof.ts';

export function atLeast(total: Pick<TeamCost['total'], 'complete'>): string {
  return total.complete ? '' : 'at least ';
}

/** "$3,600"; "nothing" for a free tier, which has no currency. */
export function sumText(sum: number | string, currency: Currency | undefined): string {
  return currency === undefined ? 'nothing' : moneyText(sum, currency);
}

export function lineSource({ evidence }: CostLine, tier: Tier | undefined, proofs: Proofs): Html | false {
  if (evidence !== undefined) return source({ evidence }, proofs);
  return tier !== undefined && source({ imported: tier.imported, research: tier.research }, proofs);
}

export function excluded(excludes: readonly Exclusion[]): Html {
  const items = excludes.map(({ label, detail, amount, currency }) => {
    const sum = amount === undefined || currency === undefined ? '' : moneyText(amount, currency);
    return html`<li>${label}${!label.includes(sum) && ` (${sum})`}. <span class="quiet">${detail}.</span></li>`;
  });
  return html`<ul class="excluded">${items}</ul>`;
}

export function notes({ notes: texts }: Pick<TeamCost, 'notes'>): Html {
  return html`<ul class="notes">${texts.map((note) => html`<li>${note}.</li>`)}</ul>`;
}

/** A bar that fills `share` (0 to 1) of its place. */
export function bar(share: number): Html {
  const width = Math.max(0.5, Math.round(share * 1000) / 10);
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="bar-ground" width="100" height="6"></rect><rect class="bar-value" width="${width}" height="6"></rect></svg>`;
}
