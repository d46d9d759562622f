/** Beside a running Assay: `assay check`, `assay add`, and changes of catalogue files, which it takes up without a restart. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { assay, assayHere } from '../cli/command-line.ts';
import { eventually } from '../eventually.ts';
import { SITES } from '../vendor-web/vendors/sites.ts';
import { VENDORS } from '../vendor-web/vendors.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';

const NOW = new Date();
const FOLLOWING = ['scheduler', 'crawler', 'verifier'] as const;
const CATALOGUED = ['ambervale', 'forbidden-403'];

let pipeline: Pipeline;

beforeAll(async () => {
  const vendors = [...VENDORS.filter(({ slug }) => CATALOGUED.includes(slug)), ...SITES];
  pipeline = await startPipeline({ vendors, catalogued: CATALOGUED, clock: NOW, processes: [...FOLLOWING, 'web'] });
}, 90_000);
afterAll(() => pipeline?.stop());

const fileOf = (slug: string) => join(pipeline.dataDir, 'catalogue/products', `${slug}.yaml`);
const categoryOf = () => pipeline.products.find(({ slug }) => slug === 'ambervale')?.category ?? '';

describe('assay check', () => {
  it.each([
    ['nothing to check', [], /missing required argument 'slug'/],
    ['a product that is not there', ['ambervale', 'nope'], /Cannot check nope: no such product/],
    ['a name that is misspelt', ['ambervael'], /no such product in the catalogue. Did you mean ambervale\?$/m],
  ])('%s is an error of the caller', async (_, args, message) => {
    const { code, stdout, stderr } = await assayHere(['check', ...args], pipeline.environment);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
  });

  it('a product is visited now, and a person sees each price beside its quote', async () => {
    const { code, stdout, stderr } = await assay(['check', 'ambervale'], pipeline.environment);
    expect(code).toBe(0);
    expect(stderr).toContain('1 of 1: ambervale.pricing ');
    const prices = VENDORS.find(({ slug }) => slug === 'ambervale')
      ?.truth(NOW)
      .tiers.flatMap((tier) => tier.prices);
    expect(prices?.length).toBeGreaterThan(0);
    for (const { amount } of prices ?? [])
      expect(stdout).toMatch(new RegExp(`${Number(amount)}.*".*${Number(amount)}.*"`));
  });

  it('a program gets what the ledger has, and a refusal is told as one', async () => {
    const { code, stdout } = await assayHere(['check', 'forbidden-403', '--json'], pipeline.environment);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      observation: { slug: 'forbidden-403', kind: 'failure', failure: 'refused' },
      verdict: { outcome: 'unreadable' },
    });
  });
});

describe('assay add', () => {
  const add = (args: readonly string[], input = '') => assay(['add', ...args], pipeline.environment, input);

  it.each([
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
    const sites = 'larkspur.test\n\n# a comment\nambervale.vendor.test\nnot an address\nnowhere.invalid\n';
    const { code, stdout, stderr } = await add(['--category', categoryOf(), '-'], sites);
    expect(code).toBe(1);
    const [, larkspur, known, none, unreachable] = stdout.split('\n');
    expect(larkspur).toMatch(
      /^larkspur\.test +found +Larkspur +larkspur +\S+ +https:\/\/larkspur\.test\/product\/pricing +Seed free, Grove 14\.00 USD/,
    );
    expect(known).toMatch(/duplicate .* ambervale, forbidden-403$/);
    expect(none).toMatch(/fault .*Not a page URL/);
    expect(unreachable).toMatch(/fault .*Cannot fetch robots.txt: Cannot reach nowhere\.invalid: E\w+$/);
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
});

describe('a catalogue file', () => {
  const put = (slug: string, path: string) => {
    const sources = [{ id: 'pricing', url: `https://ambervale.vendor.test${path}` }];
    writeFileSync(fileOf(slug), stringify({ name: slug, vendor: 'Ambervale', category: categoryOf(), sources }));
  };
  const logged = (name: string, event: string) =>
    pipeline.log.filter((line) => line.startsWith(`${name} `) && line.includes(`"event":"${event}"`));
  const isVisited = (path: string) => pipeline.web.requestsTo('ambervale', path).length > 0;
  const isServed = async (slug: string) => (await pipeline.get(`/api/v2/pricing/${slug}`)).status === 200;

  it('that is dropped in is visited and served, and one that is wrong is refused until it is mended', async () => {
    const path = pipeline.web.vendor('ambervale').path;
    put('newcomer', `${path}?of=newcomer`);
    await eventually('its source is visited', () => isVisited(`${path}?of=newcomer`));
    await eventually('it is served', () => isServed('newcomer'));

    writeFileSync(fileOf('broken'), 'name: Broken\nvendor: Broken\ncategory: unheard-of\n');
    for (const name of FOLLOWING)
      await eventually(`the ${name} refuses it`, () => logged(name, 'catalogue_refused').length > 0);
    expect(logged('scheduler', 'catalogue_refused').at(-1)).toContain('"file":"products/broken.yaml","line":3');
    put('later', `${path}?of=later`);
    put('broken', `${path}?of=mended`);
    for (const name of ['later', 'mended']) await eventually('it is visited', () => isVisited(`${path}?of=${name}`));

    expect(pipeline.log.filter((line) => /"event":"(?:job_failed|invalid_job|died)"/.test(line))).toEqual([]);
  }, 120_000);
});
