/**
 * The Express application: what is asked in no plain way, and what is no route. First what needs no generation (liveness,
 * metrics, what pages load, the manifest, what explains us); then the one list of routes; last what went wrong.
 */

import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Site } from '../config/site.ts';
import type { Answerer } from './dispatch/dispatcher.ts';
import type { Exchange } from './dispatch/exchange.ts';
import type { Generations } from './dispatch/generations.ts';
import { exchangeOf, type Paths, pathsOf } from './dispatch/paths.ts';
import { MAX_URL_LENGTH } from './dispatch/plain-routes.ts';
import type { Responder } from './dispatch/respond.ts';
import { exportedFile, generationDownload, latestManifest, pointerAnswer } from './files/exports/downloads.ts';
import { FeedFiles } from './files/feeds/feed-files.ts';
import { bulkFeeds } from './files/feeds/list.ts';
import type { Messages } from './http/messages.ts';
import { kindOf, NOT_STORED } from './interface/headers.ts';
import { nowhere } from './interface/not-found.ts';
import { Problem } from './interface/problem.ts';
import { EXPORTS, EXPORTS_PATH, POINTER_PATH, PUBLISHED_PATH, TOOLS_PATH } from './interface/published-files.ts';
import type { Route } from './interface/route.ts';
import { pricingRedirect } from './interface/vendor-redirect.ts';
import type { Metrics } from './metrics/metrics.ts';
import { fixedRoutes } from './page-routes.ts';
import { assets } from './pages/parts/assets.ts';
import type { Probe } from './probes.ts';

interface Options {
  generations: Generations;
  exportsDir: string;
  feedsDir: string;
  site: Site;
  metrics: Metrics;
  probes: ReadonlyMap<string, Probe>;
  routes: readonly Route[];
  /** What it is asked by and answers with. */
  messages: Messages;
  respond: Responder;
  answerer: Answerer;
  answerTools: (exchange: Exchange) => Promise<void>;
}

/** It answers requests whose exchange is in `res.locals`. */
export function expressApp(options: Options): Express {
  const { generations, respond, answerer } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing');
  // What is thrown while an error is answered goes to Express's last resort, which shows its stack in any other.
  app.set('env', 'production');
  options.messages.adoptedBy(app, express);
  const paths = pathsOf(app, respond, answerer);
  app.use((req, _res, next) => {
    if (req.url.length > MAX_URL_LENGTH) {
      throw new Problem('invalid_parameter', `The URL is longer than ${MAX_URL_LENGTH} characters`, { status: 414 });
    }
    next();
  });
  for (const [path, { id, answer }] of options.probes) paths.get(path, id, answer);
  answerVisits(paths, options);
  answerDownloads(paths, options);
  paths.at({ path: TOOLS_PATH, method: 'post', id: 'mcp' }, options.answerTools);
  for (const route of fixedRoutes) {
    paths.get(route.path, route.id, (exchange, given) => {
      respond.fixed(exchange, { route, given, coding: answerer.codingFor(exchange) });
    });
  }
  for (const route of options.routes) paths.route(route);
  app.use((req, res) => {
    if (req.method === 'OPTIONS' && kindOf(req.path) === 'api') return paths.nothing(exchangeOf(res));
    throw nowhere(generations.store, req.path);
  });
  app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => answerer.fail(exchangeOf(res), error));
  return app;
}

/** What a browser comes by: what pages load, and the way to a vendor. */
function answerVisits({ get }: Paths, { metrics, respond, answerer }: Options): void {
  for (const asset of assets) {
    get(asset.path, 'asset', (exchange) => respond.asset(exchange, asset, answerer.codingFor(exchange)));
  }
  get('/go/{slug}', 'go', (exchange, given) => {
    const { location, src } = pricingRedirect(answerer.answersNow().store, given);
    metrics.redirected(src);
    const headers = { ...NOT_STORED, Location: location, 'Referrer-Policy': 'origin', 'X-Robots-Tag': 'noindex' };
    respond.plain(exchange, { status: 302, kind: 'plain', headers });
  });
}

/** Files that others made: exports, feeds of all products, and generations for another node. */
function answerDownloads(
  { get }: Paths,
  { generations, exportsDir, feedsDir, site, respond, answerer }: Options,
): void {
  get(EXPORTS.path, 'getExports', async (exchange) => {
    await respond.file(exchange, await latestManifest(exportsDir));
  });
  get(POINTER_PATH, 'getCurrentGeneration', (exchange) => {
    respond.plain(exchange, { kind: 'api', ...pointerAnswer(generations.pointer, exchange.req.headers) });
  });
  get(PUBLISHED_PATH, 'getGenerationFile', async (exchange, given) => {
    await respond.file(exchange, await generationDownload(generations.dir, given));
  });
  get(`${EXPORTS_PATH}/{generation}/{file}`, 'getExportedFile', async (exchange, given) => {
    await respond.file(exchange, await exportedFile(exportsDir, given));
  });
  const feeds = new FeedFiles(feedsDir, site);
  for (const feed of bulkFeeds) {
    get(feed.path, feed.id, async (exchange) => {
      const asked = { path: exchange.req.path, coding: answerer.codingFor(exchange) };
      await respond.file(exchange, await feeds.at(feed, asked, answerer.answersNow()));
    });
  }
}
