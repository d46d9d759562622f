/** What multiplies the digits of an amount: "10k", "₹1.5 lakh", "Rp49rb". */
import { MYRIADS, NUMBER_SCALES } from '../../../data/text/number-grammar.ts';
import type { Layout } from './numeral.ts';

export interface Scale {
  factor: number;
  /** Characters that say so. */
  length: number;
}

/** The longest word, and a space before it. */
export const LONGEST_SCALE = 12;
const SCALES = NUMBER_SCALES.map(({ words, isLetter = false, ...scale }) => ({
  ...{ ...scale, isLetter },
  says: new RegExp(`^${isLetter ? '' : '\\s?'}(?:${words})(?![\\p{L}\\d])`, 'u'),
  ends: new RegExp(`[ \\u00a0]?(?:${words})$`, 'u'),
}));
const PERCENT_OR_LETTER = /^(?:%|[MBL](?![\p{L}\d]))/u;
const MILLIONS = /^\s?(?:million|billion|trillion|mn|bn|mio|mrd|mln|млн|juta|crore|cr|億|亿|억)(?!\p{Ll})/iu;
const MYRIAD = new RegExp(`^\\s?[${MYRIADS}]`, 'u');
const ENDS_IN_MYRIAD = new RegExp(`[ \\u00a0]?[${MYRIADS}]$`, 'u');

const scalesOf = (currency: string) => SCALES.filter((each) => (each.currency ?? currency) === currency);

/** Undefined for what is no price: millions and percentages. */
export function scaleAt(
  { text, layout, currency }: { text: string; layout: Layout; currency: string },
  at: number,
): Scale | undefined {
  const rest = text.slice(at, at + LONGEST_SCALE);
  // "$40M" and "saved" in elements of their own, with nothing between.
  const letter = layout.isEnd(at + 1) ? rest.slice(0, 1) : rest;
  for (const { says, isLetter, factor } of scalesOf(currency)) {
    const said = says.exec(isLetter ? letter : rest)?.[0];
    if (said !== undefined) return { factor, length: said.length };
  }
  if (PERCENT_OR_LETTER.test(letter) || MILLIONS.test(rest)) return undefined;
  const myriad = MYRIAD.exec(rest)?.[0].length;
  if (myriad === undefined) return { factor: 1, length: 0 };
  return /\d/.test(rest[myriad] ?? '') ? undefined : { factor: 10_000, length: myriad };
}

/** How many of the last characters multiply the number before them. */
export function scaleBefore(words: string, currency: string): number {
  const ends = [ENDS_IN_MYRIAD, ...scalesOf(currency).map((each) => each.ends)];
  return Math.max(...ends.map((end) => end.exec(words)?.[0].length ?? 0));
}
