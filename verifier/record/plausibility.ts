/** Doubts: differences from the record too large to publish at first sight, each in words. None is a veto. Pure. */
import { TRUST } from '../../config/trust.ts';
import { compareAmounts, isZero, sameAmount, timesAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { mostFrequent } from '../../data/prices/record-currency.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import type { Price, Rate, Tier } from '../../data/record.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { rateKey } from './facts.ts';
import { termsOf } from './statement.ts';

/** @param pageText of the page of `next`: a tier that it still names is doubted to be gone */
export function doubts(before: Statement, next: Statement, pageText = ''): string[] {
  return [
    ...vanished(before, next),
    ...variantDoubts(before, next),
    ...collapsed(before, next),
    ...leaps(before, next),
    ...toggled(before, next),
    ...stillNamed(before, next, pageText),
  ];
}

export function listPrices({ prices }: Tier): Price[] {
  return prices.filter(({ kind }) => kind === 'list');
}

/** Whether all list prices of one statement, by `keyOf`, are the other's too; true where one has none. */
export function asksNothingElse(a: Statement, b: Statement, keyOf: (price: Price) => string): boolean {
  const asked = ({ tiers }: Statement) => new Set(tiers.flatMap((tier) => listPrices(tier).map(keyOf)));
  const [one, other] = [asked(a), asked(b)];
  return one.isSubsetOf(other) || other.isSubsetOf(one);
}

function paid(tiers: Tier[]): Price[] {
  return tiers.flatMap(listPrices).filter(({ amount }) => !isZero(amount));
}

/** Why a reading may be of another variant of the page: vendors answer by country, repeatedly and without any change. */
export function variantDoubts(before: Statement, next: Statement): string[] {
  return [...flippedCurrency(before, next), ...variantSigns(before, next)];
}

export function variantSigns(
  { variant: was = {} }: Statement,
  { variant: is = {} }: Statement,
  signs: readonly ('locale' | 'language' | 'currency')[] = ['locale', 'language', 'currency'],
): string[] {
  return signs
    .filter((sign) => was[sign] !== undefined && is[sign] !== undefined && was[sign] !== is[sign])
    .slice(0, 1)
    .map((sign) => `the page is for ${is[sign]}, the previous page was for ${was[sign]}`);
}

function vanished(before: Statement, next: Statement): string[] {
  const had = paid(before.tiers).length + before.rates.length;
  return had > 0 && paid(next.tiers).length + next.rates.length === 0 ? ['all prices disappeared'] : [];
}

function flippedCurrency(before: Statement, next: Statement): string[] {
  const [was, is] = [mainCurrency(before), mainCurrency(next)];
  return was !== undefined && is !== undefined && was !== is ? [`the currency changed from ${was} to ${is}`] : [];
}

/** The currency that most paid tiers are quoted in; of a product without any, most rates. */
export function mainCurrency({ tiers, rates }: Pick<Statement, 'tiers' | 'rates'>): string | undefined {
  const quoted = tiers.flatMap((tier) => [...new Set(paid([tier]).map(({ currency }) => currency))]);
  return mostFrequent(quoted) ?? mostFrequent(rates.map(({ currency }) => currency));
}

function collapsed(before: Statement, next: Statement): string[] {
  const idsOf = ({ tiers }: Statement) => tiers.map(({ id }) => id);
  const rates = collapse('rates', before.rates.map(rateKey), next.rates.map(rateKey));
  return [...collapse('tiers', idsOf(before), idsOf(next)), ...rates];
}

function collapse(what: string, before: string[], next: string[]): string[] {
  const lost = before.filter((id) => !next.includes(id)).sort();
  const kept = 1 - lost.length / before.length;
  if (before.length === 0 || kept >= TRUST.collapseShare) return [];
  return [`only ${Math.round(kept * 100)} % of the ${what} remain; missing: ${lost.join(', ')}`];
}

function leaps(before: Statement, next: Statement): string[] {
  const found: string[] = [];
  for (const [tier, was, is] of pairedPrices(before.tiers, next.tiers)) {
    if (isLeap(was.amount, is.amount))
      found.push(`${tier.name} jumps from ${was.amount} to ${is.amount} ${is.currency}`);
  }
  for (const [was, is] of pairedRates(before.rates, next.rates)) {
    for (const [field] of RATE_FIELDS) {
      const [from, to] = [was[field], is[field]];
      if (from !== undefined && to !== undefined && isLeap(from, to))
        found.push(`${is.model} jumps from ${from} to ${to} ${is.currency}`);
    }
  }
  for (const tier of next.tiers) {
    const was = before.tiers.find(({ id }) => id === tier.id);
    if (was !== undefined && was.isFree !== tier.isFree)
      found.push(`${tier.name} became ${tier.isFree ? 'free' : 'paid'}`);
  }
  return found;
}

function isLeap(from: string, to: string): boolean {
  if (isZero(from) || isZero(to)) return isZero(from) !== isZero(to);
  const exceeds = (a: string, b: string) => compareAmounts(a, timesAmount(b, TRUST.plausibleFactor)) > 0;
  return exceeds(to, from) || exceeds(from, to);
}

/** A page whose switch shows the other billing reads as if every monthly price had become the annual one. */
function toggled(before: Statement, next: Statement): string[] {
  const moved = pairedPrices(before.tiers, next.tiers).filter(([, was, is]) => !sameAmount(was.amount, is.amount));
  const swapped = moved.filter(([tier, was, is]) => {
    const earlier = before.tiers.find(({ id }) => id === tier.id);
    const others = earlier === undefined ? [] : listPrices(earlier).filter((price) => price.billing !== was.billing);
    const isNow = ({ per, currency, amount }: Price) =>
      per === is.per && currency === is.currency && sameAmount(amount, is.amount);
    return others.some(isNow);
  });
  if (moved.length === 0 || swapped.length < moved.length) return [];
  return ['all changed prices now equal the prices of the other billing'];
}

function stillNamed(before: Statement, next: Statement, pageText: string): string[] {
  if (pageText === '') return [];
  const kept = new Set(next.tiers.map(({ id }) => id));
  const names = new Set(next.tiers.map(({ name }) => nameKey(name)));
  const gone = before.tiers.filter(({ id, name }) => !kept.has(id) && !names.has(nameKey(name)));
  if (gone.length === 0) return [];
  const lines = new Set(pageText.split(/[\n\t]/).map((line) => nameKey(line.slice(0, 100))));
  return gone
    .filter(({ name }) => lines.has(nameKey(name)))
    .map(({ name }) => `${name} was not read, but the page still names it`);
}

/** List prices of the same tier and terms, where the earlier side has exactly one. */
function pairedPrices(before: Tier[], next: Tier[]): [Tier, Price, Price][] {
  return next.flatMap((tier) => {
    const was = before.find(({ id }) => id === tier.id);
    if (was === undefined) return [];
    return listPrices(tier).flatMap((price): [Tier, Price, Price][] => {
      const namesakes = listPrices(was).filter((other) => termsOf(other) === termsOf(price));
      const [only] = namesakes;
      return only !== undefined && namesakes.length === 1 ? [[tier, only, price]] : [];
    });
  });
}

function pairedRates(before: Rate[], next: Rate[]): [Rate, Rate][] {
  const byKey = new Map(before.map((rate) => [rateKey(rate), rate]));
  return next.flatMap((rate): [Rate, Rate][] => {
    const was = byKey.get(rateKey(rate));
    return was !== undefined && was.currency === rate.currency ? [[was, rate]] : [];
  });
}
