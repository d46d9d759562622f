/** Visits with a language model: when it is asked, what is kept of its answer, and that nothing depends on it. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '../../../crawler/model/archived-answer.ts';
import {
  type AskResult,
  agreementOf,
  isWorthAsking,
  type ModelSettings,
  openModelReader,
} from '../../../crawler/model/model-reader.ts';
import { PROMPT_VERSION } from '../../../crawler/read/model/prompt.ts';
import { readPage } from '../../../crawler/read/read.ts';
import { openReadWorker } from '../../../crawler/visit/read-worker.ts';
import { visit } from '../../../crawler/visit/visit.ts';
import { type CrawlJob, Observation } from '../../../data/observation.ts';
import type { PageReading } from '../../../data/reading.ts';
import { openArchive } from '../../../data/store/archive/archive.ts';
import { crawlJob } from '../../builders.ts';
import { ownRedis } from '../../redis-server.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { serve } from '../loopback-server.ts';
import { openLoopbackWeb } from '../loopback-web.ts';
import { card, cards } from '../read/pages.ts';
import { type Behaviour, json, pointing, startChatService } from './chat-service.ts';

const PLANS = cards(card('Pro', '$19 / month'), card('Business', '$49 / month'));
const NOON = new Date('2026-11-21T12:00:00Z');

let body: string;
let behaviour: Behaviour;
let now: Date;
let results: AskResult[];

const redis = (await ownRedis()).client();
const site = await serve((request, response) => {
  if (request.url === '/robots.txt') response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/html' }).end(body);
});
const service = await startChatService(() => behaviour);
const archive = await openArchive(temporaryDirectory());
const reader = openReadWorker();
const web = openLoopbackWeb(redis, site.port, { chromiumPath: undefined, clock: () => NOON });

afterAll(async () => {
  await web.stop();
  await reader.stop();
});
beforeEach(async () => {
  await redis.flushall();
  service.bodies.length = 0;
  [body, behaviour, now, results] = [PLANS, pointing, NOON, []];
});

const settings = (more: Partial<ModelSettings> = {}): ModelSettings => ({
  url: service.url,
  model: 'recorded',
  timeoutMs: 2_000,
  retries: 0,
  concurrency: 2,
  budget: { tokens: 1_000_000, prices: { input: 0.25, output: 2 } },
  ...more,
});

const openReader = (more?: Partial<ModelSettings>) =>
  openModelReader({
    settings: settings(more),
    redis,
    archive,
    clock: () => now,
    onResult: (result) => results.push(result),
  });

async function visited(model = openReader(), more: Partial<CrawlJob> = {}) {
  const tools = { ...web, archive, reader, model, hintsOf: () => ({}), clock: () => now };
  const ended = await visit(crawlJob(more), tools);
  const observation = Observation.parse(ended.kind === 'observed' ? ended.observation : undefined);
  if (observation.kind !== 'page') throw new Error(`The visit was ${observation.kind}`);
  return observation;
}

describe('a page whose facts are not sure', () => {
  test('is asked about once, and its answer is archived with model, instructions and digest', async () => {
    const { reading } = await visited();
    expect(results).toEqual(['answered']);
    expect(reading.model).toMatchObject({ model: 'recorded', prompt: PROMPT_VERSION, dropped: 0, isMeasured: false });
    expect(agreementOf(reading)).toEqual({ both: 2, readers: 0, model: 0 });
    const stored = await archive.get(reading.model?.answer ?? '');
    expect(JSON.parse(stored?.toString() ?? '')).toMatchObject({
      model: 'recorded',
      prompt: PROMPT_VERSION,
      input: reading.model?.input,
      answer: { offers: [{ name: 'L2' }, { name: 'L6' }] },
    });
  });

  test('is not asked about again where only something far from its prices moved', async () => {
    const news = (day: number) =>
      `<main>${'<p>A line of news</p>'.repeat(20)}<p>Day ${day}</p>${'<p>A line</p>'.repeat(20)}</main>`;
    body = PLANS + news(1);
    const first = await visited();
    body = PLANS + news(2);
    const second = await visited();
    expect(results).toEqual(['answered', 'known']);
    expect(service.bodies).toHaveLength(1);
    expect(second.page.sha256).not.toBe(first.page.sha256);
    expect(second.reading.model).toEqual(first.reading.model);
  });

  test('is asked about again where a price moved, and by another model', async () => {
    await visited();
    body = PLANS.replace('$19', '$21');
    await visited();
    const { reading } = await visited(openReader({ model: 'another' }));
    expect(results).toEqual(['answered', 'answered', 'answered']);
    expect(reading.model?.model).toBe('another');
  });

  test('is read again from the archive with the answer, and without the service', async () => {
    const { page, reading } = await visited();
    service.bodies.length = 0;
    const bytes = (await archive.get(page.sha256)) ?? Buffer.of();
    const { charset, format, finalUrl: url, url: asked } = page;
    const again = await reader.read({ bytes, charset, format, url, asked, ...(await answerOf(reading, archive)) });
    expect(again.reading).toEqual(reading);
    expect(service.bodies).toHaveLength(0);
  });
});

describe('nobody is asked', () => {
  test('about a page that is no page of prices', async () => {
    body = '<title>Sign in</title><form><input type="password"></form>';
    expect((await visited()).reading.model).toBeUndefined();
    expect(results).toEqual([]);
  });

  test('about sure facts of a record with two witnesses, and about rates alone', () => {
    const { tiers, ...rest } = readPage(PLANS, { format: 'html', url: 'https://acme.test/pricing' });
    const rated = (confidence: number): PageReading => ({
      ...rest,
      tiers: tiers.map((tier) => ({ ...tier, prices: tier.prices.map((price) => ({ ...price, confidence })) })),
      negatives: [{ kind: 'cheapest', confidence }],
    });
    expect(isWorthAsking(rated(0.97), true)).toBe(false);
    expect(isWorthAsking(rated(0.97), false)).toBe(true);
    expect(isWorthAsking(rated(0.9), true)).toBe(true);
    const model = { model: 'lark', currency: 'USD', inputPerMTok: '1.00', evidence: {} };
    expect(isWorthAsking({ ...rated(0.9), tiers: [], models: [model] }, false)).toBe(false);
  });

  test('once the day’s tokens are spent, until the next day', async () => {
    const model = openReader({ budget: { tokens: 13_000, prices: { input: 0, output: 0 } } });
    for (const amount of ['$1', '$2', '$3', '$4', '$5', '$6']) {
      body = PLANS.replace('$19', amount);
      await visited(model);
    }
    // A question sets some 9,900 aside, and 1,000 are spent.
    expect(results).toEqual(['answered', 'answered', 'answered', 'answered', 'over_budget', 'over_budget']);
    now = new Date(NOON.getTime() + 86_400_000);
    const { reading } = await visited(model);
    expect(results.at(-1)).toBe('answered');
    expect(reading.model).toBeDefined();
  });

  test('once the day’s money is spent', async () => {
    const model = openReader({ budget: { tokens: 1_000_000, cost: 0.03, prices: { input: 2, output: 10 } } });
    const { reading } = await visited(model);
    expect(results).toEqual(['over_budget']);
    expect(reading.tiers).toHaveLength(2);
  });

  test('for a while after the service refused the schema', async () => {
    behaviour = (response) => json(response, 400, { error: { message: 'response_format is not supported' } });
    const model = openReader();
    await visited(model);
    await visited(model);
    expect(results).toEqual(['schema_refused', 'paused']);
    now = new Date(NOON.getTime() + 16 * 60_000);
    behaviour = pointing;
    await visited(model);
    expect(results.at(-1)).toBe('answered');
  });
});

test('a service that fails leaves the page as it is read without it, and what it computed counts as spent', async () => {
  behaviour = (response) => response.end('nonsense');
  const { reading } = await visited();
  expect(results).toEqual(['malformed']);
  expect(reading.model).toBeUndefined();
  expect(reading.tiers.map(({ name }) => name)).toEqual(['Pro', 'Business']);
  expect(Number(await redis.hget('assay:model-budget:2026-11-21', 'tokens'))).toBeGreaterThan(8_000);
});

test('questions at once are bounded', async () => {
  let [running, most] = [0, 0];
  const ended = Promise.withResolvers<void>();
  behaviour = (response, request) => {
    running += 1;
    most = Math.max(most, running);
    setImmediate(() => {
      pointing(response, request);
      running -= 1;
      if (service.bodies.length === 6) ended.resolve();
    });
  };
  const model = openReader({ concurrency: 2 });
  await Promise.all(Array.from({ length: 6 }, (_, at) => model.answerTo(`L1: $${at} [A1]`)));
  await ended.promise;
  expect(most).toBeLessThanOrEqual(2);
});
