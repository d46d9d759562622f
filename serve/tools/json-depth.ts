/** Bounds how deeply JSON is nested, before anything walks it: a recursive function would run out of stack. */

/** Requests nest four levels; metadata of clients a few more. */
const MOST_LEVELS = 16;
export const TOO_DEEP = `Nested deeper than ${MOST_LEVELS} levels`;

/** @param text of JSON, in any encoding that keeps ASCII */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  // A string may hold brackets; one that does not end is not JSON.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MOST_LEVELS) return true;
  }
  return false;
}
