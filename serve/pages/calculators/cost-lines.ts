import type { Currency } from '../../../data/money.ts';
import type { Tier } from '../../../data/record.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { CostLine, Exclusion, TeamCost } from '../../cost/cost-shape.ts';
import { grounds, type Proofs, source } from '../parts/proof.ts';

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

interface Stated {
  tiers: readonly Tier[];
  proofs: Proofs;
  /** The sum of each line: of the first year, or of the whole term. */
  period: 'annual' | 'term';
}

/** The lines of a total, what it leaves out, and what it assumes. */
export function costLines(cost: TeamCost, { tiers, proofs, period }: Stated): Html {
  const { currency, subscription, hiddenCosts, total } = cost;
  const tier = tiers.find(({ id }) => id === cost.tier);
  const line = (words: string, from: Html | false, amount: string) =>
    html`<li><span>${words}${from}</span> <span class="amount">${amount}</span></li>`;
  return html`<ul class="lines">
${subscription.lines.map((each) => line(each.label, lineSource(each, tier, proofs), moneyText(each[period], each.currency)))}
${hiddenCosts.filter(({ counted }) => counted).map((hidden) => line(hidden.label, grounds(hidden, proofs), sumText(hidden[period] ?? '0', currency)))}
</ul>
${total.excludes.length > 0 && html`<details><summary>Not included: ${total.excludes.length}</summary>${excluded(total.excludes)}</details>`}
${cost.notes.length > 0 && html`<details><summary>Assumptions: ${cost.notes.length}</summary>${notes(cost)}</details>`}`;
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
