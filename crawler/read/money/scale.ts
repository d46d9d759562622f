/** What multiplies the digits of an amount: "10k", "₹1.5 lakh", "Rp49rb". */
import { NUMBER_SCALES } from '../../../data/text/number-grammar.ts';
import type { Layout } from './numeral.ts';

export interface Scale {
  factor: number;
  /** Characters that say so. */
  length: number;
}

const LONGEST = 12;
const SCALES = NUMBER_SCALES.map(({ words, factor, currency }) => ({
  // "10 k" may count anything.
  says: new RegExp(`^${words.length > 2 ? '\\s?' : ''}(?:${words})\\.?(?![\\p{L}\\d])`, 'iu'),
  ...{ factor, currency },
}));
const ENDS = new RegExp(`[ \\u00a0]?(?:[万萬만]|${NUMBER_SCALES.map(({ words }) => words).join('|')})\\.?$`, 'iu');
const NO_PRICE =
  /^(?:%|[MBL](?![\p{L}\d])|\s?(?:million|billion|trillion|mn|bn|mio|mrd|mln|млн|juta|crore|cr|億|亿|억)(?!\p{Ll}))/u;
const MYRIAD = /^\s?[万萬만]/u;

/** Undefined for what is no price: millions and percentages. */
export function scaleAt(
  { text, layout, currency }: { text: string; layout: Layout; currency: string },
  at: number,
): Scale | undefined {
  // "$40M" and "saved" in elements of their own, with nothing between.
  let end = at + 1;
  while (end < at + LONGEST && !layout.isEnd(end)) end += 1;
  const rest = text.slice(at, end);
  const scale = SCALES.find((each) => (each.currency ?? currency) === currency && each.says.test(rest));
  if (scale !== undefined) return { factor: scale.factor, length: scale.says.exec(rest)?.[0].length ?? 0 };
  if (NO_PRICE.test(rest)) return undefined;
  const myriad = MYRIAD.exec(rest)?.[0].length;
  if (myriad === undefined) return { factor: 1, length: 0 };
  return /\d/.test(rest[myriad] ?? '') ? undefined : { factor: 10_000, length: myriad };
}

/** How many of the last characters multiply the number before them. */
export function scaleBefore(words: string): number {
  return ENDS.exec(words)?.[0].length ?? 0;
}
