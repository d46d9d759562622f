/**
 * What can be negotiated, when, and what is fixed. Pure. A tactic has an expected discount only where the vendor publishes
 * the figure; what others paid would need a source.
 */
import { defined } from '../../data/defined.ts';
import type { DiscountProgram, Negotiation, Sentence, Tactic } from '../../data/research.ts';
import { listed, monthlyText, tierName } from '../record/wording.ts';
import { announced, refund, renewals } from './expert-take.ts';
import { derived, factsOf, fromTiers, held, type Subject, sentence } from './subject.ts';

const MOST_PRICES = 6;

export function negotiationOf(subject: Subject, programs: readonly DiscountProgram[]): Negotiation {
  const signBefore = factsOf(subject, 'announced_price').map(
    ({ from }) => `Whoever signs before ${from} should ask to keep today’s price.`,
  );
  const settle = 'Settle the price of the renewal before the first term begins.';
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
      sentence('sold-by-quote', `The price of ${tierName(tier)}, which is given on request.`, fromTiers({ tier })),
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
    text: `If you are sure to stay for a year, pay by the year: the published price is up to ${percent} % lower.`,
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
  const text = `Hold the quote for ${tierName(quote)} against ${tierName(dearest.tier)}, whose price is public: ${monthlyText(dearest.monthly)}.`;
  return sentence('sold-by-quote', text, fromTiers({ tier: quote }, dearest));
}

function published({ priced }: Subject): Sentence | undefined {
  const shown = priced.slice(0, MOST_PRICES);
  if (shown.length === 0) return undefined;
  const prices = shown.map(({ tier, monthly }) => `${tierName(tier)} (${monthlyText(monthly)})`);
  return sentence('published-price', `What is sold at a published price: ${listed(prices)}.`, fromTiers(...shown));
}
