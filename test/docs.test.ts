/** What the documents say of the project: the files that they name exist, and so do tests, commands and what these print. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tools } from '../serve/tools/list.ts';
import { assay } from './cli/command-line.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/*.md', { cwd: ROOT })];
/** Written while the project runs or is tested. */
const GENERATED = /^(?:data\/var|test\/artefacts)\b/;

/** A path begins with a folder of the project, or ends as source or document; others are URLs, packages or files of DATA_DIR. */
function isPath(text: string): boolean {
  const [top = ''] = text.split('/');
  return text.includes('/') ? text.endsWith('.ts') || existsSync(join(ROOT, top)) : text.endsWith('.md');
}

function pathsIn(document: string): string[] {
  const quoted = [...document.matchAll(/`(\w[\w.@/-]*)`|\]\(([\w./-]+)\)/g)].map(
    ([, code, link]) => code ?? link ?? '',
  );
  return quoted.filter((text) => isPath(text) && !GENERATED.test(text));
}

it('finds paths, and no URLs, packages or settings', () => {
  const text = '`data/gone.ts` [a](docs/gone.md) `GONE.md` `old/gone.ts` `@scope/name` `/api/v2` `data/var/x` `PORT`';
  expect(pathsIn(text)).toEqual(['data/gone.ts', 'docs/gone.md', 'GONE.md', 'old/gone.ts']);
});

it.each(DOCUMENTS)('%s names paths that exist', (file) => {
  const paths = pathsIn(read(file));
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('the commands name headings of the runbooks that exist', () => {
  const sources = globSync('{cli,config,console,crawler,notifier,serve,setup,supervisor,verifier}/**/*.ts', {
    cwd: ROOT,
  });
  const named = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/operations\.md, “(.+?)”/g)].map(([, heading]) => heading),
  );
  const headings = [...read('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((heading) => !headings.includes(heading))).toEqual([]);
});

/** It names tests for each of its points. */
describe('docs/security.md', () => {
  const text = read('docs/security.md');
  const points = text.split(/^## /m).slice(1);
  const named = [...text.matchAll(/`(test\/[\w./-]+\.test\.ts)`: (.+)$/gm)];

  it('every point of the list is worked through, with a test at least', () => {
    const headings = points.map((point) => point.split('\n')[0] ?? '');
    expect(headings.slice(0, 10).map((heading) => heading.split(' ')[0])).toEqual(
      Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
    );
    for (const point of points.slice(0, 10)) expect(point).toMatch(/^- `test\//m);
  });

  it('every test that is named is there', () => {
    expect(named.length).toBeGreaterThan(25);
    const missing = named.filter(([, file = '', title = '']) => {
      const path = join(ROOT, file);
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(title);
    });
    expect(missing.map(([line]) => line)).toEqual([]);
  });
});

/** It shows what its commands print; those that need no installed catalogue are run here. */
describe('the README', () => {
  const text = read('README.md');
  /** By command: what stands below it. */
  const shown = new Map(
    [...text.matchAll(/^```\n\$ (.*)\n([\s\S]*?)^```$/gm)].map(([, command = '', output = '']) => [command, output]),
  );
  const find = (start: string) => [...shown].find(([command]) => command.includes(start)) ?? expect.fail(start);

  it('has 900 words at most', () => {
    expect(text.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(900);
  });

  it('shows what a page is read as', async () => {
    const [command, output] = find('npx assay read');
    const [, words = '', lines = ''] = /^npx assay (.*) \| head -(\d+)$/.exec(command) ?? [];
    const { stdout } = await assay(words.split(' '));
    expect(`${stdout.split('\n').slice(0, Number(lines)).join('\n')}\n`).toBe(output);
  });

  it('names the tools', () => {
    const [, output] = find('tools/list');
    expect(JSON.parse(output)).toEqual(tools.map(({ name }) => name));
  });

  it('shows what the dataset states of Slack', () => {
    const observed = read('data/observed/slack.json');
    const [, source] = find('.tiers[1].imported');
    for (const fact of Object.values(JSON.parse(source))) expect(observed).toContain(fact);
    const [, tiers] = find('.tiers[] |');
    for (const [, price] of tiers.matchAll(/,([\d.]+),"user"/g))
      expect(observed).toContain(`"value":"${Number(price).toFixed(2)}"`);
  });
});
