/**
 * Whether the client already has the answer. RFC 9110 §13.1.2, §13.1.3 and §13.2.2.
 *
 * Express's own check ignores If-None-Match when the request carries `Cache-Control: no-cache`, and the Fetch
 * standard adds exactly that to every request with If-None-Match: a `fetch` client would never see a 304.
 */
import { hash } from 'node:crypto';
import type { Coding } from './coding.ts';

/** A strong tag. @param of all that the bytes follow from, but for their coding */
export function entityTag(of: string, coding: Coding): string {
  const digest = hash('sha256', of, 'base64url').slice(0, 22);
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;
}

/** Weak comparison (RFC 9110 §8.8.3.2) of a list of entity tags, or `*`, with the current one. */
export function matchesETag(ifNoneMatch: string, etag: string): boolean {
  const header = ifNoneMatch.trim();
  if (header === '*' || header === etag) return true;
  const opaque = opaqueTag(etag);
  for (const [, tag] of header.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)) if (tag === opaque) return true;
  return false;
}

function opaqueTag(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}

/** What a client that has an answer can be told by. */
export interface Validators {
  etag: string;
  lastModifiedMs: number;
  /** Headers of a 304, names and values in turn. */
  headers: readonly string[];
}

interface Conditions {
  'if-none-match'?: string | undefined;
  'if-modified-since'?: string | undefined;
}

/** If-None-Match, where present, is the only condition that counts. */
export function isNotModified(headers: Conditions, validators: Pick<Validators, 'etag' | 'lastModifiedMs'>): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matchesETag(ifNoneMatch, validators.etag);
  const ifModifiedSince = headers['if-modified-since'];
  if (ifModifiedSince === undefined) return false;
  const since = Date.parse(ifModifiedSince);
  return Number.isFinite(since) && validators.lastModifiedMs <= since;
}
