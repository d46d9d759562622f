/** Starting and stopping a server: limits for slow clients, and no request is cut off. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Limits for slow clients. */
export interface Patience {
  headersMs: number;
  requestMs: number;
  /** Without a byte in either direction during a request or its answer. */
  silenceMs: number;
  /** Between two requests; an answer that the client does not read counts as that. */
  idleMs: number;
}
/** Longer than the 60 s that proxies keep idle connections: else they send into one that is being closed. */
const KEEP_ALIVE_MS = 65_000;
const PATIENCE: Patience = { headersMs: 10_000, requestMs: 15_000, silenceMs: 30_000, idleMs: KEEP_ALIVE_MS };
/** Interval of Node's check for slow clients; its default is 30 s. */
export const SLOW_CLIENTS_CHECKED_MS = 1_000;
const MAX_CONNECTIONS = 20_000;

/** While stopping, answers tell connections to close for this long. */
const FAREWELL_MS = 500;
/** Time for the last answers to arrive. */
const LAST_ANSWER_MS = 10_000;

interface Listening {
  host: string;
  port: number;
  patience?: Patience;
}

/** @throws {Error} with the code of the system, e.g. `EADDRINUSE` */
export async function listen(server: Server, { host, port, patience = PATIENCE }: Listening): Promise<AddressInfo> {
  server.headersTimeout = patience.headersMs;
  server.requestTimeout = patience.requestMs;
  server.timeout = patience.silenceMs;
  server.keepAliveTimeout = patience.idleMs;
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  await once(server, 'listening');
  return server.address() as AddressInfo;
}

interface Listener extends Omit<Listening, 'patience'> {
  log: Logger;
  /** Advice where the port is taken. */
  mend?: string;
}

/** Logs a failure and ends the process. */
export async function listenOrEnd(
  server: Server,
  { host, port, log, mend = 'Set PORT to another one' }: Listener,
): Promise<AddressInfo> {
  try {
    return await listen(server, { host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? `the port is taken. ${mend}` : message;
    log.fatal(`Cannot listen on ${host}:${port}: ${why}`);
    process.exit(1);
  }
}

/** The terminal and the supervisor may each send a signal; only the first counts. */
export function onceToldToStop(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!isStopping) void stop();
      isStopping = true;
    });
  }
}

/** Resolves when the last answer is sent, or its time is over. */
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
