/**
 * The objects and lists that JSON or a script states, with the place of every value. Parsed by acorn and never
 * evaluated: what is no literal is the word "".
 */
import { type AnyNode, type Literal, parse, parseExpressionAt } from 'acorn';
import type { Span } from '../page/document.ts';
import { withoutPads } from './decode.ts';

export type DataObject = Span & { kind: 'object'; entries: DataEntry[] };

/** A word is `true`, `false`, `null`, the name of a variable, or "" for an expression. */
type DataScalar = Span & { kind: 'string' | 'number' | 'word'; value: string };
export type DataValue = DataObject | (Span & { kind: 'array'; items: DataValue[] }) | DataScalar;

export interface DataEntry {
  key: string;
  /** Where the key stands. */
  start: number;
  value: DataValue;
}

interface Script {
  /** The outermost objects and lists, with the variable that each is the value of. */
  literals: { name: string; root: DataValue }[];
  /** The strings that it pushes for React to hydrate from, without quotes. */
  flight: Span[];
}

const OPTIONS = { ecmaVersion: 'latest', allowReturnOutsideFunction: true, allowImportExportEverywhere: true } as const;
const MAX_DEPTH = 60;
const MAX_VALUES = 200_000;

/** The object or list that a text is, which stands at `offset` of a source; undefined where it is none. */
export function parseJson(text: string, offset = 0): DataValue | undefined {
  const node = parsed(() => parseExpressionAt(text, 0, OPTIONS));
  const root = node?.type === 'SequenceExpression' ? node.expressions[0] : node;
  return root !== undefined && isHolder(root) ? new Reader(offset).value(root) : undefined;
}

/** What a script states, also within its functions and calls. */
export function readScript(text: string, offset: number): Script {
  const reader = new Reader(offset);
  const script: Script = { literals: [], flight: [] };
  const program = parsed(() => parse(text, OPTIONS));
  const open: [node: AnyNode, name: string][] = program === undefined ? [] : [[program, '']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, name] = next;
    const inner = isHolder(node) ? [] : childrenOf(node);
    if (isHolder(node)) script.literals.push({ name, root: reader.value(node) });
    const pushed = pushedBy(node, text);
    if (pushed !== undefined) script.flight.push({ start: offset + pushed.start + 1, end: offset + pushed.end - 1 });
    for (const child of inner.concat(reader.takeExpressions()).reverse()) open.push([child, nameOf(node) ?? name]);
  }
  return script;
}

function parsed<Node>(parse: () => Node): Node | undefined {
  try {
    return parse();
  } catch (error) {
    // No script, or nested beyond the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

const isHolder = ({ type }: AnyNode) => type === 'ObjectExpression' || type === 'ArrayExpression';

function nameOf(node: AnyNode): string | undefined {
  if (node.type !== 'VariableDeclarator' && node.type !== 'AssignmentExpression') return undefined;
  const named = node.type === 'VariableDeclarator' ? node.id : node.left;
  const last = named.type === 'MemberExpression' ? named.property : named;
  return last.type === 'Identifier' ? last.name : '';
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: AnyNode): AnyNode[] => Object.values(node).flat().filter(isNode);

/** `self.__next_f.push([1, "…"])` */
function pushedBy(node: AnyNode, text: string): Literal | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const [list] = node.arguments;
  const string = list?.type === 'ArrayExpression' ? list.elements[1] : undefined;
  if (string?.type !== 'Literal' || typeof string.value !== 'string') return undefined;
  return text.slice(node.callee.start, node.callee.end) === 'self.__next_f.push' ? string : undefined;
}

class Reader {
  #left = MAX_VALUES;
  #expressions: AnyNode[] = [];
  readonly #offset: number;

  constructor(offset: number) {
    this.#offset = offset;
  }

  /** What stood among the values read and is no literal. */
  takeExpressions(): AnyNode[] {
    return this.#expressions.splice(0);
  }

  value(node: AnyNode, depth = 0): DataValue {
    const span = { start: node.start + this.#offset, end: node.end + this.#offset };
    this.#left -= 1;
    if (depth > MAX_DEPTH || this.#left < 0) return { kind: 'word', value: '', ...span };
    if (node.type === 'ArrayExpression') {
      const items = node.elements.flatMap((item) => (item === null ? [] : this.value(item, depth + 1)));
      return { kind: 'array', items, ...span };
    }
    if (node.type !== 'ObjectExpression') return { ...this.#scalar(node), ...span };
    const entries = node.properties.flatMap((property): DataEntry[] => {
      const isPlain = property.type === 'Property' && !property.computed && property.kind === 'init';
      const value = this.value(isPlain ? property.value : property, depth + 1);
      if (!isPlain) return [];
      const { key } = property;
      const name = key.type === 'Identifier' ? key.name : scalarOf(key)?.value;
      return name === undefined ? [] : [{ key: name, start: key.start + this.#offset, value }];
    });
    return { kind: 'object', entries, ...span };
  }

  #scalar(node: AnyNode): Pick<DataScalar, 'kind' | 'value'> {
    const scalar = scalarOf(node);
    if (scalar === undefined) this.#expressions.push(node);
    return scalar ?? { kind: 'word', value: '' };
  }
}

function scalarOf(node: AnyNode): Pick<DataScalar, 'kind' | 'value'> | undefined {
  if (node.type === 'Identifier') return { kind: 'word', value: node.name };
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return { kind: 'string', value: node.quasis[0]?.value.cooked ?? '' };
  // `!0` and `!1`, as minifiers write them.
  if (node.type === 'UnaryExpression' && node.operator === '!' && node.argument.type === 'Literal')
    return { kind: 'word', value: String(node.argument.value === 0) };
  if (node.type !== 'Literal') return undefined;
  const { value, raw } = node;
  if (typeof value === 'string') return { kind: 'string', value: withoutPads(value) };
  if (typeof value === 'number') return { kind: 'number', value: raw ?? String(value) };
  return { kind: 'word', value: typeof value === 'boolean' || value === null ? String(value) : '' };
}

/** What an object or a list holds, by its keys or places. */
export function partsOf(node: DataValue): DataEntry[] {
  if (node.kind === 'array') return node.items.map((value, at) => ({ key: String(at), start: value.start, value }));
  return node.kind === 'object' ? node.entries : [];
}

/** The value of an object's field; undefined for what is no object. */
export function fieldOf(node: DataValue | undefined, key: string): DataValue | undefined {
  return node?.kind === 'object' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}
