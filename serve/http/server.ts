/** Starting and stopping a server with manners: patience with clients has an end, and no request is cut. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

/** For clients that dawdle on purpose. A GET has no body, so its headers are all there is to wait for. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often the two are looked at; Node's own half minute would be their true length. */
export const SLOW_CLIENTS_CHECKED_MS = 5_000;
/** Longer than the 60 s that proxies keep idle connections: else they send into one that is being closed. */
export const KEEP_ALIVE_MS = 65_000;
const MAX_CONNECTIONS = 20_000;

/** While stopping: connections in use are told to close by their next answer, for this long. */
const FAREWELL_MS = 500;
/** And an answer on its way may take this long to arrive. */
const LAST_ANSWER_MS = 10_000;

/** @throws {Error} with the code of the system, e.g. `EADDRINUSE` */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<AddressInfo> {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  // `once` rejects when the server emits an error first.
  await once(server, 'listening');
  return server.address() as AddressInfo;
}

/** Resolves when the last answer is out, or has had its time. */
export async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.prependListener('request', (_req, res) => {
    res.shouldKeepAlive = false;
  });
  await after(FAREWELL_MS);
  server.close();
  await Promise.race([closed, after(LAST_ANSWER_MS, undefined, { ref: false })]);
  server.closeAllConnections();
}
