/**
 * Whether it was the vendor who moved, or a reader that reads now what it misread before, or misreads it now.
 *
 * A vendor changes its prices once in years, and one design in eight is misread as long as it stands: prices that differ
 * since the page's design does were more likely misread than moved, and so were prices that only changed names. The
 * pages' own words can settle it: what a misreading missed or took for another thing stood on the page all the same,
 * while a new price stands on no page of before and an old one on none of after. So can time: where nobody looked for long,
 * a move is likelier than a misreading. Pure.
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
import { isOtherDesign, type Printed, printedOn } from './layout-fingerprint.ts';

/** Of two statements of one source; the words of the page that each was read from, where they are to be had. */
export interface Succession {
  before: Statement;
  next: Statement;
  /** What the first rests on, and the marks of the second's design. */
  backing: Backing;
  marks: readonly string[];
  words: { before(): PageWords | undefined; next(): PageWords | undefined };
  /** That the vendor moved since the first was last seen, as far as its prices' hazard tells. */
  chanceOfMove: number;
}

/** Of designs, as long as they stand (`npm run bench -- calibration`; first readings of real pages are no better). */
const MISREAD = 1 / 8;
const EITHER_MISREAD = 1 - (1 - MISREAD) ** 2;

/** What is not known, in words, where nobody can tell whether the vendor moved; undefined where it did. */
export function moveDoubt({ before, next, backing, marks, words, chanceOfMove }: Succession): string | undefined {
  const doubt = (what: string) => `${what} is not known`.slice(0, 160);
  const isRedesigned = isOtherDesign(backing.marks, marks);
  const [otherVariant] = variantSigns(before, next, ['locale', 'language']);
  if (otherVariant !== undefined) return doubt(`${otherVariant}: whether the vendor moved`);
  if (!isRedesigned && !isReordered(before, next)) return undefined;
  if (chanceOfMove >= EITHER_MISREAD) return undefined;
  const [was, is] = [words.before(), words.next()];
  if (was !== undefined && is !== undefined && isBorneOut(before, next, was, is)) return undefined;
  return doubt(
    `${isRedesigned ? 'the design of the page changed too' : 'the prices only changed names'}: whether the vendor moved, or we had misread it,`,
  );
}

/** Whether two statements ask the same of buyers, whatever they say of units, seats and sales. */
export function quotesSame(a: Statement, b: Statement): boolean {
  const quoted = ({ tiers, rates }: Statement) =>
    [
      ...tiers.map((tier) =>
        JSON.stringify([tier.id, nameKey(tier.name), tier.isFree, tier.isCustom, listPrices(tier).map(quote).sort()]),
      ),
      ...rates.map(rateFacts),
    ]
      .sort()
      .join('\n');
  return quoted(a) === quoted(b);
}

function quote({ amount, currency, billing, per }: Price): string {
  return `${toAmount(amount)}|${currency}|${billing ?? ''}|${per}`;
}

/** Whether one side asks nothing that the other does not, if not under the same names. */
function isReordered(before: Statement, next: Statement): boolean {
  const asksAny = ({ tiers }: Statement) => tiers.some((tier) => listPrices(tier).length > 0);
  return (
    asksAny(before) &&
    asksAny(next) &&
    asksNothingElse(before, next, quote) &&
    next.tiers.some((tier) => {
      const namesake = before.tiers.find(({ id }) => id === tier.id);
      return namesake !== undefined && newPrices(namesake, tier).length > 0;
    })
  );
}

/** Prices of the second that the first does not ask, where both ask some. */
function newPrices(before: Tier, next: Tier): Price[] {
  const asked = new Set(listPrices(before).map(quote));
  return asked.size === 0 ? [] : listPrices(next).filter((price) => !asked.has(quote(price)));
}

/** Whether nothing that is new stood on the page of before, and nothing that is gone stands on this one. */
function isBorneOut(before: Statement, next: Statement, was: PageWords, is: PageWords): boolean {
  const isInSource = [...before.evidence, ...next.evidence].some(({ scope }) => scope === 'source');
  const [then, now] = [printedOn(was, isInSource), printedOn(is, isInSource)];
  if (hasMovedPrice(before, next, then, now)) return true;
  return isNewsTo(then, next, before) && isNewsTo(now, before, next) && !claimsOtherwise(before, next);
}

/**
 * Whether one plan's price under one billing was printed on neither page but its own. Had the vendor not moved, both
 * pages would print what it asks, and both would have to be misread, in the same plan.
 */
function hasMovedPrice(before: Statement, next: Statement, then: Printed, now: Printed): boolean {
  return next.tiers.some((tier) => {
    const namesake = before.tiers.find(({ id }) => id === tier.id);
    return listPrices(tier).some((price) => {
      const was = namesake && listPrices(namesake).find((each) => termsOf(each) === termsOf(price));
      return was !== undefined && !then.price(price.amount) && !now.price(was.amount);
    });
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
  return (
    areRatesNews &&
    stated.tiers.every((tier) => {
      const namesake = other.tiers.find(({ id }) => id === tier.id);
      if (namesake === undefined) return !page.name(tier.name);
      if (nameKey(namesake.name) !== nameKey(tier.name) && page.name(tier.name)) return false;
      return newPrices(namesake, tier).every(({ amount }) => !page.price(amount));
    })
  );
}

/** Words that say "free" or "ask us" stand on most pages: they tell nothing of which tier they are about. */
function claimsOtherwise(before: Statement, next: Statement): boolean {
  const claims = (tier: Tier) => `${tier.isFree}|${tier.isCustom}|${listPrices(tier).length > 0}`;
  return next.tiers.some((tier) => {
    const namesake = before.tiers.find(({ id }) => id === tier.id);
    return namesake !== undefined && claims(namesake) !== claims(tier);
  });
}
