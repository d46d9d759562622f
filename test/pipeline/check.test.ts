/** `npm run check -- SLUG…` beside a running Assay, as a person or a program calls it. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VENDORS } from '../vendor-web/vendors.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';

const PROGRAM = resolve(import.meta.dirname, '../../cli/main.ts');
const NOW = new Date();

let pipeline: Pipeline;

beforeAll(async () => {
  const vendors = VENDORS.filter(({ slug }) => ['ambervale', 'forbidden-403'].includes(slug));
  pipeline = await startPipeline({ vendors, clock: NOW });
}, 90_000);
afterAll(() => pipeline?.stop());

async function check(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { BASE_URL: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    DATA_DIR: pipeline.dataDir,
    CATALOGUE_DIR: join(pipeline.dataDir, 'catalogue'),
    REDIS_URL: pipeline.redis.url,
  };
  const child = spawn(process.execPath, [PROGRAM, 'check', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => (said.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (said.stderr += chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, ...said };
}

it.each([
  ['nothing to check', [], /missing required argument 'slug'/],
  ['a product that is not there', ['ambervale', 'nope'], /Cannot check nope: no such product/],
  ['a name that is misspelt', ['ambervael'], /no such product in the catalogue; near it: ambervale$/m],
  ['a flag that is not there', ['ambervale', '--fast'], /unknown option '--fast'/],
])('%s is an error of the caller', async (_, args, message) => {
  const { code, stdout, stderr } = await check(...args);
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
