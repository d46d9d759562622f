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
  force: Exclude<Force, 'never'>;
  isLayered: boolean;
}

interface Block {
  /** Undefined outside of rules. */
  selector: string | undefined;
  force: Force;
  isLayered: boolean;
  declarations: Declaration[];
}

/** Sheets beyond these are not read to their end. */
const MAX_CSS = 2_000_000;
const MAX_RULES = 8000;
const MAX_TEXT = 4000;

const CLOSERS = new Map<TokenType, TokenType>([
  [TokenType.OpenParen, TokenType.CloseParen],
  [TokenType.Function, TokenType.CloseParen],
  [TokenType.OpenSquare, TokenType.CloseSquare],
]);

const BOUNDARIES = new Set<TokenType>([TokenType.OpenCurly, TokenType.CloseCurly, TokenType.Semicolon]);

/** What may hide or show, move out of sight, make too small or too pale, or strike out. */
const TELLING =
  /^(?:display|(?:content-)?visibility|opacity|filter|transform|clip(?:-path)?|position|inset|left|right|top|margin(?:-left|-top)?|text-indent|(?:max-)?(?:height|width)|overflow(?:-[xy])?|text-decoration(?:-line)?|font(?:-size)?|color|background(?:-color|-clip)?|-webkit-(?:background-clip|text-fill-color)|animation(?:-name)?)$/;

export function rulesOf(css: string): { rules: Rule[]; imports: boolean } {
  const sheet = new Sheet();
  const tokens = tokenizer({ css: css.slice(0, MAX_CSS) });
  while (!tokens.endOfFile() && sheet.rules.length < MAX_RULES) sheet.take(tokens.nextToken());
  sheet.end();
  return sheet;
}

/** What a `style` attribute declares. */
export function declarationsOf(style: string): readonly Declaration[] {
  const sheet = new Sheet();
  const tokens = tokenizer({ css: style.slice(0, MAX_TEXT) });
  while (!tokens.endOfFile()) sheet.take(tokens.nextToken());
  sheet.end();
  return sheet.root.declarations;
}

/** Of a list of media queries one is enough. */
export function mediaForce(media: string): Force {
  const queries = media.toLowerCase().replace(/\s+/g, ' ').split(',');
  const forces = queries.map((query): Force => {
    const words = query.trim().replace(/^only /, '');
    if (/^(?:(?:screen|all)?|not (?:print|speech))$/.test(words)) return 'always';
    return /^(?:print|speech)\b|^not (?:screen|all)$/.test(words) ? 'never' : 'sometimes';
  });
  if (forces.includes('always')) return 'always';
  return forces.includes('sometimes') ? 'sometimes' : 'never';
}

class Sheet {
  readonly rules: Rule[] = [];
  readonly root: Block = { selector: undefined, force: 'always', isLayered: false, declarations: [] };
  /** More rules are in a file elsewhere. */
  imports = false;
  readonly #open: Block[] = [this.root];
  #statement: CSSToken[] = [];
  /** What closes the brackets that are open in the statement, innermost last. */
  readonly #brackets: TokenType[] = [];

  take(token: CSSToken): void {
    const [type] = token;
    if (type === TokenType.Comment || type === TokenType.CDO || type === TokenType.CDC) return;
    const closer = CLOSERS.get(type);
    if (closer === undefined && this.#brackets.length === 0 && BOUNDARIES.has(type)) {
      if (type === TokenType.OpenCurly) this.#openBlock();
      else if (type === TokenType.CloseCurly) this.#closeBlock();
      else this.#endStatement();
      return;
    }
    this.#statement.push(token);
    if (closer !== undefined) this.#brackets.push(closer);
    else if (type === this.#brackets.at(-1)) this.#brackets.pop();
  }

  end(): void {
    while (this.#open.length > 1) this.#closeBlock();
    this.#endStatement();
  }

  #openBlock(): void {
    const around = this.#innermost();
    const prelude = this.#statement.splice(0);
    const first = prelude.find(([type]) => type !== TokenType.Whitespace);
    if (first?.[0] === TokenType.AtKeyword) {
      const name = first[4].value.toLowerCase();
      const force = lesser(around.force, forceOf(name, textOf(prelude.slice(prelude.indexOf(first) + 1))));
      this.#open.push({ ...around, force, isLayered: around.isLayered || name === 'layer', declarations: [] });
    } else this.#open.push({ ...around, selector: nested(textOf(prelude), around.selector), declarations: [] });
  }

  #closeBlock(): void {
    this.#endStatement();
    if (this.#open.length === 1) return;
    const { selector = '', force, isLayered, declarations } = this.#innermost();
    this.#open.pop();
    if (force !== 'never' && declarations.length > 0 && selector !== '' && selector.length < MAX_TEXT)
      this.rules.push({ selector, declarations, force, isLayered });
  }

  #endStatement(): void {
    const tokens = this.#statement.splice(0);
    const [name, colon] = tokens.filter(([type]) => type !== TokenType.Whitespace);
    if (name?.[0] === TokenType.AtKeyword) this.imports ||= name[4].value.toLowerCase() === 'import';
    if (name?.[0] !== TokenType.Ident || colon?.[0] !== TokenType.Colon) return;
    const property = name[4].value.toLowerCase();
    if (!TELLING.test(property)) return;
    const said = textOf(tokens.slice(tokens.indexOf(colon) + 1)).toLowerCase();
    const value = said.replace(/ ?! ?important$/, '');
    this.#innermost().declarations.push(...longhands({ property, value, isImportant: value !== said }));
  }

  #innermost(): Block {
    return this.#open.at(-1) ?? this.root;
  }
}

/** @param name of the at-rule, in lower case */
function forceOf(name: string, prelude: string): Force {
  if (name === 'layer') return 'always';
  if (name === 'media') return mediaForce(prelude);
  return name === 'supports' || name === 'container' || name === 'scope' ? 'sometimes' : 'never';
}

function lesser(a: Force, b: Force): Force {
  if (a === 'never' || b === 'never') return 'never';
  return a === 'always' ? b : a;
}

/** A selector inside a rule counts from what that rule selects; too long a one and the value of a property are dropped. */
function nested(selector: string, around: string | undefined): string {
  if (selector.startsWith('--')) return '';
  if (around === undefined) return selector;
  if (around.length + selector.length > MAX_TEXT) return '';
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
  if (property.startsWith('overflow-')) return as('overflow', value);
  if (property === 'text-decoration-line') return as('text-decoration', value);
  return property === 'animation-name' ? as('animation', value) : [declaration];
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
