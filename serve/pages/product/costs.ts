/** What a product costs beyond its price, what makes it cheaper, and which tier is for whom; each with what it follows from. */
import { type Html, html } from '../../../web/html.ts';
import { costGuide } from '../../operations/cost-guide.ts';
import type { RecordView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import { grounds, type Proofs } from '../parts/proof.ts';

export function beyond({ hiddenCosts = [] }: RecordView, proofs: Proofs): Html | false {
  return (
    hiddenCosts.length > 0 &&
    html`<section aria-labelledby="beyond">
<h2 id="beyond">Beyond the sticker price</h2>
<ul class="entries">${hiddenCosts.map(({ label, cost, evidence, ...from }) => html`<li>${label}: <strong>${cost}</strong>${grounds({ ...from, evidence: evidence === undefined ? [] : [evidence] }, proofs)}</li>`)}</ul>
</section>`
  );
}

/** By the year, and by programmes; nothing where none is known. */
export function discounts(
  store: Store,
  { slug, discounts: byYear, tiers = [] }: RecordView,
  { proofs, now }: { proofs: Proofs; now: Date },
): Html | false {
  const guide = store.generation.research(slug)?.costGuide && costGuide.run(store, { slug }, now);
  const programs = (guide?.discountPrograms ?? []).filter(({ kind }) => kind !== 'annual_billing');
  const nameOf = (id: string) => tiers.find((tier) => tier.id === id)?.name ?? id;
  const entries = [
    ...(byYear?.perTier ?? []).map(
      ({ tier, annualSavingsPercent }) => html`${nameOf(tier)}, paid by the year: ${annualSavingsPercent} % less`,
    ),
    ...programs.map(({ name, text, ...from }) => html`<strong>${name}.</strong> ${text}${grounds(from, proofs)}`),
  ];
  return (
    entries.length > 0 &&
    html`<section aria-labelledby="less">
<h2 id="less">For less</h2>
<ul class="entries">${entries.map((entry) => html`<li>${entry}</li>`)}</ul>
</section>`
  );
}

export function advice({ planAdvice = [], expertTake }: RecordView, proofs: Proofs): Html {
  return html`${planAdvice.length > 0 && html`<h2>Which tier for whom</h2><ul class="entries">${planAdvice.map(({ name, suits, advice: words, ...from }) => html`<li><strong>${name}</strong>, for ${suits}. ${words}${grounds(from, proofs)}</li>`)}</ul>`}
${expertTake !== undefined && html`<h2>What moves the bill</h2><p>${expertTake}</p>`}`;
}
