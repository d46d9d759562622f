/** `teach`, `read --recipe` and `catalogue --recipes` as somebody calls them who confirmed the facts of a page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { Recipe } from '../../data/recipe.ts';
import { auditLog } from '../../data/store/ledger-queries/audit-log.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import { ownRedis } from '../redis-server.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { vendorPage } from '../verifier/vendor-page.ts';
import { startVerifier } from '../verifier/verifier-process.ts';
import { assay, assayHere } from './command-line.ts';
import { installed } from './installed.ts';

const FACTS = `plans:
  - name: Team
    prices:
      - { amount: "15.00", currency: USD, per: month, billing: monthly }
  - name: Hobby
    isFree: true
`;
const HOBBY = { name: 'Hobby', claim: 'free' as const };
const ADA = ['--by', 'ada', '--reason', 'seen on the page'];

const [installation, redis] = await Promise.all([installed(), ownRedis()]);
const file = join(installation.catalogueDir, 'products', 'acme-1.yaml');
// As an editor writes it.
writeFileSync(file, stringify(parse(readFileSync(file, 'utf8'))));

function teach(facts: string, ...flags: string[]) {
  const from = join(temporaryDirectory(), 'facts.yaml');
  writeFileSync(from, facts);
  return assayHere(['teach', 'acme-1', '--from', from, ...flags], installation.env);
}

test('a recipe is tried on every archived page beside what is known, and a dry run writes nothing', async () => {
  const before = readFileSync(file, 'utf8');
  const { code, stdout, stderr } = await teach(FACTS, '--dry-run');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.match(/ met +2 plans, 2 facts +none$/gm)).toHaveLength(2);
  expect(stdout).toContain('2 archived pages, 2 with the known facts\nrecipe:\n  taught:\n');
  expect(stdout).toContain('\nDry run: nothing was written.');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a page that is not archived can be taught, and what the archive has otherwise is named', async () => {
  const offer = [{ name: 'Team', monthly: '18' }, HOBBY, { name: 'Scale', monthly: '99' }];
  const page = saved(offer);
  const scale = '  - name: Scale\n    prices: [{ amount: "99.00", currency: USD, per: month, billing: monthly }]\n';
  const flags = ['--dry-run', '--json', '--page', page, '--url', 'https://acme.example/pricing'];
  const { code, stdout } = await teach(`${FACTS.replace('15.00', '18.00')}${scale}`, ...flags);
  const { recipe, trials, written } = JSON.parse(stdout);
  expect([code, written]).toEqual([0, false]);
  expect(Recipe.parse(recipe).taught.sha256).toBe(vendorPage(offer).sha256);
  expect(trials).toHaveLength(2);
  for (const { outcome, faults } of trials) expect(outcome === 'met' || faults.length > 0).toBe(true);
});

test.each<[string, string, string[], string]>([
  ['a misspelled field', FACTS.replace('isFree', 'free'), ['--dry-run'], 'line 6: plans.1: Unrecognized key: "free"'],
  ['no name', FACTS, ['--reason', 'seen'], 'without --by NAME and --reason WORDS'],
  ['no running Assay', FACTS, ADA, 'no Assay runs on this DATA_DIR'],
  ['an unknown source', FACTS, ['--dry-run', '--source', 'rates'], 'no source "rates"'],
  [
    'a missing page',
    FACTS,
    ['--dry-run', '--page', 'none.html', '--url', 'https://a.example/'],
    'none.html: no such file',
  ],
  ['a page without its URL', FACTS, ['--dry-run', '--page', 'page.html'], 'use --page and --url together'],
])('is refused with %s', async (_, facts, flags, says) => {
  const before = readFileSync(file, 'utf8');
  const { code, stdout, stderr } = await teach(facts, ...flags);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(says);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('facts that the page does not state give no recipe, and the reason', async () => {
  const { code, stdout } = await teach(FACTS.replace('15.00', '16.00'), '--dry-run');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^No recipe can read these facts:\n {2}Team: .*16\.00/);
});

test('a recipe is saved with who and why, listed, and read by', async () => {
  const verifier = startVerifier(installation, redis.url);
  await verifier.until('ready');
  const env = { ...installation.env, REDIS_URL: redis.url };
  const { code, stdout, stderr } = await assay(['teach', 'acme-1', '--from', '-', ...ADA], env, FACTS);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Saved in products/acme-1.yaml, source pricing.');
  expect(readFileSync(file, 'utf8')).toMatch(/^ +recipe:$/m);
  expect(besideWriter(installation.ledger, (ledger) => auditLog(ledger, { limit: 1 }))).toMatchObject([
    { action: 'recipe_saved', slug: 'acme-1', by: 'ada', reason: 'seen on the page' },
  ]);
  const listed = await assayHere(['catalogue', '--recipes'], installation.env);
  expect(listed.stdout).toMatch(/^acme-1\.pricing +\d{4}-\d\d-\d\d +2 +0 +0 +0 +0\n\n1 recipe$/m);
  const page = saved([{ name: 'Team', monthly: '21' }, HOBBY]);
  const read = (recipe: string) =>
    assayHere(['read', '--recipe', recipe, '--url', 'https://acme.example/pricing', '--file', page], installation.env);
  for (const named of ['acme-1', file]) {
    const { stdout } = await read(named);
    expect(stdout).toContain('\nrecipe met\n');
    expect(stdout).toContain('21.00 USD');
  }
  expect(await read('acme-2')).toMatchObject({ code: 2, stderr: expect.stringContaining('no source has a recipe') });
});

function saved(offer: Parameters<typeof vendorPage>[0]): string {
  const page = join(temporaryDirectory(), 'page.html');
  writeFileSync(page, vendorPage(offer).html);
  return page;
}
