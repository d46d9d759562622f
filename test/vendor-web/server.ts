/**
 * A small web of vendors on loopback, told apart by the Host header (`<slug>.vendor.test`).
 *
 * It keeps every request, so that a test can prove politeness, and it has a clock, so that prices change when a test
 * says so.
 */

import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { send, sendNotFound } from './answer.ts';
import type { Vendor } from './vendor.ts';
import { VENDORS } from './vendors.ts';

export const DOMAIN = 'vendor.test';

export interface VendorWebOptions {
  /** All of them by default. */
  vendors?: readonly Vendor[];
  /** Where the clock starts; without it the web lives by the machine's clock until `setClock`. */
  clock?: Date;
}

export interface RecordedRequest {
  /** Of the vendor that was asked; absent where no vendor is meant. */
  slug?: string;
  /** Query included. */
  path: string;
  headers: IncomingHttpHeaders;
  /** By the machine's clock, whatever the web's clock says: spacing is real time. */
  at: Date;
}

export interface VendorWeb {
  port: number;
  requests: readonly RecordedRequest[];
  /** Requests to the trap, a port of loopback that only hostile pages name; any is a hole in the guard. */
  trapped: readonly RecordedRequest[];
  /** Connections and datagrams that the trap took, whatever they said. */
  trapContacts(): number;
  vendor(slug: string): Vendor;
  requestsTo(slug: string, path?: string): RecordedRequest[];
  forgetRequests(): void;
  setClock(now: Date): void;
  /** Ends every answer at once, finished or not; rejects if a vendor failed to answer because of a bug of its own. */
  close(): Promise<void>;
}

export async function startVendorWeb({ vendors = VENDORS, clock }: VendorWebOptions = {}): Promise<VendorWeb> {
  const bySlug = new Map(vendors.map((vendor) => [vendor.slug, vendor]));
  if (bySlug.size !== vendors.length) throw new RangeError('Cannot start a vendor web with two vendors of one slug');
  const requests: RecordedRequest[] = [];
  const trapped: RecordedRequest[] = [];
  const faults: Error[] = [];
  const visits = new Map<string, number>();
  const answering = new Set<AbortController>();
  let now = clock;

  const trap = await listen((request, response) => {
    trapped.push(recorded(request));
    send(response, '<!doctype html><h1>Pricing</h1><h3>Trap</h3><p>$666 per month</p>');
  });
  let contacts = 0;
  const contact = () => {
    contacts += 1;
  };
  trap.on('connection', contact);
  const datagrams = await datagramsAt(portOf(trap), contact);

  const web = await listen((request, response) => {
    const record = recorded(request);
    const vendor = bySlug.get(slugOf(request.headers.host ?? ''));
    requests.push({ ...record, ...(vendor === undefined ? {} : { slug: vendor.slug }) });
    if (vendor === undefined) return sendNotFound(response);
    const path = record.path.split('?')[0] ?? record.path;
    const visit = `${vendor.slug} ${path}`;
    const before = visits.get(visit) ?? 0;
    visits.set(visit, before + 1);
    const gone = new AbortController();
    answering.add(gone);
    response.on('close', () => {
      answering.delete(gone);
      gone.abort();
    });
    const world = {
      now: now ?? new Date(),
      path,
      visits: before,
      trapPort: portOf(trap),
      signal: gone.signal,
    };
    Promise.resolve()
      .then(() => vendor.respond(request, response, world))
      // The client must not hang on a vendor with a bug, and the test must hear of it.
      .catch((error: unknown) => {
        faults.push(new Error(`Cannot answer for "${vendor.slug}"`, { cause: error }));
        response.destroy();
      });
  });

  const vendorOf = (slug: string) => {
    const vendor = bySlug.get(slug);
    if (vendor === undefined) throw new RangeError(`Cannot find vendor "${slug}"`);
    return vendor;
  };
  return {
    port: portOf(web),
    requests,
    trapped,
    trapContacts: () => contacts,
    vendor: vendorOf,
    requestsTo: (slug, path) =>
      requests.filter((request) => request.slug === slug && (path === undefined || request.path === path)),
    forgetRequests: () => {
      requests.length = 0;
      trapped.length = 0;
      contacts = 0;
    },
    setClock: (date) => {
      now = date;
    },
    close: async () => {
      for (const gone of answering) gone.abort();
      await Promise.all([
        ...[web, trap].map(closed),
        new Promise<void>((resolve) => (datagrams === undefined ? resolve() : datagrams.close(() => resolve()))),
      ]);
      if (faults.length > 0) throw new AggregateError(faults, `${faults.length} answers of the vendor web failed`);
    },
  };
}

/** Undefined where somebody else has the port: its connections are counted all the same. */
async function datagramsAt(port: number, contact: () => void): Promise<DatagramSocket | undefined> {
  const socket = createSocket('udp4').on('message', contact).bind(port, '127.0.0.1');
  try {
    await once(socket, 'listening');
    return socket;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(answer: Answerer): Promise<Server> {
  const server = createServer(answer);
  // Robots and pages are asked for in turn by the same client: a kept connection must not delay close().
  server.keepAliveTimeout = 1000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function portOf(server: Server): number {
  // A server that listens on an address, not on a pipe, has an AddressInfo.
  return (server.address() as AddressInfo).port;
}

function recorded(request: IncomingMessage): RecordedRequest {
  const { headers, url = '/' } = request;
  return { path: url, headers, at: new Date() };
}

/** Of `<slug>.vendor.test`, or of a domain of its own: `<slug>.test`. */
function slugOf(host: string): string {
  const hostname = host.replace(/:\d+$/, '').toLowerCase();
  if (hostname.endsWith(`.${DOMAIN}`)) return hostname.slice(0, -DOMAIN.length - 1);
  return /^(?:www\.)?(.*)\.test$/.exec(hostname)?.[1] ?? '';
}
