/** `assay add URL...` beside a running Assay, which takes up what it writes and visits it at once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assay, assayHere } from '../cli/command-line.ts';
import { eventually } from '../eventually.ts';
import { SITES } from '../vendor-web/vendors/sites.ts';
import { VENDORS } from '../vendor-web/vendors.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';

let pipeline: Pipeline;

beforeAll(async () => {
  // Of a catalogue with one category, which the sites are of.
  const vendors = [...VENDORS.filter(({ slug }) => slug === 'ambervale'), ...SITES];
  pipeline = await startPipeline({
    vendors,
    catalogued: ['ambervale'],
    clock: new Date(),
    processes: ['scheduler', 'crawler', 'verifier', 'web'],
  });
}, 90_000);
afterAll(() => pipeline?.stop());

const add = (args: readonly string[], input = '') => assay(['add', ...args], pipeline.environment, input);
const fileOf = (slug: string) => join(pipeline.dataDir, 'catalogue/products', `${slug}.yaml`);
const categoryOf = () => pipeline.products[0]?.category ?? '';

it.each([
  ['nothing', [], /missing required argument/],
  ['no such category', ['larkspur.test', '--category', 'cars'], /no category "cars"/],
  [
    '--write without a name',
    ['larkspur.test', '--write', '--reason', 'x'],
    /Cannot write without --category, --by and --reason/,
  ],
])('%s is an error of the caller', async (_, args, message) => {
  const { code, stderr } = await assayHere(['add', ...args], pipeline.environment);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
});

it('says what was found of each, in the order given, and writes nothing', async () => {
  const sites = 'larkspur.test\n\n# a comment\nhttps://labyrinth.test/\nambervale.vendor.test\nnot an address\n';
  const { code, stdout, stderr } = await add(['--category', categoryOf(), '-'], sites);
  expect(code).toBe(1);
  const [, larkspur, labyrinth, known, none] = stdout.split('\n');
  expect(larkspur).toMatch(
    /^larkspur\.test +found +Larkspur +larkspur +\S+ +https:\/\/larkspur\.test\/product\/pricing +Seed free, Grove 14\.00 USD/,
  );
  expect(labyrinth).toMatch(/fault .*No page with prices found$/);
  expect(known).toMatch(/duplicate .* ambervale$/);
  expect(none).toMatch(/fault .*Not a page URL/);
  expect(stderr).toMatch(/larkspur\.test: Reading https:\/\/larkspur\.test\/\n/);
  expect(existsSync(fileOf('larkspur'))).toBe(false);
});

it('writes what is asked for, and the running Assay visits and serves it', async () => {
  const flags = ['--write', '--by', 'ada', '--reason', 'asked for', '--category', categoryOf(), '--json'];
  const { code, stdout } = await add(['larkspur.test', 'bareroot.test', ...flags]);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(
    expect.objectContaining({ status: 'written', slug: 'bareroot', pricingPage: 'https://bareroot.test/plans' }),
  );
  expect(code).toBe(0);
  await eventually('it is served', async () => {
    const { status, body } = await pipeline.get('/api/v2/pricing/larkspur');
    return status === 200 && JSON.stringify(body).includes('Grove');
  });
  const again = await add(['larkspur.test/product/pricing', ...flags]);
  expect({ code: again.code, row: JSON.parse(again.stdout) }).toMatchObject({
    code: 0,
    row: { status: 'duplicate', duplicateOf: ['larkspur'], requests: 0 },
  });
}, 120_000);
