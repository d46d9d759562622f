/** /livez, /readyz and /metrics of the processes behind the queue. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { CannotStart, oneLine } from './cannot-start.ts';

/** The URL of a server. */
export function httpUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const LOOPBACK_OF: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The URL under which this machine reaches what listens on `host`. */
export function reachable(host: string, port: number): string {
  return httpUrl(LOOPBACK_OF[host] ?? host, port);
}

interface ProbeOptions {
  port: number | undefined;
  host: string;
  registry: Registry;
  notReady: () => string | undefined;
  log: Logger;
  /** Answers what is no probe; false for what it does not know. */
  answer?(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/** Resolves when it listens, and logs the address. @throws {CannotStart} it can't */
export async function listenForProbes(options: ProbeOptions): Promise<Server | undefined> {
  const { port, host, registry, notReady, log } = options;
  if (port === undefined) return undefined;
  const server = createServer(async (request, response) => {
    const { url, method } = request;
    const reason = notReady();
    if (await options.answer?.(request, response)) return;
    if (method !== 'GET' && method !== 'HEAD') response.writeHead(405).end();
    else if (url === '/livez') response.end('ok\n');
    else if (url === '/readyz') response.writeHead(reason === undefined ? 200 : 503).end(`${reason ?? 'ready'}\n`);
    else if (url === '/metrics') response.setHeader('Content-Type', registry.contentType).end(await registry.metrics());
    else response.writeHead(404).end();
  });
  server.listen(port, host);
  await once(server, 'listening').catch((cause) => {
    const why = cause.code === 'EADDRINUSE' ? 'the port is taken' : oneLine(cause);
    throw new CannotStart(`Cannot listen for probes on ${host}:${port}: ${why}`, { cause });
  });
  log.info({ event: 'listening', address: server.address() });
  return server;
}
