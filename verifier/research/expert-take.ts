/** The verdict, and what moves the bill, in sentences. Pure. */
import { Decimal } from 'decimal.js';
import { compareAmounts, isZero } from '../../data/money.ts';
import type { Capability } from '../../data/reading.ts';
import { datasetName, type Fact, type HiddenCost, type Tier } from '../../data/record.ts';
import type { Sentence } from '../../data/research.ts';
import { amountText, moneyText, totalText } from '../../data/text/price-text.ts';
import {
  CAPABILITY_WORDS,
  capital,
  countText,
  lengthText,
  listed,
  monthlyText,
  PROGRAMME_WORDS,
  plainWords,
  TAX_WORDS,
  tierName,
} from '../../data/text/sentence-parts.ts';
import { stepLabel } from '../record/hidden-costs.ts';
import { openingOf, soldByQuote } from './price-sentences.ts';
import { factsOf, fromPrices, held, type Subject, sentence, tierOf } from './subject.ts';

const MOST_SENTENCES = 6;

type CostKind = HiddenCost['kind'];
/** Those that concern most buyers first. */
const GRAVITY: readonly CostKind[] = ['minimum', 'sso', 'setup', 'overage', 'audit', 'support', 'other', 'add_on'];

export function verdictOf(subject: Subject): Sentence[] {
  const opening = openingOf(subject);
  if (opening === undefined) return [];
  const [cost] = byGravity(subject.record.hiddenCosts);
  const beyond = opening.rule === 'starting-price' ? soldByQuote(subject, 'Beyond the listed tiers, ') : undefined;
  const main: Sentence | undefined = cost && { ...costSentence(subject, cost), rule: 'main-cost' };
  return held(opening, main ?? bestSaving(subject) ?? beyond ?? lowerRate(subject, 'cachedInputPerMTok'));
}

/** Empty where hardly anything beyond the price and the verdict is known. */
export function expertTakeOf(subject: Subject): Sentence[] {
  const told = verdictOf(subject)[1];
  const main = told?.rule === 'main-cost' ? byGravity(subject.record.hiddenCosts)[0] : undefined;
  const sentences = [
    ...held(bestSaving(subject), statedDiscount(subject)),
    ...leastPurchases(subject, main),
    ...capabilitySteps(subject, main),
    ...announced(subject),
    ...renewals(subject),
    ...otherCosts(subject, main),
    ...held(tax(subject), refund(subject)),
    ...programmes(subject),
    ...held(lowerRate(subject, 'cachedInputPerMTok'), lowerRate(subject, 'batchInputPerMTok')),
  ]
    .filter(({ text }) => text !== told?.text)
    .slice(0, MOST_SENTENCES);
  return sentences.length < 2 ? [] : sentences;
}

function byGravity(costs: readonly HiddenCost[]): HiddenCost[] {
  return costs.toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind));
}

/** A cost of the record; an imported one with its dataset and day. */
export function costSentence({ record }: Subject, cost: HiddenCost): Sentence {
  const { label, cost: words, evidence, imported } = cost;
  const dated = imported === undefined ? '' : ` (${datasetName(imported.dataset)}, ${imported.asOf})`;
  return sentence('cost-beyond', `${plainWords(label)}: ${plainWords(words)}${dated}.`, {
    evidence: [evidence],
    basis: [`hiddenCosts.${record.hiddenCosts.indexOf(cost)}`],
  });
}

export function bestSaving({ savings }: Subject): Sentence | undefined {
  const [best] = savings.toSorted((a, b) => b.saving.percent - a.saving.percent);
  if (best === undefined) return undefined;
  const { amount, currency, percent, monthly, annual } = best.saving;
  const saved = amountText(amount, { currency, per: 'year', unit: monthly.unit });
  const text = `With annual billing, ${tierName(best.tier)} costs ${percent} % less, which saves ${saved}.`;
  return sentence('annual-saving', text, fromPrices(best.tier, monthly, annual));
}

/** Only where no prices show a discount; one that contradicts the prices is not repeated. */
function statedDiscount(subject: Subject): Sentence | undefined {
  const fact = factsOf(subject, 'annual_discount').find(({ agrees }) => agrees !== false);
  if (fact === undefined || subject.savings.length > 0) return undefined;
  const { percent, monthsFree, isUpTo, evidence } = fact;
  const less = percent === undefined ? monthsFree && `${countText(monthsFree, 'month')} free` : `${percent} % less`;
  if (less === undefined) return undefined;
  const text = `The vendor states ${isUpTo === true ? 'up to ' : ''}${less} with annual billing.`;
  return sentence('stated-annual-discount', text, { evidence: [evidence] });
}

const LOWER_RATES = { cachedInputPerMTok: 'Cached input', batchInputPerMTok: 'Batch input' } as const;

/** The discount of cached or batched input on the same model's input, over all models with both. */
function lowerRate({ record: { rates } }: Subject, field: keyof typeof LOWER_RATES): Sentence | undefined {
  const lower = rates.flatMap((rate) => {
    const { inputPerMTok: input, [field]: less } = rate;
    if (input === undefined || less === undefined || isZero(input) || compareAmounts(less, input) >= 0) return [];
    return [{ rate, percent: new Decimal(input).minus(less).dividedBy(input).times(100).round().toNumber() }];
  });
  if (lower.length === 0) return undefined;
  const percents = lower.map(({ percent }) => percent).sort((a, b) => a - b);
  const [least, most] = [percents[0], percents.at(-1)];
  const range = least === most ? `${least} %` : `${least} to ${most} %`;
  const models = lower.length === rates.length ? '' : ` (${lower.length} of ${rates.length} rates)`;
  return sentence('lower-rates', `${LOWER_RATES[field]} costs ${range} less than input${models}.`, {
    evidence: lower.flatMap(({ rate }) => rate.evidence),
    basis: lower.map(({ rate }) => `rateCard.${rate.model}`.slice(0, 120)),
  });
}

function leastPurchases(subject: Subject, told: HiddenCost | undefined): Sentence[] {
  if (told?.kind === 'minimum') return [];
  return subject.priced.flatMap(({ tier, monthly }) => {
    const fact = factsOf(subject, 'minimum_units').find(({ tier: of }) => of === tier.id);
    const count = tier.minimumUnits ?? fact?.count ?? 1;
    const { unit, evidence } = monthly.price;
    if (count < 2 || unit === undefined || unit === 'flat') return [];
    const text = `${tierName(tier)} requires at least ${countText(count, unit)}, so it costs ${totalText(monthly, count)} or more.`;
    return [sentence('least-purchase', text, { evidence: [evidence, fact?.evidence], tiers: [tier.id] })];
  });
}

/** Capabilities that only a dearer tier has, one sentence a tier. */
function capabilitySteps(subject: Subject, told: HiddenCost | undefined): Sentence[] {
  return reserved(subject).flatMap(({ tier, capabilities, evidence }) => {
    const untold = capabilities.filter((each) => told === undefined || stepLabel(each, tier) !== told.label);
    if (untold.length === 0) return [];
    const monthly = subject.priced.find((each) => each.tier === tier)?.monthly;
    const at = tier.isCustom ? 'sold by quote' : monthly && monthlyText(monthly);
    const words = listed(untold.map((capability) => CAPABILITY_WORDS[capability]));
    const text = `The lowest tier with ${words} is ${tierName(tier)}${at === undefined ? '' : ` (${at})`}.`;
    return [sentence('capability-step', text, { evidence, tiers: [tier.id] })];
  });
}

/** Capabilities that all lesser tiers lack, by the least tier that has them, in the order of the tiers. */
export function reserved(subject: Subject): { tier: Tier; capabilities: Capability[]; evidence: string[] }[] {
  const facts = factsOf(subject, 'capability');
  return subject.record.tiers.flatMap((tier) => {
    const own = facts.filter((fact) => fact.first === tier.id && isStepUp(subject, tier, fact));
    if (own.length === 0) return [];
    const capabilities = own.map(({ capability }) => capability);
    return [{ tier, capabilities, evidence: own.map(({ evidence }) => evidence) }];
  });
}

/** Whether one pays for it: every tier that lacks it is free or costs less. */
function isStepUp(subject: Subject, tier: Tier, { tiers }: Extract<Fact, { kind: 'capability' }>): boolean {
  const lacking = tiers.filter(({ state }) => state === 'not_included').map(({ tier: id }) => tierOf(subject, id));
  const rank = (of: Tier) => {
    if (of.isFree) return 0;
    return of.isCustom ? Number.POSITIVE_INFINITY : 1 + subject.priced.findIndex((each) => each.tier === of);
  };
  return !tier.isFree && lacking.length > 0 && lacking.every((of) => of !== undefined && rank(of) < rank(tier));
}

export function announced(subject: Subject): Sentence[] {
  return factsOf(subject, 'announced_price').map(({ tier: id, amount, currency, per, unit, from, evidence }) => {
    const tier = tierOf(subject, id);
    const price = amountText(amount, { currency, per, unit });
    const text = `From ${from}, ${tier === undefined ? 'the price' : tierName(tier)} will be ${price}, according to the vendor.`;
    return sentence('announced', text, { evidence: [evidence], tiers: tier === undefined ? [] : [tier.id] });
  });
}

export function renewals({ temporary }: Subject): Sentence[] {
  return temporary.map(({ tier, price, list, word }) => {
    const end = price.until === undefined ? '' : ` (last day ${price.until})`;
    const text = `${tierName(tier)} costs ${amountText(list.amount, list)} after the ${word} ${moneyText(price.amount, list.currency)} ends${end}.`;
    return sentence('renews-at-list', text, fromPrices(tier, price, list));
  });
}

/** Stated fees, the gravest first, without the one that the verdict names. */
function otherCosts(subject: Subject, told: HiddenCost | undefined): Sentence[] {
  const isOther = (cost: HiddenCost) => cost !== told && cost.origin !== 'derived' && cost.kind !== 'minimum';
  const [first, second] = byGravity(subject.record.hiddenCosts.filter(isOther));
  return held(first, second).map((cost) => costSentence(subject, cost));
}

function tax(subject: Subject): Sentence | undefined {
  const [fact] = factsOf(subject, 'tax');
  if (fact === undefined) return undefined;
  const word = fact.prices === 'include' ? 'include' : 'do not include';
  return sentence('tax', `Prices ${word} ${TAX_WORDS[fact.tax]}.`, { evidence: [fact.evidence] });
}

export function refund(subject: Subject): Sentence | undefined {
  const [fact] = factsOf(subject, 'money_back');
  const length = fact && lengthText(fact);
  if (fact === undefined || length === undefined) return undefined;
  return sentence('refund', `The vendor offers a ${length} money-back guarantee.`, { evidence: [fact.evidence] });
}

function programmes(subject: Subject): Sentence[] {
  return factsOf(subject, 'programme').map((fact) =>
    sentence('programme', programmeText(fact), { evidence: [fact.evidence] }),
  );
}

export function programmeText({ programme, percent, isUpTo, isFree }: Extract<Fact, { kind: 'programme' }>): string {
  const whom = PROGRAMME_WORDS[programme];
  if (isFree === true) return `It is free for ${whom}, subject to the vendor’s conditions.`;
  if (percent === undefined) return `The vendor has a discount programme for ${whom}.`;
  return `${capital(whom)} get ${isUpTo === true ? 'up to ' : ''}${percent} % off, subject to the vendor’s conditions.`;
}
