/**
 * The guard of all outgoing connections: only the public Internet, by http(s) on ports 80 and 443.
 *
 * Each hop is checked three times: the URL, every address that its name resolves to, and the connected peer (which defeats
 * DNS rebinding). Vendors that tests and replays put on loopback are dialled there and nowhere else.
 */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { FetchFailure } from './fetched.ts';

export interface GuardOptions {
  /** Host, or `*` for all named hosts, to the port on 127.0.0.1 that answers for it. */
  loopbackVendors: ReadonlyMap<string, number>;
  connectTimeoutMs: number;
  /** Defaults to the name resolution of the machine. */
  lookup?: typeof systemLookup;
}

const PORTS = new Set(['', '80', '443']);
/** IANA assigns global unicast addresses from this block only; `::127.0.0.1` and the like lie outside it. */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');
/** Names that mean this machine or this network (RFC 6761, RFC 6762, RFC 8375), whatever a name server says. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/;

export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST_V6);
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The loopback port that answers for a host, if it is such a vendor. An address or a local name never is. */
export function loopbackPortOf(hostname: string, vendors: GuardOptions['loopbackVendors']): number | undefined {
  if (vendors.size === 0 || isIP(withoutBrackets(hostname)) !== 0 || LOCAL_NAME.test(hostname)) return undefined;
  return vendors.get(hostname.toLowerCase()) ?? vendors.get('*');
}

function blocked(detail: string): FetchFailure {
  return new FetchFailure('blocked_address', detail);
}

/** Checks a URL as parsed, which normalises IPv4 spellings. @throws {FetchFailure} `blocked_address` */
export function checkUrl(text: string | URL): URL {
  if (!URL.canParse(String(text))) throw blocked(`Cannot visit "${String(text).slice(0, 100)}": not a URL`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw blocked(`Cannot visit a ${url.protocol} address`);
  if (url.username !== '' || url.password !== '')
    throw blocked(`Cannot visit ${url.host}: the URL contains credentials`);
  if (!PORTS.has(url.port)) throw blocked(`Cannot visit ${url.host}: only ports 80 and 443 are allowed`);
  const host = withoutBrackets(url.hostname);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw blocked(`Cannot visit ${url.host}: not a public address`);
  if (LOCAL_NAME.test(host)) throw blocked(`Cannot visit ${url.host}: a local host name`);
  return url;
}

/** Resolves like the system, and fails if any address is not public: a name that mixes them is an attack. */
function publicLookup(lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined)
        return callback(error ?? new Error(`No address for ${hostname}`), '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(blocked(`Cannot visit ${hostname}: it resolves to a private address`), '', 0);
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** A connector that dials only what the guard allows; a vendor on loopback by plain TCP, even for https. */
export function guardedConnector(options: GuardOptions): buildConnector.connector {
  const { loopbackVendors, connectTimeoutMs, lookup = systemLookup } = options;
  const toPublic = buildConnector({ timeout: connectTimeoutMs, allowH2: false, lookup: publicLookup(lookup) });
  const toLoopback = buildConnector({ timeout: connectTimeoutMs, allowH2: false });
  return (to, callback) => {
    const host = withoutBrackets(to.hostname);
    const port = loopbackPortOf(host, loopbackVendors);
    if (port !== undefined) {
      return toLoopback({ hostname: '127.0.0.1', protocol: 'http:', port: String(port) }, callback);
    }
    try {
      checkUrl(`${to.protocol}//${to.host ?? to.hostname}`);
    } catch (error) {
      return callback(error as FetchFailure, null);
    }
    toPublic(to, (error, socket) => {
      if (error !== null) return callback(error, null);
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(blocked(`Cannot visit ${host}: the server has a private address`), null);
    });
  };
}

/** A guarded TCP connection for the egress proxy. */
export function dial(hostname: string, port: string, options: GuardOptions): Promise<Socket> {
  const connect = guardedConnector(options);
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return new Promise((resolve, reject) => {
    connect({ hostname, host: `${host}:${port}`, port, protocol: 'http:' }, (error, socket) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}
