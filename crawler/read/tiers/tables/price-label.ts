/** What labels of rows and columns say of the cells beside or below them: prices of tiers, or amounts of something else. */
import { termsOfWords } from '../../mentions/terms.ts';
import { anyMeans, type Meaning } from '../../vocabulary/phrases.ts';
import { headingSays, matchAny } from '../../vocabulary/vocabulary.ts';

const PRICE: readonly Meaning[] = [
  'labelPrice',
  'monthly',
  'yearly',
  'billed',
  'billedMonthly',
  'billedYearly',
  'once',
];
export function isPriceLabel(label: string): boolean {
  return anyMeans(matchAny(label), ...PRICE) || termsOfWords(label, matchAny).per !== undefined;
}

/** Whether the cells hold amounts of something else, whatever else the label says. */
export function isOtherLabel(label: string): boolean {
  const said = headingSays(label);
  const isMeasured = said.has('measured') && !said.has('money');
  return said.has('otherAmounts') || said.has('perUse') || isMeasured || anyMeans(matchAny(label), 'setup');
}

/** Of columns also the price of a part of what one buys. */
export function isOtherColumn(label: string): boolean {
  return isOtherLabel(label) || headingSays(label).has('perPart');
}

/** The first column is of others, whose prices a page compares or adds up. */
export function headsOthers([first = '']: readonly string[]): boolean {
  return headingSays(first).has('ofOthers');
}

/** "Windows | All plans | $20": what is sold to plans, and no plan. */
export function isSoldToPlans([, ...others]: readonly string[]): boolean {
  return others.some((words) => headingSays(words).has('soldToPlans'));
}

/** The amounts below the label are for a month. */
export const isByMonth = (label: string) => termsOfWords(label, matchAny).per === 'month';
