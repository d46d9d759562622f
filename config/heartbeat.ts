/**
 * Heartbeats: a process states that it lives, and when it last did real work. Verifier and exporter share DATA_DIR with the
 * console and write a file there. Crawlers may run on other machines and write to Redis. The web process writes nothing and
 * has /readyz.
 */
import { hostname } from 'node:os';
import * as z from 'zod';
import { Instant } from '../data/product.ts';
import { stateFile } from '../data/store/files/state-file.ts';

const BEAT_MS = 20_000;

export const Heartbeat = z.object({
  at: Instant,
  host: z.string().optional(),
  /** When it last did what it is there for. */
  workedAt: Instant.optional(),
});
export type Heartbeat = z.infer<typeof Heartbeat>;

/** Processes whose silence is an alarm. */
export type BeatingProcess = 'scheduler' | 'crawler' | 'verifier' | 'exporter' | 'notifier';
/** Of the processes that ever ran. */
export type Heartbeats = Partial<Record<BeatingProcess, Heartbeat>>;

export type Heart = ReturnType<typeof startHeartbeat>;

/** A beat that can't be written is missed: the alarm follows from that. */
function startHeartbeat(write: (beat: Heartbeat) => unknown, clock: () => Date) {
  const beat: Heartbeat = { at: '', host: hostname() };
  const send = async () => {
    beat.at = clock().toISOString();
    try {
      await write(beat);
    } catch {
      // The disk is full or Redis is away, which other alarms state.
    }
  };
  void send();
  const timer = setInterval(() => void send(), BEAT_MS).unref();
  return {
    /** Real work was done; the next beat states it. */
    worked(): void {
      beat.workedAt = clock().toISOString();
    },
    stop: () => clearInterval(timer),
  };
}

const FILES = {
  // The scheduler's last tick is its heartbeat (crawler/schedule/last-tick.ts).
  scheduler: stateFile('last-tick.json', Heartbeat),
  verifier: stateFile('heartbeats/verifier.json', Heartbeat),
  exporter: stateFile('heartbeats/exporter.json', Heartbeat),
  notifier: stateFile('heartbeats/notifier.json', Heartbeat),
};

/** Beats into DATA_DIR. */
export function beatInto(dataDir: string, process: 'verifier' | 'exporter' | 'notifier', clock: () => Date): Heart {
  return startHeartbeat((beat) => FILES[process].write(dataDir, beat), clock);
}

/** Of the processes that share DATA_DIR. */
export function readHeartbeats(dataDir: string): Heartbeats {
  const found = Object.entries(FILES).map(([process, file]) => [process, file.read(dataDir)] as const);
  return Object.fromEntries(found.filter(([, beat]) => beat !== undefined));
}

const CRAWLERS = 'assay:heartbeat:crawler';

interface HashStore {
  hset(key: string, values: Record<string, string>): Promise<unknown>;
  hgetall(key: string): Promise<Record<string, string>>;
}

/**
 * Beats into Redis, one hash for all crawlers: the last to beat and the last to work. It has no expiry, since an alarm has
 * to state since when they are silent.
 */
export function beatAsCrawler(redis: Pick<HashStore, 'hset'>, clock: () => Date): Heart {
  let stated: string | undefined;
  return startHeartbeat(async ({ at, host = '', workedAt }) => {
    const work: Record<string, string> = workedAt === undefined || workedAt === stated ? {} : { workedAt };
    await redis.hset(CRAWLERS, { at, host, ...work });
    stated = workedAt;
  }, clock);
}

/** Undefined where no crawler ever ran. */
export async function readCrawlerHeartbeat(redis: Pick<HashStore, 'hgetall'>): Promise<Heartbeat | undefined> {
  return Heartbeat.safeParse(await redis.hgetall(CRAWLERS)).data;
}
