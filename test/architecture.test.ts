/**
 * The architecture: who may import whom and what, where SQL and workers are, and the shape of folders and functions.
 * Each rule of test/architecture/ is proved on a module that breaks it, and then holds for the whole project.
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  isWithin,
  localImports,
  type Module,
  moduleOf,
  modulesOnDisk,
  packagesOf,
  topFolderOf,
} from './architecture/modules.ts';
import {
  crowdedFolders,
  farWorkers,
  folderCycles,
  impureReaders,
  sqlOutsideStore,
  strayPackages,
  unknownFolders,
} from './architecture/rules.ts';
import { longFunctions, nestedChoices, wideFunctions } from './architecture/shape.ts';
import {
  CONSOLE_MAY_IMPORT,
  FORBIDDEN_IN_SERVE,
  MAY_IMPORT,
  NOTIFIER_MAY_IMPORT,
  PACKAGES,
  SQL_ELSEWHERE,
  TOP_FOLDERS,
  WRITERS,
} from './architecture/tables.ts';

const MOST_FILES = 20;
const MOST_LINES = { file: 400, function: 60 };
const MOST_PARAMETERS = 3;

const project = modulesOnDisk();
const byFile = new Map(project.map((module) => [module.file, module]));
const stages = project.filter(({ file }) => topFolderOf(file) in MAY_IMPORT);
const importsOf = (modules: readonly Module[]) =>
  modules.flatMap((module) => localImports(module).map((name) => ({ file: module.file, name })));
const planted = (file: string, source: string) => moduleOf({ file, source });

interface Rule {
  name: string;
  /** Violations in these modules, a line each. */
  of(modules: readonly Module[]): string[];
  /** The modules of the project that it holds for. */
  modules: readonly Module[];
  breaks: Module[];
  found: string[];
}

const lines = (count: number) => '\n'.repeat(count);

const RULES: readonly Rule[] = [
  {
    name: 'folders do not import one another in a circle',
    of: folderCycles,
    modules: project,
    breaks: [
      planted('web/a/x.ts', "export * from '../b/y.ts';"),
      planted('web/b/y.ts', "const z = await import('../c/z.ts');"),
      planted('web/c/z.ts', "import type { X } from '../a/w.ts';"),
      planted('web/a/w.ts', "import { y } from './x.ts'; export interface X {}"),
      planted('web/d/x.ts', "import '../a/x.ts';"),
    ],
    found: ['web/a ↔ web/b ↔ web/c'],
  },
  {
    name: 'readers are pure',
    of: impureReaders,
    modules: project,
    breaks: [
      planted('crawler/read/a.ts', "import { readFileSync } from 'node:fs'; import '../../data/store/x.ts';"),
      planted('crawler/read/b.ts', 'export const now = () => [new Date(), Date.now(), new Date(0)];'),
      planted('crawler/read/c.ts', "import '../fetch/web.ts'; import '../../data/money.ts'; await fetch('x');"),
      planted('crawler/visit/d.ts', "import 'node:fs';"),
    ],
    found: [
      'crawler/read/a.ts: data/store/x.ts',
      'crawler/read/a.ts: node:fs',
      'crawler/read/b.ts: new Date()',
      'crawler/read/b.ts: Date.now',
      'crawler/read/c.ts: crawler/fetch/web.ts',
      'crawler/read/c.ts: fetch()',
    ],
  },
  {
    name: 'a package is imported where the table says',
    of: (modules) => strayPackages(modules, PACKAGES),
    modules: project,
    breaks: [
      planted('verifier/a.ts', "import express from 'express'; import * as z from 'zod';"),
      planted('serve/b.ts', "export { x } from '@aws-sdk/client-s3/deep'; await import('left-pad');"),
    ],
    found: ['verifier/a.ts: express', 'serve/b.ts: @aws-sdk/client-s3', 'serve/b.ts: left-pad'],
  },
  {
    name: 'a worker is started by its own folder',
    of: farWorkers,
    modules: project,
    breaks: [
      planted('serve/a.ts', "new Worker(new URL('../data/thread.ts', import.meta.url));"),
      planted('serve/b.ts', "new URL('./inner/thread.mjs', import.meta.url); new URL('./near.ts', import.meta.url);"),
      planted('serve/c.ts', "new URL('..', import.meta.url); new URL('/docs', 'https://assay.example');"),
    ],
    found: ['serve/a.ts: ../data/thread.ts', 'serve/b.ts: ./inner/thread.mjs'],
  },
  {
    name: 'SQL is in data/store',
    of: (modules) => sqlOutsideStore(modules).filter((file) => !Object.hasOwn(SQL_ELSEWHERE, file)),
    modules: project,
    breaks: [
      planted('serve/a.ts', "database.prepare('SELECT 1').get();"),
      planted('serve/b.ts', 'const insert = `\n  INSERT INTO prices VALUES (?)`;'),
      planted('verifier/c.ts', "database.pragma(mode); const method = 'DELETE';"),
      planted('data/store/d.ts', "database.exec('DROP TABLE entries');"),
      planted('cli/e.ts', "const words = 'Select a product';"),
    ],
    found: ['serve/a.ts', 'serve/b.ts', 'verifier/c.ts'],
  },
  {
    name: 'every folder at the root is known',
    of: (modules) => unknownFolders(modules, TOP_FOLDERS),
    modules: project,
    breaks: [planted('util/a.ts', ''), planted('serve/b/c.ts', ''), planted('vitest.config.ts', '')],
    found: ['util'],
  },
  {
    name: 'a folder has few files',
    of: (modules) => crowdedFolders(modules, MOST_FILES),
    modules: project,
    breaks: Array.from({ length: MOST_FILES + 2 }, (_, at) => planted(at === 0 ? 'web/b/a.ts' : `web/a/${at}.ts`, '')),
    found: [`web/a: ${MOST_FILES + 1}`],
  },
  {
    name: 'a function is short',
    of: (modules) => longFunctions(modules, MOST_LINES.function),
    modules: project,
    breaks: [
      planted('web/a.ts', `function long() {${lines(60)}} const short = () => {${lines(59)}};`),
      planted('web/b.ts', `class A { own() {${lines(60)}} } const x: X = async () => {${lines(60)}};`),
    ],
    found: ['web/a.ts: long', 'web/b.ts: own', 'web/b.ts: x'],
  },
  {
    name: 'a function has few positional parameters',
    of: (modules) => wideFunctions(modules, MOST_PARAMETERS),
    modules: project,
    breaks: [
      planted('web/a.ts', 'function wide(a: A, b = 1, { c }: C, ...d: D[]) {} function narrow(this: T, a, b, c) {}'),
      planted('web/b.ts', 'type F = (a: A, b: B, c: C, d: D) => void; on((a, b, c, d) => {});'),
    ],
    found: ['web/a.ts: wide', 'web/b.ts: a function without a name'],
  },
  {
    name: 'a choice does not stand inside another',
    of: nestedChoices,
    modules: project,
    breaks: [
      planted('web/a.ts', 'const of = (x) => x ? 1 : (x > 2 ? 2 : 3); const flat = (x) => f(x ? 1 : 2) ? 3 : 4;'),
      planted('web/b.ts', 'const top = a ? (b ? 1 : 2) : 3;'),
    ],
    found: ['web/a.ts: of', 'web/b.ts: the module'],
  },
];

describe.each(RULES)('$name', ({ of, modules, breaks, found }) => {
  it('is seen to be broken', () => {
    expect(of(breaks)).toEqual(found);
  });

  it('holds', () => {
    expect(of(modules)).toEqual([]);
  });
});

describe('the tables', () => {
  it('have no package that nothing imports, and no file without SQL', () => {
    const used = new Set(project.flatMap(packagesOf));
    expect(Object.keys(PACKAGES).filter((name) => !used.has(name))).toEqual([]);
    const withSql = sqlOutsideStore(project);
    expect(Object.keys(SQL_ELSEWHERE).filter((file) => !withSql.includes(file))).toEqual([]);
    expect(TOP_FOLDERS.filter((folder) => !project.some(({ file }) => topFolderOf(file) === folder))).toEqual([]);
  });
});

it('no installed package, nor a link to one, is in the repository', () => {
  // Empty too where this is no checkout.
  const { stdout } = spawnSync('git', ['ls-files', '*node_modules*'], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

describe('imports', () => {
  it('name files that exist, with their .ts', () => {
    expect(importsOf(stages).length).toBeGreaterThan(1_000);
    const broken = importsOf(stages).filter(({ name }) =>
      name.endsWith('.ts') ? !byFile.has(name) : !/\.(?:json|sql|css)$/.test(name),
    );
    expect(broken).toEqual([]);
  });

  it.each(Object.keys(MAY_IMPORT))('of %s stay within what it may import', (stage) => {
    const broken = importsOf(stages.filter(({ file }) => topFolderOf(file) === stage)).filter(
      ({ name }) => topFolderOf(name) !== stage && !MAY_IMPORT[stage]?.some((place) => isWithin(name, place)),
    );
    expect(broken).toEqual([]);
  });

  it('of files form no circle', () => {
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      const at = path.indexOf(file);
      if (at >= 0) circles.push([...path.slice(at), file].join(' → '));
      if (at >= 0 || done.has(file)) return;
      for (const next of importedBy(file)) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of byFile.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('give the console nothing of the stages that runs or writes by itself, and nobody the console', () => {
    const broken = importsOf(project).filter(
      ({ file, name }) =>
        (topFolderOf(file) === 'console' && /^(?:crawler|verifier)\//.test(name) && !CONSOLE_MAY_IMPORT.test(name)) ||
        (topFolderOf(name) === 'console' && topFolderOf(file) !== 'console'),
    );
    expect(broken).toEqual([]);
    const writers = /^data\/store\/(?:ledger\/(?:ledger|writer)|generation\/(?:staging|publish))\.ts$/;
    expect([...reachableFrom('console/main.ts')].filter((file) => writers.test(file))).toEqual([]);
  });

  it('give the notifier little of the crawler and of the server', () => {
    const broken = importsOf(project).filter(
      ({ file, name }) =>
        topFolderOf(file) === 'notifier' && /^(?:crawler|serve)\//.test(name) && !NOTIFIER_MAY_IMPORT.test(name),
    );
    expect(broken).toEqual([]);
  });

  it('nothing that fetches, queues or writes is reachable from the serving process', () => {
    const reached = [...reachableFrom('serve/main.ts')];
    expect(reached.length).toBeGreaterThan(5);
    const packages = reached.flatMap((file) => packagesOf(byFile.get(file) ?? { imports: [] }));
    expect(packages.filter((name) => FORBIDDEN_IN_SERVE.test(name))).toEqual([]);
    expect(reached.filter((file) => WRITERS.test(file))).toEqual([]);
  });
});

describe('habits', () => {
  const filesOf = (isWrong: (module: Module) => boolean) => stages.filter(isWrong).map(({ file }) => file);

  it('process.env is read in config/env.ts alone', () => {
    const readers = filesOf(({ source }) => /\bprocess\.env\b/.test(withoutComments(source)));
    expect(readers.filter((file) => file !== 'config/env.ts' && topFolderOf(file) !== 'supervisor')).toEqual([]);
  });

  it('no file is a drawer for everything', () => {
    const drawer = /(?:^|\/)(?:utils?|helpers?|common|shared|misc|types|constants|index)(?:\.ts|\/)/;
    expect(filesOf(({ file }) => drawer.test(file))).toEqual([]);
  });

  it('no file is long', () => {
    expect(filesOf(({ source }) => source.split('\n').length > MOST_LINES.file + 1)).toEqual([]);
  });

  it('no default exports and no enums', () => {
    const unwanted = /^export default\b|^(?:export )?(?:const )?enum\b/m;
    expect(filesOf(({ source }) => unwanted.test(withoutComments(source)))).toEqual([]);
  });
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
}

function importedBy(file: string): string[] {
  const module = byFile.get(file);
  return module === undefined ? [] : localImports(module);
}

function reachableFrom(start: string): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...importedBy(file));
  }
  return reached;
}
