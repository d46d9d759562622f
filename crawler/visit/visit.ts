/** Visits one source: fetches its page, archives the bytes, and reads them, so that every reading can be repeated. */
import { setTimeout as delay } from 'node:timers/promises';
import { POLITENESS } from '../../config/politeness.ts';
import { defined } from '../../data/defined.ts';
import { type CrawlJob, type Observation, observationId } from '../../data/observation.ts';
import type { Page } from '../../data/page.ts';
import type { PageReading } from '../../data/reading.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import { type Failed, type Fetched, type FetchedPage, FetchFailure, failed } from '../fetch/fetched.ts';
import { checkUrl } from '../fetch/guard.ts';
import type { Web } from '../fetch/web.ts';
import { isWorthAsking, type ModelReader } from '../model/model-reader.ts';
import type { HintsOf } from './catalogue-hints.ts';
import { hasNewAmounts, hasPrices } from './new-amounts.ts';
import type { ReadWorker } from './read-worker.ts';

export interface VisitTools extends Pick<Web, 'fetch' | 'browser' | 'robots' | 'politeness'> {
  archive: Pick<Archive, 'get' | 'put'>;
  reader: Pick<ReadWorker, 'read' | 'request'>;
  /** Absent where no language model is configured. */
  model?: Pick<ModelReader, 'answerTo'>;
  hintsOf: HintsOf;
  clock: () => Date;
}

export type Visit =
  | { kind: 'observed'; observation: Observation; isPassing: boolean }
  | { kind: 'postponed'; job: CrawlJob; waitMs: number };

const MOMENT_MS = 1_000;
const BROWSER_MISSING_MS = 86_400_000;

class Postponed extends Error {
  override name = 'Postponed';
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`Not before ${waitMs} ms have passed`);
    this.waitMs = waitMs;
  }
}

export async function visit(job: CrawlJob, tools: VisitTools): Promise<Visit> {
  const fetched = await fetchOf(job, tools).catch((error: unknown) => {
    if (error instanceof FetchFailure) return failed(error);
    if (error instanceof Postponed) return error;
    throw error;
  });
  if (fetched instanceof Postponed) return { kind: 'postponed', job, waitMs: fetched.waitMs };
  return observe(job, fetched, tools);
}

async function observe(job: CrawlJob, fetched: Fetched, tools: VisitTools): Promise<Visit> {
  const { archive, politeness, hintsOf, clock } = tools;
  if (fetched.kind === 'failure') return failedVisit(job, fetched, tools);
  const { host } = new URL(job.url);
  const { previous } = job;
  const unchanged = async (sha256: string, via: Page['via'], at: Date): Promise<Visit> => {
    await politeness.welcomed(host);
    return observed({ ...base(job, at), kind: 'unchanged', sha256, via });
  };
  if (fetched.kind === 'unchanged') {
    if (previous === undefined) throw new TypeError(`Unexpected status 304 for ${job.url}: no previous page`);
    return unchanged(previous.sha256, 'http', clock());
  }
  const { bytes, charset, format, via, fetchedAt, finalUrl, status } = fetched;
  const sha256 = await archive.put(bytes);
  if (sha256 === previous?.sha256) return unchanged(sha256, via, fetchedAt);
  const form = { bytes, charset, format, url: finalUrl, asked: job.url, ...hintsOf(job) };
  const reading = await readWithModel(form, { isWitnessed: job.isWitnessed === true }, tools);
  if (reading.verdict === 'blocked' || reading.verdict === 'challenge') await politeness.refused(host, { status });
  else await politeness.welcomed(host);
  if (reading.verdict === 'empty_shell' && via === 'http') return visit({ ...job, render: 'browser' }, tools);
  const facts = base(job, fetchedAt);
  const picture = fetched.picture && hasPrices(reading) ? await archive.put(fetched.picture) : undefined;
  const page = pageOf(fetched, { sha256, url: job.url, at: facts.observedAt });
  return observed({ ...facts, kind: 'page', page: { ...page, ...defined({ picture }) }, reading });
}

/** Reads the page, and again with the answer of a language model where one may make its facts surer. */
async function readWithModel(
  form: Parameters<ReadWorker['read']>[0],
  { isWitnessed }: { isWitnessed: boolean },
  { reader, model }: Pick<VisitTools, 'reader' | 'model'>,
): Promise<PageReading> {
  const { reading } = await reader.read(form);
  if (model === undefined || !isWorthAsking(reading, isWitnessed)) return reading;
  const request = await reader.request(form);
  const answer = request === undefined ? undefined : await model.answerTo(request);
  return answer === undefined ? reading : (await reader.read({ ...form, answer })).reading;
}

async function fetchOf(job: CrawlJob, tools: VisitTools): Promise<Fetched> {
  const { url, render, previous } = job;
  const fetch = render === 'browser' ? await tools.browser() : tools.fetch;
  return fetch({
    url,
    clock: tools.clock,
    ...(previous && render === 'http' && { previous }),
    isPictured: (bytes) => hasNewAmounts(bytes, previous, tools.archive),
    beforeHop: await politeHops(url, { visit: `${observationId(job)} ${render}`, render }, tools),
  });
}

type Politely = Pick<VisitTools, 'politeness' | 'robots' | 'clock'>;

/** What is done before each hop. @throws {FetchFailure} robots.txt or an earlier refusal forbids the first */
async function politeHops(
  url: string,
  { visit, render }: { visit: string; render: CrawlJob['render'] },
  tools: Politely,
): Promise<(hop: URL, count: number) => Promise<void>> {
  const { politeness, robots } = tools;
  const start = checkUrl(url);
  const { crawlDelayMs } = await allowed(start, tools);
  let host = start.host;
  return async (hop, count) => {
    // Spacing is measured from the granted instant, so the turn is taken as late as possible.
    if (count === 0) return turnAt(hop.host, visit, { politeness, crawlDelayMs });
    // A redirect to another host obeys the rules of that host and takes a turn there.
    if (hop.host === host || render === 'browser') await robots.admit(hop);
    else await turnAt(hop.host, visit, { politeness, crawlDelayMs: (await allowed(hop, tools)).crawlDelayMs });
    host = hop.host;
  };
}

/** Fetches a file that is no page, such as a sitemap, as politely as a page. `visit` names its turn at the host. */
export async function fetchFile(
  url: string,
  visit: string,
  tools: Politely & Pick<Web, 'fetchFile'>,
): Promise<{ bytes: Buffer } | Failed | { kind: 'postponed'; waitMs: number }> {
  try {
    const beforeHop = await politeHops(url, { visit, render: 'http' }, tools);
    return await tools.fetchFile({ url, clock: tools.clock, beforeHop });
  } catch (error) {
    if (error instanceof FetchFailure) return failed(error);
    if (error instanceof Postponed) return { kind: 'postponed', waitMs: error.waitMs };
    throw error;
  }
}

/** What the host's robots.txt says of its crawl delay and sitemaps. @throws {FetchFailure} it or an earlier refusal forbids it */
async function allowed(url: URL, { politeness, robots, clock }: Politely): ReturnType<Web['robots']['admit']> {
  const until = await politeness.heldUntil(url.host);
  if (until !== undefined) {
    const detail = `${url.host} recently refused a visit; no visits until ${until.toISOString()}`;
    throw new FetchFailure('refused', detail, { pauseMs: until.getTime() - clock().getTime() });
  }
  // A request for robots.txt takes a turn like any other.
  const turn = () => turnAt(url.host, `robots.txt of ${url.origin}`, { politeness, crawlDelayMs: undefined });
  return robots.admit(url, turn);
}

/** Resolves when it is this visit's turn at the host. @throws {Postponed} the wait is longer than a moment */
async function turnAt(
  host: string,
  visit: string,
  { politeness, crawlDelayMs }: Pick<VisitTools, 'politeness'> & { crawlDelayMs: number | undefined },
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
  const { kind: _kind, bytes, picture: _picture, ...page } = fetched;
  return { ...page, url, sha256, bytes: bytes.length, fetchedAt: at };
}

/** Passing failures are retried by BullMQ. */
function isPassing({ failure, status = 0, retryAfterMs, isPassing: isMarked }: Failed): boolean {
  if (isMarked || failure === 'unreachable' || failure === 'timeout' || failure === 'crashed') return true;
  // A Retry-After is obeyed instead.
  return failure === 'bad_status' && (status >= 500 || status === 408) && retryAfterMs === undefined;
}

async function failedVisit(job: CrawlJob, fetched: Failed, { politeness, clock }: VisitTools): Promise<Visit> {
  const pauseMs = await pauseAfter(job, fetched, politeness);
  const observation = failureObservation(job, { ...fetched, pauseMs }, clock());
  return { kind: 'observed', observation, isPassing: isPassing(fetched) };
}

/** How long the source must not be fetched again, whatever its cadence; in milliseconds. */
async function pauseAfter(
  { url }: CrawlJob,
  { failure, status = 0, retryAfterMs, pauseMs }: Failed,
  politeness: VisitTools['politeness'],
): Promise<number | undefined> {
  if (pauseMs !== undefined) return pauseMs;
  if (failure === 'browser_missing') return BROWSER_MISSING_MS;
  const asked = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, POLITENESS.maxRetryAfterMs);
  if (failure !== 'refused') return asked;
  return politeness.refused(new URL(url).host, { status, ...defined({ retryAfterMs: asked }) });
}

type FailureFacts = Pick<Failed, 'failure' | 'detail' | 'status'> & { pauseMs?: number | undefined };

export function failureObservation(
  job: CrawlJob,
  { failure, detail, status, pauseMs }: FailureFacts,
  now: Date,
): Observation {
  const facts = base(job, now);
  const notBefore = pauseMs === undefined ? undefined : new Date(Date.parse(facts.observedAt) + pauseMs).toISOString();
  return { ...facts, kind: 'failure', failure, detail: detail.slice(0, 300), ...defined({ status, notBefore }) };
}
