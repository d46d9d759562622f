/**
 * The dependency rule of the house, read from the imports themselves: who may import whom, no cycles, and nothing
 * in the serving process that could fetch, queue or write.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const STAGES = [
  'data',
  'config',
  'web',
  'crawler',
  'verifier',
  'serve',
  'console',
  'packages',
  'supervisor',
  'cli',
] as const;

/** Folder → folders that its files may import from, beside themselves. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  data: [],
  config: ['data'],
  // What pages are made of and how a server behaves, for whoever answers people; nothing of what is answered.
  web: [],
  crawler: ['data', 'config'],
  verifier: ['data', 'config'],
  serve: ['data', 'config', 'web'],
  // What the data team sees of all stages; of the crawler and the verifier only CONSOLE_MAY_IMPORT.
  console: ['data', 'config', 'web', 'crawler', 'verifier'],
  // What is published for others to install, made of what serves.
  packages: ['data', 'config', 'web', 'serve'],
  // Spawns the stages as processes and imports none of them.
  supervisor: ['data', 'config'],
  // One command line for all of them; what a command does is loaded when it is called.
  cli: ['data', 'config', 'crawler', 'verifier', 'serve', 'supervisor'],
};

/**
 * Of the stages the console has what reads, plans and fetches a page and what says what follows from a decision: no
 * process, and nothing that writes. Whatever changes something goes through the queues.
 */
const CONSOLE_MAY_IMPORT =
  /^(?:crawler\/(?:read\/|fetch\/web\.ts|schedule\/(?:allocation|cadence-plan|check-command|crawl-queue|due)\.ts|visit\/(?:read-worker|visit)\.ts|reread\/older-readings\.ts)|verifier\/(?:review\/review|publish\/reader-health)\.ts)/;

/** Packages that may be imported by data/, by file prefix. */
const DATA_PACKAGES: [prefix: string, packages: readonly string[]][] = [
  ['data/store/archive/bucket.ts', ['@aws-sdk/client-s3']],
  ['data/store/', ['zod', 'better-sqlite3']],
  ['data/money.ts', ['zod', 'decimal.js']],
  ['data/text/html.ts', ['parse5']],
  ['data/catalogue/catalogue.ts', ['zod', 'yaml']],
  ['data/catalogue/import/', ['zod', 'yaml']],
  ['data/', ['zod', 'decimal.js']],
];

/** Never reachable from the process that answers consumers. */
const FORBIDDEN_IN_SERVE = [
  'bullmq',
  'ioredis',
  'playwright',
  '@crawlee/',
  'undici',
  'node-cron',
  'cheerio',
  '@aws-sdk/',
];

interface Module {
  file: string;
  local: string[];
  packages: string[];
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function modulesOf(folder: string): Module[] {
  return globSync(`${folder}/**/*.ts`, { cwd: ROOT })
    .filter((file) => !file.startsWith('data/var/'))
    .map((file) => {
      const names = [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].flatMap(
        ([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? [],
      );
      const local = names
        .filter((name) => name.startsWith('.'))
        .map((name) => relative(ROOT, resolve(ROOT, dirname(file), name)));
      return { file, local, packages: names.filter((name) => !name.startsWith('.') && !name.startsWith('node:')) };
    });
}

const modules = new Map(STAGES.flatMap(modulesOf).map((module) => [module.file, module]));
const stageOf = (file: string) => file.split('/')[0] ?? '';

describe('the dependency rule', () => {
  it('reads imports at all', () => {
    expect(modules.get('data/catalogue/catalogue.ts')?.local).toContain('data/product.ts');
    expect(modules.get('data/catalogue/catalogue.ts')?.packages).toContain('yaml');
  });

  it('every local import names a file that exists, with its .ts', () => {
    const broken = [...modules.values()].flatMap(({ file, local }) =>
      local
        .filter((name) => (name.endsWith('.ts') ? !modules.has(name) : !/\.(?:json|sql|css)$/.test(name)))
        .map((name) => `${file} → ${name}`),
    );
    expect(broken).toEqual([]);
  });

  it.each(STAGES)('%s imports only what it may', (stage) => {
    const broken = [...modules.values()]
      .filter(({ file }) => stageOf(file) === stage)
      .flatMap(({ file, local }) =>
        local
          .filter((name) => stageOf(name) !== stage && !MAY_IMPORT[stage]?.includes(stageOf(name)))
          .map((name) => `${file} → ${name}`),
      );
    expect(broken).toEqual([]);
  });

  it('the console has nothing of the stages that runs or writes by itself, and nobody has the console', () => {
    const imports = [...modules.values()].flatMap(({ file, local }) => local.map((name) => ({ file, name })));
    const broken = imports.filter(
      ({ file, name }) =>
        (stageOf(file) === 'console' &&
          ['crawler', 'verifier'].includes(stageOf(name)) &&
          !CONSOLE_MAY_IMPORT.test(name)) ||
        (stageOf(name) === 'console' && stageOf(file) !== 'console'),
    );
    expect(broken).toEqual([]);
    const writers = [...reachableFrom('console/main.ts')].filter((file) =>
      /^data\/store\/(?:ledger\/(?:ledger|writer)|generation\/(?:staging|publish))\.ts$/.test(file),
    );
    expect(writers).toEqual([]);
  });

  it('data imports no package beside the few that its files are for', () => {
    const broken = [...modules.values()]
      .filter(({ file }) => file.startsWith('data/'))
      .flatMap(({ file, packages }) => {
        const allowed = DATA_PACKAGES.find(([prefix]) => file.startsWith(prefix))?.[1] ?? [];
        return packages.filter((name) => !allowed.includes(name)).map((name) => `${file} → ${name}`);
      });
    expect(broken).toEqual([]);
  });

  it('has no cycles', () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      const at = path.indexOf(file);
      if (at >= 0) cycles.push([...path.slice(at), file].join(' → '));
      if (at >= 0 || done.has(file)) return;
      for (const next of modules.get(file)?.local ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of modules.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('nothing that fetches, queues or writes is reachable from the serving process', () => {
    const reached = reachableFrom('serve/main.ts');
    expect(reached.size).toBeGreaterThan(5);
    const broken = [...reached].flatMap((file) =>
      (modules.get(file)?.packages ?? [])
        .filter((name) =>
          FORBIDDEN_IN_SERVE.some(
            (forbidden) => name === forbidden || (forbidden.endsWith('/') && name.startsWith(forbidden)),
          ),
        )
        .map((name) => `${file} → ${name}`),
    );
    expect(broken).toEqual([]);
    const writers = [...reached].filter((file) =>
      /^data\/store\/(?:ledger\/(?:ledger|writer|database)\.|archive\/|backup\/)|^data\/store\/generation\/(?:staging|publish)|^data\/store\/files\/atomic-folder|^serve\/files\/(?:exporter|replica)\/|^serve\/files\/(?:exports\/(?:make|write)|feeds\/make|folder\/(?:write|download))\.ts/.test(
        file,
      ),
    );
    expect(writers).toEqual([]);
  });
});

describe('the habits of the house', () => {
  it('process.env is read in config/env.ts alone', () => {
    const readers = [...modules.keys()].filter((file) => /\bprocess\.env\b/.test(withoutComments(file)));
    expect(readers.filter((file) => file !== 'config/env.ts' && stageOf(file) !== 'supervisor')).toEqual([]);
  });

  it('no file is a drawer for everything', () => {
    expect(
      [...modules.keys()].filter((file) =>
        /(?:^|\/)(?:utils?|helpers?|common|shared|misc|types|constants|index)(?:\.ts|\/)/.test(file),
      ),
    ).toEqual([]);
  });

  it('no file is longer than 400 lines', () => {
    const long = [...modules.keys()].filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length > 401);
    expect(long).toEqual([]);
  });

  it('no default exports and no enums', () => {
    expect(
      [...modules.keys()].filter((file) =>
        /^export default\b|^(?:export )?(?:const )?enum\b/m.test(withoutComments(file)),
      ),
    ).toEqual([]);
  });
});

function withoutComments(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
}

function reachableFrom(start: string): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...(modules.get(file)?.local ?? []));
  }
  return reached;
}
