/** Host names that a server is requested by, for protection against DNS rebinding. Pure. */
import { isIP } from 'node:net';

/** The host name of a URL without login and path, as in `Host` and `Origin`; else undefined. */
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
