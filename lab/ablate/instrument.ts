/**
 * Source whose rules can be switched off: each condition of an `if` or `?:`, each operand of `&&` and `||`, and each
 * predicate of `filter`, `some`, `every` and `find` asks the switch on its way. Pure.
 *
 * A rule that is off is as if it were not written: a condition never holds, an operand of `&&` always holds and one of `||`
 * never, a predicate of `filter` and `every` holds for all and one of `some` and `find` for none.
 */
import { stripTypeScriptTypes } from 'node:module';
import { parse } from 'acorn';

export interface Rule {
  file: string;
  /** Its number in the file. */
  place: number;
  line: number;
  /** What it is where it is off. */
  off: boolean;
  text: string;
}

/** Name of the global function that instrumented code asks: `(rule, value) => value`. */
export const SWITCH = '__rule';

const KEPT_BY_ALL = new Set(['filter', 'every']);
const KEPT_BY_NONE = new Set(['some', 'find', 'findLast', 'findIndex', 'findLastIndex']);
const MAX_TEXT = 100;

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** @param rules gains those of this file, in order; a rule's number is its place */
export function instrumented(source: string, file: string, rules: Rule[]): string {
  const first = rules.length;
  const code = stripTypeScriptTypes(source);
  const edits: { at: number; text: string; isEnd: boolean; size: number }[] = [];
  const wrap = (node: Node, off: boolean) => {
    const line = code.slice(0, node.start).split('\n').length;
    const text = source.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, MAX_TEXT);
    const size = node.end - node.start;
    edits.push({ at: node.start, text: `${SWITCH}(${rules.length}, (`, isEnd: false, size });
    edits.push({ at: node.end, text: '))', isEnd: true, size });
    rules.push({ file, place: rules.length - first, line, off, text });
  };
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }) as unknown as Node, wrap);
  // At one place, what ends comes before what begins, and the outer one encloses the inner.
  edits.sort(
    (a, b) => a.at - b.at || Number(b.isEnd) - Number(a.isEnd) || (a.isEnd ? a.size - b.size : b.size - a.size),
  );
  let [out, from] = ['', 0];
  for (const { at, text } of edits) {
    out += code.slice(from, at) + text;
    from = at;
  }
  return out + code.slice(from);
}

function visit(node: Node, wrap: (node: Node, off: boolean) => void): void {
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') wrap(node.test as Node, false);
  if (node.type === 'LogicalExpression' && node.operator !== '??')
    for (const operand of [node.left, node.right] as Node[])
      if (isCondition(operand, node.operator)) wrap(operand, node.operator === '&&');
  if (node.type === 'CallExpression') {
    const [callback] = node.arguments as Node[];
    const method = ((node.callee as Node).property as Node | undefined)?.name as string | undefined;
    const body = callback?.type === 'ArrowFunctionExpression' ? (callback.body as Node) : undefined;
    if (body !== undefined && body.type !== 'BlockStatement' && method !== undefined)
      if (KEPT_BY_ALL.has(method)) wrap(body, true);
      else if (KEPT_BY_NONE.has(method)) wrap(body, false);
  }
  for (const child of Object.values(node).flat())
    if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string')
      visit(child as Node, wrap);
}

/** What is a value and no condition ("a || b" of texts can't be told) would not survive as `true`. */
function isCondition({ type, operator }: Node, within: unknown): boolean {
  if (type === 'LogicalExpression') return operator !== within && operator !== '??';
  return !['ObjectExpression', 'ArrayExpression', 'Literal', 'TemplateLiteral', 'SequenceExpression'].includes(type);
}
