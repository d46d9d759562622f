/** The import as it is run: files from a folder of datasets, and the same files when it is run again. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadCatalogue } from '../../../../data/catalogue/catalogue.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';

const PRODUCT = { slug: 'acme', name: 'Acme', category: 'crm', vendor: 'Acme', urlSeen: true, tokenPriced: false };
const ROW = {
  slug: 'acme',
  modelOrTier: 'base plan',
  metric: 'base_price',
  value: 8,
  currency: 'USD',
  asOf: '2024-05-01',
  source: 'example/list:acme.yaml@abc',
  raw: '$8 per u/m',
  license: 'MIT',
};
const LIST = {
  vendor: 'acme',
  createdAt: '2023-11-08',
  currency: 'EUR',
  path: 'acme/2023.yml',
  commit: 'abc',
  plans: [{ name: 'PRO', price: 12, unit: 'user/month' }],
};

it('writes the history of the products that are imported, and can be run again', () => {
  const [from, to] = [join(temporaryDirectory(), 'from'), join(temporaryDirectory(), 'to')];
  mkdirSync(from);
  const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(from, 'products.jsonl'), lines({ ...PRODUCT, facts: [] }));
  writeFileSync(join(from, 'categories.json'), '[{ "id": "crm", "name": "CRM" }]');
  writeFileSync(join(from, 'history.jsonl'), lines(ROW, { ...ROW, slug: 'nobody' }));
  writeFileSync(join(from, 'yearly-plans.jsonl'), lines(LIST));
  const run = () => {
    execFileSync(process.execPath, ['cli/main.ts', 'import', '--from', from, '--to', to], { stdio: 'pipe' });
    return readFileSync(join(to, 'history', 'acme.json'), 'utf8');
  };
  const written = run();
  expect(run()).toBe(written);
  const { history } = loadCatalogue(to);
  expect([...history.keys()]).toEqual(['acme']);
  expect(history.get('acme')).toMatchObject({
    facts: [{ kind: 'base_price', value: '8.00', per: 'month', unit: 'user', dataset: 'example/list:acme.yaml@abc' }],
    leftOut: [{ asOf: '2023-11-08', rows: 1, reason: 'its collectors call the euro lists suspect' }],
  });
});

it('refuses what was read from another company, and says so', () => {
  const [from, to] = [join(temporaryDirectory(), 'from'), join(temporaryDirectory(), 'to')];
  mkdirSync(from);
  const dataset = 'robhunter/agentdeals:data/index.json@abc';
  const fact = (sourceUrl: string) => ({
    ...{ kind: 'free_tier', value: true, currency: null, unit: null, period: null, asOf: '2026-07-01' },
    ...{ dataset, license: 'MIT', tier: sourceUrl.slice(8, 12), sourceUrl },
  });
  const facts = [fact('https://acme.example/pricing'), fact('https://acme.team/pricing')];
  writeFileSync(
    join(from, 'products.jsonl'),
    JSON.stringify({ ...PRODUCT, homepage: 'https://www.acme.example', pricingUrl: 'https://acme.example/p', facts }),
  );
  writeFileSync(join(from, 'categories.json'), '[{ "id": "crm", "name": "CRM" }]');
  writeFileSync(join(from, 'history.jsonl'), JSON.stringify({ ...ROW, sourceUrl: 'https://acme.team/pricing' }));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['cli/main.ts', 'import', '--from', from, '--to', to, '--json'],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining('acme: 2 facts rejected, read from the site of another company (acme.team)'),
  ]);
  expect(JSON.parse(stdout).refused).toEqual([{ slug: 'acme', domain: 'acme.team', facts: 2 }]);
  const { observed, history } = loadCatalogue(to);
  expect(observed.get('acme')?.map(({ sourceUrl }) => sourceUrl)).toEqual(['https://acme.example/pricing']);
  expect(history.get('acme')).toMatchObject({
    facts: [],
    leftOut: [{ rows: 1, reason: 'read from a page of another company' }],
  });
});

it.each([
  ['a product that is not among them', ['--only', 'acme,nobody'], 'Cannot import nobody: products.jsonl has no such'],
  ['a folder without datasets', ['--from', 'none'], 'Cannot open none/products.jsonl: no such file or directory'],
])('says in words what is missing, and writes nothing: %s', (_, flags, words) => {
  const [from, to] = [join(temporaryDirectory(), 'from'), join(temporaryDirectory(), 'to')];
  mkdirSync(from);
  writeFileSync(join(from, 'products.jsonl'), `${JSON.stringify({ ...PRODUCT, facts: [] })}\n`);
  const args = ['cli/main.ts', 'import', '--from', from, '--to', to, ...flags];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
  expect(existsSync(to)).toBe(false);
});

it('names the row that is none', () => {
  const from = join(temporaryDirectory(), 'from');
  mkdirSync(from);
  writeFileSync(join(from, 'products.jsonl'), `${JSON.stringify({ ...PRODUCT, facts: [] })}\n{"slug":"other"}\n`);
  const args = ['cli/main.ts', 'import', '--from', from, '--to', temporaryDirectory()];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/line 2 of .*products\.jsonl: [\s\S]*at category/)]);
});
