/**
 * A page as Chromium shows it: for sources whose plain HTML carries no prices. The bytes are the DOM, serialised once
 * it has come to rest.
 *
 * Chromium goes out through our egress proxy alone, says who it is, runs no worker, downloads nothing, is granted
 * nothing and keeps nothing between visits. A renderer that crashes or hangs costs its visit and no other.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { Server } from 'node:net';
import type { Request as CrawleeRequest } from '@crawlee/basic';
import type { Response, Page as Tab } from 'playwright';
import { SWITCHES } from './chromium-switches.ts';
import { asBrowsed, type EgressProxy } from './egress-proxy.ts';
import { FetchFailure } from './failure.ts';
import { type Fetched, type FetchedPage, failed } from './fetched.ts';
import type { GuardOptions } from './guard.ts';
import type { PageQuestion, VisitLimits } from './http.ts';
import { type LongLivedCrawler, startLongLivedCrawler, VisitLost } from './long-lived-crawler.ts';
import { NAVIGATED, rest, serialised, type Traffic, UNREAD, watchTraffic } from './page-at-rest.ts';
import { formatOf } from './page-format.ts';
import { retryAfterMs } from './retry-after.ts';

export interface BrowserOptions {
  executablePath: string;
  proxy: EgressProxy;
  userAgent: string;
  loopbackVendors: GuardOptions['loopbackVendors'];
  limits: VisitLimits;
  /** Pages open at once; a tab takes some 100 MB. */
  concurrency: number;
  onEnd: (error: Error) => void;
}

/** A page that never rests is read as it stands after this share of the visit's time. */
const REST_SHARE = 1 / 3;
/** Time for Crawlee to open and close a tab, beyond the visit's own. */
const TAB_MS = 30_000;

export type Browser = LongLivedCrawler<PageQuestion, Fetched>;

/** @throws {FetchFailure} `browser_missing` */
export async function startBrowser(options: BrowserOptions): Promise<Browser> {
  const { executablePath, proxy, userAgent, limits, concurrency, onEnd } = options;
  if (!existsSync(executablePath)) throw new FetchFailure('browser_missing', `No browser at ${executablePath}`);
  const { PlaywrightCrawler } = await importWithoutItsServer();
  const crawler = startLongLivedCrawler<{ request: CrawleeRequest; page: Tab }, PageQuestion, Fetched>({
    create: (settings, configuration) =>
      new PlaywrightCrawler(
        {
          ...settings,
          headless: true,
          launchContext: {
            // A context of its own for each page: no cookie, cache or storage outlives a visit.
            useIncognitoPages: true,
            launchOptions: {
              executablePath,
              // Said here too, or Crawlee would have the browser itself pass for someone's Chrome on a Mac.
              args: [...SWITCHES, `--user-agent=${userAgent}`],
              chromiumSandbox: process.getuid?.() !== 0,
              proxy: { server: proxy.url, bypass: '<-loopback>' },
              // Playwright lets every page open windows, and each takes the memory of a tab.
              ignoreDefaultArgs: ['--disable-popup-blocking'],
              // How a process stops is for the process to say.
              handleSIGINT: false,
              handleSIGTERM: false,
              handleSIGHUP: false,
            },
          },
          browserPoolOptions: {
            useFingerprints: false,
            maxOpenPagesPerBrowser: concurrency,
            retireBrowserAfterPageCount: 100,
            prePageCreateHooks: [
              (_pageId, _controller, context) => {
                Object.assign(context ?? {}, {
                  userAgent,
                  locale: 'en-US',
                  serviceWorkers: 'block',
                  acceptDownloads: false,
                  permissions: [],
                });
              },
            ],
          },
        },
        configuration,
      ),
    handle: ({ page }, question) => visit(page, question, options),
    concurrency,
    timeoutMs: limits.totalTimeoutMs + TAB_MS,
    onEnd,
  });
  return { ...crawler, visit: (question) => crawler.visit(question).catch(lost(question.url)) };
}

/** A dead browser is noticed at the latest when the next tab is opened; the visit after that finds a new one. */
function lost(url: string): (error: unknown) => Fetched {
  return (error) => {
    if (!(error instanceof VisitLost)) throw error;
    return failed(new FetchFailure('crashed', `The browser died before it showed ${url}`, { cause: error }));
  };
}

/**
 * Imports Crawlee's Playwright crawler and closes the server that the import opens: an unguarded forward proxy for
 * anyone, on a random port of every interface (@crawlee/browser-pool 3.18.1, proxy-server.js). It only lends its
 * address to launches that have no proxy, and ours has one.
 */
async function importWithoutItsServer() {
  const close = (message: unknown) => {
    const { server, options } = message as { server: Server; options?: { port?: number; host?: string } };
    // Ours name the interface that they listen on. Its maker waits to hear that it listens, so not sooner.
    if (options?.host === undefined && options?.port === 0)
      server.once('listening', () => setImmediate(() => server.close()));
  };
  subscribe('tracing:net.server.listen:asyncStart', close);
  try {
    return await import('@crawlee/playwright');
  } finally {
    unsubscribe('tracing:net.server.listen:asyncStart', close);
  }
}

async function visit(tab: Tab, question: PageQuestion, options: BrowserOptions): Promise<Fetched> {
  const { totalTimeoutMs } = options.limits;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new FetchFailure('timeout', `Cannot show ${question.url} in time`)),
    totalTimeoutMs,
  );
  try {
    return await Promise.race([show(tab, question, options), late]);
  } catch (error) {
    return failed(browserFailure(error, question.url));
  } finally {
    clearTimeout(timer);
  }
}

async function show(
  tab: Tab,
  question: PageQuestion,
  { proxy, loopbackVendors, limits }: BrowserOptions,
): Promise<FetchedPage> {
  const asked = new URL(question.url);
  await question.beforeHop?.(asked, 0);
  const traffic = watchTraffic(tab);
  await tab.route('**/*', (route) => {
    const verdict = UNREAD.has(route.request().resourceType()) ? route.abort() : route.continue();
    // The tab was closed meanwhile, and its requests with it.
    return verdict.catch(() => {});
  });
  const deadline = Date.now() + limits.totalTimeoutMs * REST_SHARE;
  const response = await tab
    .goto(asBrowsed(asked, loopbackVendors).href, { waitUntil: 'domcontentloaded', timeout: limits.totalTimeoutMs })
    .catch((error: unknown) => {
      throw refusalOf(traffic, proxy) ?? error;
    });
  if (response === null) throw new FetchFailure('bad_status', `Cannot show ${question.url}: no answer`);
  await judgeAnswer(response, question, limits.maxRedirects);
  await rest(tab, traffic, deadline);

  const finalUrl = asAsked(new URL(tab.url()), asked);
  if (finalUrl.protocol !== 'http:' && finalUrl.protocol !== 'https:') {
    const left = `Cannot read ${question.url}: it left for a ${finalUrl.protocol} address`;
    throw refusalOf(traffic, proxy) ?? new FetchFailure('blocked_address', left);
  }
  // Scripts may have moved the page to where robots.txt does not want us.
  if (finalUrl.href !== asked.href) await question.beforeHop?.(finalUrl, 1);
  const bytes = await serialised(tab, limits.maxDecodedBytes);
  return {
    kind: 'page',
    bytes,
    finalUrl: finalUrl.href,
    status: response.status(),
    format: 'html',
    charset: 'utf-8',
    via: 'browser',
    fetchedAt: question.clock(),
  };
}

/** Why the proxy let nobody through to where the page went last. */
function refusalOf(traffic: Traffic, proxy: EgressProxy): FetchFailure | undefined {
  const host = URL.parse(traffic.lastDocument())?.host;
  return host === undefined ? undefined : proxy.refusalOf(host);
}

/** Vendors on loopback are browsed by http; what is written down is the scheme that was asked for. */
function asAsked(shown: URL, asked: URL): URL {
  const url = new URL(shown);
  if (url.host === asked.host) url.protocol = asked.protocol;
  return url;
}

async function judgeAnswer(response: Response, { url, clock }: PageQuestion, maxRedirects: number): Promise<void> {
  let redirects = 0;
  for (let from = response.request().redirectedFrom(); from !== null; from = from.redirectedFrom()) redirects += 1;
  if (redirects > maxRedirects)
    throw new FetchFailure('too_many_redirects', `Cannot show ${url}: ${redirects} redirects`);
  const status = response.status();
  if (status !== 200) {
    const wait = retryAfterMs((await response.headerValue('retry-after')) ?? undefined, clock());
    const facts = { status, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
    if (status === 403 || status === 429)
      throw new FetchFailure('refused', `The vendor refuses ${url}: status ${status}`, facts);
    throw new FetchFailure('bad_status', `Cannot show ${url}: status ${status}`, facts);
  }
  const type = (await response.headerValue('content-type')) ?? 'text/html';
  if (formatOf(type, new Uint8Array(), '') !== 'html') {
    throw new FetchFailure('wrong_type', `Cannot show a page of type "${type.slice(0, 60)}"`);
  }
}

/** What Playwright's messages amount to. Its errors have no codes; the names are Chromium's own and do not change. */
function browserFailure(error: unknown, url: string): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const text = error instanceof Error ? error.message : String(error);
  const net = /net::(ERR_[A-Z_]+)/.exec(text)?.[1];
  const facts = { cause: error };
  if (net === 'ERR_TOO_MANY_REDIRECTS')
    return new FetchFailure('too_many_redirects', `Cannot show ${url}: ${net}`, facts);
  if (net === 'ERR_ABORTED') return new FetchFailure('wrong_type', `Cannot show ${url}: it is a download`, facts);
  if (net !== undefined) return new FetchFailure('unreachable', `Cannot show ${url}: ${net}`, facts);
  if (/Download is starting/i.test(text))
    return new FetchFailure('wrong_type', `Cannot show ${url}: it is a download`, facts);
  if (/crashed|has been closed|Target closed/i.test(text))
    return new FetchFailure('crashed', `The browser died while it showed ${url}`, facts);
  if (NAVIGATED.test(text)) return new FetchFailure('timeout', `${url} never comes to rest`, facts);
  if (/Timeout \d+ms exceeded/.test(text)) return new FetchFailure('timeout', `Cannot show ${url} in time`, facts);
  throw error;
}
