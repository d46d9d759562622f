/**
 * By which name a server is asked, as far as that tells who may: an address can't be led elsewhere by a name server, and
 * a name of this machine is asked for on this machine. Pure.
 */
import { isIP } from 'node:net';

/** Of a URL with nothing but a name and a port, as `Host` and `Origin` have it; undefined of any other. */
export function nameOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, username, pathname } = new URL(url);
  return hostname === '' || username !== '' || pathname !== '/' ? undefined : hostname;
}

export function isLocal(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

export function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}
