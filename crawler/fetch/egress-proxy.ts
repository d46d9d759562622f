/**
 * The only way out for Chromium: a forward proxy on loopback that dials nothing but what the guard allows.
 *
 * The browser resolves no name and opens no connection by itself, so a page's redirects, frames, scripts and fetches
 * all pass the same three judgements as our own requests. Chromium's TLS goes through a tunnel untouched; vendors on
 * loopback speak plain HTTP only, so for them a redirect to https is sent back as http.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import { failureOf } from './exchange.ts';
import { FetchFailure } from './failure.ts';
import { checkUrl, dial, type GuardOptions, loopbackPortOf } from './guard.ts';

export interface EgressLimits {
  /** Of one answer, or of all that comes through one tunnel. */
  maxBytes: number;
  /** A connection lives no longer. */
  maxMs: number;
}

export interface EgressProxy {
  /** For Playwright's `proxy.server`. */
  url: string;
  /** Why a host could not be reached lately; Chromium itself only learns that there was no answer. */
  refusalOf(host: string): FetchFailure | undefined;
  close(): Promise<void>;
}

/** Enough for the pages that are open at once; older refusals belong to visits that are over. */
const REMEMBERED_REFUSALS = 500;
/** RFC 9110 §7.6.1: they are between two neighbours and must not be passed on. */
const HOP_BY_HOP = ['connection', 'proxy-connection', 'proxy-authorization', 'keep-alive', 'te', 'trailer', 'upgrade'];

export async function startEgressProxy(guard: GuardOptions, limits: EgressLimits): Promise<EgressProxy> {
  const refusals = new Map<string, FetchFailure>();
  const sockets = new Set<Socket>();

  function refuse(host: string, error: unknown, socket: Socket | null): void {
    // No answer rather than one of ours: a 403 from here would look like the vendor's refusal.
    socket?.destroy();
    refusals.delete(host);
    refusals.set(host, failureOf(error, `http://${host}`, NEVER));
    const [oldest] = refusals.keys();
    if (refusals.size > REMEMBERED_REFUSALS && oldest !== undefined) refusals.delete(oldest);
  }

  function kept(socket: Socket): Socket {
    sockets.add(socket);
    socket.setTimeout(limits.maxMs, () => socket.destroy());
    const timer = setTimeout(() => socket.destroy(), limits.maxMs);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(timer);
      sockets.delete(socket);
    });
    return socket;
  }

  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = checkUrl(asked.url ?? '');
    if (url.protocol !== 'http:') throw new FetchFailure('blocked_address', `Cannot forward a ${url.protocol} request`);
    const upstream = kept(await dial(url.hostname, url.port === '' ? '80' : url.port, guard));
    const ours = request({
      method: asked.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...endToEnd(asked.headers), connection: 'close' },
      createConnection: () => upstream,
    });
    ours.on('error', () => answer.destroy());
    answer.on('close', () => upstream.destroy());
    ours.on('response', (theirs) => {
      answer.writeHead(theirs.statusCode ?? 502, withPlainLocation(endToEnd(theirs.headers), guard));
      pipeline(theirs, byteCap(limits.maxBytes), answer, () => upstream.destroy());
    });
    pipeline(asked, ours, (error) => error && upstream.destroy());
  }

  async function tunnel(authority: string, socket: Socket, head: Buffer): Promise<void> {
    const { hostname, port } = new URL(`http://${authority}`);
    if (loopbackPortOf(hostname, guard.loopbackVendors) !== undefined) {
      throw new FetchFailure(
        'blocked_address',
        `Cannot reach ${hostname} by TLS: a vendor on loopback speaks plain HTTP`,
      );
    }
    const upstream = kept(await dial(hostname, port === '' ? '80' : port, guard));
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    pipeline(socket, upstream, () => upstream.destroy());
    pipeline(upstream, byteCap(limits.maxBytes), socket, () => socket.destroy());
  }

  const server = createServer((asked, answer) => {
    forward(asked, answer).catch((error: unknown) =>
      refuse(URL.parse(asked.url ?? '')?.host ?? '', error, asked.socket),
    );
  });
  server.on('connection', kept);
  server.on('connect', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
    const authority = asked.url ?? '';
    tunnel(authority, socket, head).catch((error: unknown) => {
      refuse(authority.replace(/:\d+$/, ''), error, socket);
    });
  });
  server.on('clientError', (_error, socket) => socket.destroy());

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusalOf: (host) => refusals.get(host) ?? refusals.get(host.replace(/:\d+$/, '')),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const NEVER = new AbortController().signal;

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}

/** The same URL as Chromium must ask for it: http for a vendor on loopback, as it is for all others. */
export function asBrowsed(url: URL, vendors: GuardOptions['loopbackVendors']): URL {
  const browsed = new URL(url);
  if (loopbackPortOf(url.hostname, vendors) !== undefined) browsed.protocol = 'http:';
  return browsed;
}

function withPlainLocation(headers: IncomingHttpHeaders, { loopbackVendors }: GuardOptions): IncomingHttpHeaders {
  const target = URL.parse(headers.location ?? '');
  return target === null ? headers : { ...headers, location: asBrowsed(target, loopbackVendors).href };
}

function byteCap(maxBytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback: TransformCallback) {
      passed += chunk.length;
      if (passed > maxBytes) callback(new FetchFailure('too_large', `Cannot take more than ${maxBytes} bytes`));
      else callback(null, chunk);
    },
  });
}
