/**
 * Source code in a page's text: a component or a template that was published as it was written, whose lists of plans
 * stand in it as literals. Nobody is shown them where they stand.
 */

/** `const plans: Plan[] = [`, `export const TIERS = {`, `let rows = ref([`. */
const ASSIGNED =
  /\b(?:const|let|var) {1,4}[\w$]{1,60}(?: ?: ?[\w$.<>[\]|, {}"';:?]{1,160}?)? {0,4}= {0,4}(?:[\w$.]{1,40}(?:<[\w$.[\]]{1,60}>)?\()?(?=[[{])/g;
const KEYWORD = /\b(?:const|let|var) /;
/** Longer literals are no price lists that people write by hand. */
const MAX_LITERAL = 60_000;
/** Literals of which no end is found cost this much, all together. */
const PATIENCE = 600_000;
/** A quote without its like within so much is an apostrophe. */
const MAX_STRING = 400;

/** What stands above a template, between rules: data in YAML, or a script. */
const ABOVE = /^---\s/;
const MAX_ABOVE = 40_000;

/** The text with what such literals hold replaced by spaces; the very same string where there are none. */
export function withoutCode(text: string): string {
  const above = ABOVE.test(text) ? text.slice(0, MAX_ABOVE).search(/\s---(?:\s|$)/) : -1;
  if (above < 0 && !KEYWORD.test(text)) return text;
  const parts: string[] = above < 0 ? [] : [blank(text.slice(0, above))];
  let done = Math.max(0, above);
  let patience = PATIENCE;
  ASSIGNED.lastIndex = done;
  for (let match = ASSIGNED.exec(text); match !== null && patience > 0; match = ASSIGNED.exec(text)) {
    const start = match.index + match[0].length;
    const end = endOfLiteral(text, start);
    if (end === undefined) {
      patience -= Math.min(MAX_LITERAL, text.length - start);
      continue;
    }
    parts.push(text.slice(done, start), blank(text.slice(start, end)));
    done = end;
    ASSIGNED.lastIndex = end;
  }
  return done === 0 ? text : parts.join('') + text.slice(done);
}

const blank = (words: string) => words.replace(/[^\n\t]/g, ' ');

function endOfLiteral(text: string, start: number): number | undefined {
  const limit = Math.min(text.length, start + MAX_LITERAL);
  let depth = 0;
  for (let at = start; at < limit; at += 1) {
    const char = text[at];
    if (char === '[' || char === '{' || char === '(') depth += 1;
    else if (char === ']' || char === '}' || char === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (char === '"' || char === "'" || char === '`') at = endOfQuoted(text, at, char);
  }
  return undefined;
}

function endOfQuoted(text: string, at: number, quote: string): number {
  for (let end = at + 1; end < Math.min(text.length, at + MAX_STRING); end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === quote) return end;
  }
  return at;
}
