/**
 * Whether it was the vendor who moved, or a reader that reads now what it misread before, or misreads it now.
 *
 * A vendor changes its prices once in years, and one design in eight is misread as long as it stands: prices that differ
 * since the page's design does were more likely misread than moved, and so were prices that only changed names. The
 * pages' own words can settle it: what a misreading missed or took for another thing stood on the page all the same,
 * while a new price stands on no page of before and an old one on none of after. Pure.
 */
import { sameAmount, toAmount } from '../data/money.ts';
import type { PageWords } from '../data/page-text.ts';
import { RATE_FIELDS } from '../data/reading.ts';
import type { Price, Tier } from '../data/record.ts';
import type { Backing, Statement } from '../data/verdict.ts';
import { isCorroborated, isOtherDesign, type Printed, printedOn } from './design.ts';
import { nameKey, rateFacts, rateKey } from './facts.ts';
import { listPrices, variantSigns } from './plausibility.ts';

/** Of two statements of one source; the words of the page that each was read from, where they are to be had. */
export interface Succession {
  before: Statement;
  next: Statement;
  /** What the first rests on, and the marks of the second's design. */
  backing: Backing;
  marks: readonly string[];
  words: { before(): PageWords | undefined; next(): PageWords | undefined };
}

export interface MoveDoubt {
  /** In words: what is not known. */
  reason: string;
  /** One of the two readings may be wrong; else it is only what was before that nobody can be sure of. */
  isContested: boolean;
}

/** Why nobody can tell what the vendor moved; undefined where it is as likely as ever. */
export function moveDoubt({ before, next, backing, marks, words }: Succession): MoveDoubt | undefined {
  const contested = (what: string) => ({ reason: `${what} is not known`.slice(0, 160), isContested: true });
  const isRedesigned = isOtherDesign(backing.marks, marks);
  const [otherVariant] = variantSigns(before, next, ['locale', 'language']);
  if (otherVariant !== undefined) return contested(`${otherVariant}: whether the vendor moved`);
  if (!isRedesigned && !isReordered(before, next)) return undefined;
  const [was, is] = [words.before(), words.next()];
  const isBorne = was !== undefined && is !== undefined && isBorneOut(before, next, was, is);
  if (!isBorne)
    return contested(
      `${isRedesigned ? 'the design of the page changed too' : 'the prices only changed names'}: whether the vendor moved, or we had misread it,`,
    );
  if (!isRedesigned || isCorroborated(backing)) return undefined;
  const reason =
    'the vendor moved as the design of the page changed: from what, one reading of the old design alone tells';
  return { reason, isContested: false };
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

/** Whether all that is asked on one side is asked on the other too, if not under the same names. */
function isReordered(before: Statement, next: Statement): boolean {
  const asked = ({ tiers }: Statement) => new Set(tiers.flatMap((tier) => listPrices(tier).map(quote)));
  const [was, is] = [asked(before), asked(next)];
  if (was.size === 0 || is.size === 0 || !(was.isSubsetOf(is) || is.isSubsetOf(was))) return false;
  return next.tiers.some((tier) => {
    const namesake = before.tiers.find(({ id }) => id === tier.id);
    return namesake !== undefined && newPrices(namesake, tier).length > 0;
  });
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
  return isNewsTo(then, next, before) && isNewsTo(now, before, next) && !claimsOtherwise(before, next);
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
