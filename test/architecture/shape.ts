/** Rules about the shape of functions. Each takes modules and returns `file: name` for each violation. */
import { isNode, type Module, type Node, wordsOf } from './modules.ts';

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

interface Found {
  node: Node;
  /** Its own, or that of what it is assigned to; otherwise its line. */
  name: string;
}

/** Those of more lines than that. */
export function longFunctions(modules: readonly Module[], most: number): string[] {
  return found(modules, ({ source }, { start, end }) => source.slice(start, end).split('\n').length > most);
}

/** Those with more positional parameters than that; `this` is none. */
export function wideFunctions(modules: readonly Module[], most: number): string[] {
  return found(modules, (_, node) => {
    const parameters = (node.params as { name?: string }[]).filter(({ name }) => name !== 'this');
    return parameters.length > most;
  });
}

function found(modules: readonly Module[], isWrong: (module: Module, node: Node) => boolean): string[] {
  const lines = modules.flatMap((module) =>
    functionsOf(module)
      .filter(({ node }) => isWrong(module, node))
      .map(({ name }) => `${module.file}: ${name}`),
  );
  return [...new Set(lines)];
}

function functionsOf(module: Module): Found[] {
  const names = new Map<Node, string>();
  for (const node of module.nodes) {
    const value = node.type === 'VariableDeclarator' ? node.init : node.value;
    const key = node.type === 'VariableDeclarator' ? node.id : node.key;
    if (isNode(value) && isNode(key)) names.set(value, wordsOf(module, key).replace(/[\s:<(].*$/s, ''));
  }
  return module.nodes
    .filter(({ type, body }) => FUNCTIONS.includes(type) && isNode(body))
    .map((node) => ({ node, name: nameOf(module, node, names) }));
}

function nameOf(module: Module, node: Node, names: ReadonlyMap<Node, string>): string {
  if (isNode(node.id)) return wordsOf(module, node.id);
  return names.get(node) ?? 'a function without a name';
}

/** Those that have a choice (`a ? b : c`) directly inside another. */
export function nestedChoices(modules: readonly Module[]): string[] {
  const lines = modules.flatMap((module) => {
    const functions = functionsOf(module);
    return module.nodes.filter(isNested).map(({ start, end }) => {
      const around = functions.findLast(({ node }) => node.start <= start && node.end >= end);
      return `${module.file}: ${around?.name ?? 'the module'}`;
    });
  });
  return [...new Set(lines)];
}

function isNested({ type, test, consequent, alternate }: Node): boolean {
  const isChoice = (value: unknown) => unwrapped(value)?.type === 'ConditionalExpression';
  return type === 'ConditionalExpression' && [test, consequent, alternate].some(isChoice);
}

function unwrapped(value: unknown): Node | undefined {
  if (!isNode(value)) return undefined;
  return value.type === 'ParenthesizedExpression' ? unwrapped(value.expression) : value;
}
