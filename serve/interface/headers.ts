import type { Site } from '../../config/site.ts';
import { EXPORTS_PATH, isFeedPath } from './published-files.ts';

export type Headers = Readonly<Record<string, string>>;

export interface StoredFile {
  /** Nothing outside of this folder is ever sent. */
  root: string;
  /** Begins with a slash. */
  path: string;
  /** True by default. */
  hasRanges?: boolean;
}

export interface Download extends StoredFile {
  headers: Headers;
}

/** `api` is open to any origin; `page` may show our own styles; `plain` is for operators and for redirects. */
export type Kind = 'api' | 'page' | 'plain';

export const CACHED = {
  'Cache-Control': 'public, max-age=300, stale-while-revalidate=3600, stale-if-error=86400',
  Vary: 'Accept-Encoding',
};
export const NOT_STORED = { 'Cache-Control': 'no-store' };
/** A product may be added soon. */
export const STORED_BRIEFLY = { 'Cache-Control': 'public, max-age=60' };
/** For a path that changes with its content. */
export const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** A browser that shows an answer runs and loads nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const OPEN_TO_ALL = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Last-Modified, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Accept-Ranges, Content-Range, Content-Disposition, Repr-Digest',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export const PREFLIGHT = {
  'Access-Control-Allow-Headers':
    'Accept, Content-Type, Cache-Control, If-None-Match, If-Modified-Since, X-Request-Id, Range, If-Range, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
  'Access-Control-Max-Age': '86400',
};

/** @param policy of the rate limit */
export function headersByKind({ baseUrl }: Site, policy: string | undefined): Readonly<Record<Kind, Headers>> {
  const always = {
    'X-Content-Type-Options': 'nosniff',
    ...(baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
  const limited = policy === undefined ? always : { ...always, 'RateLimit-Policy': policy };
  return {
    api: { ...limited, 'Content-Security-Policy': DATA_POLICY, ...OPEN_TO_ALL },
    page: {
      ...limited,
      'Content-Security-Policy': PAGE_POLICY,
      'Referrer-Policy': 'strict-origin-when-cross-origin',
    },
    plain: { ...always, 'Content-Security-Policy': DATA_POLICY },
  };
}

/** Feeds and exports are data, whatever their path. */
export function kindOf(path: string): Exclude<Kind, 'plain'> {
  const isData = path.startsWith('/api/') || path.startsWith(`${EXPORTS_PATH}/`) || isFeedPath(path);
  return isData ? 'api' : 'page';
}

/** Names and values in turn, as `writeHead` takes them fastest. */
export function flat(headers: Headers): string[] {
  return Object.entries(headers).flat();
}
