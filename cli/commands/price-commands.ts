/** Commands about prices: visit, read, read again, decide, publish, export. */
import { Option } from 'commander';
import { defined } from '../../data/defined.ts';
import { PageFormat } from '../../data/page.ts';
import { CAUSES } from '../../data/pipeline/case-kinds.ts';
import type { ReadFlags } from '../read/read-command.ts';
import { type Declaration, JSON_OUTPUT } from './command.ts';

const CHECK: Declaration = {
  name: 'check',
  summary: 'visit products now',
  description: 'Visits products now and shows the prices found, with quotes.',
  arguments: { '<slug...>': 'slugs of products' },
  options: [JSON_OUTPUT],
  about:
    'The running Assay on the same DATA_DIR (or REDIS_URL) makes the visit, archives the page and records the result.',
  examples: [
    ['assay check notion', 'all sources of one product'],
    ['assay check notion figma --json', 'as JSON'],
  ],
  json: 'one line per source: { "observation", "verdict" }, as in the ledger.',
  exits: { 0: 'all visits were judged', 1: 'a visit was not judged in time; it stays in the queue' },
  run: async (command) => (await import('../../crawler/schedule/check-command.ts')).check(command.args, command.opts()),
};

const READ: Declaration = {
  name: 'read',
  summary: 'read a saved page or a corpus',
  description: 'Reads one saved page, or all pages of a corpus. Shows the prices found and the amounts rejected.',
  options: [
    new Option('--url <url>', 'URL of the page'),
    new Option('--file <file>', 'the page; - for standard input'),
    new Option('--format <name>', 'default: by file extension, else html').choices(PageFormat.options),
    new Option('--html <file>', 'write a safe copy of the page with its prices marked; - for stdout'),
    new Option('--recipe <slug>', 'recipe of a product or file'),
    new Option('--corpus <dir>', 'a directory with manifest.jsonl and pages/'),
    new Option('--out <file>', 'file for the readings of the corpus, one line of JSON per page'),
    JSON_OUTPUT,
  ],
  about: 'Needs no running Assay. Writes only the named files.',
  examples: [
    ['assay read --url https://acme.example/pricing --file page.html', 'one page, as text'],
    ['curl -s URL | assay read --url URL --file - --json', 'as JSON'],
    ['assay read --corpus pages --out readings.jsonl', 'a corpus'],
  ],
  json: 'the complete reading, with the position of each quote; for a corpus { "pages", "out" }.',
  exits: { 0: 'done, with or without prices', 1: 'a file cannot be read or written' },
  async run(command) {
    const { recipe: named, ...flags } = command.opts<ReadFlags & { recipe?: string }>();
    const recipe =
      named === undefined ? undefined : (await import('../teach/named-recipe.ts')).namedRecipe(named, flags);
    return (await import('../read/read-command.ts')).read({ ...flags, ...defined({ recipe }) });
  },
};

const REPLAY: Declaration = {
  name: 'replay',
  summary: 'read archived pages again',
  description: 'Reads all archived pages again with the current readers and shows what would change.',
  arguments: { '[slug...]': 'only these products' },
  options: [new Option('--apply', 'submit changed readings to the running verifier').default(false), JSON_OUTPUT],
  about: 'Writes nothing without --apply. Run it after an update of the readers; the scheduler logs when it is needed.',
  examples: [
    ['assay replay', 'show what would change'],
    ['assay replay notion --json', 'one product, as JSON'],
    ['assay replay --apply', 'write the changes'],
  ],
  json: 'one line per product: { "slug", "figures", "differences" }; at the end { "sum", "products" }.',
  exits: { 0: 'all pages were read, and written with --apply', 1: 'a page was missing or not judged' },
  run: async (command) =>
    (await import('../../crawler/reread/reread-command.ts')).rereadArchive(command.args, command.opts()),
};

function decision(action: 'accept' | 'reject' | 'correct' | 'undo', summary: string, description: string): Declaration {
  return {
    name: action,
    summary,
    description,
    arguments: { '<case>': 'id in the list; or SLUG or SLUG.SOURCE, if only one reading is waiting' },
    options: [
      new Option('--by <name>', 'your name').makeOptionMandatory(),
      new Option('--reason <words>', 'the reason').makeOptionMandatory(),
      JSON_OUTPUT,
    ],
    examples: [[`assay review ${action} notion.pricing --by ada --reason "seen on the page"`, '']],
    json: '{ "id", "slug", "source", "verdict" }.',
    exits: { 0: 'decided', 1: 'the verifier refused it' },
    async run(command) {
      const { decide, undo } = await import('../../verifier/review/review-command.ts');
      const named = command.args[0] ?? '';
      return action === 'undo'
        ? undo(named, command.optsWithGlobals())
        : decide(action, named, command.optsWithGlobals());
    },
  };
}

const CORRECT = decision(
  'correct',
  'enter the correct values',
  'Replaces the waiting reading with the correct values.',
);
const VALUES = new Option('--values <file>', 'correct tiers as JSON; - for stdin');

const REPORTS: Declaration = {
  name: 'reports',
  summary: 'list reports of mistakes by visitors',
  description: 'Lists the reports of mistakes by visitors that nobody has closed, the oldest first.',
  options: [JSON_OUTPUT],
  examples: [['assay review reports', '']],
  json: 'one line per report: { "id", "slug", "words", "evidence", "recordedAt" }.',
  exits: { 0: 'listed' },
  run: async (command) =>
    (await import('../../verifier/review/reports-command.ts')).listReports(command.optsWithGlobals()),
};

const CLOSE: Declaration = {
  name: 'close',
  summary: 'close a report of a visitor',
  description: 'Closes a report. It changes no price: use assay correct for that.',
  arguments: { '<report>': 'its id' },
  options: [
    new Option('--by <name>', 'your name').makeOptionMandatory(),
    new Option('--reason <words>', 'what you found').makeOptionMandatory(),
    JSON_OUTPUT,
  ],
  examples: [['assay review close action/notion/2026-11-24T06-00-00-000Z-a1b2c3d4 --by ada --reason "corrected"', '']],
  json: '{ "id", "slug" }.',
  exits: { 0: 'closed', 1: 'the verifier refused it' },
  run: async (command) =>
    (await import('../../verifier/review/reports-command.ts')).closeReport(
      command.args[0] ?? '',
      command.optsWithGlobals(),
    ),
};

const REVIEW: Declaration = {
  name: 'review',
  summary: 'list waiting readings and decide on them',
  description: 'Lists the readings that need a decision, by cause, with the values that each would replace.',
  options: [
    new Option('--all', 'include unchanged facts').default(false),
    new Option('--cause <cause>', 'only cases with this cause').choices(Object.keys(CAUSES)),
    JSON_OUTPUT,
  ],
  examples: [['assay review', '']],
  json: 'one line per waiting reading.',
  exits: { 0: 'listed' },
  subcommands: [
    decision('accept', 'accept the waiting reading', 'Accepts the waiting reading.'),
    decision('reject', 'keep the record and reject these prices', 'Keeps the record and rejects the waiting prices.'),
    {
      ...CORRECT,
      options: [...(CORRECT.options ?? []), VALUES.makeOptionMandatory()],
      about: 'For the file format see assay correct.',
      examples: [['assay review correct notion --values tiers.json --by ada --reason "the vendor’s typing error"', '']],
    },
    {
      ...decision('undo', 'undo a decision', 'Undoes a decision.'),
      arguments: { '<decision>': 'its id; or SLUG or SLUG.SOURCE for the latest one' },
    },
    REPORTS,
    CLOSE,
  ],
  run: async (command) => (await import('../../verifier/review/review-command.ts')).listWaiting(command.opts()),
};

const PUBLISH: Declaration = {
  name: 'publish',
  summary: 'publish a generation now',
  description: 'Publishes a generation from the ledger. Shows its number, hash, counts and checks.',
  options: [JSON_OUTPUT],
  about:
    'The running verifier publishes it. If none runs on the same DATA_DIR, this command publishes it under the same lock.',
  examples: [
    ['assay publish', ''],
    ['assay publish --json | jq -r .sha256', 'the hash only'],
  ],
  json: '{ "generation", "file", "sha256", "bytes", "unchanged", "products", "recomputed", "changes", "health", "gates" }.',
  exits: { 0: 'published, or nothing changed', 1: 'a check failed: the previous generation stays' },
  run: async (command) => (await import('../../verifier/publish/publish-command.ts')).publish(command.opts()),
};

const EXPORT: Declaration = {
  name: 'export',
  summary: 'export the files of a generation',
  description: 'Exports the files of a generation (JSON Lines, CSV, Parquet, SQLite) and verifies each.',
  arguments: { '<dir>': 'parent directory; the export is named after the generation' },
  options: [new Option('--generation <number>', 'an older generation whose files still exist'), JSON_OUTPUT],
  about:
    'Copies the exporter’s files, or writes them now. The directory appears once all files are complete and verified.',
  examples: [
    ['assay export /srv/prices', 'the current generation'],
    ['assay export /srv/prices --generation 000042', 'an older generation'],
  ],
  json: '{ "directory", "how": "copied" | "made" | "there already", "manifest" }.',
  exits: { 0: 'complete', 1: 'a file differs from its manifest, or the disk is full' },
  run: async (command) =>
    (await import('../../serve/files/exports/export-command.ts')).exportTo(command.args[0] ?? '', command.opts()),
};

export const PRICE_COMMANDS: readonly Declaration[] = [CHECK, READ, REPLAY, REVIEW, PUBLISH, EXPORT];
