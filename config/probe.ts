/** /livez, /readyz and /metrics of the processes behind the queue, for whoever watches over them. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';

export interface ProbeOptions {
  /** Nothing listens where there is none. */
  port: number | undefined;
  host: string;
  registry: Registry;
  /** Why it does not take jobs; undefined when it does. */
  notReady: () => string | undefined;
  log: Logger;
}

/** Resolves when it listens, and says where. @throws {Error} the port is taken */
export async function listenForProbes({
  port,
  host,
  registry,
  notReady,
  log,
}: ProbeOptions): Promise<Server | undefined> {
  if (port === undefined) return undefined;
  const server = createServer(async ({ url, method }, response) => {
    const reason = notReady();
    if (method !== 'GET' && method !== 'HEAD') response.writeHead(405).end();
    else if (url === '/livez') response.end('ok\n');
    else if (url === '/readyz') response.writeHead(reason === undefined ? 200 : 503).end(`${reason ?? 'ready'}\n`);
    else if (url === '/metrics') response.setHeader('Content-Type', registry.contentType).end(await registry.metrics());
    else response.writeHead(404).end();
  });
  server.listen(port, host);
  // `once` rejects when the server emits an error first.
  await once(server, 'listening');
  log.info({ event: 'listening', address: server.address() });
  return server;
}
