/** What the ledger says of a product so far: the state that the next observation is judged against. */

import type { FailureKind } from '../observation.ts';
import type { Page } from '../page.ts';
import type { Slug } from '../product.ts';
import type { Outcome } from '../source-facts.ts';
import type { Announced } from './announcement.ts';
import type { Backing, Statement } from './verdict.ts';

/** One source of a product, as the ledger has it. */
export interface SourceState {
  /** What the source was last taken to state; absent before its first readable page. */
  statement?: Statement;
  /** Since when it states that. */
  statedAt?: string;
  /** The page whose reading supports the statement, last seen. Its hash seen again confirms it. */
  page?: Page;
  /** What its reading rests on; absent where a person's word, or a page read again, stands for it. */
  backing?: Backing | undefined;
  /** Instant of the last observation that supported the statement. */
  confirmedAt?: string;
  /** Score of that observation. */
  score?: number;
  reasons?: string[];
  checkedAt?: string;
  /** What the last attempt came to. */
  outcome?: Outcome;
  /** Why the last attempt brought no page. */
  failure?: FailureKind;
  /** The contradicting reading that waits, with how many visits in a row have shown it and its score. */
  candidate?: { statement: Statement; seen: number; firstSeenAt: string; score?: number };
  /** A person's word against the prices that the page has shown since: not these, whatever the bytes. */
  rejected?: { key: string; reason: string; pageSha256?: string };
  /** Visits in a row on which the page was readable and did not state the prices any more. */
  unsupportedInARow: number;
}

export interface ProductState {
  /** Prices that were announced and not taken back; absent where there are none. */
  announced?: Announced[];
  sources: Map<string, SourceState>;
  /** What the sources state together; absent before the first snapshot. */
  snapshot?: Statement & { validFrom: string };
}

/** What we say today of a product's past. */
export interface ProductPast {
  /** What each source stated at an instant. */
  statementsAt(instant: string): ReadonlyMap<Slug, Statement>;
  /** What they stated together at an instant. */
  snapshotAt(instant: string): (Statement & { validFrom: string }) | undefined;
  /** When a source stated something else after that instant; undefined where it never did. */
  nextStatement(source: Slug, after: string): string | undefined;
  /** Instants between the two (neither included) at which what they stated together began. */
  beginnings(after: string, before: string | undefined): string[];
}
