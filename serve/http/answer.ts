import type { Site } from '../../config/site.ts';
import { type Coding, encode, SMALLEST_CODED_BYTES } from '../cache/coding.ts';
import { entityTag, type Validators } from '../cache/conditional.ts';
import { CACHED, flat, type Headers, IMMUTABLE, type Kind, kindOf } from '../interface/headers.ts';
import { ASSET, type FixedRoute, type Prepared, type Route } from '../interface/route.ts';
import type { Edition, ReadyAnswer } from '../store/edition.ts';
import { picturing } from './picture.ts';

export interface Encoded {
  headers: string[];
  body: Buffer;
}

interface Understood {
  route: Route;
  prepared: Prepared;
  coding: Coding;
}

export function encoded(text: string, contentType: string, coding: Coding): Encoded {
  const plain = Buffer.from(text);
  const isCoded = coding !== 'identity' && plain.length >= SMALLEST_CODED_BYTES;
  const body = isCoded ? encode(plain, coding) : plain;
  const headers = ['Content-Type', contentType, 'Content-Length', String(body.length)];
  return { headers: isCoded ? [...headers, 'Content-Encoding', coding] : headers, body };
}

interface Options {
  site: Site;
  base: Readonly<Record<Kind, Headers>>;
  /** Milliseconds since the epoch; fixed answers are at most as old as the process. */
  startedAt: number;
}

export type Answering = ReturnType<typeof answering>;

export function answering({ site, base, startedAt }: Options) {
  const sinceMs = Math.floor(startedAt / 1000) * 1000;
  const common = {
    api: flat({ ...CACHED, ...base.api }),
    page: flat({ ...CACHED, ...base.page }),
    asset: flat({ ...CACHED, ...IMMUTABLE, ...base.page }),
  };
  /** Bounded, since parameters of fixed routes are validated first. */
  const fixedAnswers = new Map<string, ReadyAnswer>();

  /** @throws {Problem} @throws {Moved} */
  function answer(understood: Understood, edition: Edition): ReadyAnswer {
    const { route, prepared, coding } = understood;
    const etag = edition.etag(`${route.id} ${prepared.canonical}`, coding);
    const validators = validatorsOf(kindOf(route.path), etag, edition.lastModifiedMs);
    const { headers, body } = encoded(prepared.render(edition.store, edition.now), route.contentType, coding);
    return {
      operation: route.id,
      headers: [...headers, ...validators.headers],
      body,
      validators,
      renew: (other) => answer(understood, other),
    };
  }

  /** The answer of a route that is the same for every generation. @throws {Problem} */
  function fixed(route: FixedRoute, given: ReadonlyMap<string, unknown>, coding: Coding): ReadyAnswer {
    const prepared = route.prepare(given);
    const key = `${route.path} ${prepared.canonical} ${coding}`;
    const known = fixedAnswers.get(key);
    if (known !== undefined) return known;
    const text = prepared.render(site);
    const { headers, body } = encoded(text, route.contentType, coding);
    const link = route.link === undefined ? [] : ['Link', route.link(site)];
    const kind = route.id === ASSET ? 'asset' : kindOf(route.path);
    const validators = validatorsOf(kind, entityTag(text, coding), sinceMs);
    const all = [...headers, ...link, ...validators.headers];
    const made = { operation: route.id, headers: all, body, validators, renew: () => undefined };
    fixedAnswers.set(key, made);
    return made;
  }

  function validatorsOf(kind: keyof typeof common, etag: string, lastModifiedMs: number): Validators {
    const lastModified = new Date(lastModifiedMs).toUTCString();
    return { etag, lastModifiedMs, headers: ['ETag', etag, 'Last-Modified', lastModified, ...common[kind]] };
  }

  return { answer, fixed, picture: picturing((...of) => validatorsOf('page', ...of)) };
}
