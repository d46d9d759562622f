/** What a product costs, in sentences: its starting price, the range of its prices, and its trial. Pure. */
import { compareAmounts, isZero } from '../../data/money.ts';
import { freeTierOf, priceStateOf } from '../../data/prices/price-state.ts';
import { sourceName } from '../../data/record.ts';
import type { Sentence } from '../../data/research.ts';
import { amountText, moneyText, perMonthText } from '../../data/text/price-text.ts';
import { lengthText, listed, monthlyText, named, tierName } from '../../data/text/sentence-parts.ts';
import { listPrices } from '../record/plausibility.ts';
import { areAlike, factsOf, fromPrices, fromTiers, held, type Subject, sentence } from './subject.ts';

export function quickAnswerOf(subject: Subject): Sentence[] {
  const opening = openingOf(subject);
  if (opening === undefined) return [];
  const quoted = opening.rule === 'sold-by-quote' ? undefined : soldByQuote(subject, '');
  return held(opening, dearest(subject), quoted, freeTier(subject), trial(subject), unconfirmed(subject));
}

/** The first sentence that fits how the product is sold. */
export function openingOf(subject: Subject): Sentence | undefined {
  return startingAt(subject) ?? tokenRates(subject) ?? oneTime(subject) ?? onlyByQuote(subject) ?? onlyFree(subject);
}

/** A price from a dataset is stated with the dataset and its day. */
export function startingAt({ record: { name }, priced, quoted }: Subject): Sentence | undefined {
  const [cheapest] = priced;
  if (cheapest === undefined) return undefined;
  const { imported } = cheapest.tier;
  const by = imported === undefined ? '' : `According to ${sourceName(imported)} (${imported.asOf}), `;
  // A single price needs no tier name.
  const on = priced.length + quoted.length === 1 ? '' : `, on ${tierName(cheapest.tier)}`;
  const text = `${by}${name} starts at ${monthlyText(cheapest.monthly)}${on}.`;
  return sentence('starting-price', text, fromTiers(cheapest));
}

function dearest({ priced }: Subject): Sentence | undefined {
  const [first, last] = [priced[0], priced.at(-1)];
  if (first === undefined || last === undefined || !areAlike(priced)) return undefined;
  if (compareAmounts(first.monthly.amount, last.monthly.amount) === 0) return undefined;
  const text = `The most expensive tier with a public price is ${tierName(last.tier)}, at ${perMonthText(last.monthly)}.`;
  return sentence('dearest-tier', text, fromTiers(last));
}

function oneTime({ record: { name, tiers, currency } }: Subject): Sentence | undefined {
  const paid = tiers.filter(({ isFree, isCustom }) => !isFree && !isCustom);
  const prices = paid.flatMap((tier) => listPrices(tier).map((price) => ({ tier, price })));
  const [least] = prices
    .filter(({ price }) => price.currency === currency && !isZero(price.amount))
    .sort((a, b) => compareAmounts(a.price.amount, b.price.amount));
  if (least === undefined || !prices.every(({ price }) => price.per === 'once')) return undefined;
  const { tier, price } = least;
  const text = `${name} has one-time prices from ${amountText(price.amount, { ...price, per: undefined })}, on ${tierName(tier)}.`;
  return sentence('one-time-price', text, fromPrices(tier, price));
}

function onlyByQuote(subject: Subject): Sentence | undefined {
  const { name, tiers } = subject.record;
  if (tiers.some(({ prices, isFree }) => !isFree && prices.length > 0)) return undefined;
  const isUnpublished = priceStateOf(subject.record) === 'not_published';
  return soldByQuote(subject, isUnpublished ? `${name} does not publish its paid prices: ` : '');
}

/** "Enterprise is sold by quote.", behind a lead. */
export function soldByQuote({ quoted }: Subject, lead: string): Sentence | undefined {
  if (quoted.length === 0) return undefined;
  const text = `${lead}${listed(quoted.map(tierName))} ${quoted.length === 1 ? 'is' : 'are'} sold by quote.`;
  return sentence('sold-by-quote', text, fromTiers(...quoted.map((tier) => ({ tier }))));
}

function onlyFree({ record }: Subject): Sentence | undefined {
  if (priceStateOf(record) !== 'free_only') return undefined;
  const { name, tiers } = record;
  const text = `${name} has only free tiers: ${listed(tiers.map(tierName))}.`;
  return sentence('only-free', text, fromTiers(...tiers.map((tier) => ({ tier }))));
}

function freeTier({ record, priced, quoted }: Subject): Sentence | undefined {
  if (priced.length + quoted.length === 0) return undefined;
  const { tiers } = record;
  const free = tiers.find(({ isFree }) => isFree);
  if (free !== undefined) {
    const name = tierName(free);
    const text = /^free$/i.test(name) ? 'There is a free tier.' : `There is a free tier: ${name}.`;
    return sentence('free-tier', text, fromTiers({ tier: free }));
  }
  if (freeTierOf(record) !== false) return undefined;
  return sentence('free-tier', 'There is no free tier.', { tiers: tiers.map(({ id }) => id) });
}

const CARD_WORDS = { required: '; a card is required', not_required: '; no card required' } as const;

function trial(subject: Subject): Sentence | undefined {
  const [fact] = factsOf(subject, 'trial');
  if (fact === undefined) return undefined;
  const words = [lengthText(fact), 'free trial'].filter(Boolean).join(' ');
  const text = `There is a ${words}${fact.card === undefined ? '' : CARD_WORDS[fact.card]}.`;
  return sentence('trial', text, { evidence: [fact.evidence] });
}

/** Models with both rates; free ones and those of a context band are left out. */
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
  return sentence('token-rates', `${name} ${range} per million tokens.`, {
    evidence: [first, last].flatMap(({ rate }) => rate.evidence),
    basis: [first, last].map(({ rate }) => `rateCard.${rate.model}`.slice(0, 120)),
  });
}

/** Names the datasets of prices that no page of the vendor's confirms. */
function unconfirmed({ record, isConfirmed }: Subject): Sentence | undefined {
  const sources = [...record.tiers, ...record.rates].flatMap(({ imported }) => imported ?? []);
  const newest = sources.toSorted((a, b) => (a.asOf < b.asOf ? -1 : 1)).at(-1);
  if (isConfirmed || newest === undefined) return undefined;
  const names = [...new Set(sources.map(sourceName))];
  const days = [...new Set(sources.map(({ asOf }) => asOf))].sort();
  const when = days.length === 1 ? `as of ${days[0]}` : `as of ${days[0]} to ${days.at(-1)}`;
  const text = `Not yet confirmed on the vendor’s page: ${listed(names)} ${names.length === 1 ? 'states' : 'state'} it, ${when}.`;
  return { text: text.slice(0, 600), origin: 'imported', rule: 'unconfirmed', imported: newest };
}
