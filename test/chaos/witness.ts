/** Reads as consumers do, all the time, and looks at the published pointer beside; it judges nothing. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { hashFile } from '../../data/store/files/hash-file.ts';
import { readCurrent } from '../../data/store/generation/current.ts';
import { factsPublished, Published } from '../pipeline/truth.ts';
import { type SeenRecord, type Testimony, testify } from './testimony.ts';

const Answer = z.looseObject({ generation: z.string().optional(), records: z.array(z.unknown()).optional() });
const Verified = z.looseObject({ verification: z.looseObject({ verifiedAt: z.string().optional() }) });

/** A reader gives up then, as clients do. */
const PATIENCE_MS = 10_000;
/** As many as one request may ask for. */
const MOST_SLUGS = 20;

export interface Witnessed {
  directory: string;
  origin: () => string;
  clock: () => Date;
  slugs: readonly string[];
}

export interface Witness {
  /** Reads this now, beside what it reads anyhow. */
  read(path: string): Promise<Testimony>;
  /** Every product's record, as it is served now. */
  readAll(): Promise<void>;
  stop(): Promise<void>;
}

export function startWitness({ directory, origin, clock, slugs }: Witnessed, everyMs = 50): Witness {
  const ending = new AbortController();
  const seen = new Set<string>();
  const batches = Array.from({ length: Math.ceil(slugs.length / MOST_SLUGS) }, (_, batch) =>
    slugs.slice(batch * MOST_SLUGS, (batch + 1) * MOST_SLUGS).join(','),
  ).map((batch) => `/api/v2/pricing?slugs=${batch}`);
  const paths = [...batches, '/api/v2/changes?limit=20', '/api/v2/categories', `/api/v2/pricing/${slugs[0]}`];

  async function read(path: string): Promise<Testimony> {
    const sentAt = Date.now();
    const started = performance.now();
    const ms = () => Math.round((performance.now() - started) * 10) / 10;
    let line: Testimony;
    try {
      const response = await fetch(`${origin()}${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      const body: unknown = await response.json();
      const heard = { sentAt, ms: ms(), path, status: response.status, clock: clock().toISOString() };
      line = { kind: 'answer', ...heard, ...(response.ok && contentOf(body)) };
    } catch (error) {
      const why = String(error instanceof Error ? (error.cause ?? error) : error);
      line = { kind: 'lost', sentAt, ms: ms(), path, error: why };
    }
    testify(directory, line);
    return line;
  }

  /** Each pointer once: what it names never changes. */
  async function lookAtPointer(): Promise<void> {
    const dir = join(directory, 'generations');
    const current = readCurrent(dir);
    if (current === undefined || seen.has(current.generation)) return;
    seen.add(current.generation);
    const found = await hashFile(join(dir, current.file)).catch(String);
    testify(directory, { kind: 'pointer', at: Date.now(), current, found });
  }

  async function watch(): Promise<void> {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      await read(paths[turn % paths.length] ?? '');
      await lookAtPointer();
      await delay(everyMs);
    }
  }

  const watching = watch();
  return {
    read,
    async readAll() {
      for (const path of batches) await read(path);
    },
    async stop() {
      ending.abort();
      await watching;
    },
  };
}

function contentOf(body: unknown): { generation?: string; records?: SeenRecord[] } {
  const { generation, records } = Answer.parse(body);
  const list = records ?? (Published.safeParse(body).success ? [body] : undefined);
  return {
    ...(generation !== undefined && { generation }),
    ...(list !== undefined && { records: list.map(seenRecord) }),
  };
}

function seenRecord(body: unknown): SeenRecord {
  const published = Published.parse(body);
  const { verifiedAt } = Verified.parse(body).verification;
  return {
    slug: published.slug,
    facts: [...factsPublished(published)].sort(),
    status: published.verification.status,
    confidence: published.verification.confidence,
    ...(verifiedAt !== undefined && { verifiedAt }),
  };
}
