/** /livez, /readyz and /metrics of the processes behind the queue, for whoever watches over them. */
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

export interface ProbeOptions {
  port: number;
  host: string;
  registry: Registry;
  /** Why it does not take jobs; undefined when it does. */
  notReady: () => string | undefined;
}

/** Resolves when it listens. @throws {Error} the port is taken */
export function listenForProbes({ port, host, registry, notReady }: ProbeOptions): Promise<Server> {
  const server = createServer(async ({ url, method }, response) => {
    const reason = notReady();
    if (method !== 'GET' && method !== 'HEAD') response.writeHead(405).end();
    else if (url === '/livez') response.end('ok\n');
    else if (url === '/readyz') response.writeHead(reason === undefined ? 200 : 503).end(`${reason ?? 'ready'}\n`);
    else if (url === '/metrics') response.setHeader('Content-Type', registry.contentType).end(await registry.metrics());
    else response.writeHead(404).end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
