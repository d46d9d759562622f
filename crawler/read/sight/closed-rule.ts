/**
 * Rules of a stylesheet that end where anybody would say: most of a sheet, which need not be taken apart into tokens to
 * be left out, and if they are plain, not to be read either.
 */
import { type Declaration, declaration } from './declaration.ts';

export interface ClosedRule {
  selector: string;
  body: string;
  /** Behind it. */
  end: number;
}

/** A rule without rules in it, without a comment, with no more than simple strings and escapes; no custom property. */
const CLOSED_RULE =
  /(?!\s*--)((?:[^{}"'\\/@;&<]|\\[^\da-f\s])+)\{((?:[^{}"'\\/@]|\/(?!\*)|"[^"\\\n\r\f{}]*"|'[^'\\\n\r\f{}]*')*)\}/iy;
/** In them brackets are no brackets. */
const STRINGS_AND_ESCAPES = /"[^"]*"|'[^']*'|\\./g;
/** In an address without quotes, quotes don't begin a string. */
const BARE_ADDRESS = /url\([^"'\S]*[^"'\s]/i;

/** The rule that begins at `at` or behind white space from there on, where it is one of those. */
export function closedRuleAt(css: string, at: number): ClosedRule | undefined {
  CLOSED_RULE.lastIndex = at;
  const found = CLOSED_RULE.exec(css);
  if (found === null) return undefined;
  const [whole, selector = '', body = ''] = found;
  const isSimple = !/["'\\]/.test(whole);
  if (!isSimple && BARE_ADDRESS.test(body)) return undefined;
  return isClosed(isSimple ? whole : whole.replace(STRINGS_AND_ESCAPES, ''))
    ? { selector, body, end: CLOSED_RULE.lastIndex }
    : undefined;
}

/** Behind a bracket that is left open nothing is a rule. */
function isClosed(rule: string): boolean {
  let open = 0;
  for (let at = rule.search(/[([]/); at >= 0 && at < rule.length; at += 1) {
    const code = rule.charCodeAt(at);
    if (code === 40 || code === 91) open += 1;
    else if ((code === 41 || code === 93) && open > 0) open -= 1;
  }
  return open === 0;
}

/** Classes and ids, and what is escaped outside of them. */
const NAMED = /\\.|[.#]((?:[^\s.#:>+~,*()[\]=|\\]|\\.)+)/g;

/** Whether its selector names classes or ids, and none of these. */
export function namesOthers({ selector }: ClosedRule, names: ReadonlySet<string>): boolean {
  let isNamed = false;
  for (const [, written] of selector.matchAll(NAMED)) {
    if (written === undefined) continue;
    if (names.has(written.includes('\\') ? written.replace(/\\(.)/g, '$1') : written)) return false;
    isNamed = true;
  }
  return isNamed;
}

export const WHITE_SPACE = /[ \t\n\r\f]+/g;
const PLAIN_SELECTOR = /^(?:[\w\s:>+~,*()[\]=|-]|[.#][a-z_-])+$/i;
/** Nor what ends a comment of HTML, which means nothing in a sheet. */
const NOT_PLAIN = /["'/<]|-->|url\(/i;
const DECLARED = /^\s*([a-z-]+)\s*:(.*)$/is;
const MAX_PLAIN = 4000;

/** What a rule declares, where its text says it as its tokens would. */
export function plainDeclarations(selector: string, body: string): Declaration[] | undefined {
  if (selector.length + body.length > MAX_PLAIN || !PLAIN_SELECTOR.test(selector) || selector.includes('-->'))
    return undefined;
  const parts = body.split(';');
  if (NOT_PLAIN.test(body) || !parts.every(isClosed)) return undefined;
  return parts.flatMap((part) => {
    const [, property, said = ''] = DECLARED.exec(part) ?? [];
    return property === undefined
      ? []
      : [declaration(property.toLowerCase(), said.replace(WHITE_SPACE, ' ').trim().toLowerCase())];
  });
}
