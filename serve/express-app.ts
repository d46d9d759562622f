/**
 * The Express application: what is asked in no plain way, and what is no route. First what needs no generation (liveness,
 * metrics, what pages load, the manifest, what explains us); then the one list of routes; last what went wrong.
 */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Site } from '../config/site.ts';
import { type Answerer, RETRY_AFTER } from './answerer.ts';
import { exportedFile, latestManifest } from './exports/answer.ts';
import { EXPORTS } from './exports/manifest.ts';
import { POINTER_PATH, PUBLISHED_PATH, pointerAnswer, publishedFile } from './exports/published.ts';
import { bulkFeeds } from './feeds/bulk.ts';
import { FeedShelf } from './feeds/shelf.ts';
import type { Generations } from './generations.ts';
import { pricingRedirect } from './go.ts';
import { EXPORTS_PATH, kindOf, NOT_STORED } from './http/headers.ts';
import { TOOLS_PATH } from './manifest/tools.ts';
import type { Metrics } from './metrics.ts';
import { nowhere } from './nowhere.ts';
import { assets } from './pages/assets.ts';
import { exchangeOf, type Paths, pathsOf } from './paths.ts';
import { Problem } from './problem.ts';
import type { Exchange, Responder } from './respond.ts';
import { fixedRoutes, routes } from './route.ts';
import type { Peers } from './workers/peers.ts';

/** A batch of the longest slugs fits four times. */
export const MAX_URL_LENGTH = 8_000;
const JSON_NOT_STORED = { 'Content-Type': 'application/json; charset=utf-8', ...NOT_STORED };

interface Options {
  generations: Generations;
  exportsDir: string;
  feedsDir: string;
  site: Site;
  metrics: Metrics;
  peers: Pick<Peers, 'areComplete' | 'metricsText'> | undefined;
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
  const paths = pathsOf(app, respond, answerer);
  app.use((req, _res, next) => {
    if (req.url.length > MAX_URL_LENGTH) {
      throw new Problem('invalid_parameter', `The URL is longer than ${MAX_URL_LENGTH} characters`, { status: 414 });
    }
    next();
  });
  answerProbes(paths, options);
  answerVisits(paths, options);
  answerDownloads(paths, options);
  paths.at({ path: TOOLS_PATH, method: 'post', id: 'mcp' }, options.answerTools);
  for (const route of fixedRoutes) {
    paths.get(route.path, route.id, (exchange, given) => {
      respond.fixed(exchange, { route, given, coding: answerer.codingFor(exchange) });
    });
  }
  for (const route of routes) paths.route(route);
  app.use((req, res) => {
    if (req.method === 'OPTIONS' && kindOf(req.path) === 'api') return paths.nothing(exchangeOf(res));
    throw nowhere(generations.store, req.path);
  });
  app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => answerer.fail(exchangeOf(res), error));
  return app;
}

/** For whoever watches over the process. */
function answerProbes({ get }: Paths, { generations, metrics, peers, respond }: Options): void {
  get('/livez', 'livez', (exchange) => {
    respond.plain(exchange, { status: 200, kind: 'plain', headers: JSON_NOT_STORED, body: '{"status":"live"}' });
  });
  get('/readyz', 'readyz', (exchange) => {
    const generation = generations.current?.id;
    const awaited =
      generation === undefined ? 'a generation' : peers?.areComplete === false ? 'the other processes' : undefined;
    respond.plain(exchange, {
      kind: 'plain',
      ...(awaited !== undefined
        ? {
            status: 503,
            headers: { ...JSON_NOT_STORED, ...RETRY_AFTER },
            body: JSON.stringify({ status: `waiting for ${awaited}` }),
          }
        : { status: 200, headers: JSON_NOT_STORED, body: JSON.stringify({ status: 'ready', generation }) }),
    });
  });
  get('/metrics', 'metrics', async (exchange) => {
    const headers = { 'Content-Type': metrics.contentType, ...NOT_STORED };
    const body = await (peers?.metricsText() ?? metrics.text());
    respond.plain(exchange, { status: 200, kind: 'plain', headers, body });
  });
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
    await respond.file(exchange, await publishedFile(generations.dir, given));
  });
  get(`${EXPORTS_PATH}/{generation}/{file}`, 'getExportedFile', async (exchange, given) => {
    await respond.file(exchange, await exportedFile(exportsDir, given));
  });
  const shelf = new FeedShelf(feedsDir, site);
  for (const feed of bulkFeeds) {
    get(feed.path, feed.id, async (exchange) => {
      const file = await shelf.at(exchange.req.path, answerer.codingFor(exchange), answerer.answersNow());
      if (file === undefined) throw new Problem('not_found', 'There is nothing at this path');
      await respond.shelved(exchange, feed, file);
    });
  }
}
