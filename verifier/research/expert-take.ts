/**
 * The verdict, and what moves the bill: sentences that an experienced buyer would look for first. Pure.
 *
 * A cost that the verdict names is not told again in the take.
 */
import { Decimal } from 'decimal.js';
import { compareAmounts, isZero } from '../../data/money.ts';
import type { Capability } from '../../data/reading.ts';
import { datasetName, type Fact, type HiddenCost, type Tier } from '../../data/record.ts';
import type { Sentence } from '../../data/research.ts';
import { amountText, moneyText, totalText } from '../../data/text/price-text.ts';
import { stepLabel } from '../record/hidden-costs.ts';
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
} from '../record/wording.ts';
import { openingOf } from './price-sentences.ts';
import { factsOf, held, type Subject, sentence, tierOf } from './subject.ts';
import { passing, passingWord } from './temporary-prices.ts';

const MOST_SENTENCES = 6;

/** In the order in which they concern most buyers. */
const GRAVITY: readonly HiddenCost['kind'][] = [
  'minimum',
  'sso',
  'setup',
  'overage',
  'audit',
  'support',
  'other',
  'add_on',
];

export function verdictOf(subject: Subject): Sentence[] {
  const opening = openingOf(subject);
  if (opening === undefined) return [];
  return held(
    opening,
    mainCost(subject) ??
      bestSaving(subject) ??
      (opening.rule === 'starting-price' ? stepToQuote(subject) : undefined) ??
      lowerRate(subject, 'cachedInputPerMTok'),
  );
}

/** Absent where hardly anything is known beside the price and the verdict. */
export function expertTakeOf(subject: Subject): Sentence[] {
  const told = verdictOf(subject)[1];
  const main = told?.rule === 'main-cost' ? gravest(subject) : undefined;
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

function gravest({ record: { hiddenCosts } }: Subject): HiddenCost | undefined {
  return hiddenCosts.toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind))[0];
}

function mainCost(subject: Subject): Sentence | undefined {
  const cost = gravest(subject);
  if (cost === undefined) return undefined;
  return { ...costSentence(subject, cost), rule: 'main-cost' };
}

/** As the record has it, with the day of what nobody confirmed since. */
export function costSentence({ record }: Subject, cost: HiddenCost): Sentence {
  const { label, cost: words, evidence, imported } = cost;
  const dated = imported && ` (${datasetName(imported.dataset)}, ${imported.asOf})`;
  return sentence('cost-beyond', `${plainWords(label)}: ${plainWords(words)}${dated ?? ''}.`, {
    evidence: [evidence ?? []].flat(),
    basis: [`hiddenCosts.${record.hiddenCosts.indexOf(cost)}`],
  });
}

export function bestSaving({ savings }: Subject): Sentence | undefined {
  const [best] = savings.toSorted((a, b) => b.saving.percent - a.saving.percent);
  if (best === undefined) return undefined;
  const { tier, saving } = best;
  const saved = amountText(saving.amount, { currency: saving.currency, per: 'year', unit: saving.monthly.unit });
  return sentence(
    'annual-saving',
    `Paid by the year, ${tierName(tier)} costs ${saving.percent} % less, which is ${saved}.`,
    {
      evidence: [saving.monthly.evidence ?? [], saving.annual.evidence ?? []].flat(),
      tiers: [tier.id],
    },
  );
}

/** Where the page states a discount that none of its prices show; one that contradicts them is not repeated. */
function statedDiscount(subject: Subject): Sentence | undefined {
  if (subject.savings.length > 0) return undefined;
  const fact = factsOf(subject, 'annual_discount').find(({ agrees }) => agrees !== false);
  if (fact === undefined) return undefined;
  const { percent, monthsFree, isUpTo, evidence } = fact;
  const upTo = isUpTo === true ? 'up to ' : '';
  const less =
    percent === undefined ? monthsFree && `${upTo}${countText(monthsFree, 'month')} free` : `${upTo}${percent} % less`;
  if (less === undefined) return undefined;
  return sentence('stated-annual-discount', `The vendor states ${less} for paying by the year.`, {
    evidence: [evidence],
  });
}

const LOWER_RATES = { cachedInputPerMTok: 'Cached input', batchInputPerMTok: 'Input in batches' } as const;

/** How much less than plain input the same model's cached or batched input costs, over all models that have both. */
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

function stepToQuote({ quoted }: Subject): Sentence | undefined {
  if (quoted.length === 0) return undefined;
  const text = `Beyond the listed tiers, ${listed(quoted.map(tierName))} ${quoted.length === 1 ? 'is' : 'are'} sold by quote.`;
  return sentence('sold-by-quote', text, {
    evidence: quoted.flatMap(({ evidence }) => evidence ?? []),
    tiers: quoted.map(({ id }) => id),
  });
}

/** What the least that one can buy of a tier costs by the month. */
function leastPurchases(subject: Subject, told: HiddenCost | undefined): Sentence[] {
  if (told?.kind === 'minimum') return [];
  return subject.priced.flatMap(({ tier, monthly }) => {
    const fact = factsOf(subject, 'minimum_units').find(({ tier: of }) => of === tier.id);
    const count = tier.minimumUnits ?? fact?.count ?? 1;
    const { unit } = monthly.price;
    if (count < 2 || unit === undefined || unit === 'flat') return [];
    const total = totalText(monthly, count);
    const text = `${tierName(tier)} is sold for at least ${countText(count, unit)}, so it costs ${total} or more.`;
    return [
      sentence('least-purchase', text, {
        evidence: [monthly.price.evidence ?? [], fact?.evidence ?? []].flat(),
        tiers: [tier.id],
      }),
    ];
  });
}

/** Which capabilities come with a dearer tier only, one sentence a tier. */
function capabilitySteps(subject: Subject, told: HiddenCost | undefined): Sentence[] {
  return reserved(subject).flatMap(({ tier, capabilities, evidence }) => {
    const untold = capabilities.filter(
      (capability) => told === undefined || stepLabel(capability, tier) !== told.label,
    );
    if (untold.length === 0) return [];
    const monthly = subject.priced.find((each) => each.tier === tier)?.monthly;
    const at = tier.isCustom ? 'sold by quote' : monthly && monthlyText(monthly);
    const words = listed(untold.map((capability) => CAPABILITY_WORDS[capability]));
    const text = `Only from ${tierName(tier)} on${at === undefined ? '' : ` (${at})`}: ${words}.`;
    return [sentence('capability-step', text, { evidence, tiers: [tier.id] })];
  });
}

export interface Reserved {
  tier: Tier;
  capabilities: Capability[];
  evidence: string[];
}

/** By the least tier that has them, what all lesser ones are said to lack; in the order of the tiers. */
export function reserved(subject: Subject): Reserved[] {
  const facts = factsOf(subject, 'capability');
  return subject.record.tiers.flatMap((tier) => {
    const own = facts.filter((fact) => fact.first === tier.id && isStepUp(subject, tier, fact));
    if (own.length === 0) return [];
    return [
      { tier, capabilities: own.map(({ capability }) => capability), evidence: own.map(({ evidence }) => evidence) },
    ];
  });
}

/** Whether one pays for it: each tier that lacks it is free or costs less. What a free tier has and a paid one lacks is another matter. */
function isStepUp(subject: Subject, tier: Tier, { tiers }: Extract<Fact, { kind: 'capability' }>): boolean {
  const lacking = tiers.filter(({ state }) => state === 'not_included').map(({ tier: id }) => tierOf(subject, id));
  const rank = (of: Tier | undefined) =>
    of === undefined
      ? -1
      : of.isFree
        ? 0
        : of.isCustom
          ? Number.POSITIVE_INFINITY
          : 1 + subject.priced.findIndex((each) => each.tier === of);
  return !tier.isFree && lacking.length > 0 && lacking.every((of) => of !== undefined && rank(of) < rank(tier));
}

export function announced(subject: Subject): Sentence[] {
  return factsOf(subject, 'announced_price').map(({ tier: id, amount, currency, per, unit, from, evidence }) => {
    const tier = tierOf(subject, id);
    const text = `From ${from} on, ${tier === undefined ? 'the price' : tierName(tier)} is to be ${amountText(amount, { currency, per, unit })}, the vendor says.`;
    return sentence('announced', text, { evidence: [evidence], tiers: tier === undefined ? [] : [tier.id] });
  });
}

/** What a price that does not last becomes. */
export function renewals(subject: Subject): Sentence[] {
  return passing(subject).map(({ tier, price, list }) => {
    const { amount, currency, per, unit } = list;
    const end = price.until === undefined ? '' : ` (last day ${price.until})`;
    const text = `${tierName(tier)} costs ${amountText(amount, { currency, per, unit })} once the ${passingWord(price)} ${moneyText(price.amount, currency)} is over${end}.`;
    return sentence('renews-at-list', text, {
      evidence: [price.evidence ?? [], list.evidence ?? []].flat(),
      tiers: [tier.id],
    });
  });
}

/** Fees that a page states beside its prices, the gravest first, but those told already. */
function otherCosts(subject: Subject, told: HiddenCost | undefined): Sentence[] {
  return subject.record.hiddenCosts
    .filter((cost) => cost !== told && cost.origin !== 'derived' && cost.kind !== 'minimum')
    .toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind))
    .slice(0, 2)
    .map((cost) => costSentence(subject, cost));
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
  return sentence('refund', `There is a ${length} money-back guarantee.`, { evidence: [fact.evidence] });
}

function programmes(subject: Subject): Sentence[] {
  return factsOf(subject, 'programme').map((fact) =>
    sentence('programme', programmeText(fact), { evidence: [fact.evidence] }),
  );
}

type Programme = ReturnType<typeof factsOf<'programme'>>[number];

export function programmeText({ programme, percent, isUpTo, isFree }: Programme): string {
  const whom = PROGRAMME_WORDS[programme];
  if (isFree === true) return `It is free for ${whom}, on the vendor’s conditions.`;
  if (percent === undefined) return `There is a programme of lower prices for ${whom}.`;
  return `${capital(whom)} get ${isUpTo === true ? 'up to ' : ''}${percent} % off, on the vendor’s conditions.`;
}
