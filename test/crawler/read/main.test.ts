/** The command, as a process under real Node. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../crawler/read/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-read-main-'));
const page = join(folder, 'pages', 'one.html');
mkdirSync(join(folder, 'pages'));
writeFileSync(
  page,
  '<h1>Pricing</h1><div><div><h3>Basic</h3><p>$12 / month</p></div><div><h3>Plus</h3><p>Save $9 a year</p><p>$30 / month</p></div></div>',
);
writeFileSync(
  join(folder, 'manifest.jsonl'),
  `${JSON.stringify({ name: 'one', file: 'one.html', url: 'https://vendor.example/pricing' })}\n`,
);
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...flags: string[]) => spawnSync(process.execPath, [MAIN, ...flags], { encoding: 'utf8' });

test('an unknown flag is refused with the usage', () => {
  const { status, stderr } = run('--corpse', folder);
  expect(status).toBe(2);
  expect(stderr).toContain('--corpus DIR --out FILE');
});

test('no flags are refused likewise', () => {
  expect(run().status).toBe(2);
});

test('a corpus becomes a line of JSON a page', () => {
  const out = join(folder, 'out.jsonl');
  const { status, stdout, stderr } = run('--corpus', folder, '--out', out);
  expect([status, stdout]).toEqual([0, '']);
  expect(stderr).toContain('one: pricing, 2 tiers');
  const line = JSON.parse(readFileSync(out, 'utf8'));
  expect(line).toMatchObject({ page: 'one', outcome: 'read', ms: expect.any(Number), rateCard: { models: [] } });
  expect(line.tiers.map((tier: { name: string }) => tier.name)).toEqual(['Basic', 'Plus']);
});

test('one page is explained: tiers with their quotes, and what was not taken', () => {
  const { status, stdout } = run('--url', 'https://vendor.example/pricing', '--file', page);
  expect(status).toBe(0);
  expect(stdout).toContain('12.00 USD per month billed monthly');
  expect(stdout).toContain('"$12 / month"');
  expect(stdout).toContain('not taken, a saving');
});

test('and as JSON for a program', () => {
  expect(JSON.parse(run('--url', 'https://vendor.example/pricing', '--file', page, '--json').stdout)).toMatchObject({
    verdict: 'pricing',
  });
});
