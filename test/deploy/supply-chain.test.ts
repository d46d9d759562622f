/** What we depend on: no script of theirs runs unasked, every licence may stand beside ours, and all of it is pinned. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { advisoriesIn } from '../../cli/advisories.ts';
import { lockedPackages } from '../../cli/licences.ts';
import { serve } from '../crawler/loopback-server.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const lock = read('package-lock.json');

it('every dependency with an install script is decided on, with a reason', () => {
  const doc = read('docs/security.md');
  const scripted = lockedPackages(lock, { all: true }).filter(({ hasInstallScript }) => hasInstallScript);
  expect(scripted.length).toBeGreaterThan(0);
  for (const { name } of scripted) {
    expect(Object.keys(manifest.allowScripts)).toContain(name);
    expect(doc).toMatch(
      new RegExp(`^\\| \`${name}\` \\| ${manifest.allowScripts[name] ? 'runs' : 'does not run'} \\| \\S`, 'm'),
    );
  }
  expect(read('.npmrc').split('\n')).toContain('strict-allow-scripts=true');
});

it('every production dependency has a licence that may stand beside ours, or an explanation', () => {
  const packages = lockedPackages(lock);
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(({ isAllowed }) => !isAllowed)).toEqual([]);
});

it('a licence that may not is found', () => {
  const packages = {
    'node_modules/a': { version: '1', license: 'GPL-3.0' },
    'node_modules/b': { version: '1', license: '(MIT OR GPL-3.0)' },
  };
  const found = lockedPackages(JSON.stringify({ packages }));
  expect(found.map(({ name, isAllowed }) => [name, isAllowed])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

it('direct dependencies are of one version each, and every package of the lock has its hash', () => {
  // But for builds for other platforms, of which the lock has the versions alone (.ci/complete-lock.mjs).
  for (const version of Object.values<string>({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(version).toMatch(/^(?:npm:[@\w/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
  const entries = Object.entries<{ link?: boolean; integrity?: string; inBundle?: boolean; optional?: boolean }>(
    JSON.parse(lock).packages,
  );
  const bare = entries.filter(
    ([path, { link, integrity, inBundle, optional }]) =>
      path.includes('node_modules/') && !link && !inBundle && !optional && integrity === undefined,
  );
  expect(bare.map(([path]) => path)).toEqual([]);
});

it('a registry without advisories is no clean bill: the check says so, with an exit code of its own', async () => {
  const registry = await serve((_request, response) => response.writeHead(405).end());
  const asked = spawn(process.execPath, ['cli/advisories.ts'], {
    cwd: ROOT,
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${registry.port}/`, npm_config_fetch_retries: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [said, [code]] = await Promise.all([text(asked.stdout), once(asked, 'exit')]);
  expect(said).toMatch(/^NOT CHECKED: the registry returned no advisories\.\n405 Method Not Allowed/);
  expect(code).toBe(3);
  expect(advisoriesIn('').exitCode).toBe(3);
  expect(advisoriesIn('{"message":"network"}').lines).toContain('network');
});

it('an advisory fails the check, and none passes it', () => {
  const metadata = { dependencies: { prod: 300 } };
  const advisory = { severity: 'high', range: '<2.0.0', title: 'Slow pattern', url: 'https://advisories.example/1' };
  const vulnerabilities = { ms: { via: [advisory] }, debug: { via: ['ms'] } };
  expect(advisoriesIn(JSON.stringify({ metadata, vulnerabilities }))).toEqual({
    exitCode: 1,
    lines: ['high  ms <2.0.0: Slow pattern (https://advisories.example/1)'],
  });
  expect(advisoriesIn(JSON.stringify({ metadata, vulnerabilities: {} }))).toEqual({
    exitCode: 0,
    lines: ['No advisories for the 300 production packages.'],
  });
});
