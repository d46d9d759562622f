/** The result of fetching a page, by plain HTTP or through Chromium: a page, a confirmation or a failure. */
import type { FailureKind } from '../../data/observation.ts';
import type { Page, PageFormat } from '../../data/page.ts';
import { label } from '../read/page/label.ts';

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
  /** WebP, where it was asked for and taken. */
  picture?: Buffer;
}

interface FailureFacts {
  status?: number;
  /** From Retry-After, in milliseconds from now. */
  retryAfterMs?: number;
  /** The failure may be over in a minute, although its kind usually lasts. */
  isPassing?: true;
  /** How long the source must not be fetched again, where already decided; in milliseconds. */
  pauseMs?: number;
}

export interface Failed extends FailureFacts {
  kind: 'failure';
  failure: FailureKind;
  detail: string;
}

/** `unchanged`: 304, the page still is the one whose validators were sent. */
export type Fetched = FetchedPage | { kind: 'unchanged' } | Failed;

/** Ends a fetch from within; `failed` turns it into a value. Its message may repeat what a server sent. */
export class FetchFailure extends Error {
  override name = 'FetchFailure';
  readonly kind: FailureKind;
  readonly facts: FailureFacts;

  constructor(kind: FailureKind, message: string, { cause, ...facts }: FailureFacts & { cause?: unknown } = {}) {
    super(label(message, 300), { cause });
    this.kind = kind;
    this.facts = facts;
  }
}

export function failed({ kind, message, facts }: FetchFailure): Failed {
  return { kind: 'failure', failure: kind, detail: message, ...facts };
}
