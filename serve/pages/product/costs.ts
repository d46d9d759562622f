/** What the bill has beside the prices of plans, ways to save, and which plan suits whom. */

import { amountText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { costGuide } from '../../operations/cost-guide.ts';
import { grounds, source } from '../parts/proof.ts';
import type { Shown } from './shown.ts';

export function costs(shown: Shown): Html {
  const { record, proofs } = shown;
  const { hiddenCosts = [], planAdvice = [], referencePrices = [], expertTake } = record;
  const extra = hiddenCosts.map(
    ({ label, cost, ...from }) => html`${label}: <strong>${cost}</strong>${grounds(from, proofs)}`,
  );
  const advice = planAdvice.map(
    ({ name, suits, advice: words, ...from }) =>
      html`<strong>${name}</strong>, for ${suits}. ${words}${grounds(from, proofs)}`,
  );
  const references = referencePrices.map(
    ({ label, amount, currency, per, unit, imported }) =>
      html`${label}: <strong>${amountText(amount, { currency, per, unit })}</strong>${source({ imported }, proofs)}`,
  );
  return html`${section('extra', 'Extra costs', extra)}
${section('save', 'Ways to save', waysToSave(shown))}
${section('suits', 'Which plan to choose', advice)}
${expertTake !== undefined && html`<section aria-labelledby="drives"><h2 id="drives">What drives the bill</h2><p>${expertTake}</p></section>`}
${section('reference', 'Reference prices', references)}`;
}

function waysToSave({ store, record, proofs, now }: Shown): Html[] {
  const { slug, discounts, tiers = [] } = record;
  const guide = store.generation.research(slug)?.costGuide && costGuide.run(store, { slug }, now);
  const programs = (guide?.discountPrograms ?? []).filter(({ kind }) => kind !== 'annual_billing');
  const nameOf = (id: string) => tiers.find((tier) => tier.id === id)?.name ?? id;
  return [
    ...(discounts?.perTier ?? []).map(
      ({ tier, annualSavingsPercent }) => html`${nameOf(tier)}, billed annually: ${annualSavingsPercent} % less`,
    ),
    ...programs.map(({ name, text, ...from }) => html`<strong>${name}.</strong> ${text}${grounds(from, proofs)}`),
  ];
}

function section(id: string, title: string, entries: readonly Html[]): Html | false {
  return (
    entries.length > 0 &&
    html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul class="entries">${entries.map((entry) => html`<li>${entry}</li>`)}</ul>
</section>`
  );
}
