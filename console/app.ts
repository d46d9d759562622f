/**
 * The console over HTTP: who is let in, what is shown, what a form does. Nothing here decides; pages and actions are
 * declared beside one another in pages/.
 */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import { html } from '../web/html.ts';
import { admission, type GateSettings, isSame, loginCookie, logoutCookie } from './http/admission.ts';
import { field, formOf } from './http/form.ts';
import type { Live } from './http/live-events.ts';
import type { ConsoleMetrics } from './http/metrics.ts';
import { ConsoleProblem } from './http/problem.ts';
import { BOARD_PATH, board } from './http/queue-board.ts';
import type { Installation } from './installation/installation.ts';
import type { DryRuns } from './installation/trial-reading.ts';
import { activityLog } from './pages/activity-log.ts';
import { newProduct, readNewProduct, saveProduct } from './pages/add-product.ts';
import { budget } from './pages/budget.ts';
import { calibration } from './pages/calibration.ts';
import { capture, captureOf, compare } from './pages/captures.ts';
import { check, checkNow, checks } from './pages/checks.ts';
import { failures } from './pages/failures.ts';
import { loginPage } from './pages/login.ts';
import { overview } from './pages/overview.ts';
import type { Asked, ConsoleAction, ConsolePage } from './pages/page.ts';
import { product, products } from './pages/products.ts';
import { readers } from './pages/readers.ts';
import { decide, review, reviewCase } from './pages/review.ts';
import { ASSETS, type Content, layout } from './view/layout.ts';
import { frameOf, sourceOf } from './view/marked-capture.ts';

export interface AppOptions {
  installation: Installation;
  live: Live;
  runs: DryRuns;
  metrics: ConsoleMetrics;
  log: Logger;
  gate: GateSettings;
  brand: string;
  clock: () => Date;
  /** Why it is not of use; undefined when it is. */
  notReady: () => Promise<string | undefined>;
}

/** In the order in which paths are tried. */
const PAGES: readonly ConsolePage[] = [
  overview,
  checks,
  check,
  review,
  reviewCase,
  failures,
  readers,
  products,
  newProduct,
  product,
  capture,
  compare,
  budget,
  calibration,
  activityLog,
];

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Of a vendor's page made again: whatever is in it, it loads, runs and sends nothing, and is of no origin. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox";

const ALWAYS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // A form of ours says where it comes from; a vendor's page that is followed to learns nothing.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** They say nothing of what is inside, and whoever watches over processes has no token. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/livez', '/readyz', '/login']);

export function createApp(options: AppOptions): Express {
  const { installation, live, runs, metrics, gate, clock, notReady, brand } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.use(counted(metrics), admitted(options));

  app.get('/livez', (_, res) => void res.type('text/plain').send('ok\n'));
  app.get('/readyz', async (_, res) => {
    const reason = await notReady();
    res
      .status(reason === undefined ? 200 : 503)
      .type('text/plain')
      .send(`${reason ?? 'ready'}\n`);
  });
  app.get('/metrics', async (_, res) => {
    res.set('Content-Type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.get('/live', (_, res) => live.watch(res));
  app.get('/assets/:name', (req, res, next) => {
    const asset = ASSETS.get(req.path);
    if (asset === undefined) return next();
    res.set({ 'Content-Type': asset.contentType, 'Cache-Control': 'private, max-age=31536000, immutable' });
    res.send(asset.body());
  });
  app.get('/login', (req, res) =>
    show(
      res,
      options,
      loginPage({ user: gate.user, next: nextOf(askedOf(req, res, clock).query.get('next')), isWrong: false }),
    ),
  );
  app.post('/login', async (req, res) => login(await formOf(req), req, res, options));
  app.post('/logout', (_, res) => void res.set('Set-Cookie', logoutCookie()).redirect(303, '/login'));

  app.get('/captures/:id/frame', async (req, res) => {
    const { page, reading } = captureOf(installation, req.params.id);
    framed(res, frameOf(await sourceOf(installation.archive, page), reading, page));
  });
  app.get('/captures/:id/source', async (req, res) => {
    const { page } = captureOf(installation, req.params.id);
    res
      .set('Content-Security-Policy', FRAME_POLICY)
      .type('text/plain')
      .send(await sourceOf(installation.archive, page));
  });
  app.get('/products/new/:name', (req, res) => {
    const document = runs.kept(req.params.name);
    if (document === undefined) throw new ConsoleProblem(404, 'That page is not kept any more: read it again');
    framed(res, document);
  });

  for (const page of PAGES)
    app.get(page.path, async (req, res) => show(res, options, await page.show(installation, askedOf(req, res, clock))));
  const actions: ConsoleAction[] = [checkNow, decide, readNewProduct(runs), saveProduct];
  for (const { path, act } of actions)
    app.post(path, async (req, res) => {
      const done = await act(installation, await formOf(req), askedOf(req, res, clock));
      live.moved();
      if ('seeOther' in done) res.redirect(303, done.seeOther);
      else show(res.status(done.status), options, done.show);
    });
  app.use(BOARD_PATH, board(Object.values(installation.queues), brand));

  app.use(() => {
    throw new ConsoleProblem(404, 'There is no such page');
  });
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => failed(error, req, res, options));
  return app;
}

function counted({ requests }: ConsoleMetrics) {
  return (req: Request, res: Response, next: NextFunction) => {
    res.on('finish', () => requests.inc({ method: req.method, status: String(res.statusCode) }));
    next();
  };
}

function admitted({ gate, clock, metrics }: AppOptions) {
  return (req: Request, res: Response, next: NextFunction) => {
    res.set(ALWAYS);
    const admitted = admission(gate, req, clock());
    const why = 'refused' in admitted ? admitted.refused : admitted.who === undefined ? 'token' : undefined;
    if ('who' in admitted) res.locals.who = admitted.who;
    if (
      why === undefined ||
      (why === 'token' && OPEN_PATHS.has(req.path)) ||
      (why === 'token' && req.path.startsWith('/assets/'))
    )
      return next();
    metrics.refusals.inc({ why });
    if (why === 'token' && req.method === 'GET' && req.accepts(['html', 'text']) === 'html')
      return res.redirect(303, `/login?next=${encodeURIComponent(req.originalUrl)}`);
    if (why === 'token') res.set('WWW-Authenticate', 'Bearer');
    res
      .status(why === 'token' ? 401 : 403)
      .type('text/plain')
      .send(`${REFUSALS[why]}\n`);
  };
}

const REFUSALS = {
  host: 'The console is not asked by this name; set CONSOLE_HOSTS if a proxy of yours does',
  origin: 'What changes something comes from a page of the console, or brings the token',
  token: 'The console asks for its token',
};

function askedOf(req: Request, res: Response, clock: () => Date): Asked {
  const { searchParams } = new URL(req.originalUrl, 'http://console');
  const who: unknown = res.locals.who;
  return {
    path: req.params as Asked['path'],
    query: searchParams,
    now: clock(),
    who: typeof who === 'string' ? who : '',
  };
}

function show(res: Response, { brand, gate }: AppOptions, content: Content): void {
  const who: unknown = res.locals.who;
  const frame = { brand, who: typeof who === 'string' ? who : undefined, hasLogin: gate.token !== undefined };
  res.type('html').send(layout(frame, content).toString());
}

function framed(res: Response, document: string): void {
  res.set('Content-Security-Policy', FRAME_POLICY).type('html').send(document);
}

function login(form: FormData, req: Request, res: Response, options: AppOptions): void {
  const { gate, clock } = options;
  const [who, token, next] = [field(form, 'who'), field(form, 'token'), nextOf(field(form, 'next'))];
  if (gate.token === undefined) res.redirect(303, next);
  else if (who === '' || who.length > 40 || !isSame(token, gate.token))
    show(res.status(401), options, loginPage({ user: who, next, isWrong: true }));
  else {
    const isSecure = req.headers['x-forwarded-proto'] === 'https';
    res.set('Set-Cookie', loginCookie(gate.token, who, { now: clock(), isSecure })).redirect(303, next);
  }
}

/** A path of ours and nothing else. */
function nextOf(next: string | null): string {
  return next !== null && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next) ? next : '/';
}

function failed(error: unknown, req: Request, res: Response, options: AppOptions): void {
  const isOurs = error instanceof ConsoleProblem;
  const status = isOurs ? error.status : error instanceof ZodError ? 422 : error instanceof URIError ? 400 : 500;
  const words = isOurs
    ? error.message
    : error instanceof ZodError
      ? (error.issues[0]?.message ?? 'Something is missing')
      : 'Something went wrong here; the log of the console says what';
  if (status === 500) options.log.error({ event: 'request_failed', path: req.path, err: error });
  if (res.headersSent) return void res.end();
  show(res.status(status), options, {
    title: `${status}`,
    main: html`<h1>${words}</h1><p class="quiet">Status ${status}. <a href="/">Overview</a></p>`,
  });
}
