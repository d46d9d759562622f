/** A verifier alone, with visits to verify and what its queue acknowledged, for faults of the disk. */

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Observation } from '../../data/observation.ts';
import { daysAfterNoon } from '../builders.ts';
import { eventually } from '../eventually.ts';
import type { Program, ProgramOptions } from '../program.ts';
import { type RedisServer, startRedisServer } from '../redis-server.ts';
import { type VendorPage, vendorPage, visit } from '../verifier/vendor-page.ts';
import {
  archived,
  deliver,
  type Installation,
  install,
  openQueue,
  published,
  recordedIds,
  startVerifier,
} from '../verifier/verifier-process.ts';
import { NotRunHere } from './fault.ts';
import { straceMissing } from './strace.ts';

const ENV = { LOG_LEVEL: 'info', JOB_LOCK_MS: '2000', PUBLISH_QUIET_MS: '50', PUBLISH_MAX_WAIT_MS: '200' };
/** On a machine that does much else. */
const PATIENCE_MS = 120_000;
/** Between two looks at ledger and generation. */
const LOOK_EVERY_MS = 50;
const PRODUCTS = 3;
const PAGES = ['12', '15', '18'].map((monthly) =>
  vendorPage([
    { name: 'Hobby', claim: 'free' },
    { name: 'Team', monthly },
    { name: 'Scale', claim: 'custom' },
  ]),
);

export interface VerifierInstallation extends Installation {
  start(run?: ProgramOptions): Program;
  /** Brings the visits of that day, from 0 on, to the queue. */
  deliver(day: number): Promise<void>;
  /** Ids of all that the verifier ever acknowledged here. */
  acknowledged(): Promise<Set<string>>;
  /** Resolves when all visits up to that day are in the ledger and published, or when nobody waits for it any more. */
  settled(day: number, isVain?: () => boolean): Promise<void>;
  /** Brings again, as the scheduler would, what is in no ledger. */
  deliverAgain(day: number): Promise<void>;
  /** The same installation with another data directory, made in an empty one, that has its archive. */
  elsewhere(directory: string): VerifierInstallation;
}

export interface VerifierInstallations {
  /** An installation in an empty directory; the queue is emptied. */
  install(directory: string): Promise<VerifierInstallation>;
  /** Ends every verifier that still runs. */
  stop(): Promise<void>;
}

/** One Redis for many installations, one after the other. */
export async function openInstallations(): Promise<VerifierInstallations> {
  const server: RedisServer = await startRedisServer();
  const queue = openQueue(server.url);
  const redis = server.client();
  const running = new Set<Program>();
  return {
    async install(directory) {
      await redis.flushall();
      const installation = await install(PRODUCTS, directory);
      await archived(installation.archive, ...PAGES);
      return verifierInstallation(installation, { queue, redis, redisUrl: server.url, running });
    },
    async stop() {
      await Promise.all([...running].map((verifier) => verifier.end('SIGKILL')));
      redis.disconnect();
      await queue.close();
      await server.stop();
    },
  };
}

/** Runs where strace may trace. @throws {NotRunHere} it may not */
export async function traced<T>(run: (installations: VerifierInstallations) => Promise<T>): Promise<T> {
  const missing = straceMissing();
  if (missing !== undefined) throw new NotRunHere(missing);
  const installations = await openInstallations();
  try {
    return await run(installations);
  } finally {
    await installations.stop();
  }
}

interface Servers {
  queue: Queue;
  redis: Redis;
  redisUrl: string;
  running: Set<Program>;
}

function verifierInstallation(
  installation: Installation,
  { queue, redis, redisUrl, running }: Servers,
): VerifierInstallation {
  const slugs = Array.from({ length: PRODUCTS }, (_, at) => `acme-${at}`);
  const visits = (day: number) =>
    slugs.map((slug, at) => visit(pageOf(at, day), { slug, at: daysAfterNoon(day - 40) }));
  const acked = new Set<string>();
  const missing = (last: number): Observation[] => {
    const there = new Set(recordedIds(installation));
    return Array.from({ length: last + 1 }, (_, day) => visits(day))
      .flat()
      .filter(({ id }) => !there.has(id));
  };
  const falsePrices = (day: number) => {
    const stated = published(installation, (generation) =>
      slugs.map((slug) => generation.record(slug)?.tiers[1]?.prices[0]?.amount),
    );
    return slugs.filter((_, at) => stated?.[at] !== pageOf(at, day).reading.tiers[1]?.prices[0]?.amount);
  };
  return {
    ...installation,
    elsewhere(directory) {
      const dataDir = join(directory, 'var');
      mkdirSync(dataDir);
      symlinkSync(join(installation.dataDir, 'archive'), join(dataDir, 'archive'));
      return verifierInstallation({ ...installation, dataDir }, { queue, redis, redisUrl, running });
    },
    start(run) {
      const verifier = startVerifier(installation, redisUrl, ENV, run);
      running.add(verifier);
      void verifier.exited.then(() => running.delete(verifier));
      return verifier;
    },
    deliver: (day) => deliver(queue, visits(day)),
    async acknowledged() {
      for (const id of await redis.zrange('bull:verify:completed', '0', '-1')) acked.add(id);
      return acked;
    },
    async settled(day, isVain = () => false) {
      await eventually(
        `the visits up to day ${day} are written and published`,
        () => isVain() || (missing(day).length === 0 && falsePrices(day).length === 0),
        PATIENCE_MS,
        LOOK_EVERY_MS,
      );
    },
    async deliverAgain(day) {
      for (const id of await redis.zrange('bull:verify:completed', '0', '-1')) acked.add(id);
      // Redis forgets what failed or waits for another try: what is in no ledger is due.
      await redis.flushall();
      await deliver(queue, missing(day));
    },
  };
}

function pageOf(product: number, day: number): VendorPage {
  const page = PAGES[(product + day) % PAGES.length];
  if (page === undefined) throw new RangeError('There are pages');
  return page;
}

export function generationsOf({ dataDir }: Pick<Installation, 'dataDir'>): string {
  return join(dataDir, 'generations');
}
