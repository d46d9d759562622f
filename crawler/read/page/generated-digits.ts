/**
 * Digits that a page's own styles put before or after its text: a person sees them, and the text does not have them.
 *
 * Not a style engine: it knows the classes that such rules name, and whoever bears one of them states nothing clear.
 */
import type { Document } from './document.ts';

/** A longer rule is not one of these. */
const MAX_RULE = 2_000;
const PSEUDO = /:(?:before|after)\b/i;
/** What stands between two compounds of a selector. */
const COMBINATOR = /[\s>+~]/;
const CLASS = /\.([\w-]{1,80})/g;
const CONTENT = /(?:^|[;\s])content\s{0,9}:\s{0,9}([^;]{1,400})/gi;
/** `\201c` names a sign, and no digit of it is seen. */
const ESCAPE = /\\[\da-f]{1,6}\s?/gi;
/** What it computes may be digits too, and what an attribute says. */
const MAY_BE_DIGITS = /\d|\b(?:counter|counters|attr|var)\(/i;

/** Names of classes by which the page's styles add digits to an element. Linear in the page. */
export function classesWithDigits({ source, styles }: Pick<Document, 'source' | 'styles'>): ReadonlySet<string> {
  const classes = new Set<string>();
  for (const { start, end } of styles) {
    const style = source.slice(start, end);
    if (!PSEUDO.test(style)) continue;
    for (const rule of style.split('}')) {
      const open = rule.lastIndexOf('{');
      if (open < 0 || rule.length > MAX_RULE) continue;
      const selectors = rule.slice(rule.lastIndexOf('{', open - 1) + 1, open);
      if (!PSEUDO.test(selectors) || !addsDigits(rule.slice(open + 1))) continue;
      for (const [, name = ''] of bearersOf(selectors).matchAll(CLASS)) classes.add(name);
    }
  }
  return classes;
}

/** The compounds that the pseudo-elements of some selectors belong to: `.big.price` of `.plan .big.price::after`. */
function bearersOf(selectors: string): string {
  const bearers = selectors.split(',').map((selector) => {
    const end = selector.search(PSEUDO);
    let start = end;
    while (start > 0 && !COMBINATOR.test(selector.charAt(start - 1))) start -= 1;
    return end < 0 ? '' : selector.slice(start, end);
  });
  return bearers.join(' ');
}

function addsDigits(declarations: string): boolean {
  return [...declarations.matchAll(CONTENT)].some(([, value = '']) => MAY_BE_DIGITS.test(value.replace(ESCAPE, '')));
}
