/**
 * Conditional requests (RFC 9110 §13.1.2, §13.1.3 and §13.2.2). Express ignores If-None-Match where the request carries
 * `Cache-Control: no-cache`, which the Fetch standard adds to every conditional request.
 */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Coding } from './coding.ts';

/** A strong tag. @param of all that determines the bytes, except their coding */
export function entityTag(of: string, coding: Coding): string {
  const digest = hash('sha256', of, 'base64url').slice(0, 22);
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;
}

/** Weak comparison (RFC 9110 §8.8.3.2) of a list of entity tags, or `*`, with the current strong one. */
export function matchesETag(ifNoneMatch: string, etag: string): boolean {
  const header = ifNoneMatch.trim();
  if (header === '*' || header === etag) return true;
  for (const [, tag] of header.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)) if (tag === etag) return true;
  return false;
}

export interface Validators {
  etag: string;
  lastModifiedMs: number;
  /** Headers of a 304, names and values in turn. */
  headers: readonly string[];
}

/** If-None-Match, where present, is the only condition that counts. */
export function isNotModified(
  headers: IncomingHttpHeaders,
  validators: Pick<Validators, 'etag' | 'lastModifiedMs'>,
): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matchesETag(ifNoneMatch, validators.etag);
  const ifModifiedSince = headers['if-modified-since'];
  if (ifModifiedSince === undefined) return false;
  const since = Date.parse(ifModifiedSince);
  return Number.isFinite(since) && validators.lastModifiedMs <= since;
}
