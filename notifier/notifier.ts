/**
 * Delivers the changes of prices to subscriptions: at least once, and in order for each.
 *
 * The record of deliveries says where each subscription stands, not the queue: at most one job of a subscription is queued,
 * for the next event after its cursor, and the cursor moves once the endpoint took it. A lost queue, a killed process or
 * a job that runs twice therefore costs a repetition at most, whose id is the same.
 */
import type { Deliveries } from '../data/store/deliveries/deliveries.ts';
import { type Subscription, subscriptionsOf } from '../data/watch/watchlist.ts';
import { readWatchlists, stampOf } from '../data/watch/watchlist-files.ts';
import { noticeOf } from './channels/event.ts';
import { type Due, digestAfter, nextDue, PATIENCE_MS } from './plan.ts';
import type { PublishedLog } from './published-log.ts';
import { type Senders, send } from './send.ts';

/** `seq.subscription`. */
export function jobIdOf({ seq }: Pick<Due, 'seq'>, subscription: string): string {
  return `${seq}.${subscription}`;
}

export interface Options extends Senders {
  deliveries: Deliveries;
  watchlistsDir: string;
  baseUrl: string;
  log(): PublishedLog | undefined;
  /** A job of this id that is there already stays. */
  enqueue(id: string, subscription: string): Promise<void>;
  report(event: Report): void;
}

export type Report =
  | { kind: 'delivered' | 'failed' | 'paused' | 'ended'; subscription: Subscription; reason?: string }
  | { kind: 'fault'; file: string; faults: string[] };

export class Notifier {
  readonly #options: Options;
  #subscriptions = new Map<string, Subscription>();
  #stamp: string | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Takes up changed watchlists. A file with a fault keeps the subscriptions that it had. @returns whether any changed */
  readWatchlists(): boolean {
    const { watchlistsDir, deliveries, report, log } = this.#options;
    const stamp = stampOf(watchlistsDir);
    const end = log()?.end;
    if (end === undefined || stamp === this.#stamp) return false;
    const files = readWatchlists(watchlistsDir);
    const subscriptions = files.flatMap(({ name, content }) => {
      if ('watchlist' in content) return subscriptionsOf(name, content.watchlist);
      report({ kind: 'fault', file: name, faults: content.faults });
      return [...this.#subscriptions.values()].filter(({ file }) => file === name);
    });
    this.#subscriptions = new Map(subscriptions.map((each) => [each.id, each]));
    for (const { id } of subscriptions) deliveries.begin(id, end);
    const faulty = files.filter(({ content }) => 'faults' in content).map(({ name }) => name);
    for (const { id } of deliveries.all())
      if (!this.#subscriptions.has(id) && !faulty.some((name) => id.startsWith(`${name}-`))) deliveries.remove(id);
    this.#stamp = stamp;
    return true;
  }

  /** Queues the next delivery of every subscription that has one. */
  async plan(): Promise<void> {
    for (const subscription of this.#subscriptions.values()) await this.#planOne(subscription);
  }

  /**
   * A job of the queue: delivers, records it and queues the next.
   * @throws {Error} the endpoint did not take it: the queue is to try again
   */
  async deliver(jobId: string, id: string): Promise<void> {
    const subscription = this.#subscriptions.get(id);
    const due = subscription && this.#dueOf(subscription);
    // Delivered before, or no longer wanted.
    if (subscription === undefined || due === undefined || jobIdOf(due, id) !== jobId) return;
    const { deliveries, baseUrl, log, clock, report } = this.#options;
    const published = log();
    if (published === undefined) return;
    const notices = due.events.map((change) => noticeOf(change, published, baseUrl));
    const sent = await send(subscription, { id: jobId, notices }, this.#options);
    if (sent.kind === 'failed') return this.#failed(subscription, sent.reason);
    if (sent.kind === 'gone') {
      deliveries.setState(id, 'ended', 'The endpoint answered 410: it wants no more');
      return report({ kind: 'ended', subscription });
    }
    deliveries.delivered(id, { seq: due.seq, events: due.events.length, deliveredAt: clock().toISOString() });
    report({ kind: 'delivered', subscription });
    await this.#planOne(subscription);
  }

  async #planOne(subscription: Subscription): Promise<void> {
    const due = this.#dueOf(subscription);
    if (due !== undefined) await this.#options.enqueue(jobIdOf(due, subscription.id), subscription.id);
  }

  #dueOf(subscription: Subscription): Due | undefined {
    const { deliveries, log, clock } = this.#options;
    const { id, watchlist } = subscription;
    const state = deliveries.get(id);
    const published = log();
    if (state?.state !== 'active' || published === undefined) return undefined;
    const { digest } = watchlist;
    if (digest !== 'instant' && !this.#isDigestDue(id, digest, state.dueAt)) return undefined;
    const next = nextDue(subscription, state, published);
    if ('seq' in next) return next;
    if (next.skipTo > state.cursor) deliveries.skipTo(id, next.skipTo);
    if (digest !== 'instant') deliveries.setDue(id, digestAfter(digest, clock()).toISOString());
    return undefined;
  }

  #isDigestDue(id: string, digest: 'daily' | 'weekly', dueAt: string | undefined): boolean {
    const { deliveries, clock } = this.#options;
    const now = clock();
    if (dueAt === undefined) deliveries.setDue(id, digestAfter(digest, now).toISOString());
    return dueAt !== undefined && dueAt <= now.toISOString();
  }

  #failed(subscription: Subscription, reason: string): void {
    const { deliveries, clock, report } = this.#options;
    const now = clock();
    const { id } = subscription;
    deliveries.failed(id, { reason, at: now.toISOString() });
    const since = deliveries.get(id)?.failingSince;
    if (since === undefined || now.getTime() - Date.parse(since) < PATIENCE_MS) {
      report({ kind: 'failed', subscription, reason });
      throw new Error(`Cannot deliver to ${id}: ${reason}`);
    }
    deliveries.setState(id, 'paused', `No delivery for a day: ${reason}`);
    report({ kind: 'paused', subscription, reason });
  }
}
