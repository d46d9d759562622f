/** Modules as the architecture rules see them: a path from the root of the project, and its syntax tree. */
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

const ROOT = resolve(import.meta.dirname, '../..');

/** A node of the syntax tree (ESTree with TypeScript). `start` and `end` are offsets into the source. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Module {
  file: string;
  source: string;
  /** All nodes, an outer one before those inside it. */
  nodes: readonly Node[];
  /** Names in its imports and exports, as they are written. */
  imports: readonly string[];
}

export function moduleOf({ file, source }: Pick<Module, 'file' | 'source'>): Module {
  const nodes = [...nodesIn(parseAst(source, { lang: file.endsWith('.ts') ? 'ts' : 'js' }))];
  return { file, source, nodes, imports: nodes.flatMap(importOf) };
}

/** Every module of the project outside test/. */
export function modulesOnDisk(): Module[] {
  const exclude = ['**/node_modules/**', 'test/**', 'data/var/**', '**/dist/**'];
  return globSync('**/*.{ts,mjs,js}', { cwd: ROOT, exclude })
    .toSorted()
    .map((file) => moduleOf({ file, source: readFileSync(join(ROOT, file), 'utf8') }));
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each);
  else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) if (typeof child === 'object') yield* nodesIn(child);
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The text of a string literal; of a template, the text before its first expression. */
export function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value;
  if (value.type !== 'TemplateLiteral') return undefined;
  const [first] = value.quasis as { value: { cooked: string } }[];
  return first?.value.cooked;
}

/** The source of a node. */
export function wordsOf({ source }: Module, node: unknown): string {
  return isNode(node) ? source.slice(node.start, node.end) : '';
}

const IMPORTS = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'];

function importOf(node: Node): string[] {
  const name = IMPORTS.includes(node.type) ? textOf(node.source) : undefined;
  return name === undefined ? [] : [name];
}

/** The files of the project that a module imports. */
export function localImports({ file, imports }: Pick<Module, 'file' | 'imports'>): string[] {
  return imports.filter((name) => name.startsWith('.')).map((name) => posix.join(folderOf(file), name));
}

/** The packages that a module imports, without those of Node. */
export function packagesOf({ imports }: Pick<Module, 'imports'>): string[] {
  return imports
    .filter((name) => !/^(?:\.|node:)/.test(name) && !builtinModules.includes(name))
    .map((name) => (/^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [name])[0]);
}

/** The folder of a file; `.` for a file at the root. */
export function folderOf(file: string): string {
  return posix.dirname(file);
}

export function topFolderOf(file: string): string {
  return folderOf(file).split('/')[0] ?? '.';
}

export function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}
