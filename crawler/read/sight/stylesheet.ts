/**
 * The rules of a stylesheet, as far as they may say whether something is seen: which elements they choose, what they
 * declare, and when they are in force. Broken sheets are read as browsers read them; nothing is thrown.
 *
 * A sheet is grouped from its tokens (CSS Syntax Level 3, §5) by a list of open blocks, so that nothing that it nests
 * costs more than its length.
 */
import { type CSSToken, isTokenIdent, TokenType, tokenizer } from '@csstools/css-tokenizer';
import { type ClosedRule, closedRuleAt, namesOthers, plainDeclarations, WHITE_SPACE } from './closed-rule.ts';
import { type Force, forceOf, lesser } from './condition.ts';
import { type Declaration, declaration } from './declaration.ts';

export interface Rule {
  selector: string;
  declarations: readonly Declaration[];
  /** On every screen, or on some: below a width, in a colour scheme. */
  when: Exclude<Force, 'never'>;
  isLayered: boolean;
}

/** Sheets beyond this are not read to their end. */
const MAX_CSS = 2_000_000;
const MAX_RULES = 4000;
const MAX_SELECTOR = 4000;

interface Block {
  /** Undefined outside of rules. */
  selector: string | undefined;
  /** Some element that is asked about may be chosen. */
  isWanted: boolean;
  when: Force;
  isLayered: boolean;
  declarations: Declaration[];
}

const CLOSERS = new Map<TokenType, TokenType>([
  [TokenType.OpenParen, TokenType.CloseParen],
  [TokenType.Function, TokenType.CloseParen],
  [TokenType.OpenSquare, TokenType.CloseSquare],
  [TokenType.OpenCurly, TokenType.CloseCurly],
]);

/** What may hide or show, move out of sight or make too small or too pale. */
const TELLING =
  /^(?:display|(?:content-)?visibility|opacity|filter|transform|translate|scale|clip(?:-path)?|position|inset|left|right|top|margin(?:-left|-top)?|text-indent|(?:max-)?(?:height|width)|overflow(?:-[xy])?|font(?:-size)?|color|background(?:-color|-clip|-image)?|-webkit-(?:background-clip|text-fill-color)|animation(?:-name)?|transition)$/;

/**
 * @param names classes and ids that the elements have which are asked about: rules that name only others are left out
 */
export function rulesOf(css: string, names: ReadonlySet<string>): { rules: Rule[]; imports: boolean } {
  const text = css.slice(0, MAX_CSS);
  const sheet = new Sheet(names);
  for (let at = 0; at < text.length && sheet.rules.length < MAX_RULES; ) {
    const rule = closedRuleAt(text, at);
    if (rule === undefined || !(namesOthers(rule, names) || sheet.takePlain(rule))) at = takeNext(sheet, text, at);
    else at = rule.end;
  }
  sheet.end();
  return { rules: sheet.rules, imports: sheet.imports };
}

/** Takes tokens up to where another rule may begin, and tells where that is. */
function takeNext(sheet: Sheet, css: string, from: number): number {
  const tokens = tokenizer({ css: css.slice(from) });
  let end = from;
  do {
    const token = tokens.nextToken();
    sheet.take(token);
    end = from + token[3] + 1;
  } while (!tokens.endOfFile() && !sheet.isBetweenRules && sheet.rules.length < MAX_RULES);
  return tokens.endOfFile() ? css.length : end;
}

/** What a `style` attribute declares. */
export function declarationsOf(style: string): readonly Declaration[] {
  const sheet = new Sheet(new Set());
  const tokens = tokenizer({ css: style.slice(0, MAX_CSS) });
  while (!tokens.endOfFile() && sheet.rules.length < MAX_RULES) sheet.take(tokens.nextToken());
  sheet.end();
  return sheet.root.declarations;
}

class Sheet {
  readonly rules: Rule[] = [];
  readonly root: Block = { selector: undefined, isWanted: true, when: 'always', isLayered: false, declarations: [] };
  /** Says where more rules are than are here. */
  imports = false;
  readonly #names: ReadonlySet<string>;
  readonly #open: Block[] = [this.root];
  #statement: CSSToken[] = [];
  /** What closes the brackets that are open in the statement, innermost last. */
  readonly #brackets: TokenType[] = [];

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  take(token: CSSToken): void {
    const [type] = token;
    if (type === TokenType.Comment || type === TokenType.CDO || type === TokenType.CDC) return;
    const closer = CLOSERS.get(type);
    if (this.#brackets.length > 0 || (closer !== undefined && !this.#opensBlock(type))) {
      this.#statement.push(token);
      if (closer !== undefined) this.#brackets.push(closer);
      else if (type === this.#brackets.at(-1)) this.#brackets.pop();
    } else if (type === TokenType.OpenCurly) this.#openBlock();
    else if (type === TokenType.CloseCurly && this.#open.length > 1) this.#closeBlock();
    else if (type === TokenType.Semicolon) this.#endStatement();
    else this.#statement.push(token);
  }

  end(): void {
    this.#brackets.length = 0;
    while (this.#open.length > 1) this.#closeBlock();
    this.#endStatement();
  }

  /** Nothing has begun, and what comes next is no declaration of a rule. */
  get isBetweenRules(): boolean {
    return this.#statement.length === 0 && this.#brackets.length === 0 && this.#open.at(-1)?.selector === undefined;
  }

  /** Takes a rule between others as it is written; false where its tokens must be told. */
  takePlain({ selector, body }: ClosedRule): boolean {
    const declared = plainDeclarations(selector, body);
    if (declared === undefined) return false;
    const { when, isLayered } = this.#open.at(-1) as Block;
    const chosen = selector.replace(WHITE_SPACE, ' ').trim();
    const declarations = declared.filter(({ property }) => TELLING.test(property)).flatMap(spelledOut);
    if (when !== 'never' && chosen !== '' && declarations.length > 0)
      this.rules.push({ selector: chosen, declarations, when, isLayered });
    return true;
  }

  /** The value of a custom property may be a block of its own. */
  #opensBlock(type: TokenType): boolean {
    if (type !== TokenType.OpenCurly) return false;
    const first = this.#statement.find(([kind]) => kind !== TokenType.Whitespace);
    return first === undefined || !first[1].startsWith('--');
  }

  #openBlock(): void {
    const prelude = this.#statement;
    this.#statement = [];
    const around = this.#open.at(-1) as Block;
    const first = prelude.find(([type]) => type !== TokenType.Whitespace);
    if (first?.[0] === TokenType.AtKeyword) {
      const name = first[4].value.toLowerCase();
      const when = lesser(around.when, forceOf(name, textOf(prelude.slice(prelude.indexOf(first) + 1))));
      this.#open.push({ ...around, when, isLayered: around.isLayered || name === 'layer', declarations: [] });
    } else {
      const selector = nested(textOf(prelude), around.selector);
      const isWanted = (around.selector !== undefined && around.isWanted) || this.#isWanted(prelude);
      this.#open.push({ ...around, selector, isWanted, declarations: [] });
    }
  }

  #isWanted(prelude: readonly CSSToken[]): boolean {
    let hasNames = false;
    for (const [index, token] of prelude.entries()) {
      const before = prelude[index - 1];
      const isClass = isTokenIdent(token) && before?.[1] === '.';
      if (!isClass && token[0] !== TokenType.Hash) continue;
      hasNames = true;
      if (this.#names.has((token[4] as { value: string }).value)) return true;
    }
    return !hasNames;
  }

  #closeBlock(): void {
    this.#endStatement();
    const { selector, isWanted, when, isLayered, declarations } = this.#open.pop() as Block;
    if (selector === undefined || !isWanted || when === 'never' || declarations.length === 0) return;
    if (selector !== '' && selector.length <= MAX_SELECTOR)
      this.rules.push({ selector, declarations, when, isLayered });
  }

  #endStatement(): void {
    const statement = this.#statement.filter(([type]) => type !== TokenType.Whitespace);
    const tokens = this.#statement;
    this.#statement = [];
    const [name, colon] = statement;
    if (name?.[0] === TokenType.AtKeyword) this.imports ||= name[4].value.toLowerCase() === 'import';
    if (name?.[0] !== TokenType.Ident || colon?.[0] !== TokenType.Colon) return;
    const property = name[4].value.toLowerCase();
    if (!TELLING.test(property)) return;
    const said = textOf(tokens.slice(tokens.indexOf(colon) + 1)).toLowerCase();
    const block = this.#open.at(-1) as Block;
    block.declarations.push(...spelledOut(declaration(property, said)));
  }
}

/** A selector inside of a rule counts from what that rule chooses. */
function nested(selector: string, around: string | undefined): string {
  if (around === undefined) return selector;
  // Two that nest in one another over and over would grow without bound.
  if (around.length + selector.length > MAX_SELECTOR) return '';
  if (selector.includes('&')) return selector.replaceAll('&', () => `:is(${around})`);
  return `:is(${around}) ${selector}`;
}

/** Shorthands as the properties that they stand for. */
function spelledOut(declaration: Declaration): Declaration[] {
  const { property, value } = declaration;
  const as = (name: string, said: string | undefined): Declaration[] =>
    said === undefined ? [] : [{ ...declaration, property: name, value: said }];
  const parts = value.split(' ');
  if (property === 'inset') return [...as('top', parts[0]), ...as('left', parts[3] ?? parts[1] ?? parts[0])];
  if (property === 'margin') return [...as('margin-top', parts[0]), ...as('margin-left', parts[3] ?? parts[1])];
  if (property === 'font') return as('font-size', /(?:^| )([\d.]+[a-z]{0,4})(?:\/| |$)/.exec(value)?.[1]);
  if (property === 'overflow-x' || property === 'overflow-y') return as('overflow', value);
  if (property === 'animation-name') return as('animation', value);
  return [declaration];
}

/** As it reads, with escapes in names resolved where that changes nothing else. */
function textOf(tokens: readonly CSSToken[]): string {
  let text = '';
  for (const token of tokens) {
    if (token[0] === TokenType.Whitespace) text += ' ';
    else if (isTokenIdent(token) && /^[\w-]+$/.test(token[4].value)) text += token[4].value;
    else text += token[1];
    if (text.length > MAX_SELECTOR) return text;
  }
  return text.replace(/ +/g, ' ').trim();
}
