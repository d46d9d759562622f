/** Text that fits a width, by upper bounds of the widths of characters: Inter has many, and SVG wraps no lines. */

/** In ems of the bold face; the first class that has the character counts. */
const WIDTHS = [
  [/[ !'(),./:;I[\]`fijlrt|·]/, 0.45],
  [/[MWmw@%]/, 1.07],
  [/[a-z]/, 0.64],
  [/[A-Z0-9$€£_+=~#&?-]/, 0.79],
] as const;
const WIDEST = 1.1;
const ELLIPSIS = '…';

interface Room {
  width: number;
  /** Font sizes, in the unit of the width. */
  most: number;
  least: number;
}

interface Fitted {
  words: string;
  size: number;
  /** At most. */
  width: number;
}

/** Smaller where the text is long; cut where it is too long at the least size. */
export function fitted(text: string, { width, most, least }: Room): Fitted {
  const size = Math.max(least, Math.min(most, Math.floor(width / widthOf(text))));
  const characters = [...text];
  let words = text;
  while (characters.length > 0 && widthOf(words) * size > width) {
    characters.pop();
    words = `${characters.join('').trimEnd()}${ELLIPSIS}`;
  }
  return { words, size, width: widthOf(words) * size };
}

function widthOf(text: string): number {
  return [...text].reduce((sum, each) => sum + (WIDTHS.find(([of]) => of.test(each))?.[1] ?? WIDEST), 0);
}
