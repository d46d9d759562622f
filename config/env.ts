/**
 * The only reader of process.env. Everything an operator may set by environment is here, with its default and meaning;
 * a value that can't be understood is an error at start, never a silent default.
 */
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod';
import { CannotStart } from './cannot-start.ts';
import { isAlmost } from './spelling.ts';

const PROJECT = resolve(import.meta.dirname, '..');

const Port = z.coerce.number().int().min(0).max(65_535);

const HostNames = z.string().regex(/^[a-z0-9.-]+(?:,[a-z0-9.-]+)*$/i);

const Variables = z.object({
  PORT: Port.default(3000),
  /** Address that the web process listens on. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Web processes behind one port; 1 is a single one, with no other to start and watch it. */
  WEB_WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  DATA_DIR: z.string().min(1).optional(),
  /**
   * Where pages are kept for good: `s3://bucket/prefix?region=…&endpoint=https://…` of any S3-compatible store (keys as its
   * official client finds them: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, …); unset, in a directory of DATA_DIR, which
   * holds what was used lately otherwise.
   */
  ARCHIVE_URL: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[^?#]*)?(?:\?[^#]*)?$/, 'not an s3://bucket/prefix URL')
    .optional(),
  /** Megabytes of the archive that stay near at hand where it is a bucket. */
  ARCHIVE_CACHE_MB: z.coerce.number().int().min(100).default(10_240),
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
  /** Names that a proxy asks for tools by, by commas, beside the host of BASE_URL, this machine's names and addresses. */
  ALLOWED_HOSTS: HostNames.optional(),
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
  /** Ports for /livez, /readyz, /metrics of the processes beside the web's; 0 takes a free one, unset listens not at all. */
  SCHEDULER_PORT: Port.optional(),
  CRAWLER_PORT: Port.optional(),
  VERIFIER_PORT: Port.optional(),
  EXPORTER_PORT: Port.optional(),
  /** Where the data team's console listens, beyond this machine only with a token. By 0 npm start has none. */
  CONSOLE_PORT: Port.default(3001),
  CONSOLE_HOST: z.string().min(1).default('127.0.0.1'),
  /** What every request to the console must bring, once it is set. */
  CONSOLE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'not 16 to 200 signs without spaces')
    .optional(),
  /** Names that a proxy asks for the console by, by commas, beside this machine's names and addresses. */
  CONSOLE_HOSTS: HostNames.optional(),
  /** Whose name stands under what is done in the console where nobody logs in; the system's user otherwise. */
  CONSOLE_USER: z.string().trim().min(1).max(40).optional(),
  /**
   * Tests and replays only: hosts that are answered by a named loopback port, `host=port` by commas (`*=port` for all).
   * Requests to them leave as plain HTTP to 127.0.0.1:port with the vendor's Host header, and nowhere else.
   */
  LOOPBACK_VENDORS: z
    .string()
    .regex(/^(?:[a-z0-9*.-]+=\d{1,5})(?:,[a-z0-9*.-]+=\d{1,5})*$/i)
    .optional(),
  /** Another node, whose published generations are taken here in place of any that are made here: its base URL. */
  GENERATION_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).username === '', 'a URL with a password ends up in logs')
    .optional(),
  /** 1 takes them over plain HTTP from other machines too, where the network itself is trusted. */
  GENERATION_URL_PLAIN: z.enum(['0', '1']).default('0'),
  GENERATION_POLL_MS: z.coerce.number().int().min(100).default(5_000),
  /** How many checks a day the plan may spend, on all sources together. */
  CHECKS_PER_DAY: z.coerce.number().positive().default(5_000),
  /** Least milliseconds between two requests to one host. */
  HOST_SPACING_MS: z.coerce.number().int().min(0).default(5_000),
  /** How long a job stays with a worker that gives no sign of life, before another takes it. */
  JOB_LOCK_MS: z.coerce.number().int().min(1_000).default(60_000),
});

/** Whatever listens there, only this machine's own programs reach it. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

const Settings = Variables.refine(
  ({ CONSOLE_HOST, CONSOLE_TOKEN }) => LOOPBACK.test(CONSOLE_HOST) || CONSOLE_TOKEN !== undefined,
  { path: ['CONSOLE_HOST'], error: 'others than this machine could reach the console: it needs a CONSOLE_TOKEN' },
).refine(
  ({ GENERATION_URL: url, GENERATION_URL_PLAIN: isPlain }) =>
    url === undefined || url.startsWith('https:') || isPlain === '1' || isLoopback(url),
  { path: ['GENERATION_URL'], error: 'plain HTTP to another machine: use https, or set GENERATION_URL_PLAIN=1' },
);

function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname.replaceAll(/[[\]]/g, ''));
}

/** A variable of ours, as `docs/operations.md` lists it. */
export interface Setting {
  name: string;
  /** As it would be written; absent where unset means something of its own. */
  default?: string;
}

/** All that may be set. */
export function settings(): Setting[] {
  const { properties = {} } = z.toJSONSchema(Variables, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    ...(typeof schema === 'object' && schema.default !== undefined && { default: String(schema.default) }),
  }));
}

/** Variables that are none of ours, and are written almost like one that is. */
export function misspelt(env: NodeJS.ProcessEnv = process.env): { name: string; meant: string }[] {
  return Object.keys(env).flatMap((name) => {
    if (Object.hasOwn(Variables.shape, name)) return [];
    const meant = Object.keys(Variables.shape).find((each) => isAlmost(name, each));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

export interface Environment {
  port: number;
  host: string;
  webWorkers: number;
  dataDir: string;
  catalogueDir: string;
  /** Where the archive is a bucket; else it is a directory of `dataDir`. */
  archiveBucket: { url: string; cacheMb: number } | undefined;
  redisUrl: string | undefined;
  baseUrl: string;
  brand: string;
  chromiumPath: string | undefined;
  redisServerPath: string | undefined;
  /** Of one client; undefined for none. */
  rateLimit: { perSecond: number; burst: number } | undefined;
  trustedProxies: number;
  allowedHosts: readonly string[];
  logLevel: string;
  logFormat: 'auto' | 'json';
  botUrl: string;
  crawlConcurrency: number;
  publishQuietMs: number;
  publishMaxWaitMs: number;
  schedulerPort: number | undefined;
  crawlerPort: number | undefined;
  verifierPort: number | undefined;
  exporterPort: number | undefined;
  consolePort: number;
  consoleHost: string;
  consoleToken: string | undefined;
  consoleHosts: readonly string[];
  consoleUser: string;
  loopbackVendors: ReadonlyMap<string, number>;
  /** Undefined where generations are made here. */
  generationSource: { url: string; pollMs: number } | undefined;
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

/** A variable is set to something that it can't mean; the message says which, and why. */
export class EnvironmentFault extends CannotStart {
  readonly variables: readonly { name: string; why: string }[];

  constructor(cause: z.ZodError) {
    super(`Cannot read the environment\n${z.prettifyError(cause)}`, { exitCode: 2, cause });
    this.name = 'EnvironmentFault';
    this.variables = cause.issues.map(({ path, message }) => ({ name: String(path[0]), why: message }));
  }
}

/** What is set to nothing is not set. */
function understood<T extends z.ZodType>(variables: T, env: NodeJS.ProcessEnv): z.output<T> {
  const set = variables.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!set.success) throw new EnvironmentFault(set.error);
  return set.data;
}

/** @throws {EnvironmentFault} */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const set = understood(Settings, env);
  const found = foundBySetup();
  const baseUrl = (set.BASE_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '');
  return {
    port: set.PORT,
    host: set.HOST,
    webWorkers: set.WEB_WORKERS,
    dataDir: resolve(PROJECT, set.DATA_DIR ?? 'data/var'),
    catalogueDir: resolve(PROJECT, set.CATALOGUE_DIR ?? 'data'),
    archiveBucket: set.ARCHIVE_URL === undefined ? undefined : { url: set.ARCHIVE_URL, cacheMb: set.ARCHIVE_CACHE_MB },
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
    allowedHosts: set.ALLOWED_HOSTS?.split(',') ?? [],
    logLevel: set.LOG_LEVEL,
    logFormat: set.LOG_FORMAT,
    botUrl: set.BOT_URL ?? `${baseUrl}/bot`,
    crawlConcurrency: set.CRAWL_CONCURRENCY,
    publishQuietMs: set.PUBLISH_QUIET_MS,
    publishMaxWaitMs: set.PUBLISH_MAX_WAIT_MS,
    schedulerPort: set.SCHEDULER_PORT,
    crawlerPort: set.CRAWLER_PORT,
    verifierPort: set.VERIFIER_PORT,
    exporterPort: set.EXPORTER_PORT,
    consolePort: set.CONSOLE_PORT,
    consoleHost: set.CONSOLE_HOST,
    consoleToken: set.CONSOLE_TOKEN,
    consoleHosts: set.CONSOLE_HOSTS?.toLowerCase().split(',') ?? [],
    consoleUser: set.CONSOLE_USER ?? systemUser(),
    loopbackVendors: parseLoopback(set.LOOPBACK_VENDORS),
    generationSource:
      set.GENERATION_URL === undefined
        ? undefined
        : { url: set.GENERATION_URL.replace(/\/+$/, ''), pollMs: set.GENERATION_POLL_MS },
    checksPerDay: set.CHECKS_PER_DAY,
    hostSpacingMs: set.HOST_SPACING_MS,
    jobLockMs: set.JOB_LOCK_MS,
  };
}

/** A container may run as a number that has no name. */
function systemUser(): string {
  try {
    return userInfo().username.slice(0, 40) || 'operator';
  } catch {
    return 'operator';
  }
}

/** Of the stdio tool server, which has nothing else of an installation around it. */
const ToolServerVariables = z.object({
  /** The service whose tools these are: where they ask, or offline where their links lead. */
  ASSAY_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  /** A generation file, or a directory of published ones; with it nothing is asked of anybody. */
  ASSAY_GENERATION: z.string().min(1).optional(),
  BRAND: Variables.shape.BRAND,
});

export interface ToolServerEnvironment {
  site: { brand: string; baseUrl: string };
  generation: string | undefined;
}

/** @throws {EnvironmentFault} */
export function readToolServerEnvironment(env: NodeJS.ProcessEnv = process.env): ToolServerEnvironment {
  const set = understood(ToolServerVariables, env);
  const site = { brand: set.BRAND, baseUrl: set.ASSAY_URL.replace(/\/+$/, '') };
  return { site, generation: set.ASSAY_GENERATION };
}

/** Whether the operator set this variable, where a default would have to differ from one use to another. */
export function isSet(name: keyof z.input<typeof Variables>): boolean {
  return (process.env[name] ?? '') !== '';
}

/** All variables as they are, for a look at what is wrong with them. */
export function currentVariables(): NodeJS.ProcessEnv {
  return process.env;
}

/** Where Node keeps compiled modules: reading TypeScript anew is half of what starting a process costs. */
const COMPILED = resolve(PROJECT, 'node_modules/.cache/compiled');

/** Our own environment with what the supervisor decided for the processes that it starts. */
export function childEnvironment(decided: Record<string, string>): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...decided };
}

/** Has the process live by UTC, wherever the machine is: node-cron is silent in the hour that the end of summer time repeats. */
export function liveByUtc(): void {
  process.env.TZ = 'UTC';
}
