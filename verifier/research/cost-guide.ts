/** What a product really costs: costs beyond the sticker price, lower prices that are to be had, and how to ask. Pure. */

import type { CostGuide, DiscountProgram, Grounds, KeyCost, Sentence } from '../../data/research.ts';
import { amountText } from '../../data/text/price-text.ts';
import { isProgramme } from '../record/imported.ts';
import { importedFrom } from '../record/imported-rates.ts';
import { PROGRAMME_WORDS, plainWords, tierName } from '../record/wording.ts';
import { bestSaving, costSentence, programmeText, renewals } from './expert-take.ts';
import { negotiationOf } from './negotiation.ts';
import { startingAt } from './price-sentences.ts';
import { derived, factsOf, held, type Subject, tierOf } from './subject.ts';
import { passing, passingWord } from './temporary-prices.ts';
import { transparencyOf } from './transparency.ts';

/** Absent where nothing beyond the sticker price is known. */
export function costGuideOf(subject: Subject): CostGuide | undefined {
  const keyCosts = keyCostsOf(subject);
  const discountPrograms = discountProgramsOf(subject);
  const negotiation = negotiationOf(subject, discountPrograms);
  if (keyCosts.length + discountPrograms.length + negotiation.timing.length === 0) return undefined;
  const transparency = transparencyOf(subject);
  return {
    quickAnswer: answerOf(subject),
    keyCosts,
    ...(transparency !== undefined && { transparency }),
    discountPrograms,
    negotiation,
  };
}

function answerOf(subject: Subject): Sentence[] {
  const beyond = subject.record.hiddenCosts.slice(0, 2).map((cost) => costSentence(subject, cost));
  return held(startingAt(subject), ...renewals(subject).slice(0, 1), ...beyond, bestSaving(subject));
}

/** What the price becomes at a renewal first, then all other known costs as the record has them. */
function keyCostsOf(subject: Subject): KeyCost[] {
  return [...renewalCosts(subject), ...subject.record.hiddenCosts.map(asKeyCost)];
}

function renewalCosts(subject: Subject): KeyCost[] {
  return passing(subject).map(({ tier, price, list }) => {
    const { amount, currency, per, unit } = list;
    return {
      label: `${tierName(tier)} once its ${passingWord(price)} price is over`,
      cost: amountText(amount, { currency, per, unit }),
      kind: 'renewal' as const,
      amount,
      currency,
      per,
      ...(unit !== undefined && { unit }),
      ...derived('renews-at-list', {
        evidence: [price.evidence ?? [], list.evidence ?? []].flat(),
        tiers: [tier.id],
      }),
    };
  });
}

function asKeyCost(cost: Subject['record']['hiddenCosts'][number], at: number): KeyCost {
  const { evidence, rule, source, asOf, ...rest } = cost;
  const grounds: Grounds = {
    origin: cost.origin,
    ...(rule !== undefined && { rule }),
    ...(evidence !== undefined && { evidence: [evidence] }),
    basis: [`hiddenCosts.${at}`],
    ...(source !== undefined && { source }),
    ...(asOf !== undefined && { asOf }),
  };
  const isRenewal = cost.kind === 'other' && cost.label.startsWith('Renewal price');
  return { ...rest, ...grounds, kind: isRenewal ? 'renewal' : cost.kind };
}

function discountProgramsOf(subject: Subject): DiscountProgram[] {
  return [...annual(subject), ...stated(subject), ...imported(subject)];
}

/** A list price for the year is the price of the next year too; where the page states another, it does not survive. */
function annual(subject: Subject): DiscountProgram[] {
  const renewed = factsOf(subject, 'renewal');
  return subject.savings.map(({ tier, saving }) => {
    const { amount, currency, percent, monthly, annual: year } = saving;
    const fact = renewed.find(({ tier: of }) => of === undefined || of === tier.id);
    const saved = amountText(amount, { currency, per: 'year', unit: monthly.unit });
    return {
      kind: 'annual_billing' as const,
      name: `Annual billing of ${tierName(tier)}`,
      text: `${percent} % less than twelve monthly payments, which is ${saved}.`,
      tier: tier.id,
      percent,
      survivesRenewal: fact === undefined,
      ...derived('annual-saving', {
        evidence: [monthly.evidence ?? [], year.evidence ?? [], fact?.evidence ?? []].flat(),
        tiers: [tier.id],
      }),
    };
  });
}

function stated(subject: Subject): DiscountProgram[] {
  return factsOf(subject, 'programme').map((fact) => {
    const { programme, percent, isUpTo, isFree, tier: id, evidence } = fact;
    const tier = tierOf(subject, id);
    return {
      kind: programme,
      name: `For ${PROGRAMME_WORDS[programme]}`,
      text: programmeText(fact),
      ...(tier !== undefined && { tier: tier.id }),
      ...(percent !== undefined && { percent }),
      ...(isUpTo !== undefined && { isUpTo }),
      ...(isFree !== undefined && { isFree }),
      origin: 'observed' as const,
      evidence: [evidence],
    };
  });
}

/** Programmes that datasets name and the vendor's page does not state, the newest word of each. */
function imported({ imported: facts, record }: Subject): DiscountProgram[] {
  const named = facts
    .filter((fact) => isProgramme(fact) && fact.value === 'true')
    .toSorted((a, b) => (a.asOf < b.asOf ? -1 : 1));
  return [...new Map(named.map((fact) => [fact.subject ?? 'Start-up programme', fact]))].map(([subject, fact]) => {
    const name = plainWords(subject).slice(0, 80);
    return {
      kind: kindOf(name),
      name,
      text: `A dataset names this programme of ${record.name}; its terms are not known.`,
      origin: 'imported',
      imported: importedFrom(fact),
    };
  });
}

function kindOf(name: string): DiscountProgram['kind'] {
  if (/\b(?:oss|open[ -]source)\b/i.test(name)) return 'open_source';
  if (/\b(?:students?|education|teachers?)\b/i.test(name)) return 'education';
  return /\bnon-?profits?\b/i.test(name) ? 'nonprofit' : 'startup';
}
