/**
 * Plans of the reader of repeated structure, which is followed where no other reads a plan.
 *
 * Under these conditions 23 of 26 of its statements were right on labelled pages; without them 40 of 77.
 */
import type { Evidence, Reading, ReadPrice, ReadTier } from '../../data/reading.ts';
import { perMonth, tiersOfOffers } from './confidence/stated.ts';
import { proofsOf } from './facts/place.ts';
import type { Page } from './offers/page.ts';
import { lineAt } from './page/document.ts';
import { NO_PERIOD } from './tiers/amounts.ts';
import { isInTable } from './tiers/candidates.ts';
import { notTiersAt } from './tiers/section.ts';
import { hasTierWord } from './tiers/words.ts';

/** A quantity, a sentence or a question. */
const IS_NO_NAME = /^\d|[.?]$/;

/**
 * The plans of repeated structure that are followed: at least two, of which one is called as plans are, or a free one that
 * is called so beside amounts without a period.
 */
export function readAlone(readings: readonly Reading[], page: Page): ReadTier[] {
  if (readings.some(({ models }) => models.length > 0)) return [];
  const refused = readings.flatMap(({ rejected }) => rejected.map(({ quote }) => quote));
  const isPlain = (tier: ReadTier) =>
    !IS_NO_NAME.test(tier.name) &&
    tier.prices.every((price) => isTimed(price) && !isRefused(price, refused)) &&
    proofsOf(tier).every(({ textStart }) => notTiersAt(page.document, textStart) === undefined);
  const plain = tiersOfOffers(readings).filter(isPlain);
  // What others cost may not be clear where it is clear that one is free.
  const isOpen = readings.some(({ rejected }) => rejected.some(({ reason }) => reason === NO_PERIOD));
  const isPriced = isOpen || plain.some(({ prices }) => prices.length > 0);
  const tiers = isPriced ? plain : plain.filter((tier) => !proofsOf(tier).some((proof) => isCell(page, proof)));
  if (tiers.length > 1 && tiers.some(({ name }) => hasTierWord(name))) return tiers;
  return isOpen ? tiers.filter(({ name, isFree }) => isFree && hasTierWord(name)) : [];
}

/** By the month or the year, as the page says. */
function isTimed(price: ReadPrice): boolean {
  return perMonth(price) !== undefined && price.assumed?.includes('per') !== true;
}

/** Another reader saw the amount, and knew why it is no price. */
function isRefused({ evidence: { quote } }: ReadPrice, refused: readonly string[]): boolean {
  const [amount = quote] = quote.trim().split(/\s/);
  return refused.some((each) => each.includes(amount));
}

/** In a table without prices "free" and "custom" speak of what its rows are about. */
function isCell({ document }: Page, { textStart }: Evidence): boolean {
  const line = lineAt(document, textStart);
  return line !== undefined && isInTable(line.element);
}
