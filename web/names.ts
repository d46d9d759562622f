/** Host names that a server is requested by, for protection against DNS rebinding. Pure. */
import { isIP } from 'node:net';

/** The host name of a URL without login and path, as in `Host` and `Origin`; else undefined. */
export function nameOf(url: string): string | undefined {
  const { hostname = '', username, pathname } = URL.parse(url) ?? {};
  return hostname === '' || username !== '' || pathname !== '/' ? undefined : hostname;
}

export function isLocal(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

export function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/** RFC 9112 §3.2: such a request is a 400. Node reads the first and a proxy may read the last. */
export function hasSeveralHosts({ rawHeaders }: { rawHeaders: readonly string[] }): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
