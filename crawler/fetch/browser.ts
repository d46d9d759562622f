/**
 * Fetches a page through Chromium, for sources whose plain HTML carries no prices: the bytes are the settled DOM.
 *
 * Crawlee's pool starts, replaces and ends the browsers. Chromium reaches the network through our egress proxy only and
 * keeps nothing between visits. A renderer that crashes or hangs fails its own visit only.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Response, Page as Tab } from 'playwright';
import type { FailureKind } from '../../data/observation.ts';
import { atMost } from './at-most.ts';
import { SWITCHES } from './chromium-switches.ts';
import { type ChromiumUser, chromiumUsers } from './chromium-user.ts';
import { formatOf } from './content.ts';
import { asBrowsed, type EgressProxy } from './egress-proxy.ts';
import { statusFailure } from './exchange.ts';
import { type Fetched, type FetchedPage, FetchFailure, failed } from './fetched.ts';
import type { GuardOptions } from './guard.ts';
import type { PageFetcher, PageQuestion, VisitLimits } from './http.ts';
import { pictureOf } from './picture.ts';
import { NAVIGATED, serialised, settle, type Traffic, UNREAD, watchTraffic } from './settled-page.ts';

export interface BrowserOptions {
  executablePath: string;
  proxy: EgressProxy;
  userAgent: string;
  loopbackVendors: GuardOptions['loopbackVendors'];
  limits: VisitLimits;
  /** Pages open at once; a tab takes some 100 MB. */
  tabs: number;
  /** A page is watched for at least this long. */
  leastMs?: number;
}

export type Browser = Awaited<ReturnType<typeof startBrowser>>;

/** Some pages fill in their amounts a second or two after they load. */
const LEAST_MS = 2_000;
/** A page that never settles is read as it stands after this share of the visit's time. */
const SETTLE_SHARE = 1 / 3;
/** A tab that does not close in this time is left to its browser, which then gets no further pages. */
const CLOSE_MS = 15_000;
const PAGES_PER_BROWSER = 100;

/** @throws {FetchFailure} `browser_missing` */
export async function startBrowser(options: BrowserOptions) {
  const { executablePath, tabs } = options;
  if (!existsSync(executablePath)) throw new FetchFailure('browser_missing', `No browser at ${executablePath}`);
  const pool = await openPool(options);
  const inTurn = atMost(tabs);
  const fetch: PageFetcher = (question) => inTurn(() => fetchInTab(pool, question, options));
  return { fetch, stop: () => pool.destroy() };
}

type Pool = Awaited<ReturnType<typeof poolOf>>;

async function openPool(options: BrowserOptions): Promise<Pool> {
  const [safest, ...others] = chromiumUsers(options.executablePath);
  let pool = await poolOf(safest, options);
  for (const user of others) {
    const reason = await whyNot(pool);
    if (reason === undefined) break;
    process.emitWarning(`Chromium runs as root and without its sandbox: ${reason}`);
    await pool.destroy();
    pool = await poolOf(user, options);
  }
  return pool;
}

/** Why its Chromium does not start; undefined where it does, and is there for the first page. */
async function whyNot(pool: Pool): Promise<string | undefined> {
  try {
    await (await pool.newPage()).close();
    return undefined;
  } catch (error) {
    const { message, cause } = error as Error;
    const said = stripVTControlCharacters(cause instanceof Error ? cause.message : message);
    const lastWords = [...said.matchAll(/\[err\] (.*)/g)].at(-1)?.[1];
    return (lastWords ?? said).slice(0, 200);
  }
}

async function poolOf(user: ChromiumUser, { proxy, userAgent, tabs }: BrowserOptions) {
  const { BrowserPool, PlaywrightPlugin } = await importPool();
  const { chromium } = await import('playwright');
  const launchOptions = {
    ...user,
    args: [...SWITCHES, `--user-agent=${userAgent}`],
    proxy: { server: proxy.url, bypass: '<-loopback>' },
    // Playwright lets every page open windows, and each takes the memory of a tab.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  const pool = new BrowserPool({
    // Each page has a context of its own: no cookie, cache or storage outlives a visit.
    browserPlugins: [new PlaywrightPlugin(chromium, { useIncognitoPages: true, launchOptions })],
    useFingerprints: false,
    maxOpenPagesPerBrowser: tabs,
    retireBrowserAfterPageCount: PAGES_PER_BROWSER,
  });
  pool.prePageCreateHooks.push((_pageId, _controller, context) => {
    const ours = { userAgent, locale: 'en-US', serviceWorkers: 'block', acceptDownloads: false, permissions: [] };
    Object.assign(context ?? {}, ours);
  });
  pool.postPageCreateHooks.push(async (tab) => {
    await tab.route('**/*', (route) => {
      const verdict = UNREAD.has(route.request().resourceType()) ? route.abort() : route.continue();
      // The tab may have been closed meanwhile.
      return verdict.catch(() => {});
    });
  });
  return pool;
}

/** Imports the browser pool, and closes the unguarded proxy that the import opens (@crawlee/browser-pool 3.18.1). */
async function importPool(): Promise<typeof import('@crawlee/browser-pool')> {
  const close = (message: unknown) => {
    const { server, options } = message as { server: Server; options?: { port?: number; host?: string } };
    // Our own servers name their interface. The pool waits until its server listens.
    if (options?.host === undefined && options?.port === 0)
      server.once('listening', () => setImmediate(() => server.close()));
  };
  subscribe('tracing:net.server.listen:asyncStart', close);
  try {
    return await import('@crawlee/browser-pool');
  } finally {
    unsubscribe('tracing:net.server.listen:asyncStart', close);
  }
}

async function fetchInTab(pool: Pool, question: PageQuestion, options: BrowserOptions): Promise<Fetched> {
  const { url } = question;
  let tab: Tab;
  try {
    tab = await pool.newPage();
  } catch (cause) {
    // The pool replaces a dead browser for the next page.
    return failed(new FetchFailure('crashed', `The browser crashed before loading ${url}`, { cause }));
  }
  const { promise: late, reject } = Promise.withResolvers<never>();
  const inTime = new FetchFailure('timeout', `Cannot load ${url} in time`);
  const timer = setTimeout(() => reject(inTime), options.limits.totalTimeoutMs);
  try {
    return await Promise.race([show(tab, question, options), late]);
  } catch (error) {
    return failed(browserFailure(error, url));
  } finally {
    clearTimeout(timer);
    const closed = tab.close().then(() => true);
    const isClosed = await Promise.race([closed.catch(() => false), delay(CLOSE_MS, false, { ref: false })]);
    if (!isClosed) pool.retireBrowserByPage(tab);
  }
}

async function show(tab: Tab, question: PageQuestion, options: BrowserOptions): Promise<FetchedPage> {
  const { proxy, loopbackVendors, limits, leastMs = LEAST_MS } = options;
  const asked = new URL(question.url);
  await question.beforeHop?.(asked, 0);
  const traffic = watchTraffic(tab);
  const deadline = Date.now() + limits.totalTimeoutMs * SETTLE_SHARE;
  const response = await tab
    .goto(asBrowsed(asked, loopbackVendors).href, { waitUntil: 'domcontentloaded', timeout: limits.totalTimeoutMs })
    .catch((error: unknown) => {
      throw refusalOf(traffic, proxy) ?? error;
    });
  if (response === null) throw new FetchFailure('bad_status', `Cannot load ${question.url}: no response`);
  await checkResponse(response, question, limits.maxRedirects);
  await settle(tab, traffic, { deadline, leastMs });

  const finalUrl = asAsked(new URL(tab.url()), asked);
  if (finalUrl.protocol !== 'http:' && finalUrl.protocol !== 'https:') {
    const left = `Cannot read ${question.url}: redirected to a ${finalUrl.protocol} address`;
    throw refusalOf(traffic, proxy) ?? new FetchFailure('blocked_address', left);
  }
  // Scripts may have moved to a URL that robots.txt disallows.
  if (finalUrl.href !== asked.href) await question.beforeHop?.(finalUrl, 1);
  const bytes = await serialised(tab, limits.maxDecodedBytes);
  const picture = (await question.isPictured?.(bytes)) === true ? await pictureOf(tab) : undefined;
  const page = { kind: 'page', bytes, finalUrl: finalUrl.href, status: response.status() } as const;
  const form = { format: 'html', charset: 'utf-8', via: 'browser', ...(picture && { picture }) } as const;
  return { ...page, ...form, fetchedAt: question.clock() };
}

/** Why the proxy refused the host of the last navigation. */
function refusalOf(traffic: Traffic, proxy: EgressProxy): FetchFailure | undefined {
  const host = URL.parse(traffic.lastDocument())?.host;
  return host === undefined ? undefined : proxy.refusalOf(host);
}

/** Vendors on loopback are browsed by http; the record keeps the requested scheme. */
function asAsked(shown: URL, asked: URL): URL {
  const url = new URL(shown);
  if (url.host === asked.host) url.protocol = asked.protocol;
  return url;
}

async function checkResponse(response: Response, { url, clock }: PageQuestion, maxRedirects: number): Promise<void> {
  let redirects = 0;
  for (let from = response.request().redirectedFrom(); from !== null; from = from.redirectedFrom()) redirects += 1;
  if (redirects > maxRedirects)
    throw new FetchFailure('too_many_redirects', `Cannot load ${url}: ${redirects} redirects`);
  const status = response.status();
  if (status !== 200) {
    const retryAfter = (await response.headerValue('retry-after')) ?? undefined;
    throw statusFailure({ status, retryAfter }, { action: 'show', url, now: clock() });
  }
  const type = (await response.headerValue('content-type')) ?? 'text/html';
  if (formatOf(type, new Uint8Array(), '') !== 'html')
    throw new FetchFailure('wrong_type', `Cannot load a page of type "${type.slice(0, 60)}"`);
}

/** Playwright's errors have no codes; its messages carry Chromium's own names, which do not change. */
function browserFailure(error: unknown, url: string): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const text = error instanceof Error ? error.message : String(error);
  const net = /net::(ERR_[A-Z_]+)/.exec(text)?.[1];
  const failure = (kind: FailureKind, message: string) => new FetchFailure(kind, message, { cause: error });
  if (net === 'ERR_TOO_MANY_REDIRECTS') return failure('too_many_redirects', `Cannot load ${url}: ${net}`);
  if (net === 'ERR_ABORTED' || /Download is starting/i.test(text))
    return failure('wrong_type', `Cannot load ${url}: the page is a download`);
  if (net !== undefined) return failure('unreachable', `Cannot load ${url}: ${net}`);
  if (/crashed|has been closed|Target closed/i.test(text))
    return failure('crashed', `The browser crashed while loading ${url}`);
  if (NAVIGATED.test(text)) return failure('timeout', `${url} never finishes loading`);
  if (/Timeout \d+ms exceeded/.test(text)) return failure('timeout', `Cannot load ${url} in time`);
  throw error;
}
