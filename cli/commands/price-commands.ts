/** Commands about prices: visit, read, read again, decide, publish, export. */
import { Option } from 'commander';
import type { ReadFlags } from '../../crawler/read/read-command.ts';
import { defined } from '../../data/defined.ts';
import { PageFormat } from '../../data/page.ts';
import { CAUSES } from '../../data/pipeline/case-kinds.ts';
import { type Declaration, JSON_OUTPUT } from './command.ts';

const CHECK: Declaration = {
  name: 'check',
  summary: 'visit products now',
  description: 'Visits products now and shows what it finds, with quotes.',
  arguments: { '<slug...>': 'products of the catalogue' },
  options: [JSON_OUTPUT],
  about:
    'The Assay that runs on the same DATA_DIR (or REDIS_URL) makes the visit, and archives and records it like any other.',
  examples: [
    ['assay check notion', 'every source of one product'],
    ['assay check notion figma --json', 'for a program'],
  ],
  json: 'a line for each source: { "observation", "verdict" }, as in the ledger.',
  exits: { 0: 'every visit was judged', 1: 'one was not judged in time; it stays in the queue' },
  run: async (command) => (await import('../../crawler/schedule/check-command.ts')).check(command.args, command.opts()),
};

const READ: Declaration = {
  name: 'read',
  summary: 'read a saved page, or a corpus',
  description: 'Reads one saved page, or every page of a corpus, and shows what was found and why not more.',
  options: [
    new Option('--url <url>', 'where the page is from'),
    new Option('--file <file>', 'the page; - for standard input'),
    new Option('--format <name>', 'by default the file’s extension, else html').choices(PageFormat.options),
    new Option('--html <file>', 'write the page with its prices marked, safe to open; - writes only that, to stdout'),
    new Option('--recipe <slug>', 'the recipe of a product, or of a file'),
    new Option('--corpus <dir>', 'a folder with manifest.jsonl and pages/'),
    new Option('--out <file>', 'file for the readings of the corpus, a line of JSON for each page'),
    JSON_OUTPUT,
  ],
  about: 'Needs no running process and writes only the named files.',
  examples: [
    ['assay read --url https://acme.example/pricing --file page.html', 'one page, for a person'],
    ['curl -s URL | assay read --url URL --file - --json', 'for a program'],
    ['assay read --corpus pages --out readings.jsonl', 'a corpus'],
  ],
  json: 'the whole reading, with the place of every quote; for a corpus { "pages", "out" }.',
  exits: { 0: 'done, whatever the page holds', 1: 'a file can’t be read or written' },
  async run(command) {
    const { recipe: named, ...flags } = command.opts<ReadFlags & { recipe?: string }>();
    const recipe =
      named === undefined ? undefined : (await import('../teach/named-recipe.ts')).namedRecipe(named, flags);
    return (await import('../../crawler/read/read-command.ts')).read({ ...flags, ...defined({ recipe }) });
  },
};

const REPLAY: Declaration = {
  name: 'replay',
  summary: 'read the archive again',
  description: 'Reads every archived page again with today’s readers and shows what would change.',
  arguments: { '[slug...]': 'these products only' },
  options: [new Option('--apply', 'hand changed readings to the running verifier').default(false), JSON_OUTPUT],
  about: 'Writes nothing without --apply. Run it after the readers changed; the scheduler’s log says when.',
  examples: [
    ['assay replay', 'what would change'],
    ['assay replay notion --json', 'of one product, for a program'],
    ['assay replay --apply', 'and write it'],
  ],
  json: 'a line for each product: { "slug", "figures", "differences" }; at the end { "sum", "products" }.',
  exits: { 0: 'all pages were read, and written with --apply', 1: 'a page was missing or not judged' },
  run: async (command) =>
    (await import('../../crawler/reread/reread-command.ts')).rereadArchive(command.args, command.opts()),
};

function decision(action: 'accept' | 'reject' | 'correct' | 'undo', summary: string, description: string): Declaration {
  return {
    name: action,
    summary,
    description,
    arguments: { '<case>': 'its id in the list; or SLUG or SLUG.SOURCE with one waiting reading' },
    options: [
      new Option('--by <name>', 'who decides').makeOptionMandatory(),
      new Option('--reason <words>', 'why').makeOptionMandatory(),
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
  'state the right values',
  'States the right values in place of the waiting reading.',
);
const VALUES = new Option('--values <file>', 'JSON of the right tiers; - for stdin');

const REVIEW: Declaration = {
  name: 'review',
  summary: 'what waits for a person, and decisions on it',
  description:
    'Lists the readings that wait for a person by cause, each beside what it would replace. The running verifier writes decisions, with who and why.',
  options: [
    new Option('--all', 'show unchanged facts too').default(false),
    new Option('--cause <cause>', 'cases of one cause').choices(Object.keys(CAUSES)),
    JSON_OUTPUT,
  ],
  examples: [['assay review', '']],
  json: 'a line for each waiting reading.',
  exits: { 0: 'listed' },
  subcommands: [
    decision('accept', 'accept the waiting reading', 'Accepts the waiting reading.'),
    decision(
      'reject',
      'keep the record and rule these prices out',
      'Keeps the record and rules out the waiting prices.',
    ),
    {
      ...CORRECT,
      options: [...(CORRECT.options ?? []), VALUES.makeOptionMandatory()],
      about: 'For the file see assay correct.',
      examples: [['assay review correct notion --values tiers.json --by ada --reason "the vendor’s typing error"', '']],
    },
    {
      ...decision('undo', 'take a decision back', 'Takes a decision back.'),
      arguments: { '<decision>': 'its id; or SLUG or SLUG.SOURCE for the last one' },
    },
  ],
  run: async (command) => (await import('../../verifier/review/review-command.ts')).listWaiting(command.opts()),
};

const PUBLISH: Declaration = {
  name: 'publish',
  summary: 'publish a generation now',
  description: 'Publishes a generation from the ledger now and shows its number, hash, counts and checks.',
  options: [JSON_OUTPUT],
  about:
    'The verifier that runs on the same DATA_DIR publishes it; without one, this command does, under the same lock.',
  examples: [
    ['assay publish', 'now'],
    ['assay publish --json | jq -r .sha256', 'the hash alone'],
  ],
  json: '{ "generation", "file", "sha256", "bytes", "unchanged", "products", "recomputed", "changes", "health", "gates" }.',
  exits: { 0: 'published, or nothing changed', 1: 'a check failed: the previous generation stays' },
  run: async (command) => (await import('../../verifier/publish/publish-command.ts')).publish(command.opts()),
};

const EXPORT: Declaration = {
  name: 'export',
  summary: 'the files of a generation, in a directory',
  description: 'Puts the files of a generation (JSON Lines, CSV, Parquet, SQLite) into a folder and verifies each.',
  arguments: { '<dir>': 'where the folder is made, named by the generation' },
  options: [new Option('--generation <number>', 'an older one whose files are kept'), JSON_OUTPUT],
  about:
    'Copies the exporter’s files, or makes them now. The folder appears once it is complete and every SHA-256 matches.',
  examples: [
    ['assay export /srv/prices', 'the current generation'],
    ['assay export /srv/prices --generation 000042', 'an older one'],
  ],
  json: '{ "directory", "how": "copied" | "made" | "there already", "manifest" }.',
  exits: { 0: 'complete', 1: 'a file differs from its manifest, or the disk is full' },
  run: async (command) =>
    (await import('../../serve/files/exports/export-command.ts')).exportTo(command.args[0] ?? '', command.opts()),
};

export const PRICE_COMMANDS: readonly Declaration[] = [CHECK, READ, REPLAY, REVIEW, PUBLISH, EXPORT];
