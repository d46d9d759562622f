/** White space that is not one space between words. */
const SPACED = /[^\S ]| {2}/;

/** In one line: white space collapsed, none at the ends. */
export function flat(words: string): string {
  return SPACED.test(words) ? words.replace(/\s+/g, ' ').trim() : words.trim();
}
