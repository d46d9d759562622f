/** Many clients at once, each of which asks, reads to the end, and asks again; what they met is counted, not judged. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface Ask {
  /** What is counted together. */
  kind: string;
  path: string;
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** A request that was not answered, by the machine's clock. */
export interface Lost {
  sentAt: number;
  error: string;
}

export interface Met {
  requests: number;
  /** How often each status, by kind. */
  statuses: Map<string, Map<number, number>>;
  /** Milliseconds to the last byte, by kind. */
  durations: Map<string, RecordableHistogram>;
  lost: Lost[];
  /** Answers of a generation that is older than one that the same client had before. */
  backwards: number;
}

export interface CrowdOptions {
  origin: string;
  clients: number;
  /** What a client asks next; undefined when it has nothing left to ask. */
  ask: () => Ask | undefined;
  /** The validator that an answer came with. */
  onEtag?: (path: string, etag: string) => void;
}

/** One that met nobody looks again so soon. */
const ABSENT_MS = 20;
const GENERATION = /"generation":"(\d+)"/;
const MICROS = 1_000;

/** Resolves when no client has anything left to ask. */
export async function crowdMet({ origin, clients, ask, onEtag = () => {} }: CrowdOptions): Promise<Met> {
  const met: Met = { requests: 0, statuses: new Map(), durations: new Map(), lost: [], backwards: 0 };
  const dispatcher = new Agent({ connections: clients, pipelining: 1 });

  async function askOnce({ kind, path, method = 'GET', headers, body }: Ask, last: number): Promise<number> {
    const sentAt = Date.now();
    const started = performance.now();
    met.requests += 1;
    try {
      const sent = { dispatcher, method, ...(headers && { headers }), ...(body !== undefined && { body }) };
      const answer = await request(`${origin}${path}`, sent);
      const text = await answer.body.text();
      const micros = Math.max(1, Math.round((performance.now() - started) * MICROS));
      histogramOf(met, kind).record(micros);
      const ofKind = met.statuses.get(kind) ?? new Map<number, number>();
      met.statuses.set(kind, ofKind.set(answer.statusCode, (ofKind.get(answer.statusCode) ?? 0) + 1));
      if (typeof answer.headers.etag === 'string') onEtag(path, answer.headers.etag);
      // Feeds and exports are made later than their generation, and are of the one before until then.
      const generation = Number((path.startsWith('/api/') && GENERATION.exec(text)?.[1]) || last);
      if (generation < last) met.backwards += 1;
      return generation;
    } catch (error) {
      met.lost.push({ sentAt, error: String(error) });
      await delay(ABSENT_MS);
      return last;
    }
  }

  async function be(): Promise<void> {
    let generation = 0;
    for (let next = ask(); next !== undefined; next = ask()) generation = await askOnce(next, generation);
  }

  await Promise.all(Array.from({ length: clients }, be));
  await dispatcher.destroy();
  return met;
}

function histogramOf({ durations }: Met, kind: string): RecordableHistogram {
  const known = durations.get(kind) ?? createHistogram();
  durations.set(kind, known);
  return known;
}

/** Milliseconds under which so many in a hundred were answered, over the kinds that are asked for. */
export function percentileMs({ durations }: Met, percent: number, kinds = [...durations.keys()]): number {
  const all = createHistogram();
  for (const kind of kinds) {
    const durationsOf = durations.get(kind);
    if (durationsOf !== undefined && durationsOf.count > 0) all.add(durationsOf);
  }
  return all.count === 0 ? 0 : Math.round(all.percentile(percent) / (MICROS / 10)) / 10;
}
