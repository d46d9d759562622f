/** The command, as a process under real Node where it reads standard input. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, assayHere } from '../../cli/command-line.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const folder = temporaryDirectory();
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

const read = (flags: readonly string[], env: Record<string, string> = {}) => assayHere(['read', ...flags], env);
const readInput = (flags: readonly string[], input: string) => assay(['read', ...flags], {}, input);
const URL_FLAGS = ['--url', 'https://vendor.example/pricing'];

test('an unknown flag is refused with the usage', async () => {
  const { code, stderr } = await read(['--corpse', folder]);
  expect(code).toBe(2);
  expect(stderr).toContain("unknown option '--corpse'");
});

test('no flags are refused likewise', async () => {
  expect((await read([])).code).toBe(2);
});

test('a corpus becomes a line of JSON a page', async () => {
  const out = join(folder, 'out.jsonl');
  const { code, stdout, stderr } = await read(['--corpus', folder, '--out', out]);
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toContain('one: pricing, 2 tiers');
  const line = JSON.parse(readFileSync(out, 'utf8'));
  expect(line).toMatchObject({ page: 'one', outcome: 'read', ms: expect.any(Number), rateCard: { models: [] } });
  expect(line.tiers.map((tier: { name: string }) => tier.name)).toEqual(['Basic', 'Plus']);
});

test.each([
  {
    flags: [...URL_FLAGS, '--file', join(folder, 'none.html')],
    says: 'none.html: no such file or directory',
    status: 1,
  },
  {
    flags: [...URL_FLAGS, '--file', folder],
    says: `Cannot read ${folder}: illegal operation on a directory`,
    status: 1,
  },
  { flags: ['--url', 'vendor', '--file', page], says: '"vendor": not a URL', status: 2 },
  { flags: ['--corpus', join(folder, 'none'), '--out', join(folder, 'out.jsonl')], says: 'manifest.jsonl', status: 1 },
  { flags: [...URL_FLAGS, '--file', page, '--html', join(folder, 'none', 'out.html')], says: 'out.html', status: 1 },
  { flags: [...URL_FLAGS, '--file', page, '--format', 'pdf'], says: "argument 'pdf' is invalid", status: 2 },
  { flags: URL_FLAGS, says: 'use --url with --file', status: 2 },
])('what cannot be done is said in a line: $flags', async ({ flags, says, status }) => {
  const { code, stderr, stdout } = await read(flags);
  expect([code, stdout]).toEqual([status, '']);
  expect(stderr.split('\n')[0]).toContain(says);
  expect(stderr).not.toContain(' at ');
});

test.each([
  { line: '{"name":', why: 'JSON' },
  { line: '{"name":"two"}', why: 'at file' },
])('a line of a manifest that is none is named, and why: $line', async ({ line, why }) => {
  const corpus = join(folder, 'corpus');
  mkdirSync(corpus, { recursive: true });
  writeFileSync(join(corpus, 'manifest.jsonl'), `{"name":"one","file":"one.html"}\n\n${line}\n`);
  const { code, stderr } = await read(['--corpus', corpus, '--out', join(folder, 'out.jsonl')]);
  expect(code).toBe(1);
  expect(stderr).toContain(`Cannot read line 3 of ${join(corpus, 'manifest.jsonl')}`);
  expect(stderr).toContain(why);
});

test('help is given to those who ask', async () => {
  const { code, stdout } = await read(['--help']);
  expect(code).toBe(0);
  for (const said of ['--html <file>', 'Exit codes', 'markdown']) expect(stdout).toContain(said);
});

test('one page is explained: tiers with their quotes, who found them, and what was not taken', async () => {
  const { code, stdout } = await read([...URL_FLAGS, '--file', page]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Basic +12\.00 USD \/ month +monthly \(assumed\) +\d+ % +cards, offers +"\$12 \/ month"$/m);
  expect(stdout).toMatch(/^ +1 × a saving \(cards\): ".*Save \$9 a year.*"$/m);
  expect(stdout).not.toContain('\u001b');
});

test('colours are for those who force them, and never with NO_COLOR', async () => {
  const flags = [...URL_FLAGS, '--file', page];
  expect((await read(flags, { FORCE_COLOR: '1' })).stdout).toContain('\u001b[');
  expect((await read(flags, { NO_COLOR: '1' })).stdout).not.toContain('\u001b');
});

test('and as JSON for a program', async () => {
  expect(JSON.parse((await read([...URL_FLAGS, '--file', page, '--json'])).stdout)).toMatchObject({
    verdict: 'pricing',
  });
});

test('standard input is read likewise, in the format that is said', async () => {
  const input = '# Pricing\n\n| Plan | Price |\n|---|---|\n| Basic | $12 / month |\n| Plus | $30 / month |\n';
  const flags = [...URL_FLAGS, '--file', '-', '--format', 'markdown'];
  expect((await readInput(flags, input)).stdout).toMatch(/^Plus +30\.00 USD/m);
  expect((await readInput([...flags, '--html', '-'], input)).stdout).toMatch(/^<!doctype html>[\s\S]*<pre># Pricing/);
});

test('the page with its prices marked is written beside the table', async () => {
  const out = join(folder, 'marked.html');
  const { stdout } = await read([...URL_FLAGS, '--file', page, '--html', out]);
  expect(stdout).toContain('"$12 / month"');
  expect(readFileSync(out, 'utf8')).toContain('<mark');
});
