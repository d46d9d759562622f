/**
 * Who may ask the console for anything, as a function of the request's headers. Pure.
 *
 * By name: an address, a name of this machine, or one that was set; no other, so that no web page reaches the console by
 * a name that was made to lead here (DNS rebinding). By origin: what changes something comes from a page of our own
 * (CSRF). By token, once one is set: in the header of a program, or in the cookie that the login form gives a person.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isAddress, isLocal, nameOf } from '../../web/names.ts';

export interface GateSettings {
  token: string | undefined;
  /** In lower case. */
  hosts: readonly string[];
  /** Under whose name things are done where nobody logs in. */
  user: string;
}

export interface Asked {
  method: string;
  headers: IncomingHttpHeaders;
}

/** `who` stands under what is done; undefined where a token is due and did not come. */
export type Admission = { refused: 'host' | 'origin' } | { who: string | undefined };

const COOKIE = 'assay_console';
const SESSION_MS = 12 * 3_600_000;
/** Of a program that brings the token, unless it gives a name. */
const USER_HEADER = 'x-console-user';
const NAME = /^[^\p{C}]{1,40}$/u;

export function admission(settings: GateSettings, { method, headers }: Asked, now: Date): Admission {
  const host = headers.host ?? '';
  const name = nameOf(`http://${host}`);
  if (name === undefined || !(isLocal(name) || isAddress(name) || settings.hosts.includes(name)))
    return { refused: 'host' };
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  const isProgram = settings.token !== undefined && bearer !== undefined && isSame(bearer, settings.token);
  // A browser sends no such header by itself, so what brings it is no page of somebody else's.
  if (isProgram) return { who: givenName(headers) ?? settings.user };
  if (method !== 'GET' && method !== 'HEAD' && !isOwnOrigin(headers.origin, host)) return { refused: 'origin' };
  if (settings.token === undefined) return { who: settings.user };
  return { who: sessionOf(settings.token, headers.cookie, now) };
}

function givenName(headers: IncomingHttpHeaders): string | undefined {
  const name = headers[USER_HEADER];
  return typeof name === 'string' && NAME.test(name.trim()) && name.trim() !== '' ? name.trim() : undefined;
}

/** Whatever stands before us and takes HTTPS, the name and port that a browser sees are the same in both headers. */
function isOwnOrigin(origin: string | undefined, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** In a time that tells nothing of either. */
export function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));
}

/** The header that logs a person in. @param isSecure the browser asked by HTTPS */
export function loginCookie(token: string, who: string, { now, isSecure }: { now: Date; isSecure: boolean }): string {
  const said = `${Buffer.from(who).toString('base64url')}.${now.getTime() + SESSION_MS}`;
  return cookie(`${said}.${signed(token, said)}`, SESSION_MS / 1000, isSecure);
}

export function logoutCookie(): string {
  return cookie('', 0, false);
}

function cookie(value: string, seconds: number, isSecure: boolean): string {
  return `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

/** Nothing is kept of a login: whoever has the token can sign one, and another token voids all. */
function sessionOf(token: string, cookies: string | undefined, now: Date): string | undefined {
  const values = (cookies ?? '').split(/; */).flatMap((each) => (each.startsWith(`${COOKIE}=`) ? [each] : []));
  const [name = '', until = '', signature = ''] = (values[0] ?? '').slice(COOKIE.length + 1).split('.');
  if (!isSame(signature, signed(token, `${name}.${until}`)) || !(Number(until) > now.getTime())) return undefined;
  return Buffer.from(name, 'base64url').toString();
}

function signed(token: string, said: string): string {
  return createHmac('sha256', token).update(said).digest('base64url');
}
