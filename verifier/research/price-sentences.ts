/** What a product costs, in sentences: what it starts at, how far its prices reach, whether one can try it. Pure. */
import { compareAmounts, isZero } from '../../data/money.ts';
import { datasetName, type Rate } from '../../data/record.ts';
import type { Sentence } from '../../data/research.ts';
import { amountText, moneyText, perMonthText } from '../../data/text/price-text.ts';
import { lengthText, listed, monthlyText, named, tierName } from '../record/wording.ts';
import { areAlike, factsOf, held, proofOf, type Subject, sentence } from './subject.ts';

/** "What does it cost?", for someone who reads nothing else. */
export function quickAnswerOf(subject: Subject): Sentence[] {
  const opening = openingOf(subject);
  if (opening === undefined) return [];
  const isQuote = opening.rule === 'sold-by-quote';
  return held(
    opening,
    dearest(subject),
    isQuote ? undefined : byQuote(subject),
    freeTier(subject),
    trial(subject),
    unconfirmed(subject),
  );
}

/** The price that a buyer asks for first; of all that can be said, the one that fits how the product is sold. */
export function openingOf(subject: Subject): Sentence | undefined {
  return startingAt(subject) ?? tokenRates(subject) ?? oneTime(subject) ?? onlyByQuote(subject) ?? onlyFree(subject);
}

/** What a dataset states holds of its day, and is its word. */
export function startingAt({ record: { name }, priced, quoted }: Subject): Sentence | undefined {
  const [cheapest] = priced;
  if (cheapest === undefined) return undefined;
  const { imported } = cheapest.tier;
  const by = imported === undefined ? '' : `By ${datasetName(imported.dataset)} of ${imported.asOf}, `;
  // Where there is one price, the name of its tier tells it from no other.
  const on = priced.length + quoted.length === 1 ? '' : `, on ${tierName(cheapest.tier)}`;
  const text = `${by}${name} starts at ${monthlyText(cheapest.monthly)}${on}.`;
  return sentence('starting-price', text, { evidence: proofOf(cheapest), tiers: [cheapest.tier.id] });
}

function dearest({ priced }: Subject): Sentence | undefined {
  const [first, last] = [priced[0], priced.at(-1)];
  if (first === undefined || last === undefined || !areAlike(priced)) return undefined;
  if (compareAmounts(first.monthly.amount, last.monthly.amount) === 0) return undefined;
  const text = `The dearest tier with a public price is ${tierName(last.tier)}, at ${perMonthText(last.monthly)}.`;
  return sentence('dearest-tier', text, { evidence: proofOf(last), tiers: [last.tier.id] });
}

function oneTime({ record: { name, tiers, currency } }: Subject): Sentence | undefined {
  const paid = tiers.filter(({ isFree, isCustom }) => !isFree && !isCustom);
  const prices = paid.flatMap((tier) =>
    tier.prices.filter(({ kind }) => kind === 'list').map((price) => ({ tier, price })),
  );
  const [least] = prices
    .filter(({ price }) => price.currency === currency && !isZero(price.amount))
    .sort((a, b) => compareAmounts(a.price.amount, b.price.amount));
  if (least === undefined || !prices.every(({ price }) => price.per === 'once')) return undefined;
  const { amount, evidence, ...terms } = least.price;
  const text = `${name} is paid once: from ${amountText(amount, { ...terms, per: undefined })}, on ${tierName(least.tier)}.`;
  return sentence('one-time-price', text, { evidence: [evidence ?? []].flat(), tiers: [least.tier.id] });
}

function onlyByQuote({ record: { name, tiers }, quoted }: Subject): Sentence | undefined {
  const [first] = quoted;
  if (first === undefined || tiers.some(({ prices, isFree }) => !isFree && prices.length > 0)) return undefined;
  const text = `${name} publishes no paid price: ${listed(quoted.map(tierName))} ${quoted.length === 1 ? 'is' : 'are'} sold by quote.`;
  return sentence('sold-by-quote', text, proofs(quoted));
}

function byQuote({ quoted }: Subject): Sentence | undefined {
  if (quoted.length === 0) return undefined;
  const text = `${listed(quoted.map(tierName))} ${quoted.length === 1 ? 'is' : 'are'} sold by quote.`;
  return sentence('sold-by-quote', text, proofs(quoted));
}

function onlyFree({ record: { name, tiers }, isConfirmed }: Subject): Sentence | undefined {
  if (!isConfirmed || tiers.length === 0 || !tiers.every(({ isFree }) => isFree)) return undefined;
  return sentence('only-free', `${name} lists no paid tier: ${listed(tiers.map(tierName))} is free.`, proofs(tiers));
}

function freeTier({ record: { tiers }, priced, quoted, isConfirmed }: Subject): Sentence | undefined {
  if (priced.length + quoted.length === 0) return undefined;
  const free = tiers.filter(({ isFree }) => isFree);
  const [first] = free;
  if (first !== undefined) {
    const name = tierName(first);
    const text = /^free$/i.test(name) ? 'There is a free tier.' : `There is a free tier, ${name}.`;
    return sentence('free-tier', text, proofs([first]));
  }
  if (!isConfirmed) return undefined;
  return sentence('free-tier', 'There is no free tier.', { tiers: tiers.map(({ id }) => id) });
}

function trial(subject: Subject): Sentence | undefined {
  const [fact] = factsOf(subject, 'trial');
  if (fact === undefined) return undefined;
  const length = lengthText(fact);
  const card =
    fact.card === undefined ? '' : fact.card === 'required' ? '; it asks for a card' : '; it asks for no card';
  return sentence('trial', `There is a ${length === undefined ? '' : `${length} `}free trial${card}.`, {
    evidence: [fact.evidence],
  });
}

/** Models that have both rates; free ones and those that hold beyond some length of context say nothing of a start. */
function tokenRates({ record: { name, rates, currency } }: Subject): Sentence | undefined {
  const models = rates
    .flatMap((rate) => {
      const { inputPerMTok: input, outputPerMTok: output, band } = rate;
      if (input === undefined || output === undefined || band !== undefined || rate.currency !== currency) return [];
      return isZero(input) || isZero(output) ? [] : [{ rate, input, output }];
    })
    .sort((a, b) => compareAmounts(a.input, b.input) || compareAmounts(a.output, b.output));
  const [first, last] = [models[0], models.at(-1)];
  if (first === undefined || last === undefined || currency === undefined) return undefined;
  const words = ({ rate, input, output }: (typeof models)[number]) =>
    `${moneyText(input, currency)} for input and ${moneyText(output, currency)} for output (${named(rate.model)})`;
  const range = first === last ? `costs ${words(first)}` : `starts at ${words(first)} and goes up to ${words(last)}`;
  return sentence('token-rates', `${name} ${range} per million tokens.`, ratesAs(first.rate, last.rate));
}

function ratesAs(...rates: Rate[]) {
  return {
    evidence: rates.flatMap(({ evidence }) => evidence),
    basis: rates.map(({ model }) => `rateCard.${model}`.slice(0, 120)),
  };
}

/** Prices that nobody read on the vendor's page say so, and whose word they are. */
function unconfirmed({ record, isConfirmed }: Subject): Sentence | undefined {
  if (isConfirmed) return undefined;
  const sources = [...record.tiers, ...record.rates].flatMap(({ imported }) => imported ?? []);
  const newest = sources.toSorted((a, b) => (a.asOf < b.asOf ? -1 : 1)).at(-1);
  if (newest === undefined) return undefined;
  const names = [...new Set(sources.map(({ dataset }) => datasetName(dataset)))];
  const days = [...new Set(sources.map(({ asOf }) => asOf))].sort();
  const when = days.length === 1 ? `as of ${days[0]}` : `as of ${days[0]} to ${days.at(-1)}`;
  const text = `Not confirmed on the vendor’s page yet: ${listed(names)} ${names.length === 1 ? 'states' : 'state'} it, ${when}.`;
  return { text: text.slice(0, 600), origin: 'imported', rule: 'unconfirmed', imported: newest };
}

function proofs(tiers: readonly Parameters<typeof proofOf>[0]['tier'][]) {
  return { evidence: tiers.flatMap((tier) => proofOf({ tier })), tiers: tiers.map(({ id }) => id) };
}
