/** The import as it is run: files from a folder of datasets, and the same files when it is run again. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

/** A folder of datasets, and one to import them to that is not there yet. */
function folders(products: object[], more: Record<string, string> = {}): { from: string; to: string } {
  const [from, to] = [temporaryDirectory(), join(temporaryDirectory(), 'to')];
  const files = {
    'products.jsonl': lines(...products),
    'categories.json': '[{ "id": "crm", "name": "CRM" }]',
    ...more,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(from, name), text);
  return { from, to };
}

function lines(...rows: object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function imported({ from, to }: { from: string; to: string }, ...flags: string[]) {
  const args = ['cli/main.ts', 'import', '--from', from, '--to', to, ...flags];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

it('writes the facts of the products that are imported but those of another company, and can be run again', () => {
  const fact = (sourceUrl: string) => ({
    ...{ kind: 'free_tier', value: true, currency: null, unit: null, period: null, asOf: '2026-07-01' },
    ...{ dataset: 'robhunter/agentdeals:data/index.json@abc', license: 'MIT', tier: sourceUrl.slice(8, 12), sourceUrl },
  });
  const facts = [fact('https://acme.example/pricing'), fact('https://acme.team/pricing')];
  const acme = { ...PRODUCT, homepage: 'https://www.acme.example', pricingUrl: 'https://acme.example/p', facts };
  const foreign = { ...ROW, source: 'example/other:acme.yaml@abc', sourceUrl: 'https://acme.team/pricing' };
  const given = folders([acme], {
    'history.jsonl': lines(ROW, { ...ROW, slug: 'nobody' }, foreign),
    'yearly-plans.jsonl': lines(LIST),
  });
  const { status, stdout, stderr } = imported(given, '--json');
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining('acme: 2 facts rejected, read from the site of another company (acme.team)'),
  ]);
  expect(JSON.parse(stdout).refused).toEqual([{ slug: 'acme', domain: 'acme.team', facts: 2 }]);
  const { observed, history } = loadCatalogue(given.to);
  expect(observed.get('acme')?.map(({ sourceUrl }) => sourceUrl)).toEqual(['https://acme.example/pricing']);
  expect([...history.keys()]).toEqual(['acme']);
  expect(history.get('acme')).toMatchObject({
    facts: [{ kind: 'base_price', value: '8.00', per: 'month', unit: 'user', dataset: 'example/list:acme.yaml@abc' }],
    leftOut: expect.arrayContaining([
      expect.objectContaining({
        asOf: '2023-11-08',
        rows: 1,
        reason: 'its collectors call the euro lists suspect',
      }),
      expect.objectContaining({ rows: 1, reason: 'read from a page of another company' }),
    ]),
  });
  const written = readFileSync(join(given.to, 'history/acme.json'), 'utf8');
  expect(imported(given).status).toBe(0);
  expect(readFileSync(join(given.to, 'history/acme.json'), 'utf8')).toBe(written);
});

it('says in words what is missing, and writes nothing', () => {
  const given = folders([{ ...PRODUCT, facts: [] }]);
  const { status, stderr } = imported(given, '--only', 'acme,nobody');
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('Cannot import nobody: products.jsonl has no such product'),
  ]);
  expect(existsSync(given.to)).toBe(false);
});

it('names the row that is none', () => {
  const { status, stderr } = imported(folders([{ ...PRODUCT, facts: [] }, { slug: 'other' }]));
  expect([status, stderr]).toEqual([1, expect.stringMatching(/line 2 of .*products\.jsonl: [\s\S]*at category/)]);
});
