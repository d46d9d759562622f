/** What a product really costs: costs beyond the sticker price, lower prices, and how to ask for them. Pure. */
import { defined } from '../../data/defined.ts';
import type { CostGuide, DiscountProgram, KeyCost, Negotiation, Sentence, Tactic } from '../../data/research.ts';
import { amountText } from '../../data/text/price-text.ts';
import { listed, monthlyText, PROGRAMME_WORDS, plainWords, tierName } from '../../data/text/sentence-parts.ts';
import { isProgramme } from '../record/imported.ts';
import { importedFrom } from '../record/imported-rates.ts';
import { announced, bestSaving, costSentence, programmeText, refund, renewals } from './expert-take.ts';
import { startingAt } from './price-sentences.ts';
import { derived, factsOf, fromPrices, fromTiers, held, type Subject, sentence, tierOf } from './subject.ts';
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
      label: `${tierName(tier)} after its ${word} price`,
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
      name: `Annual billing for ${tierName(tier)}`,
      text: `${percent} % less than twelve monthly payments; saves ${saved}.`,
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
      text: `A dataset lists this programme of ${record.name}; its terms are not known.`,
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

const MOST_PRICES = 6;

function negotiationOf(subject: Subject, programs: readonly DiscountProgram[]): Negotiation {
  const signBefore = factsOf(subject, 'announced_price').map(
    ({ from }) => `If you sign before ${from}, ask to keep today’s price.`,
  );
  const settle = 'Agree on the renewal price before you sign.';
  return {
    tactics: held(
      payByTheYear(programs),
      ...programs.filter(({ kind }) => kind !== 'annual_billing').map(askFor),
      compareQuote(subject),
    ),
    timing: [
      ...announced(subject).map(({ text, ...grounds }, at) => ({ text: `${text} ${signBefore[at]}`, ...grounds })),
      ...renewals(subject).map(({ text, ...grounds }) => ({ text: `${text} ${settle}`, ...grounds })),
      ...held(refund(subject)),
    ],
    negotiable: subject.quoted.map((tier) =>
      sentence('sold-by-quote', `The price of ${tierName(tier)}, which is available on request.`, fromTiers({ tier })),
    ),
    fixed: held(published(subject)),
  };
}

function payByTheYear(programs: readonly DiscountProgram[]): Tactic | undefined {
  const [best] = programs
    .filter(({ kind, origin }) => kind === 'annual_billing' && origin === 'derived')
    .toSorted((a, b) => (b.percent ?? 0) - (a.percent ?? 0));
  if (best?.percent === undefined) return undefined;
  const { evidence = [], basis = [], percent } = best;
  return {
    text: `If you will stay for a year, choose annual billing: the published price is up to ${percent} % lower.`,
    expectedDiscountPercent: percent,
    ...derived('annual-saving', { evidence, basis }),
  };
}

function askFor({ kind, name, percent, isUpTo, isFree, origin, evidence = [], imported }: DiscountProgram): Tactic {
  const when = kind === 'other' ? '' : ', before you sign';
  const figure = isUpTo === true ? undefined : percent;
  return {
    text: `Ask for the programme “${name}” if you qualify${when}.`,
    ...defined({ expectedDiscountPercent: isFree === true ? 100 : figure }),
    ...(origin === 'imported' && imported !== undefined ? { origin, imported } : derived('programme', { evidence })),
  };
}

function compareQuote({ quoted: [quote], priced }: Subject): Tactic | undefined {
  const dearest = priced.at(-1);
  if (quote === undefined || dearest === undefined) return undefined;
  const text = `Compare the quote for ${tierName(quote)} with the public price of ${tierName(dearest.tier)}: ${monthlyText(dearest.monthly)}.`;
  return sentence('sold-by-quote', text, fromTiers({ tier: quote }, dearest));
}

function published({ priced }: Subject): Sentence | undefined {
  const shown = priced.slice(0, MOST_PRICES);
  if (shown.length === 0) return undefined;
  const prices = shown.map(({ tier, monthly }) => `${tierName(tier)} (${monthlyText(monthly)})`);
  return sentence('published-price', `Published prices: ${listed(prices)}.`, fromTiers(...shown));
}
