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
  failedAt: number;
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

export interface Crowd {
  met: Met;
  /** Resolves when nobody has anything left to ask. */
  done: Promise<Met>;
  /** Resolves when each has its last answer. */
  stop(): Promise<Met>;
}

export interface CrowdOptions {
  origin: string;
  clients: number;
  /** What a client asks in its nth turn; undefined when it has nothing left to ask. */
  ask: (client: number, turn: number) => Ask | undefined;
  /** The validator that an answer came with. */
  onEtag?: (path: string, etag: string) => void;
}

/** One that met nobody looks again so soon. */
const ABSENT_MS = 20;
const GENERATION = /"generation":"(\d+)"/;
const MICROS = 1_000;

export function startCrowd({ origin, clients, ask, onEtag = () => {} }: CrowdOptions): Crowd {
  const met: Met = { requests: 0, statuses: new Map(), durations: new Map(), lost: [], backwards: 0 };
  const dispatcher = new Agent({ connections: clients, pipelining: 1 });
  let isStopping = false;

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
      met.lost.push({ sentAt, failedAt: Date.now(), error: String(error) });
      await delay(ABSENT_MS);
      return last;
    }
  }

  async function be(client: number): Promise<void> {
    let generation = 0;
    for (let turn = 0; !isStopping; turn += 1) {
      const asked = ask(client, turn);
      if (asked === undefined) return;
      generation = await askOnce(asked, generation);
    }
  }

  const done = Promise.all(Array.from({ length: clients }, (_, client) => be(client))).then(async () => {
    await dispatcher.destroy();
    return met;
  });
  return {
    met,
    done,
    async stop() {
      isStopping = true;
      return done;
    },
  };
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
