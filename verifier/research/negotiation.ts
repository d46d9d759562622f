/**
 * What can be asked for, when, and what is fixed. Pure.
 *
 * A tactic carries an expected discount only where the vendor itself publishes the figure. Nothing here is a rumour of
 * what others paid: that would need a source.
 */
import type { DiscountProgram, Negotiation, Sentence, Tactic } from '../../data/research.ts';
import { listed, monthlyText, tierName } from '../record/wording.ts';
import { announced, refund, renewals } from './expert-take.ts';
import { derived, factsOf, held, proofOf, type Subject, sentence } from './subject.ts';

const MOST_PRICES = 6;

export function negotiationOf(subject: Subject, programs: readonly DiscountProgram[]): Negotiation {
  const { quoted } = subject;
  return {
    tactics: held(
      byTheYear(programs),
      ...programs.filter(({ kind }) => kind !== 'annual_billing').map(askFor),
      compareQuote(subject),
    ),
    timing: [...before(subject), ...endings(subject), ...held(refund(subject))],
    negotiable: quoted.map((tier) =>
      sentence('sold-by-quote', `The price of ${tierName(tier)}, which is given on request.`, {
        evidence: proofOf({ tier }),
        tiers: [tier.id],
      }),
    ),
    fixed: published(subject),
  };
}

/** The greatest of the savings that the published prices show. */
function byTheYear(programs: readonly DiscountProgram[]): Tactic | undefined {
  const [best] = programs
    .filter(({ kind, origin }) => kind === 'annual_billing' && origin === 'derived')
    .toSorted((a, b) => (b.percent ?? 0) - (a.percent ?? 0));
  if (best?.percent === undefined) return undefined;
  const { evidence = [], basis = [], percent } = best;
  return {
    text: `If you are sure to stay for a year, pay by the year: the published price is up to ${percent} % lower.`,
    expectedDiscountPercent: percent,
    ...derived('annual-saving', { evidence, basis }),
  };
}

function askFor({ kind, name, percent, isUpTo, isFree, origin, evidence = [], imported }: DiscountProgram): Tactic {
  const figure = isFree === true ? 100 : isUpTo === true ? undefined : percent;
  return {
    text: `Ask for the programme “${name}” if you qualify${kind === 'other' ? '' : ', before you sign'}.`,
    ...(figure !== undefined && { expectedDiscountPercent: figure }),
    ...(origin === 'imported' && imported !== undefined ? { origin, imported } : derived('programme', { evidence })),
  };
}

/** A published price is what a quote can be held against. */
function compareQuote({ quoted: [quote], priced }: Subject): Tactic | undefined {
  const dearest = priced.at(-1);
  if (quote === undefined || dearest === undefined) return undefined;
  const text = `Hold the quote for ${tierName(quote)} against ${tierName(dearest.tier)}, whose price is public: ${monthlyText(dearest.monthly)}.`;
  return {
    text,
    ...derived('sold-by-quote', {
      evidence: [...proofOf({ tier: quote }), ...proofOf(dearest)],
      tiers: [quote.id, dearest.tier.id],
    }),
  };
}

function before(subject: Subject): Sentence[] {
  const facts = factsOf(subject, 'announced_price');
  return announced(subject).map(({ text, ...grounds }, at) => ({
    text: `${text} Whoever signs before ${facts[at]?.from} should ask to keep today’s price.`,
    ...grounds,
  }));
}

/** Promotions whose last day is stated, and what comes after all that do not last. */
function endings(subject: Subject): Sentence[] {
  return renewals(subject).map(({ text, ...grounds }) => ({
    text: `${text} Settle the price of the renewal before the first term begins.`,
    ...grounds,
  }));
}

function published({ priced }: Subject): Sentence[] {
  const shown = priced.slice(0, MOST_PRICES);
  if (shown.length === 0) return [];
  const prices = shown.map(({ tier, monthly }) => `${tierName(tier)} (${monthlyText(monthly)})`);
  return [
    sentence('published-price', `What is sold at a published price: ${listed(prices)}.`, {
      evidence: shown.flatMap(proofOf),
      tiers: shown.map(({ tier }) => tier.id),
    }),
  ];
}
