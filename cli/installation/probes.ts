/** Observes an installation from outside: probes of its processes, queues, folders. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import type { Environment } from '../../config/env.ts';
import { type Heartbeat, readCrawlerHeartbeat } from '../../config/heartbeat.ts';
import { reachable } from '../../config/probe.ts';
import { CRAWL_QUEUE, type Depth, depthOf, type JobCounts, VERIFY_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';
import { type Offered, offered } from '../../serve/files/replica/pull.ts';
import { withRedis } from '../../supervisor/with-redis.ts';

const ANSWER_MS = 10_000;

export interface Probe {
  process: string;
  /** Absent where it has no port. */
  url?: string;
  isLive?: boolean;
  isReady?: boolean;
  /** Why it is not ready, or why there is no answer. */
  said?: string;
}

export interface Place {
  process: string;
  host: string;
  /** 0: the system chooses; unknown from outside. */
  port: number | undefined;
  variable: string;
}

/** Where the processes listen. A machine with GENERATION_URL runs only web and exporter. */
export function placesOf({ host, consoleHost, generationSource, ...ports }: Environment): Place[] {
  const places = [
    { process: 'web', host, port: ports.port, variable: 'PORT' },
    { process: 'scheduler', host, port: ports.schedulerPort, variable: 'SCHEDULER_PORT' },
    { process: 'crawler', host, port: ports.crawlerPort, variable: 'CRAWLER_PORT' },
    { process: 'verifier', host, port: ports.verifierPort, variable: 'VERIFIER_PORT' },
    { process: 'exporter', host, port: ports.exporterPort, variable: 'EXPORTER_PORT' },
    { process: 'notifier', host, port: ports.notifierPort, variable: 'NOTIFIER_PORT' },
    { process: 'console', host: consoleHost, port: ports.consolePort, variable: 'CONSOLE_PORT' },
  ];
  if (generationSource === undefined) return places;
  return places.filter(({ process }) => process === 'web' || process === 'exporter');
}

export function probes(settings: Environment): Promise<Probe[]> {
  return Promise.all(
    placesOf(settings).map(({ process, host, port }) =>
      port === undefined || port === 0 ? { process } : probe(process, reachable(host, port)),
    ),
  );
}

async function probe(process: string, url: string): Promise<Probe> {
  try {
    const live = await get(`${url}/livez`);
    const ready = await get(`${url}/readyz`);
    const said = ready.ok ? '' : (await ready.text()).trim().slice(0, 200);
    return { process, url, isLive: live.ok, isReady: ready.ok, ...(said !== '' && { said }) };
  } catch (error) {
    return { process, url, isLive: false, isReady: false, said: reasonOf(error) };
  }
}

function get(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
}

/** Why a request had no answer, in a line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

/** What the node of GENERATION_URL publishes. @throws {Error} it is not reached */
export function offeredBy(url: string, dataDir: string): Promise<Offered> {
  return offered({ url, dir: join(dataDir, 'generations'), signal: AbortSignal.timeout(ANSWER_MS) });
}

export interface QueueFigures {
  version: string;
  usedMemoryBytes: number;
  queues: { crawl: JobCounts; verify: JobCounts };
  depths: Depth[];
  crawler: Heartbeat | undefined;
  visiting: string[];
}

/** @throws {Error} Redis does not answer */
export async function queueFigures(redisUrl: string): Promise<QueueFigures> {
  const [info, crawler] = await withRedis(redisUrl, (redis) =>
    Promise.all([redis.info(), readCrawlerHeartbeat(redis)]),
  );
  // The doctor checks the version; BullMQ would print a warning on stderr.
  const options = { connection: redisOptions(redisUrl, 'producer'), skipVersionCheck: true };
  const [crawl, verify] = [new Queue(CRAWL_QUEUE, options), new Queue(VERIFY_QUEUE, options)];
  try {
    for (const queue of [crawl, verify]) queue.on('error', () => {}); // The calls below fail by themselves.
    await Promise.all([crawl.waitUntilReady(), verify.waitUntilReady()]);
    const active = await crawl.getActive(0, 99);
    const [ofCrawl, ofVerify] = await Promise.all([depthOf(crawl), depthOf(verify)]);
    return {
      version: redisField(info, 'redis_version'),
      usedMemoryBytes: Number(redisField(info, 'used_memory')),
      queues: { crawl: ofCrawl.counts, verify: ofVerify.counts },
      depths: [ofCrawl, ofVerify],
      crawler,
      visiting: active.map(({ data }) => `${data.slug}.${data.source}`),
    };
  } finally {
    await Promise.all([crawl.close(), verify.close()]);
  }
}

/** A field of the answer to INFO; empty where it is missing. */
export function redisField(info: string, name: string): string {
  return new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
}

export interface Size {
  files: number;
  bytes: number;
}

/** Size of a file or of all files below a folder, without those that vanish meanwhile. */
export async function sizeOf(path: string): Promise<Size> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return { files: found ? 1 : 0, bytes: found?.size ?? 0 };
  const sum = { files: 0, bytes: 0 };
  for (const name of await readdir(path).catch(() => [])) {
    const { files, bytes } = await sizeOf(join(path, name));
    sum.files += files;
    sum.bytes += bytes;
  }
  return sum;
}

/** "3.4 GB", in powers of ten. */
export function bytesInWords(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** at;
  return `${at === 0 ? value : value.toPrecision(3)} ${units[at]}`;
}

/** "3 minutes": the largest unit that fits, rounded down. */
export function durationInWords(ms: number): string {
  const units = { day: 86_400_000, hour: 3_600_000, minute: 60_000 };
  const [unit, length] = Object.entries(units).find(([, each]) => ms >= each) ?? ['second', 1_000];
  const count = Math.max(0, Math.floor(ms / length));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
