/** What the architecture rules allow. */

/** Folders at the root; `.` has the configuration of tools. */
export const TOP_FOLDERS = [
  '.',
  'cli',
  'config',
  'console',
  'crawler',
  'data',
  'lab',
  'notifier',
  'packages',
  'serve',
  'setup',
  'supervisor',
  'verifier',
  'web',
] as const;

/** Folder → folders that its files may import from, beside themselves. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  data: [],
  config: ['data'],
  // How pages are made and how a server behaves, without what is served.
  web: [],
  crawler: ['data', 'config'],
  // Of the crawler only the dictionary, which its check reads by code of its own.
  verifier: ['data', 'config', 'crawler/read/vocabulary'],
  serve: ['data', 'config', 'web'],
  // Of the crawler and the verifier only CONSOLE_MAY_IMPORT.
  console: ['data', 'config', 'web', 'crawler', 'verifier'],
  // Of the crawler and the server only NOTIFIER_MAY_IMPORT.
  notifier: ['data', 'config', 'web', 'crawler', 'serve'],
  // Packages for others to install, made of the server.
  packages: ['data', 'config', 'web', 'serve'],
  // It starts the stages as processes and imports none of them.
  supervisor: ['data', 'config'],
  // A command’s code is loaded when the command is called.
  cli: ['data', 'config', 'crawler', 'verifier', 'serve', 'notifier', 'supervisor'],
};

/** What reads, plans and fetches a page, and what follows from a decision: no process, and nothing that writes. */
export const CONSOLE_MAY_IMPORT =
  /^(?:crawler\/(?:read\/|fetch\/web\.ts|find\/(?:find-pricing|proposal|trial)\.ts|schedule\/(?:allocation|cadence-plan|check-command|crawl-queue|due)\.ts|visit\/read-worker\.ts|reread\/older-readings\.ts)|verifier\/(?:review\/(?:causes|differences|order|review)|status\/\w+)\.ts)/;

/** Of the crawler, what keeps connections from private addresses and queues a check; of the server, the shape of problems. */
export const NOTIFIER_MAY_IMPORT = /^(?:crawler\/(?:fetch\/guard|schedule\/crawl-queue)|serve\/interface\/problem)\.ts/;

/** Package → the folders and files that may import it. A package in none of them is new to the project. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@aws-sdk/client-s3': ['data/store/archive/bucket.ts'],
  '@bomb.sh/tab': ['cli'],
  '@bull-board/api': ['console'],
  '@bull-board/express': ['console'],
  '@crawlee/browser-pool': ['crawler/fetch'],
  '@csstools/css-tokenizer': ['crawler/read/page'],
  '@lezer/markdown': ['crawler/read/page'],
  '@modelcontextprotocol/server': ['serve/tools', 'packages', 'lab'],
  '@resvg/resvg-wasm': ['serve/http/png.ts'],
  acorn: ['crawler/read/declared', 'lab'],
  'better-sqlite3': ['data/store', 'serve/files/exports/sqlite.ts', 'console/installation/installation.ts', 'lab'],
  bullmq: ['config', 'crawler/schedule', 'crawler/visit', 'verifier/worker', 'notifier', 'console', 'cli/installation'],
  cheerio: ['crawler/read', 'lab'],
  commander: ['cli', 'lab'],
  'css-select': ['crawler/read/page'],
  'css-what': ['crawler/read/page'],
  'd3-scale': ['serve/pages'],
  'd3-shape': ['serve/pages'],
  'decimal.js': ['data', 'crawler/read', 'verifier', 'serve'],
  diff: ['data/text', 'console'],
  domhandler: ['crawler/read'],
  'encoding-sniffer': ['crawler'],
  express: ['serve', 'console', 'lab'],
  htmlparser2: ['crawler/read'],
  hyparquet: ['serve/files/exports'],
  'hyparquet-writer': ['serve/files/exports'],
  ioredis: ['crawler', 'console', 'supervisor', 'cli/installation'],
  'ipaddr.js': ['crawler/fetch', 'web/rate-limit.ts'],
  'node-cron': ['crawler/schedule'],
  nodemailer: ['notifier/channels/mail.ts'],
  openai: ['crawler/model'],
  parse5: ['data/text'],
  pino: ['config', 'web', 'crawler', 'verifier', 'serve', 'console', 'notifier', 'supervisor', 'lab'],
  playwright: ['crawler/fetch', 'cli/doctor', 'lab/pages'],
  'prom-client': ['config', 'crawler', 'verifier', 'serve', 'console', 'notifier'],
  'robots-parser': ['crawler/fetch'],
  rolldown: ['packages'],
  send: ['serve/http'],
  tldts: ['data/catalogue'],
  undici: ['crawler/fetch', 'notifier/channels/post.ts', 'lab'],
  vitest: ['vitest.config.ts'],
  yaml: ['data/catalogue', 'data/watch', 'crawler', 'console', 'cli'],
  zod: ['data', 'config', 'crawler', 'verifier', 'serve', 'console', 'supervisor', 'cli', 'packages', 'lab'],
  'zod-openapi': ['serve'],
};

/** Never reachable from the process that answers consumers. */
export const FORBIDDEN_IN_SERVE = /^(?:bullmq|ioredis|playwright|@crawlee\/.*|undici|node-cron|cheerio|@aws-sdk\/.*)$/;

/** What writes: never reachable from the process that answers consumers. */
export const WRITERS =
  /^data\/store\/(?:ledger\/(?:ledger|writer|database)\.|archive\/|backup\/|copies\/write-)|^data\/store\/generation\/(?:staging|publish)|^data\/store\/files\/atomic-folder|^serve\/files\/(?:exporter|replica)\/|^serve\/files\/(?:exports\/(?:make|write)|feeds\/make|folder\/(?:write|download))\.ts/;

/** Files with SQL outside data/store, each with the reason. */
export const SQL_ELSEWHERE: Readonly<Record<string, string>> = {
  'lab/publish/publish.ts': 'compares publishing with SQLite’s own copy',
  'lab/serve/baseline.ts': 'is a plain server to compare with',
  'lab/serve/serve.ts': 'names SQLite’s own copy in a result',
  'lab/verify/ledger.ts': 'is a plain ledger to compare with',
  'packages/mcp-server/sqlite.ts': 'gives node:sqlite the interface of better-sqlite3',
  'serve/files/exports/sqlite.ts': 'writes the SQLite export, a database of its own',
};
