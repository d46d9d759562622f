/**
 * The rules of a style sheet that may decide whether an element is seen: selector, declarations, when in force.
 *
 * Tokens are grouped with a list of open blocks (CSS Syntax Level 3, §5), so nesting costs no more than length. A broken
 * sheet is read as browsers read it; nothing is thrown.
 */
import { type CSSToken, isTokenIdent, TokenType, tokenizer } from '@csstools/css-tokenizer';

export interface Declaration {
  property: string;
  /** In lower case, without comments, white space collapsed. */
  value: string;
  isImportant: boolean;
}

/** On every screen; on some screens or in some browsers; on no screen. */
export type Force = 'always' | 'sometimes' | 'never';

export interface Rule {
  selector: string;
  declarations: readonly Declaration[];
  force: Force;
}

interface Block extends Rule {
  declarations: Declaration[];
}

/** Sheets beyond these are not read to their end. */
const MAX_CSS = 2_000_000;
const MAX_RULES = 8000;
const MAX_TEXT = 4000;

/** What may hide or show, move out of sight, make too small or too pale, strike out, or add digits. */
const TELLING =
  /^(?:-for-readers|display|content|(?:content-)?visibility|opacity|filter|transform|clip(?:-path)?|position|inset|left|right|top|margin(?:-left|-top)?|text-(?:indent|decoration(?:-line)?)|(?:max-)?(?:height|width)|overflow(?:-[xy])?|font(?:-size)?|color|background(?:-color|-clip)?|-webkit-(?:background-clip|text-fill-color)|animation(?:-name)?)$/;

export function rulesOf(css: string): Rule[] {
  return new Sheet(css.slice(0, MAX_CSS)).rules;
}

/** What a `style` attribute declares. */
export function declarationsOf(style: string): readonly Declaration[] {
  return new Sheet(style.slice(0, MAX_TEXT)).root.declarations;
}

/** Of a list of media queries one is enough. */
export function mediaForce(media: string): Force {
  const queries = media.toLowerCase().replace(/\s+/g, ' ').split(',');
  const forces = queries.map((query): Force => {
    const words = query.trim().replace(/^only /, '');
    if (/^(?:(?:screen|all)?|not (?:print|speech))$/.test(words)) return 'always';
    return /^(?:print|speech)\b|^not (?:screen|all)$/.test(words) ? 'never' : 'sometimes';
  });
  return (['always', 'sometimes'] as const).find((force) => forces.includes(force)) ?? 'never';
}

class Sheet {
  readonly rules: Rule[] = [];
  readonly root: Block = { selector: '', force: 'always', declarations: [] };
  #block = this.root;
  readonly #around: Block[] = [];
  #statement: CSSToken[] = [];

  constructor(css: string) {
    const tokens = tokenizer({ css });
    while (!tokens.endOfFile() && this.rules.length < MAX_RULES) this.#take(tokens.nextToken());
    while (this.#block !== this.root) this.#closeBlock();
    this.#endStatement();
  }

  #take(token: CSSToken): void {
    const [type] = token;
    if (type === TokenType.OpenCurly) this.#openBlock();
    else if (type === TokenType.CloseCurly) this.#closeBlock();
    else if (type === TokenType.Semicolon) this.#endStatement();
    else if (type !== TokenType.Comment && type !== TokenType.CDO && type !== TokenType.CDC)
      this.#statement.push(token);
  }

  #openBlock(): void {
    const tokens = this.#takeStatement();
    const [first, ...rest] = tokens;
    const { selector, force } = this.#block;
    this.#around.push(this.#block);
    if (first?.[0] === TokenType.AtKeyword) {
      const own = forceOf(first[4].value.toLowerCase(), textOf(rest));
      this.#block = { selector, force: lesser(force, own), declarations: [] };
    } else this.#block = { selector: nested(textOf(tokens), selector), force, declarations: [] };
  }

  #closeBlock(): void {
    this.#endStatement();
    const around = this.#around.pop();
    if (around === undefined) return;
    const { selector, force, declarations } = this.#block;
    this.#block = around;
    if (force !== 'never' && declarations.length > 0 && selector !== '')
      this.rules.push({ selector, declarations, force });
  }

  #endStatement(): void {
    const [name, ...rest] = this.#takeStatement();
    const property = name?.[0] === TokenType.Ident ? name[4].value.toLowerCase() : '';
    const colon = rest.findIndex(([type]) => type !== TokenType.Whitespace);
    if (!TELLING.test(property) || rest[colon]?.[0] !== TokenType.Colon) return;
    const said = textOf(rest.slice(colon + 1)).toLowerCase();
    const value = said.replace(/ ?! ?important$/, '');
    this.#block.declarations.push(...longhands({ property, value, isImportant: value !== said }));
  }

  #takeStatement(): CSSToken[] {
    const tokens = this.#statement;
    this.#statement = [];
    return tokens[0]?.[0] === TokenType.Whitespace ? tokens.slice(1) : tokens;
  }
}

/** @param name of the at-rule, in lower case */
function forceOf(name: string, prelude: string): Force {
  if (name === 'layer') return 'always';
  if (name === 'media') return mediaForce(prelude);
  return name === 'supports' || name === 'container' || name === 'scope' ? 'sometimes' : 'never';
}

function lesser(a: Force, b: Force): Force {
  return (['never', 'sometimes'] as const).find((force) => a === force || b === force) ?? 'always';
}

/** A selector inside a rule counts from what that rule selects; too long a one is dropped, as are values in braces. */
function nested(selector: string, around: string): string {
  if (selector.startsWith('--') || around.length + selector.length > MAX_TEXT) return '';
  if (around === '') return selector;
  return selector.includes('&') ? selector.replaceAll('&', () => `:is(${around})`) : `:is(${around}) ${selector}`;
}

function longhands(declaration: Declaration): Declaration[] {
  const { property, value } = declaration;
  const as = (name: string, part: string | undefined): Declaration[] =>
    part === undefined ? [] : [{ ...declaration, property: name, value: part }];
  const parts = value.split(' ');
  if (property === 'inset') return [...as('top', parts[0]), ...as('left', parts[3] ?? parts[1] ?? parts[0])];
  if (property === 'margin') return [...as('margin-top', parts[0]), ...as('margin-left', parts[3] ?? parts[1])];
  if (property === 'font') return as('font-size', /(?:^| )([\d.]+[a-z]{0,4})(?:\/| |$)/.exec(value)?.[1]);
  const [, whole] = /^(overflow|text-decoration|animation)-/.exec(property) ?? [];
  return whole === undefined ? [declaration] : as(whole, value);
}

/** The text of tokens; escapes in plain names are resolved. */
function textOf(tokens: readonly CSSToken[]): string {
  let text = '';
  for (const token of tokens) {
    if (token[0] === TokenType.Whitespace) text += ' ';
    else if (isTokenIdent(token) && /^[\w-]+$/.test(token[4].value)) text += token[4].value;
    else text += token[1];
    if (text.length > MAX_TEXT) break;
  }
  return text.replace(/ +/g, ' ').trim();
}
