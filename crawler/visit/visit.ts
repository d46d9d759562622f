/**
 * One job, one observation: ask politely, fetch, archive, read, and escalate to Chromium where the page proves to be
 * an empty shell.
 *
 * The bytes are in the archive before anyone reads them, so whatever a reader makes of them can be checked and made
 * again. A visit that must wait longer than a moment is postponed, with what it has learnt, rather than hold a worker.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { POLITENESS } from '../../config/politeness.ts';
import { type CrawlJob, type Observation, observationId } from '../../data/observation.ts';
import type { Page } from '../../data/page.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import { FetchFailure } from '../fetch/failure.ts';
import { type Failed, type Fetched, type FetchedPage, failed } from '../fetch/fetched.ts';
import { checkUrl } from '../fetch/guard.ts';
import type { PageQuestion } from '../fetch/http.ts';
import type { Politeness } from '../fetch/politeness.ts';
import type { Robots } from '../fetch/robots.ts';
import type { KnownOf } from './catalogue-hints.ts';
import type { ReadingDesk } from './read-worker.ts';

type Crawler = { visit(question: PageQuestion): Promise<Fetched> };

export interface VisitTools {
  http: Crawler;
  /** @throws {FetchFailure} `browser_missing` */
  browser: () => Promise<Crawler>;
  robots: Robots;
  politeness: Politeness;
  archive: Pick<Archive, 'put' | 'putText'>;
  desk: Pick<ReadingDesk, 'read'>;
  knownOf: KnownOf;
  clock: () => Date;
}

export type Visit =
  /** `isPassing`: the failure may be over in a minute. */
  | { kind: 'observed'; observation: Observation; isPassing: boolean }
  /** The job to come back with, which may have learnt that it needs a browser. */
  | { kind: 'postponed'; job: CrawlJob; waitMs: number };

/** Waited for on the spot; a longer wait gives the worker to another job. */
const MOMENT_MS = 1_000;
/** Without a browser there is none tomorrow either, unless somebody installs it. */
const BROWSER_MISSING_MS = 86_400_000;

class Postponed extends Error {
  override name = 'Postponed';
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`Not for another ${waitMs} ms`);
    this.waitMs = waitMs;
  }
}

/** A host that refused lately is not asked, though the job is due. */
class Held extends Error {
  override name = 'Held';
  readonly until: Date;

  constructor(host: string, until: Date) {
    super(`${host} refused a visit lately and is left alone until ${until.toISOString()}`);
    this.until = until;
  }
}

export async function visit(job: CrawlJob, tools: VisitTools): Promise<Visit> {
  try {
    return await look(job, tools);
  } catch (error) {
    if (error instanceof Postponed) return { kind: 'postponed', job, waitMs: error.waitMs };
    throw error;
  }
}

async function look(job: CrawlJob, tools: VisitTools): Promise<Visit> {
  const { archive, politeness, desk, knownOf, clock } = tools;
  const fetched = await fetchOf(job, tools).catch((error: unknown) => {
    if (error instanceof Held) return error;
    if (error instanceof FetchFailure) return failed(error);
    throw error;
  });
  if (fetched instanceof Held) return heldBack(job, fetched, clock());
  if (fetched.kind === 'failure') return failedVisit(job, fetched, tools);

  const { host } = new URL(job.url);
  const { previous } = job;
  if (fetched.kind === 'unchanged') {
    // 304 answers validators, and validators come from a previous page.
    if (previous === undefined) throw new TypeError(`Cannot take 304 for ${job.url}: there is no previous page`);
    await politeness.welcomed(host);
    return observed({ ...base(job, clock()), kind: 'unchanged', sha256: previous.sha256, via: 'http' });
  }
  const { bytes, charset, format, via, fetchedAt, status } = fetched;
  const sha256 = await archive.put(bytes);
  if (sha256 === previous?.sha256) {
    await politeness.welcomed(host);
    return observed({ ...base(job, fetchedAt), kind: 'unchanged', sha256, via });
  }
  const form = { bytes, charset, format, url: fetched.finalUrl, asked: job.url, ...knownOf(job) };
  const { reading, text } = await desk.read(form);
  if (text !== undefined) await archive.putText({ sha256, charset, format }, text);
  // A refusal is one whatever status it comes with.
  if (reading.verdict === 'blocked' || reading.verdict === 'challenge') await politeness.refused(host, { status });
  else await politeness.welcomed(host);
  if (reading.verdict === 'empty_shell' && via === 'http') return visit({ ...job, render: 'browser' }, tools);
  const facts = base(job, fetchedAt);
  return observed({
    ...facts,
    kind: 'page',
    page: pageOf(fetched, { sha256, url: job.url, at: facts.observedAt }),
    reading,
  });
}

async function fetchOf(job: CrawlJob, tools: VisitTools): Promise<Fetched> {
  const { url, render, previous } = job;
  const start = checkUrl(url);
  const crawler = render === 'browser' ? await tools.browser() : tools.http;
  const crawlDelayMs = await allowed(start, tools);
  let host = start.host;
  return crawler.visit({
    url,
    clock: tools.clock,
    ...(previous && render === 'http' && { previous }),
    async beforeHop(hop, count) {
      // As late as can be: what is granted is the instant of the request.
      const visit = `${observationId(job)} ${render}`;
      if (count === 0) return turnAt(hop.host, visit, { politeness: tools.politeness, crawlDelayMs });
      // A redirect within the host belongs to this visit; another host has its own rules, and its own turn.
      if (hop.host === host || render === 'browser') await tools.robots.admit(hop);
      else await turnAt(hop.host, visit, { politeness: tools.politeness, crawlDelayMs: await allowed(hop, tools) });
      host = hop.host;
    },
  });
}

/** Resolves with the host's crawl delay, when neither its robots.txt nor an earlier refusal forbids the visit. */
async function allowed(url: URL, { politeness, robots }: VisitTools): Promise<number | undefined> {
  const until = await politeness.heldUntil(url.host);
  if (until !== undefined) throw new Held(url.host, until);
  // Asking for its rules is a request to the host like any other; it is one turn for all who wait for them.
  const turn = () => turnAt(url.host, `robots.txt of ${url.origin}`, { politeness, crawlDelayMs: undefined });
  return (await robots.admit(url, turn)).crawlDelayMs;
}

/** Resolves when it is this visit's turn at the host. @throws {Postponed} that is not in a moment */
async function turnAt(
  host: string,
  visit: string,
  { politeness, crawlDelayMs }: { politeness: Politeness; crawlDelayMs: number | undefined },
): Promise<void> {
  for (;;) {
    const waitMs = await politeness.turn(host, visit, crawlDelayMs);
    if (waitMs === 0) return;
    if (waitMs > MOMENT_MS) throw new Postponed(waitMs);
    await delay(waitMs);
  }
}

function observed(observation: Observation): Visit {
  return { kind: 'observed', observation, isPassing: false };
}

function base(job: CrawlJob, at: Date) {
  const { slug, source, url, slot } = job;
  return { id: observationId(job), slug, source, url, slot, observedAt: job.at ?? at.toISOString() };
}

function pageOf(fetched: FetchedPage, { sha256, url, at }: { sha256: string; url: string; at: string }): Page {
  const { kind: _kind, bytes, ...page } = fetched;
  return { ...page, url, sha256, bytes: bytes.length, fetchedAt: at };
}

function heldBack(job: CrawlJob, { message, until }: Held, now: Date): Visit {
  return observed(
    failureObservation(job, { failure: 'refused', detail: message, pauseMs: until.getTime() - now.getTime() }, now),
  );
}

async function failedVisit(job: CrawlJob, fetched: Failed, { politeness, clock }: VisitTools): Promise<Visit> {
  const { failure, status, retryAfterMs } = fetched;
  const pauseMs = await pauseAfter(job, fetched, politeness);
  const isServerFault = status !== undefined && (status >= 500 || status === 408);
  const isPassing =
    fetched.isPassing ||
    failure === 'unreachable' ||
    failure === 'timeout' ||
    failure === 'crashed' ||
    // A server that says when to come back is taken at its word.
    (failure === 'bad_status' && isServerFault && retryAfterMs === undefined);
  return { kind: 'observed', observation: failureObservation(job, { ...fetched, pauseMs }, clock()), isPassing };
}

/** How long the source must not be asked again, whatever its cadence. */
async function pauseAfter(job: CrawlJob, fetched: Failed, politeness: Politeness): Promise<number | undefined> {
  const { failure, status = 0, retryAfterMs } = fetched;
  if (failure === 'browser_missing') return BROWSER_MISSING_MS;
  const asked = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, POLITENESS.maxRetryAfterMs);
  if (failure !== 'refused') return asked;
  return politeness.refused(new URL(job.url).host, { status, ...(asked !== undefined && { retryAfterMs: asked }) });
}

interface FailureFacts {
  failure: Failed['failure'];
  detail: string;
  status?: number;
  pauseMs?: number | undefined;
}

export function failureObservation(
  job: CrawlJob,
  { failure, detail, status, pauseMs }: FailureFacts,
  now: Date,
): Observation {
  const facts = base(job, now);
  return {
    ...facts,
    kind: 'failure',
    failure,
    detail: detail.slice(0, 300),
    ...(status !== undefined && { status }),
    ...(pauseMs !== undefined && { notBefore: new Date(Date.parse(facts.observedAt) + pauseMs).toISOString() }),
  };
}
