/** The ledger's state of a product, against which the next observation is judged. */

import type { FailureKind } from '../observation.ts';
import type { Page } from '../page.ts';
import type { Market, Slug } from '../product.ts';
import type { Outcome } from '../source-facts.ts';
import type { Announced } from './announcement.ts';
import type { Backing, Statement } from './verdict.ts';

/** A contradicting reading that was not taken. */
export interface WaitingReading {
  statement: Statement;
  firstSeenAt: string;
  /** The last page that was read so, and how it was fetched. */
  pageSha256: string;
  via?: Page['via'] | undefined;
  /** The sure part of it was taken, and contradicts nothing: the source is not disputed. */
  isRest?: boolean;
}

/** One source of a product, as the ledger has it. */
export interface SourceState {
  /** Absent before the first readable page, and after a withdrawal. */
  statement?: Statement;
  /** What a person withdrew, until another reading is taken. */
  withdrawn?: Statement | undefined;
  /** Since when it states that. */
  statedAt?: string;
  /** The last page that supports the statement. Its hash seen again confirms it. */
  page?: Page;
  /** Absent after a decision or a re-reading. */
  backing?: Backing | undefined;
  /** A person decided what it states. */
  isDecided?: boolean;
  /** Instant of the last observation that supported the statement. */
  confirmedAt?: string;
  /** Score of that observation. */
  score?: number;
  reasons?: string[];
  checkedAt?: string;
  /** What the last attempt came to. */
  outcome?: Outcome;
  failure?: FailureKind;
  candidate?: WaitingReading;
  /** Prices that persons ruled out, by their keys, and the last of their reasons. */
  rejected?: { keys: string[]; reason: string; pageSha256?: string };
  /** Visits in a row with a readable page without prices. */
  unsupportedInARow: number;
}

/** Whether a reading waits that contradicts what the source states. */
export function isDisputed({ candidate }: Pick<SourceState, 'candidate'>): boolean {
  return candidate !== undefined && candidate.isRest !== true;
}

export interface ProductState {
  /** Announcements that are not retracted. */
  announced?: Announced[];
  sources: Map<string, SourceState>;
  /** What the sources of the default market state together; absent before the first snapshot. */
  snapshot?: Standing;
  /** The same for each other market with a snapshot. */
  markets?: ReadonlyMap<Market, Standing>;
}

/** Undefined before the first snapshot. */
export function standingIn({ snapshot, markets }: Pick<ProductState, 'snapshot' | 'markets'>, market?: Market) {
  return market === undefined ? snapshot : markets?.get(market);
}

export type Standing = Statement & { validFrom: string };

/** A product's past, as recorded today. */
export interface ProductPast {
  /** What each source stated at an instant. */
  statementsAt(instant: string): ReadonlyMap<Slug, Statement>;
  /** What those of a market stated together at an instant. */
  snapshotAt(instant: string, market?: Market): Standing | undefined;
  /** When a source stated something else after that instant; undefined where it never did. */
  nextStatement(source: Slug, after: string): string | undefined;
  /** Instants between the two (neither included) at which what they stated together began. */
  beginnings(between: { after: string; before: string | undefined }, market?: Market): string[];
}
