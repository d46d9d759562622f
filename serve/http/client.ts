/** The client of a request, for rate limits: its IPv4 address, or the /64 network of IPv6. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * @param trustedHops our own proxies, each of which appends an address to X-Forwarded-For; earlier entries may be
 * forged
 */
export function clientOf(trustedHops: number): (req: IncomingMessage) => string {
  return ({ socket, headers }) => {
    const own = socket.remoteAddress ?? '';
    const forwarded = trustedHops === 0 ? undefined : headers['x-forwarded-for'];
    if (forwarded === undefined) return networkOf(own);
    const hops = String(forwarded).split(',');
    const named = (hops[Math.max(0, hops.length - trustedHops)] ?? '').trim();
    return networkOf(isIP(named) === 0 ? own : named);
  };
}

/** One IPv6 customer usually has a /64; IPv4-mapped addresses count as IPv4. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
