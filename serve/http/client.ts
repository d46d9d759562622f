/** Whose request it is, as far as budgets are concerned: an address, or for IPv6 the network that a household has. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * @param trustedHops proxies of ours before the server, each of which adds the address that it was asked from to the end
 * of X-Forwarded-For. What stands before theirs was written by who asked, and may say anything.
 */
export function clientOf(trustedHops: number): (req: IncomingMessage) => string {
  const keyOf = rememberedKey();
  return ({ socket, headers }) => {
    const own = socket.remoteAddress ?? '';
    const forwarded = trustedHops === 0 ? undefined : headers['x-forwarded-for'];
    if (forwarded === undefined) return keyOf(own);
    const hops = String(forwarded).split(',');
    const named = (hops[Math.max(0, hops.length - trustedHops)] ?? '').trim();
    return keyOf(isIP(named) === 0 ? own : named);
  };
}

/** The same few addresses come again and again. */
function rememberedKey(most = 10_000): (address: string) => string {
  const known = new Map<string, string>();
  return (address) => {
    // IPv4 is its own key.
    if (!address.includes(':')) return address;
    let key = known.get(address);
    if (key === undefined) {
      key = networkOf(address);
      if (known.size >= most) known.clear();
      known.set(address, key);
    }
    return key;
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
