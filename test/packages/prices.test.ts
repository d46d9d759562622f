/** The npm package of prices: as npm packs it, over what a service publishes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as api from '../../packages/prices/api.d.ts';
import { Prices } from '../../packages/prices/prices.ts';
import { TravellingPrices } from '../../serve/files/feeds/travelling-shape.ts';
import { customTier, freeTier, price, rate, snapshot, tier } from '../builders.ts';
import { serve as serveLoopback } from '../crawler/loopback-server.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { MARKET } from '../serve/market-of-crm.ts';
import { served, sold } from '../serve/served.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const PACKAGE = resolve('packages/prices');
const MOST_BYTES = 2 * 1024 * 1024;

const both = sold({
  slug: 'both',
  tiers: [
    freeTier(),
    tier({ prices: [price({ amount: '10.00' }), price({ amount: '96.00', billing: 'annual', per: 'year' })] }),
    customTier(),
  ],
  rates: [
    rate({
      ...{ model: 'Large 3.5', aliases: ['large-latest'], inputPerMTok: '2.00', outputPerMTok: '8.00' },
      confidence: 0.97,
    }),
  ],
});
const past = {
  validFrom: '2025-01-01T00:00:00.000Z',
  validTo: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2025-12-01T00:00:00.000Z',
};
both.snapshots = [
  snapshot({ ...past, slug: 'both', tiers: [tier({ prices: [price({ amount: '7.00' })] })] }),
  snapshot({ slug: 'both', validFrom: '2026-01-01T00:00:00.000Z', tiers: both.record?.tiers ?? [] }),
];
const silent = sold({ slug: 'silent', tiers: [] });
const imported = { dataset: 'a/b:c.json@1', license: 'MIT', asOf: '2026-07-02', asOfBasis: 'release date' };
const contextWindow = { tokens: 200_000, statements: [{ tokens: 200_000, imported }] };
const UNTOLD = ['Peak', 'Off-peak'].map((band) => rate({ model: 'Untold', band }));
const twice = sold({
  slug: 'twice',
  tiers: [],
  rates: [
    rate({ model: 'tiny-1-5', inputPerMTok: '5.00' }),
    rate({ model: 'Tiny 1.5', inputPerMTok: '6.00' }),
    ...UNTOLD,
  ],
});
const rival = sold({
  slug: 'rival',
  tiers: [tier({ prices: [price({ amount: '30.00' })] })],
  rates: [rate({ model: 'large-3-5', inputPerMTok: '3.00', contextWindow })],
});

const service = await served(
  { ...MARKET, products: [...MARKET.products, both, silent, rival, twice] },
  { feeds: true },
);
const feed = TravellingPrices.parse(await service.json('/feeds/prices.json'));
Prices.bundled = async () => feed;
const prices = await Prices.open();

describe('a price', () => {
  it('is the starting price that the API answers, of every product, today and in the past', async () => {
    for (const { slug } of feed.products)
      for (const day of [undefined, '2025-06-01', '2026-05-01', '2019-01-01']) {
        const response = await service.get(`/api/v2/pricing/${slug}${day === undefined ? '' : `?asOf=${day}`}`);
        const body = (await response.json()) as { startingPrice?: number | null; priceState?: string };
        const found = prices.priceOf(slug, day === undefined ? {} : { at: day });
        if (response.status === 404) expect([slug, day, found.state]).toEqual([slug, day, 'not_known']);
        else if (found.state === 'known')
          expect([slug, day, Number(found.amount)]).toEqual([slug, day, body.startingPrice]);
        else expect([slug, day, body.startingPrice]).toEqual([slug, day, null]);
      }
  });

  it('has its billing, its unit and its source', () => {
    expect(prices.priceOf('both')).toMatchObject({ state: 'known', amount: '10.00', billing: 'monthly', tier: 'pro' });
    expect(prices.priceOf('both', { billing: 'annual' })).toMatchObject({ amount: '8.00', billing: 'annual' });
    expect(prices.priceOf('both', { tier: 'PRO', billing: 'annual' })).toMatchObject({ amount: '8.00' });
    const acme = prices.priceOf('acme');
    expect(acme.state === 'known' && acme.source.evidence).toMatch(/^ev_/);
  });

  it('that is not there says which way', () => {
    expect(prices.priceOf('nobody')).toEqual({ state: 'unknown_product' });
    expect(prices.priceOf('silent')).toEqual({ state: 'not_known' });
    expect(prices.priceOf('both', { tier: 'free' })).toEqual({ state: 'free' });
    expect(prices.priceOf('both', { tier: 'enterprise' })).toEqual({ state: 'contact_sales' });
    expect(prices.priceOf('both', { tier: 'platinum' })).toEqual({ state: 'not_known' });
    expect(prices.priceOf('both', { at: '2024-12-31' })).toEqual({ state: 'not_known' });
  });

  it.each(['May', '2026-02-30', '9999-12-31'])('of %s is refused, as by the API', async (at) => {
    expect((await service.get(`/api/v2/pricing/both?asOf=${at}`)).status).toBe(400);
    expect(() => prices.priceOf('both', { at })).toThrow(RangeError);
  });

  it('of today is that of the record, also without a history', () => {
    const at = new Date().toISOString().slice(0, 10);
    expect(rival.snapshots).toEqual([]);
    expect(prices.priceOf('rival', { tier: 'pro', at })).toMatchObject({ state: 'known', amount: '30.00' });
  });
});

describe('a rate', () => {
  it('is of one product; several are named, none is chosen', () => {
    expect(prices.rateOf('LARGE_3.5', { product: 'both' })).toMatchObject({
      inputPerMTok: '2.00',
      outputPerMTok: '8.00',
    });
    expect(prices.rateOf('large 3.5')).toEqual({ state: 'ambiguous', products: ['both', 'rival'] });
    expect(prices.rateOf('large-latest')).toMatchObject({ state: 'known', product: 'both' });
    expect(prices.rateOf('large 3.5', { product: 'rival' })).toMatchObject({ contextWindow: 200_000 });
    expect(prices.rateOf('large 3.5', { product: 'both' })).not.toHaveProperty('contextWindow');
    expect(prices.rateOf('huge')).toEqual({ state: 'not_known' });
  });

  it('is of the model that is written so, before one that is like it', async () => {
    for (const model of ['tiny-1-5', 'Tiny 1.5', 'TINY_1.5']) {
      const { models } = (await service.json(`/api/v2/usage/twice?model=${model}`)) as { models: { model: string }[] };
      expect(prices.rateOf(model, { product: 'twice' })).toMatchObject({ model: models[0]?.model });
    }
  });

  it('has its bands, also where the shortest is not known', () => {
    const answer = prices.rateOf('untold', { product: 'twice' });
    expect(answer).toMatchObject({
      state: 'known',
      bands: [{ band: 'Peak', inputPerMTok: '2.50' }, { band: 'Off-peak' }],
    });
    expect(answer).not.toHaveProperty('inputPerMTok');
    expect(prices.costOf({ model: 'untold', product: 'twice', inputTokens: 1 })).toMatchObject({ state: 'not_known' });
  });

  it('gives the cost that the API answers', async () => {
    const counts = fc.integer({ min: 0, max: 10_000_000 });
    await fc.assert(
      fc.asyncProperty(counts, counts, counts, fc.boolean(), async (input, output, cached, batch) => {
        const usage = { inputTokens: input, outputTokens: output, cachedInputTokens: Math.min(cached, input), batch };
        const query = new URLSearchParams(
          Object.entries(usage).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const { estimate } = (await service.json(`/api/v2/usage/tokens?${query}`)) as {
          estimate: { costs: { model: string; amount: string }[]; excludes: { model: string; detail: string }[] };
        };
        for (const { model, amount } of estimate.costs)
          expect(prices.costOf({ model, product: 'tokens', ...usage })).toMatchObject({ amount });
        for (const { model, detail } of estimate.excludes)
          expect(prices.costOf({ model, product: 'tokens', ...usage })).toEqual({ state: 'not_known', reason: detail });
      }),
      { numRuns: 25 },
    );
    expect(() => prices.costOf({ model: 'large-latest', inputTokens: 1, cachedInputTokens: 2 })).toThrow(RangeError);
  });
});

describe('an update', () => {
  const newer = { ...feed, generation: '000002', publishedAt: '2027-01-01T00:00:00.000Z', products: [] };
  const cacheFile = () => join(temporaryDirectory(), 'prices.json');

  async function answering(body: string, status = 200): Promise<string> {
    const server = await serveLoopback((_, response) => void response.writeHead(status).end(body));
    atEndOfFile(server.close);
    return `http://127.0.0.1:${server.port}/feeds/prices.json`;
  }

  it('takes newer data, keeps them in the file, and never goes back', async () => {
    const file = cacheFile();
    const own = await Prices.open({ cacheFile: file });
    expect(await own.update({ url: await answering(JSON.stringify(newer)), cacheFile: file })).toBe(true);
    expect([own.generation, own.priceOf('acme')]).toEqual(['000002', { state: 'unknown_product' }]);
    expect(await own.update({ url: await answering(JSON.stringify(feed)), cacheFile: file })).toBe(false);
    expect(own.generation).toBe('000002');
    expect((await Prices.open({ cacheFile: file })).generation).toBe('000002');
    writeFileSync(file, JSON.stringify(feed).slice(0, 100));
    expect((await Prices.open({ cacheFile: file })).generation).toBe(feed.generation);
  });

  it('ignores keys that it does not know', async () => {
    const added = { ...newer, note: 'new', products: feed.products.map((each) => ({ ...each, note: 'new' })) };
    const own = await Prices.open();
    expect(await own.update({ url: await answering(JSON.stringify(added)) })).toBe(true);
    expect(own.priceOf('both')).toEqual(prices.priceOf('both'));
  });

  it('that is of another shape names the first fault', () => {
    expect(() => new Prices({ ...newer, products: [{ slug: 'acme' }] })).toThrow(
      /^Not a feed of prices: data\.products\.0\.name: .{1,100}$/,
    );
  });

  it.each([
    ['<!doctype html>', 200, /JSON/],
    [JSON.stringify({ ...newer, format: 2 }), 200, /data\.format/],
    [JSON.stringify({ ...newer, products: [{ slug: 'acme' }] }), 200, /data\.products\.0\.name/],
    [JSON.stringify(newer), 503, /Status 503/],
  ])('that is broken names the address and the fault, and changes nothing (%#)', async (body, status, fault) => {
    const own = await Prices.open();
    const url = await answering(body, status);
    const update = own.update({ url });
    await expect(update).rejects.toThrow(`Cannot update from ${url}: `);
    await expect(update).rejects.toThrow(fault);
    expect([own.generation, own.priceOf('both').state]).toEqual([feed.generation, 'known']);
  });
});

describe('as npm packs it', () => {
  let installed: string;
  beforeAll(() => {
    const [root, file] = [temporaryDirectory(), join(temporaryDirectory(), 'prices.json')];
    writeFileSync(file, JSON.stringify(feed));
    execFileSync(process.execPath, [join(PACKAGE, 'bundle.ts'), file], { stdio: 'pipe' });
    execFileSync('npm', ['pack', PACKAGE, '--ignore-scripts', '--pack-destination', root], { stdio: 'pipe' });
    const [name = ''] = readdirSync(root);
    expect(statSync(join(root, name)).size).toBeLessThan(MOST_BYTES);
    execFileSync('tar', ['xzf', name], { cwd: root });
    installed = join(root, 'node_modules/@assay/prices');
    mkdirSync(dirname(installed), { recursive: true });
    execFileSync('mv', [join(root, 'package'), installed]);
  }, 120_000);

  it('answers in a program without other packages, as its README shows', () => {
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).dependencies).toBeUndefined();
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(PACKAGE, 'README.md'), 'utf8')) ?? [];
    const root = resolve(installed, '../../..');
    writeFileSync(
      join(root, 'example.mjs'),
      code.replaceAll(/'(?:slack|openai-api)'/g, "'both'").replaceAll("'gpt-5'", "'large-latest'"),
    );
    const shown = execFileSync(process.execPath, ['example.mjs'], { cwd: root, encoding: 'utf8' });
    expect(shown.match(/state: '\w+'/g)).toEqual([
      "state: 'known'",
      "state: 'not_known'",
      "state: 'known'",
      "state: 'known'",
    ]);
    expect(shown).toContain("amount: '10.00'");
  });

  it('has the types that it says', async () => {
    const root = resolve(installed, '../../..');
    writeFileSync(
      join(root, 'use.ts'),
      `import { type PriceAnswer, priceOf, Prices } from '@assay/prices';
const answer: PriceAnswer = priceOf('slack', { at: '2025-01-01', billing: 'annual' });
if (answer.state === 'known') answer.amount satisfies string;
// @ts-expect-error the billing is one of two
priceOf('slack', { billing: 'weekly' });
new Prices({}).generation satisfies string;
`,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    execFileSync(resolve('node_modules/.bin/tsc'), [...options, 'use.ts'], { cwd: root, stdio: 'pipe' });
    const own = (await import(pathToFileURL(join(installed, 'dist/main.js')).href)) as typeof api;
    expect(own.costOf({ model: 'large-latest', outputTokens: 1_000_000 })).toMatchObject({ amount: '8.00' });
  }, 60_000);
});
