/** Published changes, watchlists and a notifier of our own over them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type * as z from 'zod';
import type { Change, LoggedChange } from '../../data/change.ts';
import { readDeliveries } from '../../data/store/deliveries/deliveries.ts';
import { subscriptionsOf, Watchlist } from '../../data/watch/watchlist.ts';
import { change, evidence } from '../builders.ts';
import { type Program, startProgram } from '../program.ts';
import { ownRedis, type RedisServer } from '../redis-server.ts';
import { publisher, sold } from '../serve/served.ts';

export const PROOF = evidence({ quote: '$12 per user / month' });

/** A price that was $10. */
export const raised = (amount: string) => ({
  before: { amount: '10.00', currency: 'USD' },
  after: { amount, currency: 'USD' },
});

export interface Installation {
  redis: RedisServer;
  dataDir: string;
  /** Appends events to the log and publishes it. */
  publish(changes: readonly Partial<Change>[]): void;
  /** The id of its first channel. */
  watch(name: string, watchlist: z.input<typeof Watchlist>): string;
  start(environment?: NodeJS.ProcessEnv): Program;
  stateOf(id: string): ReturnType<NonNullable<ReturnType<typeof readDeliveries>>['get']>;
}

export async function install(privateHosts: readonly string[]): Promise<Installation> {
  const redis = await ownRedis();
  const { dir, publish } = publisher();
  const dataDir = dirname(dir);
  const watchlists = join(dataDir, 'watchlists');
  mkdirSync(watchlists);
  const log: LoggedChange[] = [];
  const proofs = [{ evidence: PROOF, slug: 'acme', before: '', after: '', finalUrl: PROOF.url }];
  const products = [sold({ slug: 'acme', evidence: [PROOF] }), sold({ slug: 'other', category: 'erp' })];
  return {
    redis,
    dataDir,
    publish(changes) {
      for (const each of changes) log.push({ ...change({ evidence: [PROOF.id], ...each }), seq: log.length + 1 });
      publish({ products, evidence: proofs, changes: log });
    },
    watch(name, watchlist) {
      writeFileSync(join(watchlists, `${name}.yaml`), stringify(watchlist));
      const [{ id } = { id: '' }] = subscriptionsOf(name, Watchlist.parse(watchlist));
      return id;
    },
    start(environment = {}) {
      return startProgram(['notifier/main.ts'], {
        DATA_DIR: dataDir,
        REDIS_URL: redis.url,
        WATCHLISTS_DIR: watchlists,
        BASE_URL: 'https://assay.example',
        NOTIFY_PRIVATE_HOSTS: privateHosts.join(),
        ...environment,
      });
    },
    stateOf(id) {
      const deliveries = readDeliveries(dataDir);
      try {
        return deliveries?.get(id);
      } finally {
        deliveries?.close();
      }
    },
  };
}
