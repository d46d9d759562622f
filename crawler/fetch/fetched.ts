/** What came of asking a source for its page: the one answer of both ways of fetching, plain HTTP and Chromium. */
import type { FailureKind } from '../../data/observation.ts';
import type { Page, PageFormat } from '../../data/page.ts';
import type { FetchFailure } from './failure.ts';

export interface FetchedPage {
  kind: 'page';
  bytes: Buffer;
  finalUrl: string;
  status: number;
  format: PageFormat;
  charset: string;
  via: Page['via'];
  etag?: string;
  lastModified?: string;
  fetchedAt: Date;
}

export interface Failed {
  kind: 'failure';
  failure: FailureKind;
  detail: string;
  status?: number;
  retryAfterMs?: number;
  isPassing?: true;
}

/** `unchanged`: 304, the page is still the one whose validators we sent. */
export type Fetched = FetchedPage | { kind: 'unchanged' } | Failed;

export function failed({ kind, message, facts }: FetchFailure): Failed {
  return {
    kind: 'failure',
    failure: kind,
    detail: message,
    ...(facts.status === undefined ? {} : { status: facts.status }),
    ...(facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs }),
    ...(facts.isPassing && { isPassing: true }),
  };
}
