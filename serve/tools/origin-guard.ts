/**
 * Who may ask, as far as a browser tells: the protocol has every server look at `Origin`, so that no web page reaches
 * one that was not meant for it by a name that was made to lead there (DNS rebinding).
 */
import type { Site } from '../../config/site.ts';
import { isAddress, isLocal, nameOf } from '../../web/names.ts';
import { memoized } from '../cache/memoized.ts';

const MOST_REMEMBERED = 200;

export interface Asker {
  host?: string | undefined;
  origin?: string | undefined;
}

/**
 * Says why a request is refused, if it is. The name that we are asked by has to be ours, this machine's, or an address,
 * which no name server can lead elsewhere. By a public name every origin may ask, since all is public and nothing is
 * anybody's; by a name of this machine only pages of this machine, and our own.
 */
export function originGuard({ baseUrl }: Site, allowedHosts: readonly string[]): (asker: Asker) => string | undefined {
  const own = new URL(baseUrl);
  const names = new Set([own.hostname, ...allowedHosts.map((host) => host.toLowerCase())]);
  const refusal = memoized(MOST_REMEMBERED, (asker) => {
    const [host = '', origin = ''] = asker.split('\n');
    const name = nameOf(`http://${host}`);
    if (name === undefined || !(names.has(name) || isLocal(name) || isAddress(name))) return 'Host';
    if (origin === '' || origin === own.origin) return '';
    const from = /^https?:\/\/[^/?#@\s]+$/.test(origin) ? nameOf(origin) : undefined;
    return from === undefined || (isLocal(name) && !isLocal(from)) ? 'Origin' : '';
  });
  return ({ host = '', origin = '' }) => refusal(`${host}\n${origin}`) || undefined;
}
