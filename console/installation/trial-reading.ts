/**
 * A page read as the crawler would read it, and nothing kept of it: asked for politely by the guarded fetcher, or handed
 * in by a person. It is read in a thread of its own, since it is hostile.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Environment } from '../../config/env.ts';
import { POLITENESS, userAgent } from '../../config/politeness.ts';
import { redisOptions } from '../../config/redis.ts';
import { openWeb, type Web } from '../../crawler/fetch/web.ts';
import { openReadWorker, type ReadWorker } from '../../crawler/visit/read-worker.ts';
import { visit } from '../../crawler/visit/visit.ts';
import type { Page, PageFormat } from '../../data/page.ts';
import type { Source } from '../../data/product.ts';
import type { PageReading } from '../../data/reading.ts';
import { sha256Of } from '../../data/store/archive/archive.ts';
import { decodePage } from '../../data/text/page-text.ts';
import { ConsoleProblem } from '../http/problem.ts';
import { span } from '../view/wording.ts';

export interface DryRead {
  reading: PageReading;
  source: string;
  page: Pick<Page, 'format' | 'finalUrl'> & Partial<Pick<Page, 'via' | 'status'>>;
}

/** `failed` tells why there is nothing to read. */
export type DryRun = DryRead | { failed: string };

export interface DryRuns {
  fetched(source: Pick<Source, 'url' | 'render' | 'kind'>): Promise<DryRun>;
  handedIn(bytes: Buffer, form: { url: string; format: PageFormat }): Promise<DryRead>;
  /** Keeps a page that was read for a while, to be looked at; its name. */
  keep(document: string): string;
  kept(name: string): string | undefined;
  close(): Promise<void>;
}

/** As many of the latest pages are kept to be looked at. */
const MOST_KEPT = 8;
const REDIS_ANSWERS_MS = 3_000;

export function openDryRuns(environment: Environment, clock: () => Date): DryRuns {
  // Asked for seldom: the fetcher, and the browser that may come with it, are there once somebody asks.
  let reader: ReadWorker | undefined;
  let opened: { web: Web; redis: Redis } | undefined;

  async function web(): Promise<Web> {
    const { redisUrl = '', botUrl } = environment;
    if (opened === undefined) {
      const redis = new Redis(redisOptions(redisUrl, 'producer')).on('error', () => {});
      const limits = { ...environment, redis, userAgent: userAgent(botUrl), limits: POLITENESS, clock };
      opened = { redis, web: openWeb(limits) };
    }
    if (opened.redis.status !== 'ready')
      await once(opened.redis, 'ready', { signal: AbortSignal.timeout(REDIS_ANSWERS_MS) }).catch(() => {
        throw new ConsoleProblem(503, 'Redis does not answer, and without it no host can be asked politely');
      });
    return opened.web;
  }
  function forget(): void {
    opened?.redis.disconnect();
    opened = undefined;
  }
  const documents = new Map<string, string>();
  const reading = () => {
    reader ??= openReadWorker();
    return reader;
  };

  return {
    async fetched({ url, render, kind }) {
      const kept = new Map<string, Buffer>();
      const slot = `${clock().toISOString().slice(0, 10)}-${randomBytes(2).readUInt16BE()}`;
      const ended = await visit(
        { slug: 'dry-run', source: 'page', url, slot, render },
        {
          ...(await web()),
          reader: reading(),
          clock,
          hintsOf: () => (kind === 'openapi' ? { isApi: true } : {}),
          archive: {
            async put(bytes) {
              const sha256 = sha256Of(bytes);
              kept.set(sha256, Buffer.from(bytes));
              return sha256;
            },
          },
        },
      );
      if (ended.kind === 'postponed')
        return { failed: `The host is asked again no sooner than in ${span(ended.waitMs)}: try once more then` };
      const { observation } = ended;
      if (observation.kind === 'failure')
        return { failed: `${observation.failure.replaceAll('_', ' ')}: ${observation.detail}` };
      const bytes = observation.kind === 'page' ? kept.get(observation.page.sha256) : undefined;
      if (observation.kind !== 'page' || bytes === undefined) return { failed: 'The page was not brought' };
      const { page } = observation;
      return { reading: observation.reading, source: decodePage(bytes, page.charset), page };
    },
    async handedIn(bytes, { url, format }) {
      const read = await reading().read({ bytes, charset: 'utf-8', format, url });
      return { reading: read.reading, source: decodePage(bytes, 'utf-8'), page: { format, finalUrl: url } };
    },
    keep(document) {
      const name = randomBytes(12).toString('hex');
      documents.set(name, document);
      const [oldest] = documents.keys();
      if (documents.size > MOST_KEPT && oldest !== undefined) documents.delete(oldest);
      return name;
    },
    kept: (name) => documents.get(name),
    async close() {
      await Promise.allSettled([opened?.web.stop(), reader?.stop()]);
      forget();
    },
  };
}
