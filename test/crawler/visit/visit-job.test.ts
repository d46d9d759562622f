import { Queue, Worker } from 'bullmq';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CRAWL_JOB_OPTIONS, workerPolicy } from '../../../config/queues.ts';
import { redisOptions } from '../../../config/redis.ts';
import type { Visit } from '../../../crawler/visit/visit.ts';
import { failureObservation } from '../../../crawler/visit/visit.ts';
import { type VisitEnd, visitJob, wants } from '../../../crawler/visit/visit-job.ts';
import type { CrawlJob, FailureKind, Observation } from '../../../data/observation.ts';
import { observationId } from '../../../data/observation.ts';
import type { CatalogueProduct } from '../../../data/product.ts';
import { crawlJob, product, sources } from '../../builders.ts';
import { eventually } from '../../eventually.ts';
import { ownRedis } from '../../redis-server.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const JOB = crawlJob();
const ID = observationId(JOB);
const PRODUCT = product({ sources: sources('pricing', 'docs').map((each) => ({ ...each, url: JOB.url })) });

const redis = await ownRedis();
let queue: Queue;
let worker: Worker | undefined;
let handedOver: Observation[];
let ends: VisitEnd[];
let catalogued: CatalogueProduct | undefined;

beforeEach(() => {
  queue = new Queue('crawl-test', { connection: redisOptions(redis.url) });
  queue.on('error', () => {});
  handedOver = [];
  ends = [];
  catalogued = PRODUCT;
});
afterEach(async () => {
  await worker?.close();
  await queue.obliterate({ force: true });
  await queue.close();
});

function work(visit: (job: CrawlJob, count: number) => Promise<Visit> | Visit): void {
  let count = 0;
  worker = new Worker(
    queue.name,
    visitJob({
      visit: async (job) => {
        count += 1;
        return visit(job, count);
      },
      handOver: async (observation) => void handedOver.push(observation),
      isWanted: (job) => catalogued !== undefined && wants(catalogued, job),
      clock: () => NOW,
      onEnd: (end) => ends.push(end),
    }),
    {
      connection: redisOptions(redis.url),
      ...workerPolicy(60_000),
      stalledInterval: 500,
      lockDuration: 2_000,
      drainDelay: 1,
    },
  );
  worker.on('error', () => {});
}

const add = (data: object = JOB) =>
  queue.add('visit', data, { ...CRAWL_JOB_OPTIONS, backoff: { type: 'fixed', delay: 10 }, jobId: ID });
const failure = (kind: FailureKind, isPassing: boolean, job = JOB): Visit => ({
  kind: 'observed',
  observation: failureObservation(job, { failure: kind, detail: `It was ${kind}` }, NOW),
  isPassing,
});
const stateIs = (state: string) =>
  eventually(`the job is ${state}`, async () => (await queue.getJobState(ID)) === state);

describe('a job of the crawl queue', () => {
  it.each([
    ['product was removed', undefined],
    ['product was retired', { ...PRODUCT, retired: { reason: 'It ended', source: 'https://acme.test/' } }],
    ['source was removed', { ...PRODUCT, sources: [] }],
    ['source moved', { ...PRODUCT, sources: PRODUCT.sources.map((each) => ({ ...each, url: 'https://acme.test/' })) }],
  ] as const)('whose %s ends without a visit, and its id can be queued again', async (_, now) => {
    catalogued = now as CatalogueProduct | undefined;
    work(() => failure('refused', false));
    await add();
    await eventually('the job is gone', async () => (await queue.getJob(ID)) === undefined);
    expect(ends.map(({ result }) => result)).toEqual(['dropped']);
    expect(handedOver).toEqual([]);
    catalogued = PRODUCT;
    await add();
    await eventually('it is visited', () => handedOver.length === 1);
  });

  it('that is none of ours fails for good', async () => {
    work(() => failure('refused', false));
    await add({ ...JOB, url: 'nowhere' });
    await stateIs('failed');
    expect((await queue.getJob(ID))?.attemptsMade).toBe(1);
    expect(handedOver).toEqual([]);
  });

  it('that fails for good is handed over at once', async () => {
    work(() => failure('refused', false));
    await add();
    await stateIs('completed');
    expect(handedOver).toMatchObject([{ id: ID, failure: 'refused' }]);
    expect(ends.map(({ result }) => result)).toEqual(['failure']);
  });

  it('that fails in passing is retried, and only its last failure is handed over', async () => {
    work(() => failure('timeout', true));
    await add();
    await stateIs('completed');
    expect(ends.map(({ result, attempt }) => `${attempt} ${result}`)).toEqual(['1 retry', '2 retry', '3 failure']);
    expect(handedOver).toMatchObject([{ failure: 'timeout' }]);
  });

  it('whose retry succeeds hands over the page alone', async () => {
    const unchanged = {
      ...failureObservation(JOB, { failure: 'timeout', detail: '' }, NOW),
      kind: 'unchanged',
      sha256: 'a'.repeat(64),
      via: 'http',
    };
    work((_job, count) =>
      count === 1
        ? failure('timeout', true)
        : { kind: 'observed', observation: unchanged as Observation, isPassing: false },
    );
    await add();
    await stateIs('completed');
    expect(handedOver).toMatchObject([{ kind: 'unchanged' }]);
  });

  it('that must wait is delayed at no cost of an attempt, and keeps what it learnt', async () => {
    const renders: string[] = [];
    work((job, count) => {
      renders.push(job.render);
      if (count <= 5) return { kind: 'postponed', job: { ...job, render: 'browser' }, waitMs: 30 };
      return failure('refused', false);
    });
    await add();
    await stateIs('completed');
    expect(renders).toEqual(['http', 'browser', 'browser', 'browser', 'browser', 'browser']);
    expect((await queue.getJob(ID))?.attemptsMade).toBe(1);
    expect(handedOver).toHaveLength(1);
  });

  it('that ends in a bug is tried again, told to the ledger at last, and fails loudly', async () => {
    work(() => {
      throw new TypeError('Cannot read a property of undefined');
    });
    await add();
    await stateIs('failed');
    expect(ends.map(({ result }) => result)).toEqual(['threw', 'threw', 'threw']);
    expect(handedOver).toMatchObject([
      { failure: 'crashed', detail: expect.stringContaining('Cannot read a property') },
    ]);
  });

  it('survives the death of Redis while it waits and while it runs', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = 0;
    work(async (job) => {
      started += 1;
      if (started === 1) await held;
      return failure('refused', false, job);
    });
    await add();
    await queue.add('visit', { ...JOB, source: 'docs' }, { delay: 200 });
    await eventually('a visit has started', () => started === 1);
    await redis.kill();
    release();
    await redis.start();
    const kept = () => new Set(handedOver.map(({ source }) => source)).size;
    await eventually('both visits are kept', () => kept() === 2);
    await stateIs('completed');
  });
});
