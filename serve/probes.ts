/** For whoever watches over the process. */
import { RETRY_AFTER } from './dispatch/dispatcher.ts';
import type { Exchange } from './dispatch/exchange.ts';
import type { Generations } from './dispatch/generations.ts';
import type { Responder } from './dispatch/respond.ts';
import { NOT_STORED } from './interface/headers.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Peers } from './workers/peers.ts';

const JSON_NOT_STORED = { 'Content-Type': 'application/json; charset=utf-8', ...NOT_STORED };

export interface Probe {
  /** Name in metrics and logs. */
  id: string;
  answer(exchange: Exchange): void | Promise<void>;
}

interface Options {
  generations: Generations;
  metrics: Metrics;
  peers: Pick<Peers, 'areComplete' | 'metricsText'> | undefined;
  respond: Responder;
}

/** By path. */
export function probesOf({ generations, metrics, peers, respond }: Options): ReadonlyMap<string, Probe> {
  function live(exchange: Exchange): void {
    respond.plain(exchange, { status: 200, kind: 'plain', headers: JSON_NOT_STORED, body: '{"status":"live"}' });
  }

  function ready(exchange: Exchange): void {
    const generation = generations.current?.id;
    const awaited =
      generation === undefined ? 'a generation' : peers?.areComplete === false ? 'the other processes' : undefined;
    respond.plain(exchange, {
      kind: 'plain',
      ...(awaited !== undefined
        ? {
            status: 503,
            headers: { ...JSON_NOT_STORED, ...RETRY_AFTER },
            body: JSON.stringify({ status: `waiting for ${awaited}` }),
          }
        : { status: 200, headers: JSON_NOT_STORED, body: JSON.stringify({ status: 'ready', generation }) }),
    });
  }

  async function counted(exchange: Exchange): Promise<void> {
    const headers = { 'Content-Type': metrics.contentType, ...NOT_STORED };
    const body = await (peers?.metricsText() ?? metrics.text());
    respond.plain(exchange, { status: 200, kind: 'plain', headers, body });
  }

  return new Map([
    ['/livez', { id: 'livez', answer: live }],
    ['/readyz', { id: 'readyz', answer: ready }],
    ['/metrics', { id: 'metrics', answer: counted }],
  ]);
}
