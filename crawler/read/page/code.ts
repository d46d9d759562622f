/**
 * Source code in a page's text: a component or a template that was published as it was written. Its literals are not
 * text of the page; declared/ reads them as data.
 */

/** `const plans: Plan[] = [`, `export const TIERS = {`, `let rows = ref([`. */
const ASSIGNED =
  /\b(?:const|let|var) {1,4}[\w$]{1,60}(?: ?: ?[\w$.<>[\]|, {}"';:?]{1,160}?)? {0,4}= {0,4}(?:[\w$.]{1,40}(?:<[\w$.[\]]{1,60}>)?\()?(?=[[{])/g;
const KEYWORD = /\b(?:const|let|var) /;
/** In characters: longer literals are no price lists that people write by hand. */
const MAX_LITERAL = 60_000;
/** What literals without an end may cost, all together. */
const MAX_LOST = 600_000;
/** What opens or closes a level of a literal, and strings, which are skipped. A quote without its like is an apostrophe. */
const STEP = /[[{(]|[\]})]|"(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}'|`(?:[^`\\]|\\.){0,400}`/g;

/** What stands above a template, between rules: data in YAML, or a script. */
const ABOVE = /^---\s/;
const MAX_ABOVE = 40_000;

/** The text with what such literals hold replaced by spaces; the same string where there are none. */
export function withoutCode(text: string): string {
  const above = ABOVE.test(text) ? Math.max(0, text.slice(0, MAX_ABOVE).search(/\s---(?:\s|$)/)) : 0;
  if (above === 0 && !KEYWORD.test(text)) return text;
  const parts = [blank(text.slice(0, above))];
  let done = above;
  let lost = 0;
  for (const match of text.slice(above).matchAll(ASSIGNED)) {
    const start = above + match.index + match[0].length;
    if (start < done || lost > MAX_LOST) continue;
    const end = endOfLiteral(text, start);
    if (end === undefined) lost += Math.min(MAX_LITERAL, text.length - start);
    else {
      parts.push(text.slice(done, start), blank(text.slice(start, end)));
      done = end;
    }
  }
  return parts.join('') + text.slice(done);
}

const blank = (words: string) => words.replace(/[^\n\t]/g, ' ');

function endOfLiteral(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: step, index } of text.slice(start, start + MAX_LITERAL).matchAll(STEP)) {
    if ('[{('.includes(step)) depth += 1;
    else if (']})'.includes(step)) depth -= 1;
    if (depth === 0) return start + index + 1;
  }
  return undefined;
}
