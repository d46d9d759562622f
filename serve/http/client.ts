/** Whose request it is, as far as budgets are concerned: an address, or for IPv6 the network that a household has. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { memoized } from '../cache/memoized.ts';

const MOST_ADDRESSES = 10_000;

/**
 * @param trustedHops proxies of ours before the server, each of which adds the address that it was asked from to the end
 * of X-Forwarded-For. What stands before theirs was written by who asked, and may say anything.
 */
export function clientOf(trustedHops: number): (req: IncomingMessage) => string {
  const known = memoized(MOST_ADDRESSES, networkOf);
  // IPv4 is its own key.
  const keyOf = (address: string) => (address.includes(':') ? known(address) : address);
  return ({ socket, headers }) => {
    const own = socket.remoteAddress ?? '';
    const forwarded = trustedHops === 0 ? undefined : headers['x-forwarded-for'];
    if (forwarded === undefined) return keyOf(own);
    const hops = String(forwarded).split(',');
    const named = (hops[Math.max(0, hops.length - trustedHops)] ?? '').trim();
    return keyOf(isIP(named) === 0 ? own : named);
  };
}

/** The first 64 bits of IPv6, all of which are one customer's to choose from; IPv4 in the clothes of IPv6 is IPv4. */
function networkOf(address: string): string {
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
