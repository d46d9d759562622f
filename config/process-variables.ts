/**
 * The environment variables of each process: it is given those that it reads and no others, so that a process that is taken
 * over holds no secret of another. The supervisor, deploy/ and docs/security.md follow this table.
 */
import type { Setting } from './env.ts';

/** The processes of the Procfile, and the nightly backup. */
export type ProcessName = 'web' | 'scheduler' | 'crawler' | 'verifier' | 'exporter' | 'console' | 'notifier' | 'backup';

/** Where the official client of buckets looks for its credentials. */
export const BUCKET_CREDENTIALS = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_CONFIG_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_REGION',
  'AWS_ROLE_ARN',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
];

const EVERY = ['DATA_DIR', 'LOG_LEVEL'];
const SITE = ['BASE_URL', 'PORT', 'BRAND'];
const QUEUE = ['REDIS_URL', 'CATALOGUE_DIR'];
const ARCHIVE = ['ARCHIVE_URL', 'ARCHIVE_CACHE_MB', ...BUCKET_CREDENTIALS];
/** The crawler's user agent names a page of BASE_URL, which PORT completes, unless BOT_URL names another. */
const VISITS = ['BOT_URL', 'BASE_URL', 'PORT', 'CHROMIUM_PATH', 'HOST_SPACING_MS', 'LOOPBACK_VENDORS'];
/** The language model's service, its key and its limits. */
export const MODEL_VARIABLES = [
  ...['READER_MODEL_URL', 'READER_MODEL', 'READER_MODEL_KEY', 'READER_MODEL_TEMPERATURE', 'READER_MODEL_TIMEOUT_MS'],
  ...['READER_MODEL_CONCURRENCY', 'READER_MODEL_DAILY_TOKENS', 'READER_MODEL_PRICES', 'READER_MODEL_DAILY_COST'],
];
const ANOTHER_NODE = ['GENERATION_URL', 'GENERATION_URL_PLAIN', 'GENERATION_POLL_MS'];
const CONSOLE = ['CONSOLE_PORT', 'CONSOLE_HOST', 'CONSOLE_TOKEN', 'CONSOLE_HOSTS', 'CONSOLE_USER'];
const CLIENTS = ['RATE_LIMIT_PER_SECOND', 'RATE_LIMIT_BURST', 'TRUST_PROXY', 'ALLOWED_HOSTS'];

/** Settings of each process, and credentials. Any process may have `SYSTEM_VARIABLES` besides. */
export const PROCESS_VARIABLES: Readonly<Record<ProcessName, readonly string[]>> = {
  web: [...EVERY, ...SITE, 'HOST', 'WEB_WORKERS', 'REPORTS_URL', ...CLIENTS],
  scheduler: [...EVERY, ...QUEUE, 'HOST', 'SCHEDULER_PORT', 'CHECKS_PER_DAY'],
  crawler: [
    ...[...EVERY, ...QUEUE, 'HOST', 'CRAWLER_PORT', 'CRAWL_CONCURRENCY', 'JOB_LOCK_MS', ...VISITS, ...MODEL_VARIABLES],
    ...ARCHIVE,
  ],
  verifier: [
    ...[...EVERY, ...QUEUE, 'HOST', 'VERIFIER_PORT', 'PUBLISH_QUIET_MS', 'PUBLISH_MAX_WAIT_MS', 'JOB_LOCK_MS'],
    ...ARCHIVE,
  ],
  exporter: [...EVERY, ...SITE, 'HOST', 'EXPORTER_PORT', ...ANOTHER_NODE],
  console: [
    ...[...EVERY, ...QUEUE, ...CONSOLE, 'BRAND', 'CHECKS_PER_DAY', 'PUBLISH_MAX_WAIT_MS'],
    ...['WATCHLISTS_DIR', ...VISITS, ...ARCHIVE],
  ],
  notifier: [
    ...[
      ...EVERY,
      ...SITE,
      'REDIS_URL',
      'HOST',
      'NOTIFIER_PORT',
      'REPORTS_URL',
      'TRUST_PROXY',
      'JOB_LOCK_MS',
      'WATCHLISTS_DIR',
    ],
    ...['NOTIFY_PRIVATE_HOSTS', 'SMTP_URL', 'MAIL_FROM'],
  ],
  backup: [...EVERY, ...ARCHIVE],
};

/** What the system, Node and Chromium read. None is a secret. */
export const SYSTEM_VARIABLES = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TZ', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'LD_LIBRARY_PATH'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

/** Variables of Chromium, and of the supervisor's own Redis. */
export const PROGRAM_VARIABLES = SYSTEM_VARIABLES.filter((name) => !name.startsWith('NODE_'));

/** The variables of these names that are set. */
export function only(names: readonly string[], env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** The environment of a process of the Procfile. One that is not ours gets nothing of ours. */
export function environmentOf(process: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const own = Object.entries(PROCESS_VARIABLES).find(([name]) => name === process)?.[1] ?? [];
  return only([...SYSTEM_VARIABLES, ...own], env);
}

/** Settings and credentials that a process does not read. */
export function unreadBy(process: ProcessName, settings: readonly Setting[]): string[] {
  const read = PROCESS_VARIABLES[process];
  return [...settings.map(({ name }) => name), ...BUCKET_CREDENTIALS].filter((name) => !read.includes(name));
}
