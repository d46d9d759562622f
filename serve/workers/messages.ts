/** What a web process and the one that started it tell each other. */
import type { Taken } from '../http/rate-limit.ts';
import type { MetricsSnapshot } from '../metrics/snapshot.ts';

export type FromWorker =
  /** It listens and has a generation. */
  | { about: 'serving' }
  /** Requests that it allowed since it last said so. */
  | { about: 'taken'; taken: Taken }
  /** What it has counted, as it was asked to tell. */
  | { about: 'counted'; ask: number; snapshot: MetricsSnapshot }
  /** Somebody wants to know what all have counted. */
  | { about: 'total-wanted'; ask: number };

export type FromPrimary =
  /** All have been serving. */
  | { about: 'complete' }
  /** What another one allowed. */
  | { about: 'taken'; taken: Taken }
  | { about: 'count-wanted'; ask: number }
  /** What all have counted, as text. */
  | { about: 'total'; ask: number; text: string };
