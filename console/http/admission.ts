/**
 * Admits or refuses a request by its headers. Pure.
 *
 * Host: an address, a local name or one of CONSOLE_HOSTS, against DNS rebinding. Origin: a request that changes something
 * comes from a page of the console, against CSRF. Token, if one is set: in a program's header, or in the login cookie.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isAddress, isLocal, nameOf } from '../../web/names.ts';

export interface GateSettings {
  token: string | undefined;
  hosts: readonly string[];
  /** The name under which things are done without a login. */
  user: string;
}

export interface AdmissionRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

/** `who`: the name to record; undefined where the token is missing. */
type Admission = { refused: 'host' | 'origin' } | { who: string | undefined };

const COOKIE = 'assay_console';
const SESSION_MS = 12 * 3_600_000;
const USER_HEADER = 'x-console-user';
const NAME = /^[^\p{C}]{1,40}$/u;

export function admission(settings: GateSettings, { method, headers }: AdmissionRequest, now: Date): Admission {
  const host = headers.host ?? '';
  const name = nameOf(`http://${host}`);
  if (name === undefined || !(isLocal(name) || isAddress(name) || settings.hosts.includes(name)))
    return { refused: 'host' };
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  const isProgram = settings.token !== undefined && bearer !== undefined && isSame(bearer, settings.token);
  // A browser never sends this header by itself, so the request does not come from a foreign page.
  if (isProgram) return { who: givenName(headers) ?? settings.user };
  if (method !== 'GET' && method !== 'HEAD' && !isOwnOrigin(headers.origin, host)) return { refused: 'origin' };
  if (settings.token === undefined) return { who: settings.user };
  return { who: sessionOf(settings.token, headers.cookie, now) };
}

function givenName(headers: IncomingHttpHeaders): string | undefined {
  const name = headers[USER_HEADER];
  return typeof name === 'string' && NAME.test(name.trim()) && name.trim() !== '' ? name.trim() : undefined;
}

/** Behind a proxy that terminates HTTPS too, a browser sends the same name and port in both headers. */
function isOwnOrigin(origin: string | undefined, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

export function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));
}

/** The `Set-Cookie` header of a login. @param isSecure the browser uses HTTPS */
export function loginCookie(token: string, who: string, { now, isSecure }: { now: Date; isSecure: boolean }): string {
  const session = `${Buffer.from(who).toString('base64url')}.${now.getTime() + SESSION_MS}`;
  return cookie(`${session}.${signed(token, session)}`, SESSION_MS / 1000, isSecure);
}

export function logoutCookie(): string {
  return cookie('', 0, false);
}

function cookie(value: string, seconds: number, isSecure: boolean): string {
  return `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

/** Sessions are signed, not stored; a new token voids them all. */
function sessionOf(token: string, cookies: string | undefined, now: Date): string | undefined {
  const own = cookies?.split(/; */).find((each) => each.startsWith(`${COOKIE}=`)) ?? '';
  const [name = '', until = '', signature = ''] = own.slice(COOKIE.length + 1).split('.');
  if (!isSame(signature, signed(token, `${name}.${until}`)) || !(Number(until) > now.getTime())) return undefined;
  return Buffer.from(name, 'base64url').toString();
}

function signed(token: string, session: string): string {
  return createHmac('sha256', token).update(session).digest('base64url');
}
