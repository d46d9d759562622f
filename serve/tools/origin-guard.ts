/** Checks `Host` and `Origin` against DNS rebinding, as the protocol demands of every server. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Site } from '../../config/site.ts';
import { isAddress, isLocal, nameOf } from '../../web/names.ts';

/**
 * Returns the header that refuses the request. `Host` must be ours, local or an address. By a public name every origin
 * may ask, since all data is public; by a local name only local pages and our own.
 */
export function originGuard({ baseUrl }: Site, allowedHosts: readonly string[]) {
  const own = new URL(baseUrl);
  const names = new Set([own.hostname, ...allowedHosts.map((host) => host.toLowerCase())]);
  return ({ host = '', origin = '' }: IncomingHttpHeaders) => {
    const name = nameOf(`http://${host}`);
    if (name === undefined || !(names.has(name) || isLocal(name) || isAddress(name))) return 'Host';
    if (origin === '' || origin === own.origin) return undefined;
    const from = /^https?:\/\/[^/?#@\s]+$/.test(origin) ? nameOf(origin) : undefined;
    return from === undefined || (isLocal(name) && !isLocal(from)) ? 'Origin' : undefined;
  };
}
