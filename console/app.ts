/** The console over HTTP: admission, pages, forms and documents. Pages and actions are declared in pages/. */
import express, { type Express, type NextFunction, type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import { html } from '../web/html.ts';
import { hasSeveralHosts } from '../web/names.ts';
import { admission, type GateSettings, isSame, loginCookie, logoutCookie } from './http/admission.ts';
import { field, formOf, MOST_LOGIN_BYTES } from './http/form.ts';
import type { Live } from './http/live-events.ts';
import type { ConsoleMetrics } from './http/metrics.ts';
import { ConsoleProblem } from './http/problem.ts';
import { BOARD_PATH, board } from './http/queue-board.ts';
import type { Installation } from './installation/installation.ts';
import type { Teacher } from './installation/teaching.ts';
import type { TrialReader } from './installation/trial-reading.ts';
import { activityLog } from './pages/activity-log.ts';
import { readNewProduct, saveProduct } from './pages/add-product.ts';
import { budget } from './pages/budget.ts';
import { calibration } from './pages/calibration.ts';
import { capture, captureOf, compare, frameOf, sourceOf } from './pages/captures.ts';
import { check, checkNow, checks } from './pages/checks.ts';
import { failures } from './pages/failures.ts';
import { findProduct, foundProduct, newProduct } from './pages/find-product.ts';
import { loginPage } from './pages/login.ts';
import { overview } from './pages/overview.ts';
import type { ConsoleAction, ConsolePage, PageRequest } from './pages/page.ts';
import { product, products } from './pages/products.ts';
import { readers } from './pages/readers.ts';
import { decide, reviewCase } from './pages/review/case.ts';
import { review } from './pages/review/list.ts';
import { decideMany } from './pages/review/many.ts';
import { closeReport } from './pages/review/reports.ts';
import { undoAction, undoPage } from './pages/review/undo.ts';
import { sourceRecord, takeBack } from './pages/take-back.ts';
import { teachNewProduct } from './pages/teach/new-product.ts';
import { teachAction, teachPage } from './pages/teach/teach.ts';
import { deleteWatchlist, resumeWatchlist, saveWatchlist, watchlists } from './pages/watchlists.ts';
import { ASSETS, type Content, layout, placeOf } from './view/layout.ts';

interface AppOptions {
  installation: Installation;
  live: Live;
  trials: TrialReader;
  teacher: Teacher;
  metrics: ConsoleMetrics;
  log: Logger;
  gate: GateSettings;
  brand: string;
  clock: () => Date;
  /** Why the console can't be used; undefined when it can. */
  notReady: () => Promise<string | undefined>;
}

/** Paths are tried in this order. */
const PAGES: readonly ConsolePage[] = [
  ...[overview, checks, check, review, reviewCase, failures, readers, products, newProduct, product, sourceRecord],
  ...[capture, compare, budget, calibration, watchlists, activityLog, undoPage],
];

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** For a vendor's page: it loads, runs and sends nothing, and has an opaque origin. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox";

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The console's forms state their origin; vendors' pages behind links learn nothing.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Paths without a token: they reveal nothing, and monitoring has none. */
const OPEN_PATHS = /^\/(?:livez|readyz|login|assets\/.*)$/;

const REFUSALS = {
  host: 'The console is not available under this host name. If your proxy uses it, add it to CONSOLE_HOSTS',
  origin: 'Changes must come from a page of the console or carry the token',
  token: 'The console requires its token',
};

export function createApp(options: AppOptions): Express {
  const { installation, metrics, brand } = options;
  const router = Router();
  addService(router, options);
  addLogin(router, options);
  addDocuments(router, options);
  addPages(router, options);
  router.use(BOARD_PATH, board(Object.values(installation.queues), brand));
  router.use(() => {
    throw new ConsoleProblem(404, 'Page not found');
  });
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.use((req, res, next) => {
    res.on('finish', () => metrics.requests.inc({ method: req.method, status: String(res.statusCode) }));
    admit({ req, res, next }, options);
  });
  app.use((req, res) => router(req, res, (error) => fail(error, { req, res }, options)));
  return app;
}

interface Exchange {
  req: Request;
  res: Response;
}

function admit({ req, res, next }: Exchange & { next: NextFunction }, options: AppOptions): void {
  const { gate, clock, metrics } = options;
  res.set(HEADERS);
  if (hasSeveralHosts(req)) {
    metrics.refusals.inc({ why: 'host' });
    plain(res.status(400), 'The request has more than one Host header');
    return;
  }
  const admitted = admission(gate, req, clock());
  if ('who' in admitted) {
    res.locals.who = admitted.who;
    if (admitted.who !== undefined || OPEN_PATHS.test(req.path)) {
      next();
      return;
    }
  }
  const why = 'refused' in admitted ? admitted.refused : 'token';
  metrics.refusals.inc({ why });
  if (why !== 'token') plain(res.status(403), REFUSALS[why]);
  else if (req.accepts(['text', 'html']) === 'html') askToLogIn({ req, res }, options);
  else plain(res.status(401).set('WWW-Authenticate', 'Bearer'), REFUSALS.token);
}

/** A form that was sent is lost; the login leads back to its page. */
function askToLogIn({ req, res }: Exchange, options: AppOptions): void {
  if (req.method === 'GET') {
    res.redirect(303, `/login?next=${encodeURIComponent(req.originalUrl)}`);
    return;
  }
  const from = URL.parse(req.headers.referer ?? '/', 'http://console');
  const next = nextOf(from && `${from.pathname}${from.search}`);
  show(res.status(401), options, loginPage({ user: options.gate.user, next, fault: 'ended' }));
}

function plain(res: Response, line: string): void {
  res.type('text/plain').send(`${line}\n`);
}

function addService(router: Router, { live, metrics, notReady }: AppOptions): void {
  router.get('/livez', (_, res) => plain(res, 'ok'));
  router.get('/readyz', async (_, res) => {
    const reason = await notReady();
    plain(res.status(reason === undefined ? 200 : 503), reason ?? 'ready');
  });
  router.get('/metrics', async (_, res) => {
    res.set('Content-Type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  router.get('/live', (_, res) => live.watch(res));
  router.get('/assets/:name', (req, res, next) => {
    const asset = ASSETS.get(req.path);
    if (asset === undefined) return next();
    res.set({ 'Content-Type': asset.contentType, 'Cache-Control': 'private, max-age=31536000, immutable' });
    res.send(asset.body());
  });
}

function addLogin(router: Router, options: AppOptions): void {
  const { gate, clock } = options;
  router.get('/login', (req, res) => {
    const next = nextOf(requestOf({ req, res }, clock).query.get('next'));
    show(res, options, loginPage({ user: gate.user, next }));
  });
  router.post('/login', async (req, res) => {
    const form = await formOf(req, MOST_LOGIN_BYTES);
    const [who, token, next] = [field(form, 'who'), field(form, 'token'), nextOf(field(form, 'next'))];
    if (gate.token === undefined) return res.redirect(303, next);
    if (who === '' || who.length > 40 || !isSame(token, gate.token))
      return show(res.status(401), options, loginPage({ user: who, next, fault: 'token' }));
    const isSecure = req.headers['x-forwarded-proto'] === 'https';
    res.set('Set-Cookie', loginCookie(gate.token, who, { now: clock(), isSecure })).redirect(303, next);
  });
  router.post('/logout', (_, res) => void res.set('Set-Cookie', logoutCookie()).redirect(303, '/login'));
}

/** Only a path of the console. */
function nextOf(next: string | null): string {
  return next !== null && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next) ? next : '/';
}

/** Vendors' pages, each a document of its own under FRAME_POLICY. */
function addDocuments(router: Router, { installation, trials }: AppOptions): void {
  const send = (res: Response, type: string, body: string) =>
    void res.set('Content-Security-Policy', FRAME_POLICY).type(type).send(body);
  router.get('/captures/:id/frame', async (req, res) => {
    const { page, reading } = captureOf(installation, req.params.id);
    send(res, 'html', frameOf(await sourceOf(installation.archive, page), reading, page));
  });
  router.get('/captures/:id/source', async (req, res) => {
    const { page } = captureOf(installation, req.params.id);
    send(res, 'text/plain', await sourceOf(installation.archive, page));
  });
  router.get('/products/new/:name', (req, res) => {
    send(res, 'html', trials.kept(req.params.name).document);
  });
}

function addPages(router: Router, options: AppOptions): void {
  const { installation, live, trials, teacher, clock } = options;
  for (const page of [...PAGES, foundProduct(trials), teachPage(teacher)])
    router.get(page.path, async (req, res) =>
      show(res, options, await page.show(installation, requestOf({ req, res }, clock))),
    );
  const actions: ConsoleAction[] = [
    ...[
      checkNow,
      closeReport,
      decide,
      decideMany,
      takeBack,
      undoAction,
      saveWatchlist,
      resumeWatchlist,
      deleteWatchlist,
    ],
    ...[
      findProduct(trials, live.moved),
      readNewProduct(trials),
      saveProduct,
      teachAction(teacher),
      teachNewProduct(teacher, trials),
    ],
  ];
  for (const { path, act } of actions)
    router.post(path, async (req, res) => {
      const done = await act(installation, await formOf(req), requestOf({ req, res }, clock));
      live.moved();
      if ('seeOther' in done) res.redirect(303, done.seeOther);
      else show(res.status(done.status), options, done.show);
    });
}

function requestOf({ req, res }: Exchange, clock: () => Date): PageRequest {
  const { searchParams: query } = new URL(req.originalUrl, 'http://console');
  return { path: req.params as PageRequest['path'], query, now: clock(), who: whoIn(res) ?? '' };
}

function whoIn(res: Response): string | undefined {
  return res.locals.who;
}

function show(res: Response, { brand, gate }: AppOptions, content: Content): void {
  const frame = { brand, who: whoIn(res), hasLogin: gate.token !== undefined };
  res.type('html').send(layout(frame, content).toString());
}

function fail(error: unknown, { req, res }: Exchange, options: AppOptions): void {
  const { status, message } = problemOf(error);
  if (status === 500) options.log.error({ event: 'request_failed', path: req.path, err: error });
  if (res.headersSent) return void res.end();
  const [place = '/', name = 'Overview'] = placeOf(req.path) ?? [];
  const [search = ''] = /\?.*$/s.exec(req.originalUrl) ?? [];
  show(res.status(status), options, {
    title: `${status}`,
    place,
    main: html`<h1>${message}</h1><p class="quiet">Status ${status}. ${req.method === 'POST' && status === 422 && 'To change what you entered, go back in the browser. '}Back to <a href="${place}${search}">${name}</a></p>`,
  });
}

const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);

/** What the system said where it refused a file. */
function diskFault(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const isOfDisk = cause instanceof Error && 'code' in cause && DISK_FAULTS.has(String(cause.code));
  return isOfDisk ? `Cannot save: ${cause.message}` : undefined;
}

function problemOf(error: unknown): Pick<ConsoleProblem, 'status' | 'message'> {
  if (error instanceof ConsoleProblem) return error;
  if (error instanceof ZodError) return { status: 422, message: error.issues[0]?.message ?? 'A field is missing' };
  const message = diskFault(error) ?? 'Internal error. The console’s log has the details';
  return { status: error instanceof URIError ? 400 : 500, message };
}
