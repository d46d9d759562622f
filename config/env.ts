/** The only reader of process.env: every setting with its default. An invalid value is an error at start. */
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod';
import { CannotStart } from './cannot-start.ts';
import { isAlmost } from './spelling.ts';

const PROJECT = resolve(import.meta.dirname, '..');

const Amount = z.coerce.number({ error: ({ code }) => (code === 'invalid_type' ? 'must be a number' : undefined) });
const Whole = Amount.int('must be a whole number');
const Port = Whole.min(0).max(65_535);
/** A longer timer of Node ends at once. */
const Milliseconds = Whole.min(0).max(2 ** 31 - 1);
const Text = z.string().min(1);
/** Paths are appended to it, and it appears in logs and answers. */
const HttpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL', abort: true })
  .refine((url) => new URL(url).username === '', 'must not contain a password, which others would read')
  .refine((url) => !/[?#]/.test(url), 'must not contain ? or #');
const HostNames = z
  .string()
  .regex(/^[a-z0-9.-]+(?:,[a-z0-9.-]+)*$/i, 'must be host names without ports, separated by commas');
/** An empty host is this machine. */
const REDIS_URL = /^(?:rediss?:\/\/[^/?#]*(?:\/\d*)?|unix:\/\/\/[^?#]+)(?:\?.*)?$/;

/** The settings; docs/operations.md explains them to operators. */
const Variables = z.object({
  PORT: Port.default(3000),
  HOST: Text.default('127.0.0.1'),
  /** Web processes behind one port; 1 is a single one, without a primary process. */
  WEB_WORKERS: Whole.min(1).max(64).default(1),
  DATA_DIR: Text.optional(),
  /** Bucket of the page archive, with a cache in DATA_DIR. Unset: a directory of DATA_DIR. */
  ARCHIVE_URL: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[^?#]*)?(?:\?[^#]*)?$/, {
      error: 'must be an s3://bucket/prefix URL',
      abort: true,
    })
    .refine(hasBucketOptions, 'may have no options but region=… and endpoint=https://…')
    .optional(),
  ARCHIVE_CACHE_MB: Whole.min(100).default(10_240),
  /** Directory of products/, categories.yaml, observed/ and history/; replays and tests bring their own. */
  CATALOGUE_DIR: Text.optional(),
  /** `redis://host:port/db` or `unix:///path`. The supervisor sets it for its children when it embeds a server. */
  REDIS_URL: z
    .string()
    .refine(
      (url) => REDIS_URL.test(url) && URL.canParse(url),
      'must be a URL such as redis://host:6379/0 or unix:///path',
    )
    .optional(),
  BASE_URL: HttpUrl.optional(),
  BRAND: Text.max(40).default('Assay'),
  CHROMIUM_PATH: Text.optional(),
  /** Requests a second of one client, and its burst after a pause; 0 a second is no limit. */
  RATE_LIMIT_PER_SECOND: Amount.min(0).default(20),
  RATE_LIMIT_BURST: Whole.min(1).default(100),
  /** Number of your own proxies in front of the web process that add to X-Forwarded-For; 0 ignores that header. */
  TRUST_PROXY: Whole.min(0).max(10).default(0),
  /** Host names, separated by commas, that tools may be requested by, besides BASE_URL's and this machine's. */
  ALLOWED_HOSTS: HostNames.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** The supervisor's log: short lines at a terminal and JSON in a pipe, or JSON always. */
  LOG_FORMAT: z.enum(['auto', 'json']).default('auto'),
  /** Contact address (mailto:) or page, in the crawler's user agent and for reports of mistakes; /bot by default. */
  BOT_URL: z.url({ protocol: /^(?:https?|mailto)$/, error: 'must be an https:// or mailto: URL' }).optional(),
  /** Concurrent visits of one crawler process; politeness to a host holds in any case. */
  CRAWL_CONCURRENCY: Whole.min(1).max(200).default(8),
  /** Milliseconds without an observation before a generation is published, and the longest wait under load. */
  PUBLISH_QUIET_MS: Milliseconds.default(2_000),
  PUBLISH_MAX_WAIT_MS: Milliseconds.default(120_000),
  /** Ports for /livez, /readyz and /metrics of the other processes; 0 takes a free one, unset does not listen. */
  SCHEDULER_PORT: Port.optional(),
  CRAWLER_PORT: Port.optional(),
  VERIFIER_PORT: Port.optional(),
  EXPORTER_PORT: Port.optional(),
  NOTIFIER_PORT: Port.optional(),
  /** Where the console listens; beyond this machine only with a token. 0: npm start runs no console. */
  CONSOLE_PORT: Port.default(3001),
  CONSOLE_HOST: Text.default('127.0.0.1'),
  CONSOLE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 characters and no spaces')
    .optional(),
  /** Host names, separated by commas, that the console may be requested by, besides this machine's. */
  CONSOLE_HOSTS: HostNames.optional(),
  /** Name recorded for actions in the console where there is no login; the default is the system's user. */
  CONSOLE_USER: z.string().trim().min(1).max(40).optional(),
  /** Tests and replays only: hosts whose requests go to a port of 127.0.0.1, `host=port` by commas (`*=port` for all). */
  LOOPBACK_VENDORS: z
    .string()
    .regex(/^(?:[a-z0-9*.-]+=\d{1,5})(?:,[a-z0-9*.-]+=\d{1,5})*$/i, 'must be host=port, separated by commas')
    .optional(),
  /** Base URL of another node, whose published generations are served here instead of our own. */
  GENERATION_URL: HttpUrl.optional(),
  /** 1 allows plain HTTP from other machines, where the network itself is trusted. */
  GENERATION_URL_PLAIN: z.enum(['0', '1']).default('0'),
  GENERATION_POLL_MS: Milliseconds.min(100).default(5_000),
  /**
   * A language model as one more reader (docs/model-reader.md): base URL of a service that speaks the OpenAI-compatible chat API,
   * and the model's name there. Off where both are unset.
   */
  READER_MODEL_URL: HttpUrl.optional(),
  READER_MODEL: Text.max(100).optional(),
  READER_MODEL_KEY: Text.optional(),
  /** Left to the service where unset; 0 where it takes one. */
  READER_MODEL_TEMPERATURE: Amount.min(0).max(2).optional(),
  READER_MODEL_TIMEOUT_MS: Milliseconds.min(1_000).default(120_000),
  /** Questions at once, of one crawler process. */
  READER_MODEL_CONCURRENCY: Whole.min(1).max(64).default(2),
  /** Most tokens a day (UTC), in and out together, of all crawler processes. */
  READER_MODEL_DAILY_TOKENS: Whole.min(0).default(2_000_000),
  /** Price of a million tokens in and out, "0.25/2", and the most that a day may cost, in the same currency. */
  READER_MODEL_PRICES: z
    .string()
    .regex(/^\d{1,6}(?:\.\d{1,6})?\/\d{1,6}(?:\.\d{1,6})?$/, 'must be two prices such as 0.25/2')
    .optional(),
  READER_MODEL_DAILY_COST: Amount.min(0).optional(),
  /** Directory of watchlists, a YAML file each (docs/watching.md). */
  WATCHLISTS_DIR: Text.optional(),
  /** `host:port`, separated by commas, of endpoints of watchlists that need not be public. */
  NOTIFY_PRIVATE_HOSTS: z
    .string()
    .regex(/^[a-z0-9.:[\]-]+:\d{1,5}(?:,[a-z0-9.:[\]-]+:\d{1,5})*$/i, 'must be host:port, separated by commas')
    .optional(),
  /** Server and sender of mail to watchers: `smtp://user:password@host:587`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: Text.optional(),
  /**
   * Where reports of mistakes are taken: BASE_URL, if a proxy routes /api/v2/reports to the notifier; else the notifier's address,
   * to which the web process passes them. Unset: none are taken.
   */
  REPORTS_URL: HttpUrl.optional(),
  CHECKS_PER_DAY: Amount.positive().default(5_000),
  /** Least milliseconds between two requests to one host. */
  HOST_SPACING_MS: Milliseconds.default(5_000),
  /** How long a job stays with a silent worker before another takes it. */
  JOB_LOCK_MS: Milliseconds.min(1_000).default(60_000),
});

/** Hosts that only programs of this machine can reach. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

const Settings = Variables.refine(
  ({ CONSOLE_HOST, CONSOLE_TOKEN }) => LOOPBACK.test(CONSOLE_HOST) || CONSOLE_TOKEN !== undefined,
  { path: ['CONSOLE_HOST'], error: 'a console that other machines can reach needs a CONSOLE_TOKEN' },
)
  .refine(
    ({ GENERATION_URL: url, GENERATION_URL_PLAIN: isPlain }) =>
      url === undefined || url.startsWith('https:') || isPlain === '1' || isLoopback(url),
    { path: ['GENERATION_URL'], error: 'use https for another machine, or set GENERATION_URL_PLAIN=1' },
  )
  .refine(
    ({ READER_MODEL_DAILY_COST: cost, READER_MODEL_PRICES: prices }) => cost === undefined || prices !== undefined,
    { path: ['READER_MODEL_DAILY_COST'], error: 'needs READER_MODEL_PRICES' },
  )
  .refine(({ READER_MODEL_URL: url, READER_MODEL: model }) => url === undefined || model !== undefined, {
    path: ['READER_MODEL_URL'],
    error: 'needs READER_MODEL, the name of a model',
  });

function hasBucketOptions(url: string): boolean {
  return [...new URL(url).searchParams].every(([name, value]) =>
    name === 'endpoint' ? HttpUrl.safeParse(value).success : name === 'region' && value !== '',
  );
}

function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname.replaceAll(/[[\]]/g, ''));
}

export interface Setting {
  name: string;
  default?: string;
}

export function settings(): Setting[] {
  const { properties = {} } = z.toJSONSchema(Variables, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    ...(typeof schema === 'object' && schema.default !== undefined && { default: String(schema.default) }),
  }));
}

/** Unknown variables whose names are almost those of settings. */
export function misspelt(env: NodeJS.ProcessEnv = process.env): { name: string; meant: string }[] {
  return Object.keys(env).flatMap((name) => {
    if (Object.hasOwn(Variables.shape, name)) return [];
    const meant = Object.keys(Variables.shape).find((each) => isAlmost(name, each));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Programs that setup/setup.mjs found on this machine. */
const Found = z.object({ redisServer: z.string().nullable(), chromium: z.string().nullable() }).partial();

function foundBySetup(): z.infer<typeof Found> {
  const file = resolve(PROJECT, 'node_modules/.assay-setup.json');
  return existsSync(file) ? Found.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

export class EnvironmentFault extends CannotStart {
  readonly variables: readonly { name: string; why: string }[];

  constructor(cause: z.ZodError) {
    const variables = cause.issues.map(({ path, message }) => ({ name: String(path[0]), why: message }));
    const faults = variables.map(({ name, why }) => `${name}: ${why}`).join('\n  ');
    super(`Cannot start with these settings (docs/operations.md):\n  ${faults}`, { exitCode: 2, cause });
    this.name = 'EnvironmentFault';
    this.variables = variables;
  }
}

/** Without blanks at the ends, such as the carriage returns of a file from Windows. Blank text is unset. */
function understood<T extends z.ZodType>(variables: T, env: NodeJS.ProcessEnv): z.output<T> {
  const given = Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined]);
  const set = variables.safeParse(Object.fromEntries(given));
  if (!set.success) throw new EnvironmentFault(set.error);
  return set.data;
}

type Camel<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;
type CamelKeyed<T> = { [Name in keyof T & string as Camel<Name>]: T[Name] };

function camelKeyed<T extends object>(set: T): CamelKeyed<T> {
  const camel = (name: string) => name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [camel(name), value])) as CamelKeyed<T>;
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** All settings by their names in camel case, and what follows from several of them. */
export type Environment = ReturnType<typeof readEnvironment>;

/** @throws {EnvironmentFault} */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env) {
  const set = understood(Settings, env);
  const found = foundBySetup();
  const baseUrl = withoutSlash(set.BASE_URL ?? `http://localhost:${set.PORT}`);
  const { ARCHIVE_URL, GENERATION_URL, RATE_LIMIT_PER_SECOND } = set;
  const loopback = (set.LOOPBACK_VENDORS ?? '').toLowerCase().split(',').filter(Boolean);
  return {
    ...camelKeyed(set),
    baseUrl,
    botUrl: set.BOT_URL ?? `${baseUrl}/bot`,
    /** The web process passes reports to that address; undefined where a proxy routes them, or none are taken. */
    reportsPassedTo:
      set.REPORTS_URL === undefined || isSameOrigin(set.REPORTS_URL, baseUrl)
        ? undefined
        : withoutSlash(set.REPORTS_URL),
    dataDir: resolve(PROJECT, set.DATA_DIR ?? 'data/var'),
    catalogueDir: resolve(PROJECT, set.CATALOGUE_DIR ?? 'data'),
    archiveBucket: ARCHIVE_URL === undefined ? undefined : { url: ARCHIVE_URL, cacheMb: set.ARCHIVE_CACHE_MB },
    chromiumPath: set.CHROMIUM_PATH ?? found.chromium ?? undefined,
    redisServerPath: found.redisServer ?? undefined,
    rateLimit:
      RATE_LIMIT_PER_SECOND === 0 ? undefined : { perSecond: RATE_LIMIT_PER_SECOND, burst: set.RATE_LIMIT_BURST },
    trustedProxies: set.TRUST_PROXY,
    allowedHosts: set.ALLOWED_HOSTS?.split(',') ?? [],
    consoleHosts: set.CONSOLE_HOSTS?.toLowerCase().split(',') ?? [],
    consoleUser: set.CONSOLE_USER ?? systemUser(),
    loopbackVendors: new Map(
      loopback.map((entry): [string, number] => {
        const [host = '', port] = entry.split('=');
        return [host, Number(port)];
      }),
    ),
    modelService: modelServiceOf(set),
    watchlistsDir: resolve(PROJECT, set.WATCHLISTS_DIR ?? 'config/watchlists'),
    notifyPrivateHosts: new Set(set.NOTIFY_PRIVATE_HOSTS?.toLowerCase().split(',') ?? []),
    mailFrom: set.MAIL_FROM ?? `${set.BRAND} <assay@${new URL(baseUrl).hostname}>`,
    generationSource:
      GENERATION_URL === undefined ? undefined : { url: withoutSlash(GENERATION_URL), pollMs: set.GENERATION_POLL_MS },
  };
}

function isSameOrigin(a: string, b: string): boolean {
  return new URL(a).origin === new URL(b).origin;
}

/** The service of the language model; undefined where there is none. */
function modelServiceOf(set: z.output<typeof Settings>) {
  const { READER_MODEL_URL: url, READER_MODEL: model, READER_MODEL_PRICES: prices } = set;
  if (url === undefined || model === undefined) return undefined;
  const [input = '0', output = '0'] = prices?.split('/') ?? [];
  return {
    url: withoutSlash(url),
    model,
    key: set.READER_MODEL_KEY,
    temperature: set.READER_MODEL_TEMPERATURE,
    timeoutMs: set.READER_MODEL_TIMEOUT_MS,
    concurrency: set.READER_MODEL_CONCURRENCY,
    budget: {
      tokens: set.READER_MODEL_DAILY_TOKENS,
      ...(set.READER_MODEL_DAILY_COST !== undefined && { cost: set.READER_MODEL_DAILY_COST }),
      prices: { input: Number(input), output: Number(output) },
    },
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

/** Settings of the stdio tool server, which runs without an installation. */
const ToolServerVariables = z.object({
  /** The service that the tools ask; offline, the base of their links. */
  ASSAY_URL: HttpUrl.default('http://localhost:3000'),
  /** A generation file, or a directory of published ones, for use without a network. */
  ASSAY_GENERATION: Text.optional(),
  BRAND: Variables.shape.BRAND,
});

/** @throws {EnvironmentFault} */
export function readToolServerEnvironment(env: NodeJS.ProcessEnv = process.env) {
  const set = understood(ToolServerVariables, env);
  const site = { brand: set.BRAND, baseUrl: withoutSlash(set.ASSAY_URL) };
  return { site, generation: set.ASSAY_GENERATION };
}

/** Whether the operator set this variable, where the default depends on the use. */
export function isSet(name: keyof z.input<typeof Variables>): boolean {
  return (process.env[name] ?? '').trim() !== '';
}

export function currentVariables(): NodeJS.ProcessEnv {
  return process.env;
}

/** Node's compile cache, which halves the start of a process. */
const COMPILED = resolve(PROJECT, 'node_modules/.cache/compiled');

/** The environment of the processes that the supervisor starts. */
export function childEnvironment(decided: Record<string, string>): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...decided };
}

/** Sets the process's time zone to UTC: node-cron skips the hour that the end of summer time repeats. */
export function useUtc(): void {
  process.env.TZ = 'UTC';
}
