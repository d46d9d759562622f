/**
 * Attributes a difference between two readings: to the vendor, who changed its prices, or to a misreading. Pure.
 *
 * A vendor changes prices once in years, while one layout in eight is misread for as long as it stands. Prices that differ
 * together with the layout, or that only changed tiers, are therefore more likely misread. Two things decide for the
 * vendor: the words of both pages (a new price is printed on no earlier page, an old one on no later page), and time.
 */
import { sameAmount, toAmount } from '../../data/money.ts';
import type { Backing, Statement } from '../../data/pipeline/verdict.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import type { Price, Tier } from '../../data/record.ts';
import { nameKey } from '../../data/text/name-key.ts';
import type { PageWords } from '../../data/text/page-text.ts';
import { rateFacts, rateKey } from '../record/facts.ts';
import { asksNothingElse, listPrices, variantSigns } from '../record/plausibility.ts';
import { termsOf } from '../record/statement.ts';
import { isOtherLayout, type Printed, printedOn } from './layout-fingerprint.ts';

export interface Succession {
  before: Statement;
  next: Statement;
  backing: Backing;
  marks: readonly string[];
  /** Words of both pages, where the archive has them. */
  words: { before(): PageWords | undefined; next(): PageWords | undefined };
  /** Probability of a price change since the first was last seen, by the product's hazard. */
  chanceOfChange: number;
}

/** Share of layouts that are misread, by `npm run bench -- calibration` and first readings of real pages. */
const MISREAD = 1 / 8;
const EITHER_MISREAD = 1 - (1 - MISREAD) ** 2;

/** Why the difference cannot be attributed to the vendor; undefined where it can. */
export function attributionDoubt(succession: Succession): string | undefined {
  const { before, next, backing, marks, words, chanceOfChange } = succession;
  const doubt = (what: string) => `${what} is not known`.slice(0, 160);
  const isRedesigned = isOtherLayout(backing.marks, marks);
  const [otherVariant] = variantSigns(before, next, ['locale', 'language']);
  if (otherVariant !== undefined) return doubt(`${otherVariant}; whether the vendor changed its prices`);
  if (!isRedesigned && !isReordered(before, next)) return undefined;
  if (chanceOfChange >= EITHER_MISREAD) return undefined;
  const [was, is] = [words.before(), words.next()];
  if (was !== undefined && is !== undefined && isBorneOut([before, next], [was, is])) return undefined;
  const what = isRedesigned ? 'the page was redesigned' : 'the prices only changed names';
  return doubt(`${what}; whether the vendor changed its prices or we misread them`);
}

/** Whether both statements have the same list prices and rates; units, seats and promotions are not compared. */
export function quotesSame(a: Statement, b: Statement): boolean {
  const quotes = (tier: Tier) =>
    JSON.stringify([tier.id, nameKey(tier.name), tier.isFree, tier.isCustom, listPrices(tier).map(quote).sort()]);
  const quoted = ({ tiers, rates }: Statement) => [...tiers.map(quotes), ...rates.map(rateFacts)].sort().join('\n');
  return quoted(a) === quoted(b);
}

function quote({ amount, currency, billing, per }: Price): string {
  return `${toAmount(amount)}|${currency}|${billing ?? ''}|${per}`;
}

/** Whether all list prices of one side are the other's too, under other names. */
function isReordered(before: Statement, next: Statement): boolean {
  const asksAny = ({ tiers }: Statement) => tiers.some((tier) => listPrices(tier).length > 0);
  if (!asksAny(before) || !asksAny(next) || !asksNothingElse(before, next, quote)) return false;
  return next.tiers.some((tier) => {
    const namesake = namesakeOf(tier, before);
    return namesake !== undefined && newPrices(namesake, tier).length > 0;
  });
}

function namesakeOf({ id }: Tier, { tiers }: Statement): Tier | undefined {
  return tiers.find((tier) => tier.id === id);
}

/** Prices of the second tier that the first does not have; none where the first has no price. */
function newPrices(before: Tier, next: Tier): Price[] {
  const asked = new Set(listPrices(before).map(quote));
  return asked.size === 0 ? [] : listPrices(next).filter((price) => !asked.has(quote(price)));
}

/** Whether no new price or name is printed on the earlier page, and none that is gone on the later one. */
function isBorneOut([before, next]: [Statement, Statement], [was, is]: [PageWords, PageWords]): boolean {
  const isInSource = [...before.evidence, ...next.evidence].some(({ scope }) => scope === 'source');
  const [then, now] = [printedOn(was, isInSource), printedOn(is, isInSource)];
  // Without a change by the vendor, both pages would have to be misread in the same tier.
  if (next.tiers.some((tier) => hasMovedPrice([namesakeOf(tier, before), tier], then, now))) return true;
  return isNewsTo(then, next, before) && isNewsTo(now, before, next) && !claimsOtherwise(before, next);
}

/** Whether a tier's old and new price under the same terms are each printed on their own page alone. */
function hasMovedPrice([namesake, tier]: [Tier | undefined, Tier], then: Printed, now: Printed): boolean {
  return listPrices(tier).some((price) => {
    const was = namesake && listPrices(namesake).find((each) => termsOf(each) === termsOf(price));
    return was !== undefined && !then.price(price.amount) && !now.price(was.amount);
  });
}

function isNewsTo(page: Printed, stated: Statement, other: Statement): boolean {
  const areRatesNews = stated.rates.every((rate) => {
    const namesake = other.rates.find((each) => rateKey(each) === rateKey(rate));
    if (namesake === undefined) return !page.name(rate.model);
    return RATE_FIELDS.every(([field]) => {
      const [is, was] = [rate[field], namesake[field]];
      return is === undefined || was === undefined || sameAmount(is, was) || !page.price(is);
    });
  });
  if (!areRatesNews) return false;
  return stated.tiers.every((tier) => {
    const namesake = namesakeOf(tier, other);
    if (namesake === undefined) return !page.name(tier.name);
    if (nameKey(namesake.name) !== nameKey(tier.name) && page.name(tier.name)) return false;
    return newPrices(namesake, tier).every(({ amount }) => !page.price(amount));
  });
}

/** "Free" and "contact us" are printed on most pages, so the words do not tell which tier they are about. */
function claimsOtherwise(before: Statement, next: Statement): boolean {
  const claims = (tier: Tier) => `${tier.isFree}|${tier.isCustom}|${listPrices(tier).length > 0}`;
  return next.tiers.some((tier) => {
    const namesake = namesakeOf(tier, before);
    return namesake !== undefined && claims(namesake) !== claims(tier);
  });
}
