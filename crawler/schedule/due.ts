/**
 * The sources that are due, by the facts of the ledger. Pure.
 *
 * A slot is named after the visit that it follows, so two schedulers, or a restarted one, make the same job ids, and only a
 * new fact makes a new slot. A visit dated in the future comes from a wrong clock: its source is due, once an hour.
 */
import { DISPUTE_RECHECK_MS, FAILURE_RETRY_MS, MOST_UNDER_WAY, MOST_UNDER_WAY_OF_HOST } from '../../config/cadence.ts';
import { POLITENESS } from '../../config/politeness.ts';
import { TRUST } from '../../config/trust.ts';
import { isAhead } from '../../data/confidence/clock-skew.ts';
import { type CrawlJob, observationId } from '../../data/observation.ts';
import type { CatalogueProduct, Slug, Source } from '../../data/product.ts';
import { type SourceFacts, sourceKey } from '../../data/source-facts.ts';
import { atOnce, each, inParts, type Steps, sorted } from '../../data/store/steps.ts';
import type { Waits } from './cadence-plan.ts';

const DAY_MS = 86_400_000;

/** Slot of a source that was never visited. */
const FIRST_SLOT = '0000';

interface Candidate {
  job: CrawlJob;
  /** 0: never visited, 1: disputed, 2: the rest. Lower goes first. */
  rank: 0 | 1 | 2;
  /** Overdue by how many of its own waits. */
  lateness: number;
}

export interface DueBy extends Waits {
  now: Date;
  /** Whether the ledger has this visit; called only where the source's last visit is dated in the future. */
  isWritten?: ((observationId: string) => boolean) | undefined;
}

type FactsByKey = ReadonlyMap<string, SourceFacts>;

/** Jobs in order of urgency, with the hosts in turn. */
export function dueJobs(products: readonly CatalogueProduct[], facts: FactsByKey, by: DueBy): CrawlJob[] {
  return atOnce(jobsDue(products, facts, by));
}

/** The same in steps. */
export function* jobsDue(products: readonly CatalogueProduct[], facts: FactsByKey, by: DueBy): Steps<CrawlJob[]> {
  const candidates: Candidate[] = [];
  yield* each(products, ({ slug, sources, retired }) => {
    if (retired !== undefined) return;
    for (const source of sources)
      candidates.push(...candidateOf({ slug, source, facts: facts.get(sourceKey(slug, source.id)) }, by));
  });
  return yield* spreadOverHosts(yield* sorted(candidates, (a, b) => a.rank - b.rank || b.lateness - a.lateness));
}

/** Products with a source that is due by `by.now`, read some at a time. */
export function* dueSoon(
  products: readonly CatalogueProduct[],
  by: DueBy,
  read: (slugs: readonly Slug[]) => FactsByKey,
): Steps<CatalogueProduct[]> {
  const soon = yield* inParts(products, (some) => {
    const due = new Set(dueJobs(some, read(some.map(({ slug }) => slug)), by).map(({ slug }) => slug));
    return some.filter(({ slug }) => due.has(slug));
  });
  return soon.flat();
}

export interface UnderWay {
  /** Queued for a crawler, with one, or on their way to the ledger. */
  ids: ReadonlySet<string>;
  /** Given up and still in the queue. Their ids are taken: another visit under one would be lost. */
  failed: ReadonlySet<string>;
}

/** Admits the most urgent visits within both bounds. One that was given up is made again in a slot of the day (UTC). */
export function* withinBounds(
  due: readonly CrawlJob[],
  { ids, failed }: UnderWay,
  options: { now: Date; most?: number; mostOfHost?: number },
): Steps<Record<'jobs' | 'added', CrawlJob[]>> {
  const { now, most = MOST_UNDER_WAY, mostOfHost = MOST_UNDER_WAY_OF_HOST } = options;
  const ofHost = new Map<string, number>();
  const hostOf = ({ url }: CrawlJob) => new URL(url).host;
  const count = (host: string) => ofHost.set(host, (ofHost.get(host) ?? 0) + 1);
  const slot = now.toISOString().slice(0, 10);
  const jobs: CrawlJob[] = [];
  const waiting: CrawlJob[] = [];
  yield* each(due, (each) => {
    const job = failed.has(observationId(each)) ? { ...each, slot } : each;
    const id = observationId(job);
    if (ids.has(id)) {
      jobs.push(job);
      count(hostOf(job));
    } else if (!failed.has(id)) waiting.push(job);
  });
  const added: CrawlJob[] = [];
  yield* each(waiting, (job) => {
    if (ids.size + added.length >= most) return;
    const host = hostOf(job);
    if ((ofHost.get(host) ?? 0) >= mostOfHost) return;
    count(host);
    added.push(job);
  });
  return { jobs: [...jobs, ...added], added };
}

type Considered = { slug: Slug; source: Source; facts: SourceFacts | undefined };

function candidateOf({ slug, source, facts }: Considered, { waitMs, isWritten, now }: DueBy): Candidate[] {
  const { id, url, render } = source;
  const wait = waitMs(slug, source);
  const job: CrawlJob = {
    slug,
    source: id,
    url,
    slot: facts === undefined ? FIRST_SLOT : slotAfter(facts.checkedAt),
    render: render === 'browser' || facts?.needsBrowser || isForOtherPath(source, facts) ? 'browser' : 'http',
    ...(facts?.page && { previous: facts.page }),
    ...((facts?.witnesses ?? 0) >= TRUST.witnesses && { isWitnessed: true as const }),
  };
  if (facts === undefined) return [{ job, rank: 0, lateness: 0 }];
  const rank = facts.disputed ? 1 : 2;
  // The age of a visit dated in the future is unknown. While the wrong clock goes on dating visits, one is made per hour.
  if (isAhead(facts.checkedAt, now)) {
    const hourly = { ...job, slot: slotOfHour(now) };
    return isWritten?.(observationId(hourly)) ? [] : [{ job: hourly, rank, lateness: 0 }];
  }
  const late = now.getTime() - dueAgainAt(facts, wait).getTime();
  return late < 0 ? [] : [{ job, rank, lateness: late / wait }];
}

/**
 * A disputed source is visited in turns by a browser and by plain HTTP, since some vendors answer robots otherwise: what both
 * paths state is published. After a failure, such as for want of a browser, HTTP goes on.
 */
function isForOtherPath({ kind }: Source, facts: SourceFacts | undefined): boolean {
  if (kind === 'openapi' || facts === undefined || !facts.disputed || facts.failuresInARow > 0) return false;
  return Math.floor(Date.parse(facts.checkedAt) / DISPUTE_RECHECK_MS) % 2 === 1;
}

/** When a visited source is due again. `plannedMs` is its wait by the plan. */
export function dueAgainAt(facts: SourceFacts, plannedMs: number): Date {
  const wait = Math.max(FAILURE_RETRY_MS, waitAfter(facts, plannedMs));
  const notBefore = facts.notBefore === undefined ? 0 : Date.parse(facts.notBefore);
  return new Date(Math.max(Date.parse(facts.checkedAt) + wait, notBefore));
}

function waitAfter(facts: SourceFacts, cadence: number): number {
  if (facts.refusalsInARow > 0) return refusalBackoff(facts.refusalsInARow, cadence);
  // A rule of the vendor's: trying again soon would change nothing.
  if (facts.failure === 'disallowed') return cadence;
  if (facts.failuresInARow > 0)
    return Math.min(cadence, FAILURE_RETRY_MS * 2 ** Math.min(facts.failuresInARow - 1, 20));
  return facts.disputed ? Math.min(cadence, DISPUTE_RECHECK_MS) : cadence;
}

function refusalBackoff(refusals: number, cadence: number): number {
  const days = POLITENESS.refusalBackoffDays;
  return Math.max(cadence, (days[Math.min(refusals, days.length) - 1] ?? 1) * DAY_MS);
}

/** "2026-11-21T12-30Z": to the minute, without the colons that BullMQ refuses in an id. */
function slotAfter(checkedAt: string): string {
  return `${new Date(checkedAt).toISOString().slice(0, 16).replace(':', '-')}Z`;
}

/** "2026-11-21T12Z" */
function slotOfHour(now: Date): string {
  return `${now.toISOString().slice(0, 13)}Z`;
}

/** One job of each host in turn; the order within a host stays. */
function* spreadOverHosts(candidates: readonly Candidate[]): Steps<CrawlJob[]> {
  const byHost = new Map<string, CrawlJob[]>();
  yield* each(candidates, ({ job }) => {
    const { host } = new URL(job.url);
    const queue = byHost.get(host);
    if (queue === undefined) byHost.set(host, [job]);
    else queue.push(job);
  });
  let queues = [...byHost.values()];
  const spread: CrawlJob[] = [];
  for (let turn = 0; queues.length > 0; turn += 1) {
    yield* each(queues, (queue) => spread.push(...queue.slice(turn, turn + 1)));
    queues = queues.filter((queue) => queue.length > turn + 1);
  }
  return spread;
}
