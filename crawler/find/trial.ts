/** Visits for a person who waits: a page is read, and a file fetched, as the crawler does it, with nothing stored. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Environment } from '../../config/env.ts';
import { POLITENESS, userAgent } from '../../config/politeness.ts';
import { redisOptions } from '../../config/redis.ts';
import type { CrawlJob } from '../../data/observation.ts';
import type { Page } from '../../data/page.ts';
import type { Source } from '../../data/product.ts';
import type { PageReading } from '../../data/reading.ts';
import { sha256Of } from '../../data/store/archive/archive.ts';
import { openWeb, type Web } from '../fetch/web.ts';
import { openReadWorker, type ReadWorker } from '../visit/read-worker.ts';
import { fetchFile, visit } from '../visit/visit.ts';

export interface TrialTools {
  web: Pick<Web, 'fetch' | 'fetchFile' | 'browser' | 'robots' | 'politeness'>;
  reader: Pick<ReadWorker, 'read' | 'request' | 'survey'>;
  clock: () => Date;
}

export interface TrialPage {
  reading: PageReading;
  page: Page;
  bytes: Buffer;
}

/** `failed`: why there is nothing to read. */
export type Tried<T> = T | { failed: string };

const REDIS_ANSWERS_MS = 3_000;

/** Opens what trials need. No host can be asked politely without Redis. */
export function openTrials(environment: Environment, redisUrl: string, clock: () => Date) {
  const redis = new Redis(redisOptions(redisUrl, 'producer')).on('error', () => {});
  const settings = { ...environment, userAgent: userAgent(environment.botUrl), limits: POLITENESS };
  const web = openWeb({ ...settings, redis, clock });
  const reader = openReadWorker();
  return {
    tools: { web, reader, clock } satisfies TrialTools,
    /** False where Redis does not answer. */
    async isReady(): Promise<boolean> {
      if (redis.status === 'ready') return true;
      const signal = AbortSignal.timeout(REDIS_ANSWERS_MS);
      return once(redis, 'ready', { signal }).then(
        () => true,
        () => false,
      );
    },
    async close(): Promise<void> {
      await Promise.allSettled([web.stop(), reader.stop()]);
      redis.disconnect();
    },
  };
}

/** How long a turn at a host is waited for, all in all. */
const PATIENCE_MS = 60_000;

export async function tryPage(
  { url, render, kind }: Pick<Source, 'url' | 'render' | 'kind'>,
  { web, reader, clock }: TrialTools,
): Promise<Tried<TrialPage>> {
  const stored = new Map<string, Buffer>();
  const archive = {
    get: async (sha256: string) => stored.get(sha256),
    async put(bytes: Uint8Array) {
      const sha256 = sha256Of(bytes);
      stored.set(sha256, Buffer.from(bytes));
      return sha256;
    },
  };
  const hintsOf = () => (kind === 'openapi' ? { isApi: true as const } : {});
  let job: CrawlJob = { slug: 'dry-run', source: 'page', url, slot: nameOfVisit(), render };
  const ended = await inTurn(async () => {
    const attempted = await visit(job, { ...web, reader, clock, hintsOf, archive });
    // By now it may need the browser.
    if (attempted.kind === 'postponed') job = attempted.job;
    return attempted;
  });
  if (ended.kind === 'postponed') return tooBusy(ended);
  const { observation } = ended;
  if (observation.kind === 'failure')
    return { failed: `${observation.failure.replaceAll('_', ' ')}: ${observation.detail}` };
  const bytes = observation.kind === 'page' ? stored.get(observation.page.sha256) : undefined;
  if (observation.kind !== 'page' || bytes === undefined) return { failed: 'The page could not be fetched' };
  return { reading: observation.reading, page: observation.page, bytes };
}

export async function tryFile(url: string, { web, clock }: TrialTools): Promise<Tried<{ bytes: Buffer }>> {
  const visit = `dry-run.file.${nameOfVisit()}`;
  const ended = await inTurn(() => fetchFile(url, visit, { ...web, clock }));
  if ('bytes' in ended) return ended;
  return ended.kind === 'postponed'
    ? tooBusy(ended)
    : { failed: `${ended.failure.replaceAll('_', ' ')}: ${ended.detail}` };
}

/** A visit that has to wait keeps its turn under its name. */
async function inTurn<T extends { bytes: Buffer } | { kind: string }>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const ended = await attempt();
    const waitMs = 'waitMs' in ended && typeof ended.waitMs === 'number' ? ended.waitMs : undefined;
    if (waitMs === undefined || performance.now() + waitMs > deadline) return ended;
    await delay(waitMs);
  }
}

function tooBusy({ waitMs }: { waitMs: number }): { failed: string } {
  return { failed: `The host allows the next request in ${Math.ceil(waitMs / 1000)} s. Try again then` };
}

function nameOfVisit(): string {
  return `trial-${randomBytes(6).toString('hex')}`;
}
