/** `npm run check -- SLUG…` beside a running Assay, as a person or a program calls it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assay, assayHere } from '../cli/command-line.ts';
import { VENDORS } from '../vendor-web/vendors.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';

const NOW = new Date();

let pipeline: Pipeline;

beforeAll(async () => {
  const vendors = VENDORS.filter(({ slug }) => ['ambervale', 'forbidden-403'].includes(slug));
  pipeline = await startPipeline({ vendors, clock: NOW });
}, 90_000);
afterAll(() => pipeline?.stop());

const check = (...args: string[]) => assay(['check', ...args], pipeline.environment);

it.each([
  ['nothing to check', [], /missing required argument 'slug'/],
  ['a product that is not there', ['ambervale', 'nope'], /Cannot check nope: no such product/],
  ['a name that is misspelt', ['ambervael'], /no such product in the catalogue. Did you mean ambervale\?$/m],
  ['a flag that is not there', ['ambervale', '--fast'], /unknown option '--fast'/],
])('%s is an error of the caller', async (_, args, message) => {
  const { code, stdout, stderr } = await assayHere(['check', ...args], pipeline.environment);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stdout).toBe('');
});

it('a product is visited now, and a person sees each price beside its quote', async () => {
  const { code, stdout, stderr } = await check('ambervale');
  expect(code).toBe(0);
  expect(stderr).toContain('1 of 1: ambervale.pricing changed');
  const prices = VENDORS.find(({ slug }) => slug === 'ambervale')
    ?.truth(NOW)
    .tiers.flatMap((tier) => tier.prices);
  expect(prices?.length).toBeGreaterThan(0);
  for (const { amount } of prices ?? [])
    expect(stdout).toMatch(new RegExp(`${Number(amount)}.*".*${Number(amount)}.*"`));
});

it('a program gets what the ledger has, and a refusal is told as one', async () => {
  const { code, stdout } = await check('forbidden-403', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    observation: { slug: 'forbidden-403', kind: 'failure', failure: 'refused' },
    verdict: { outcome: 'unreadable' },
  });
});
