/**
 * Every regular expression of the sources as it finally is: literals from the syntax tree, and those composed at run
 * time from a process that records what `RegExp` was asked to build.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isRegularExpressionLiteral,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import * as z from 'zod';

const ROOT = resolve(import.meta.dirname, '../..');
const RECORDER = join(import.meta.dirname, 'recorder.ts');

export interface Pattern {
  source: string;
  flags: string;
  /** `file:line` of each occurrence. */
  places: string[];
}

export interface Patterns {
  patterns: Pattern[];
  /** `file:line` of patterns that are composed when called and not when imported. */
  unseen: string[];
}

interface Place {
  file: string;
  line: number;
}

/** @throws {Error} a module that composes patterns cannot be imported */
export function patternsOf(folders: readonly string[]): Patterns {
  const literals: (Place & { text: string })[] = [];
  const composed: Place[] = [];
  const api = new API({ cwd: ROOT });
  try {
    // What runs in a browser is a project of its own.
    const openProjects = ['tsconfig.json', 'serve/pages/browser/tsconfig.json'].map((file) => join(ROOT, file));
    const projects = api.updateSnapshot({ openProjects }).getProjects();
    for (const file of folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }))) {
      const [source] = projects.flatMap(({ program }) => program.getSourceFile(join(ROOT, file)) ?? []);
      if (source === undefined) throw new Error(`Cannot find ${file} in the project`);
      const lineAt = (node: Node) => source.text.slice(0, node.getStart(source)).split('\n').length;
      const visit = (node: Node): void => {
        if (isRegularExpressionLiteral(node)) literals.push({ file, line: lineAt(node), text: node.text });
        else if ((isNewExpression(node) || isCallExpression(node)) && isRegExp(node.expression))
          composed.push({ file, line: lineAt(node) });
        node.forEachChild(visit);
      };
      visit(source);
    }
  } finally {
    api.close();
  }
  const recorded = recordedIn([...new Set(composed.map(({ file }) => file))]);
  const patterns = new Map<string, Pattern>();
  const add = (source: string, flags: string, { file, line }: Place) => {
    const pattern = patterns.get(`/${source}/${flags}`) ?? { source, flags, places: [] };
    pattern.places.push(`${file}:${line}`);
    patterns.set(`/${source}/${flags}`, pattern);
  };
  for (const { text, ...place } of literals) {
    const end = text.lastIndexOf('/');
    add(text.slice(1, end), text.slice(end + 1), place);
  }
  for (const { source, flags, ...place } of recorded) add(source, flags, place);
  const seen = new Set(recorded.map(({ file, line }) => `${file}:${line}`));
  return {
    patterns: [...patterns.values()],
    unseen: composed.map(({ file, line }) => `${file}:${line}`).filter((place) => !seen.has(place)),
  };
}

function isRegExp(node: Node): boolean {
  return node.kind === SyntaxKind.Identifier && isIdentifier(node) && node.text === 'RegExp';
}

const Recorded = z.object({ source: z.string(), flags: z.string(), file: z.string(), line: z.int() });

function recordedIn(files: readonly string[]): z.infer<typeof Recorded>[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [RECORDER, ...files.map((file) => join(ROOT, file))], {
    encoding: 'utf8',
    cwd: ROOT,
  });
  if (status !== 0) throw new Error(`Cannot record composed patterns: ${stderr}`);
  return z.array(Recorded).parse(JSON.parse(stdout));
}
