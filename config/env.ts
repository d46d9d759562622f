/**
 * The only reader of process.env. Everything an operator may set by environment is here, with its default and meaning;
 * a value that can't be understood is an error at start, never a silent default.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';

const PROJECT = resolve(import.meta.dirname, '..');

const Port = z.coerce.number().int().min(0).max(65_535);

const Variables = z.object({
  PORT: Port.default(3000),
  /** Address that the web process listens on. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Web processes behind one port; 1 is a single one, with no other to start and watch it. */
  WEB_WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  DATA_DIR: z.string().min(1).optional(),
  /** Directory of products/, categories.yaml, observed/ and history/; a replay and tests bring their own. */
  CATALOGUE_DIR: z.string().min(1).optional(),
  /** `redis://host:port/db` or `unix:///path`. Set by the supervisor for its children when it embeds a server. */
  REDIS_URL: z
    .string()
    .regex(/^(?:rediss?|unix):\/\//, 'not a redis:// or unix:// URL')
    .optional(),
  BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  BRAND: z.string().min(1).max(40).default('Assay'),
  CHROMIUM_PATH: z.string().min(1).optional(),
  /** Requests a second of one client, and how many it may send at once after a pause; 0 a second is no limit. */
  RATE_LIMIT_PER_SECOND: z.coerce.number().min(0).default(20),
  RATE_LIMIT_BURST: z.coerce.number().int().min(1).default(100),
  /** Proxies of yours before the web process that add to X-Forwarded-For; 0 believes nothing of that header. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** The supervisor's log: short lines at a terminal and JSON in a pipe, or JSON always. */
  LOG_FORMAT: z.enum(['auto', 'json']).default('auto'),
  /** Contact address or page in the crawler's user agent; the default is our own /bot page. */
  BOT_URL: z.url().optional(),
  /** Concurrent visits of one crawler worker; politeness to a host holds whatever it is. */
  CRAWL_CONCURRENCY: z.coerce.number().int().min(1).max(200).default(8),
  /** Quiet time after the last observation before a generation is published, and the longest wait under load. */
  PUBLISH_QUIET_MS: z.coerce.number().int().min(0).default(2_000),
  PUBLISH_MAX_WAIT_MS: z.coerce.number().int().min(0).default(120_000),
  /** Ports for /livez, /readyz, /metrics of the processes behind the queue; 0 takes a free one, unset listens not at all. */
  SCHEDULER_PORT: Port.optional(),
  CRAWLER_PORT: Port.optional(),
  VERIFIER_PORT: Port.optional(),
  /**
   * Tests and replays only: hosts that are answered by a named loopback port, `host=port` by commas (`*=port` for all).
   * Requests to them leave as plain HTTP to 127.0.0.1:port with the vendor's Host header, and nowhere else.
   */
  LOOPBACK_VENDORS: z
    .string()
    .regex(/^(?:[a-z0-9*.-]+=\d{1,5})(?:,[a-z0-9*.-]+=\d{1,5})*$/i)
    .optional(),
  /** How many checks a day the plan may spend, on all sources together. */
  CHECKS_PER_DAY: z.coerce.number().positive().default(5_000),
  /** Least milliseconds between two requests to one host. */
  HOST_SPACING_MS: z.coerce.number().int().min(0).default(5_000),
  /** How long a job stays with a worker that gives no sign of life, before another takes it. */
  JOB_LOCK_MS: z.coerce.number().int().min(1_000).default(60_000),
});

export interface Environment {
  port: number;
  host: string;
  webWorkers: number;
  dataDir: string;
  catalogueDir: string;
  redisUrl: string | undefined;
  baseUrl: string;
  brand: string;
  chromiumPath: string | undefined;
  redisServerPath: string | undefined;
  /** Of one client; undefined for none. */
  rateLimit: { perSecond: number; burst: number } | undefined;
  trustedProxies: number;
  logLevel: string;
  logFormat: 'auto' | 'json';
  botUrl: string;
  crawlConcurrency: number;
  publishQuietMs: number;
  publishMaxWaitMs: number;
  schedulerPort: number | undefined;
  crawlerPort: number | undefined;
  verifierPort: number | undefined;
  loopbackVendors: ReadonlyMap<string, number>;
  checksPerDay: number;
  hostSpacingMs: number;
  jobLockMs: number;
}

/** What set-up found on this machine (setup/setup.mjs writes it); absent before the first set-up. */
const Found = z.object({ redisServer: z.string().nullable(), chromium: z.string().nullable() }).partial();

function foundBySetup(): z.infer<typeof Found> {
  const file = resolve(PROJECT, 'node_modules/.assay-setup.json');
  return existsSync(file) ? Found.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

function parseLoopback(text: string | undefined): Map<string, number> {
  return new Map(
    (text ?? '')
      .split(',')
      .filter(Boolean)
      .map((entry) => {
        const [host = '', port = ''] = entry.split('=');
        return [host.toLowerCase(), Number(port)];
      }),
  );
}

/** @throws {z.ZodError} a variable is set to something that it can't mean */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const set = Variables.parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  const found = foundBySetup();
  const baseUrl = (set.BASE_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '');
  return {
    port: set.PORT,
    host: set.HOST,
    webWorkers: set.WEB_WORKERS,
    dataDir: resolve(PROJECT, set.DATA_DIR ?? 'data/var'),
    catalogueDir: resolve(PROJECT, set.CATALOGUE_DIR ?? 'data'),
    redisUrl: set.REDIS_URL,
    baseUrl,
    brand: set.BRAND,
    chromiumPath: set.CHROMIUM_PATH ?? found.chromium ?? undefined,
    redisServerPath: found.redisServer ?? undefined,
    rateLimit:
      set.RATE_LIMIT_PER_SECOND === 0
        ? undefined
        : { perSecond: set.RATE_LIMIT_PER_SECOND, burst: set.RATE_LIMIT_BURST },
    trustedProxies: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL,
    logFormat: set.LOG_FORMAT,
    botUrl: set.BOT_URL ?? `${baseUrl}/bot`,
    crawlConcurrency: set.CRAWL_CONCURRENCY,
    publishQuietMs: set.PUBLISH_QUIET_MS,
    publishMaxWaitMs: set.PUBLISH_MAX_WAIT_MS,
    schedulerPort: set.SCHEDULER_PORT,
    crawlerPort: set.CRAWLER_PORT,
    verifierPort: set.VERIFIER_PORT,
    loopbackVendors: parseLoopback(set.LOOPBACK_VENDORS),
    checksPerDay: set.CHECKS_PER_DAY,
    hostSpacingMs: set.HOST_SPACING_MS,
    jobLockMs: set.JOB_LOCK_MS,
  };
}

/** Whether the operator set this variable, where a default would have to differ from one use to another. */
export function isSet(name: keyof z.input<typeof Variables>): boolean {
  return (process.env[name] ?? '') !== '';
}

/** Where Node keeps compiled modules: reading TypeScript anew is half of what starting a process costs. */
const COMPILED = resolve(PROJECT, 'node_modules/.cache/compiled');

/** Our own environment with what the supervisor decided for the processes that it starts. */
export function childEnvironment(decided: Record<string, string>): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...decided };
}
