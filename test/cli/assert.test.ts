/** The command `assert`, against a real service; and the steps of action.yml. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { judge, Stack } from '../../cli/assert/stack.ts';
import { customTier, price, tier } from '../builders.ts';
import { type Served, served, sold } from '../serve/served.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { assayHere } from './command-line.ts';

const pro = (amount: string, more: object = {}) => [
  tier({ id: 'pro', name: 'Pro', prices: [price({ amount, ...more })] }),
];

let service: Served;
beforeAll(async () => {
  service = await served({
    products: [
      sold({ slug: 'acme', tiers: pro('12.00') }),
      sold({ slug: 'euro', tiers: pro('9.00', { currency: 'EUR' }), currency: 'EUR' }),
      sold({ slug: 'silent', tiers: [] }),
      sold({ slug: 'quoted', tiers: [customTier()] }),
    ],
  });
});

async function asserted(stack: object, ...args: string[]) {
  const file = join(temporaryDirectory(), 'stack.yaml');
  writeFileSync(file, stringify({ url: service.url, ...stack }));
  return assayHere(['assert', '--file', file, ...args]);
}

test('prices that stand and a budget that holds pass, with a table', async () => {
  const stack = { budget: { amount: 130, currency: 'USD' }, products: [{ slug: 'acme', seats: 10, price: 12 }] };
  const { code, stdout, stderr } = await asserted(stack);
  expect(code).toBe(0);
  expect(stdout).toMatch(/acme\s+Pro\s+10\s+12\s+\$12 a month\s+\$1,440\s+same/);
  expect(stderr).toContain('$120 a month, within the budget of $130');
});

test.each([
  ['a price that moved', { products: [{ slug: 'acme', price: '10.00' }] }, { state: 'moved', percent: 20 }],
  ['an expected price that is not known', { products: [{ slug: 'silent', price: 5 }] }, { state: 'not_priced' }],
  [
    'a product that is not there',
    { products: [{ slug: 'acne', price: 5 }] },
    { state: 'not_priced', problem: 'No product "acne". Known: acme' },
  ],
  [
    'a tier that is not there',
    { products: [{ slug: 'acme', tier: 'platinum', price: 5 }] },
    { state: 'not_priced', problem: 'Unknown tier. Known: pro' },
  ],
  [
    'a budget that is passed',
    { budget: { amount: 100, currency: 'USD', per: 'year' }, products: [{ slug: 'acme' }] },
    { state: 'watched' },
  ],
])('%s fails', async (_, stack, line) => {
  const { code, stdout } = await asserted(stack, '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ holds: false, lines: [line] });
});

test('what is priced in another currency or not at all is left out of the budget by name, and passes without an expected price', async () => {
  const stack = {
    budget: { amount: 12, currency: 'USD' },
    products: [{ slug: 'acme' }, { slug: 'euro' }, { slug: 'silent' }],
  };
  const { code, stderr } = await asserted(stack);
  expect(code).toBe(0);
  expect(stderr).toContain('$12 a month, within the budget of $12; not included: euro, silent');
});

describe('a mistake is said with its place', () => {
  test.each([
    [{ products: [] }, /line 2: products/],
    [{ products: [{ slug: 'acme', seats: 0 }] }, /seats/],
    [{ products: [{ slug: 'acme', price: 'free' }] }, /price/],
    [{ url: 'http://127.0.0.1:1', products: [{ slug: 'acme' }] }, /Cannot reach http:\/\/127\.0\.0\.1:1/],
  ])('%j', async (stack, message) => {
    const { code, stderr } = await asserted(stack);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

test('what a cost assumes is said, as where the tier is not sold with the billing', async () => {
  const { code, stderr } = await asserted({ products: [{ slug: 'acme', billing: 'annual', price: 12 }] });
  expect([code, stderr]).toEqual([0, 'acme: No annual price is known; twelve monthly prices are counted\n']);
});

test('a tier that is sold by “contact sales” has no price, which is not “not known”', async () => {
  const { code, stdout, stderr } = await asserted({ products: [{ slug: 'quoted', tier: 'enterprise' }] });
  expect(code).toBe(0);
  expect(stdout).toMatch(/quoted +enterprise +1 +no price$/m);
  expect(stderr).toMatch(/^quoted: .*contact sales/);
});

test('a file that is missing is no price that moved', async () => {
  const file = join(temporaryDirectory(), 'stack.yaml');
  const { code, stderr } = await assayHere(['assert', '--file', file]);
  expect([code, stderr]).toEqual([2, `Cannot open ${file}: no such file or directory\n`]);
});

test('a stack never holds with a moved price, and the sum of a budget never depends on the order', () => {
  const amount = fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2));
  const item = fc.record({ price: amount, now: amount });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 20 }), amount, (items, limit) => {
      const stack = Stack.parse({
        budget: { amount: limit, currency: 'USD', per: 'year' },
        products: items.map(({ price: expected }) => ({ slug: 'acme', price: expected })),
      });
      const priced = items.map(({ now }) => ({
        ...{ amount: now, annual: now, currency: 'USD', per: 'year' as const },
        ...{ tier: 'Pro', page: 'https://assay.example', notes: [] },
      }));
      const { holds, budget } = judge(stack, priced);
      if (items.some(({ price: expected, now }) => expected !== now)) expect(holds).toBe(false);
      const back = judge({ ...stack, products: stack.products.toReversed() }, priced.toReversed());
      expect(back.budget?.spent).toBe(budget?.spent);
    }),
  );
});

test('the step of action.yml passes and fails as the command does', async () => {
  const root = resolve(import.meta.dirname, '../..');
  const { runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  const step = runs.steps.find(({ id }: { id?: string }) => id === 'assert');
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'prices.txt'), 'mine');
  const run = async (expected: number) => {
    writeFileSync(join(directory, 'stack.yaml'), stringify({ products: [{ slug: 'acme', price: expected }] }));
    const summary = join(directory, 'summary.md');
    writeFileSync(summary, '');
    // The service is in this process: waiting for the child must not block it.
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', step.run], {
      cwd: directory,
      stdio: 'ignore',
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, GITHUB_ACTION_PATH: root, GITHUB_STEP_SUMMARY: summary },
        ...{ STACK_FILE: 'stack.yaml', ASSAY_URL: service.url },
      },
    });
    const status = await new Promise((done) => child.once('close', done));
    return { status, summary: readFileSync(summary, 'utf8') };
  };
  expect(await run(12)).toMatchObject({ status: 0, summary: expect.stringContaining('same') });
  expect(await run(10)).toMatchObject({ status: 1, summary: expect.stringContaining('moved +20 %') });
  // It leaves the files of the repository alone.
  expect(readFileSync(join(directory, 'prices.txt'), 'utf8')).toBe('mine');
}, 60_000);
