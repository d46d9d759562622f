/** What a product really costs: costs beyond the sticker price, lower prices, and how to ask for them. Pure. */
import { defined } from '../../data/defined.ts';
import type { CostGuide, DiscountProgram, KeyCost, Sentence } from '../../data/research.ts';
import { amountText } from '../../data/text/price-text.ts';
import { isProgramme } from '../record/imported.ts';
import { importedFrom } from '../record/imported-rates.ts';
import { PROGRAMME_WORDS, plainWords, tierName } from '../record/wording.ts';
import { bestSaving, costSentence, programmeText, renewals } from './expert-take.ts';
import { negotiationOf } from './negotiation.ts';
import { startingAt } from './price-sentences.ts';
import { derived, factsOf, fromPrices, held, type Subject, tierOf } from './subject.ts';
import { transparencyOf } from './transparency.ts';

/** Undefined where nothing beyond the sticker price is known. */
export function costGuideOf(subject: Subject): CostGuide | undefined {
  const keyCosts = [...renewalCosts(subject), ...subject.record.hiddenCosts.map(asKeyCost)];
  const discountPrograms = [...annual(subject), ...stated(subject), ...imported(subject)];
  const negotiation = negotiationOf(subject, discountPrograms);
  if (keyCosts.length + discountPrograms.length + negotiation.timing.length === 0) return undefined;
  const transparency = transparencyOf(subject);
  return {
    quickAnswer: answerOf(subject),
    keyCosts,
    ...defined({ transparency }),
    discountPrograms,
    negotiation,
  };
}

function answerOf(subject: Subject): Sentence[] {
  const beyond = subject.record.hiddenCosts.slice(0, 2).map((cost) => costSentence(subject, cost));
  return held(startingAt(subject), ...renewals(subject).slice(0, 1), ...beyond, bestSaving(subject));
}

function renewalCosts({ temporary }: Subject): KeyCost[] {
  return temporary.map(({ tier, price, list, word }) => {
    const { amount, currency, per, unit } = list;
    return {
      label: `${tierName(tier)} once its ${word} price is over`,
      cost: amountText(amount, list),
      kind: 'renewal',
      amount,
      currency,
      per,
      ...defined({ unit }),
      ...derived('renews-at-list', fromPrices(tier, price, list)),
    };
  });
}

function asKeyCost(cost: Subject['record']['hiddenCosts'][number], at: number): KeyCost {
  const { evidence, rule, source, asOf, ...rest } = cost;
  const isRenewal = cost.kind === 'other' && cost.label.startsWith('Renewal price');
  const cited = defined({ rule, evidence: evidence === undefined ? undefined : [evidence] });
  const kind = isRenewal ? 'renewal' : cost.kind;
  return { ...rest, ...cited, basis: [`hiddenCosts.${at}`], ...defined({ source, asOf }), kind };
}

/** A yearly list price holds for the next year too, unless the page states another price for the renewal. */
function annual(subject: Subject): DiscountProgram[] {
  const renewed = factsOf(subject, 'renewal');
  return subject.savings.map(({ tier, saving: { amount, currency, percent, monthly, annual: year } }) => {
    const fact = renewed.find(({ tier: of }) => of === undefined || of === tier.id);
    const saved = amountText(amount, { currency, per: 'year', unit: monthly.unit });
    return {
      kind: 'annual_billing',
      name: `Annual billing of ${tierName(tier)}`,
      text: `${percent} % less than twelve monthly payments, which is ${saved}.`,
      tier: tier.id,
      percent,
      survivesRenewal: fact === undefined,
      ...derived('annual-saving', { evidence: [monthly.evidence, year.evidence, fact?.evidence], tiers: [tier.id] }),
    };
  });
}

function stated(subject: Subject): DiscountProgram[] {
  return factsOf(subject, 'programme').map((fact) => {
    const { programme, percent, isUpTo, isFree, evidence } = fact;
    return {
      kind: programme,
      name: `For ${PROGRAMME_WORDS[programme]}`,
      text: programmeText(fact),
      ...defined({ tier: tierOf(subject, fact.tier)?.id, percent, isUpTo, isFree }),
      origin: 'observed',
      evidence: [evidence],
    };
  });
}

/** Programmes that only datasets name, from the newest fact on each. */
function imported({ imported: facts, record }: Subject): DiscountProgram[] {
  const named = facts
    .filter((fact) => isProgramme(fact) && fact.value === 'true')
    .toSorted((a, b) => (a.asOf < b.asOf ? -1 : 1));
  return [...new Map(named.map((fact) => [fact.subject ?? 'Start-up programme', fact]))].map(([subject, fact]) => {
    const name = plainWords(subject).slice(0, 80);
    return {
      kind: KINDS.find(([, words]) => words.test(name))?.[0] ?? 'startup',
      name,
      text: `A dataset names this programme of ${record.name}; its terms are not known.`,
      origin: 'imported',
      imported: importedFrom(fact),
    };
  });
}

const KINDS: readonly [DiscountProgram['kind'], RegExp][] = [
  ['open_source', /\b(?:oss|open[ -]source)\b/i],
  ['education', /\b(?:students?|education|teachers?)\b/i],
  ['nonprofit', /\bnon-?profits?\b/i],
];
