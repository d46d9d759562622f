/**
 * A forward proxy on loopback, the only way of Chromium to the network: it connects only where the guard allows.
 * TLS passes a tunnel. Vendors on loopback speak plain HTTP only, so their redirects to https are rewritten to http.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import { failureOf } from './exchange.ts';
import { FetchFailure } from './fetched.ts';
import { checkUrl, dial, type GuardOptions, loopbackPortOf } from './guard.ts';

export interface EgressLimits {
  /** Of one answer, or of one tunnel. */
  maxBytes: number;
  /** Lifetime of a connection. */
  maxMs: number;
}

export interface EgressProxy {
  url: string;
  /** Why a host was refused lately; Chromium itself only sees a closed connection. */
  refusalOf(host: string): FetchFailure | undefined;
  close(): Promise<void>;
}

const MOST_REFUSALS = 500;
/** RFC 9110 §7.6.1: not to be forwarded. */
const HOP_BY_HOP = ['connection', 'proxy-connection', 'proxy-authorization', 'keep-alive', 'te', 'trailer', 'upgrade'];

export async function startEgressProxy(guard: GuardOptions, limits: EgressLimits): Promise<EgressProxy> {
  const refusals = new Map<string, FetchFailure>();
  const sockets = new Set<Socket>();

  function refuse(host: string, error: unknown, socket: Socket | null): void {
    // A 403 of ours would look like the vendor's.
    socket?.destroy();
    refusals.delete(host);
    refusals.set(host, failureOf(error, `http://${host}`));
    const [oldest] = refusals.keys();
    if (refusals.size > MOST_REFUSALS && oldest !== undefined) refusals.delete(oldest);
  }

  function tracked(socket: Socket): Socket {
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

  const connect = async (hostname: string, port: string) =>
    tracked(await dial(hostname, port === '' ? '80' : port, guard));
  const exit: Exit = { connect, guard, maxBytes: limits.maxBytes };
  const server = createServer((asked, answer) => {
    const host = URL.parse(asked.url ?? '')?.host ?? '';
    forward(asked, answer, exit).catch((error: unknown) => refuse(host, error, asked.socket));
  });
  server.on('connection', tracked);
  server.on('connect', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
    const host = (asked.url ?? '').replace(/:\d+$/, '');
    tunnel(asked, { socket, head }, exit).catch((error: unknown) => refuse(host, error, socket));
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

interface Exit {
  connect: (hostname: string, port: string) => Promise<Socket>;
  guard: GuardOptions;
  maxBytes: number;
}

async function forward(asked: IncomingMessage, answer: ServerResponse, exit: Exit): Promise<void> {
  const url = checkUrl(asked.url ?? '');
  if (url.protocol !== 'http:') throw new FetchFailure('blocked_address', `Cannot forward a ${url.protocol} request`);
  const upstream = await exit.connect(url.hostname, url.port);
  const ours = request({
    method: asked.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...endToEnd(asked.headers), connection: 'close' },
    createConnection: () => upstream,
  });
  ours.on('error', () => answer.destroy());
  answer.on('close', () => upstream.destroy());
  ours.on('response', (theirs) => {
    answer.writeHead(theirs.statusCode ?? 502, withPlainLocation(endToEnd(theirs.headers), exit.guard));
    pipeline(theirs, byteCap(exit.maxBytes), answer, () => upstream.destroy());
  });
  pipeline(asked, ours, (error) => error && upstream.destroy());
}

async function tunnel(
  asked: IncomingMessage,
  { socket, head }: { socket: Socket; head: Buffer },
  { connect, guard, maxBytes }: Exit,
): Promise<void> {
  const { hostname, port } = new URL(`http://${asked.url ?? ''}`);
  if (loopbackPortOf(hostname, guard.loopbackVendors) !== undefined) {
    const detail = `Cannot reach ${hostname} by TLS: a vendor on loopback speaks plain HTTP`;
    throw new FetchFailure('blocked_address', detail);
  }
  const upstream = await connect(hostname, port);
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  upstream.write(head);
  pipeline(socket, upstream, () => upstream.destroy());
  pipeline(upstream, byteCap(maxBytes), socket, () => socket.destroy());
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}

/** The URL as Chromium must request it: http for a vendor on loopback. */
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
      if (passed > maxBytes) callback(new FetchFailure('too_large', `The response exceeds ${maxBytes} bytes`));
      else callback(null, chunk);
    },
  });
}
