/** The first words of a product's page: what it costs to start with, who says so, and since when. */

import { plainNumber } from '../../../data/money.ts';
import { isAnyPlanKnown } from '../../../data/prices/price-state.ts';
import { type MonthlyPrice, startingPrice } from '../../../data/prices/starting-price.ts';
import type { PricingRecord } from '../../../data/record.ts';
import type { RuleId } from '../../../data/research-rules.ts';
import { moneyText, roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { redirectUrl } from '../../record/envelope.ts';
import { absentPriceSentence } from '../../record/price-words.ts';
import type { RateView } from '../../record/shape.ts';
import { label } from '../../record/vendor-text.ts';
import { billedText } from '../charts/price-strip.ts';
import { rateEvidence, source } from '../parts/proof.ts';
import { day, perUnit, statusBadge } from '../parts/wording.ts';
import type { Shown } from './shown.ts';

export function answer(shown: Shown): Html {
  const { record, stated } = shown;
  const start = startingPrice(stated.tiers, stated.currency);
  const cheapest = start === undefined ? cheapestRate(record.rateCard?.models ?? []) : undefined;
  const isKnown = isAnyPlanKnown(stated);
  return html`<p class="answer">${sentence(shown, { start, cheapest })}${isKnown && record.priceState !== 'free_only' && freePlan(record.freeTier)}</p>
<p class="known">${isKnown && confirmation(shown, { start, cheapest })}${vendorLink(shown)}</p>
${furtherWords(shown)}`;
}

interface Least {
  start: MonthlyPrice | undefined;
  /** The model with the lowest input rate; undefined where a monthly price is known. */
  cheapest: RateView | undefined;
}

function sentence({ record: { name, priceState } }: Shown, { start, cheapest }: Least): Html | string {
  if (start !== undefined) {
    const { amount, terms } = startingWords(start);
    return html`${name} starts at <strong>${amount}</strong> ${terms}.`;
  }
  if (cheapest?.inputPerMTok === undefined) return absentPriceSentence(name, priceState);
  const { model, currency, inputPerMTok, outputPerMTok } = cheapest;
  return html`${name} charges by token: from <strong>${moneyText(inputPerMTok, currency)}</strong> per million input tokens${outputPerMTok !== undefined && html` and ${moneyText(outputPerMTok, currency)} per million output tokens`} (${model}).`;
}

export function startingWords({ amount, currency, billing, price }: MonthlyPrice): { amount: string; terms: string } {
  return {
    amount: roundedText(amount, currency),
    terms: `${perUnit(price.unit)}a month, ${billedText(billing)}`,
  };
}

/** "$8.75 per user a month, billed monthly"; undefined where no monthly price is known. */
export function startingText({ tiers, currency }: Pick<PricingRecord, 'tiers' | 'currency'>): string | undefined {
  const start = startingPrice(tiers, currency);
  if (start === undefined) return undefined;
  const { amount, terms } = startingWords(start);
  return `${amount} ${terms}`;
}

function freePlan(freeTier: boolean | undefined): string | undefined {
  if (freeTier === undefined) return undefined;
  return freeTier ? ' There is a free plan.' : ' There is no free plan.';
}

/** In the currency of most models. */
function cheapestRate(models: readonly RateView[]): RateView | undefined {
  const [largest = []] = [...Map.groupBy(models, ({ currency }) => currency).values()].sort(
    (a, b) => b.length - a.length,
  );
  const cost = ({ inputPerMTok = Number.POSITIVE_INFINITY }: RateView) => inputPerMTok;
  return largest.filter(({ inputPerMTok }) => inputPerMTok !== undefined).toSorted((a, b) => cost(a) - cost(b))[0];
}

function confirmation(shown: Shown, { start, cheapest }: Least): Html {
  const { record, proofs } = shown;
  const { status = 'unverified', confirmedAt } = record.verification;
  const tiers = record.tiers ?? [];
  const tier =
    start === undefined
      ? tiers.find(({ isFree, isCustom }) => isFree || isCustom)
      : tiers.find((each) => !each.isFree && each.price === plainNumber(start.amount));
  const stated = (cheapest && rateSource(cheapest)) ?? {
    evidence: start === undefined ? tier?.evidence : start.price.evidence,
    imported: tier?.imported,
    research: tier?.research,
  };
  return html`${statusBadge(status)} <span>${confirmedAt === undefined ? 'Not confirmed on the vendor’s page' : html`${status === 'unverified' ? 'Read' : 'Confirmed'} ${day(confirmedAt)}`}</span>${source(stated, proofs)} `;
}

/** Of the two rates that the answer states. */
function rateSource(rate: RateView): Pick<RateView, 'imported' | 'research'> & { evidence: readonly string[] } {
  const stated = (['inputPerMTok', 'outputPerMTok'] as const).flatMap((field) => rateEvidence(rate, field) ?? []);
  return { ...rate, evidence: stated.length > 0 ? [...new Set(stated)] : rate.evidence.slice(0, 2) };
}

function vendorLink({ store: { site }, record: { slug, name, links } }: Shown): Html | false {
  return (
    links.vendor !== undefined &&
    html`<a class="vendor" href="${redirectUrl(site, slug, 'page')}" rel="nofollow">${name}’s own pricing page</a>`
  );
}

/** What the answer and the line below it already say. */
const SAID: ReadonlySet<RuleId> = new Set<RuleId>([
  'starting-price',
  'free-tier',
  'unconfirmed',
  'token-rates',
  'sold-by-quote',
  'only-free',
]);

/** The verdict's other sentences. */
function furtherWords({ record: { verdict, sentences = [] } }: Shown): Html | false {
  const field = verdict === undefined ? 'quickAnswer' : 'verdict';
  const words = sentences.filter((each) => each.field === field && !(each.rule !== undefined && SAID.has(each.rule)));
  return words.length > 0 && html`<p class="verdict">${words.map(({ text }) => label(text, 600)).join(' ')}</p>`;
}
