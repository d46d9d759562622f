/** What a subscription is to be sent next. Pure but for the log that it reads. */
import type { LoggedChange } from '../data/change.ts';
import type { Subscribed } from '../data/store/deliveries/deliveries.ts';
import { type CategoryOf, isWatched, type Subscription } from '../data/watch/watchlist.ts';

/** The published log. */
export interface Log {
  end: number;
  /** After an event, in order, at most so many. */
  changes(query: { after: number; limit: number }): LoggedChange[];
  categoryOf: CategoryOf;
}

export interface Due {
  /** The last of the events: the cursor once they are delivered. */
  seq: number;
  events: LoggedChange[];
}

/** Events read at once, and most events of one digest. */
const WINDOW = 500;
const MOST_IN_DIGEST = 200;

/** The next event of an instant subscription, or all of a digest; `skipTo` is the last event that does not concern it. */
export function nextDue(
  { watchlist }: Pick<Subscription, 'watchlist'>,
  { cursor }: Pick<Subscribed, 'cursor'>,
  log: Log,
): Due | { skipTo: number } {
  const most = watchlist.digest === 'instant' ? 1 : MOST_IN_DIGEST;
  const events: LoggedChange[] = [];
  for (let after = cursor; after < log.end && events.length < most; after += WINDOW) {
    for (const change of log.changes({ after, limit: Math.min(WINDOW, log.end - after) })) {
      if (events.length < most && isWatched(watchlist, change, log.categoryOf)) events.push(change);
    }
  }
  const last = events.at(-1);
  return last === undefined ? { skipTo: log.end } : { seq: last.seq, events };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Digests are sent at this hour (UTC), weekly ones on Mondays. */
const DIGEST_HOUR = 7;

/** When a digest is due after an instant. */
export function digestAfter(digest: 'daily' | 'weekly', now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) + DIGEST_HOUR * HOUR_MS;
  const next = new Date(today > now.getTime() ? today : today + DAY_MS);
  if (digest === 'daily') return next;
  const daysToMonday = (8 - next.getUTCDay()) % 7;
  return new Date(next.getTime() + daysToMonday * DAY_MS);
}

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 2 * HOUR_MS;

/** Attempts that fail for this long pause a subscription. */
export const PATIENCE_MS = DAY_MS;

/** Wait before the next attempt, after so many that failed: doubles, at most two hours, less a random quarter at most. */
export function retryAfter(attempts: number, random: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(longest * (1 - random / 4));
}
