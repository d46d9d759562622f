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
  description: 'Visits products now, ahead of their time, and says what was found beside the quotes.',
  arguments: { '<slug...>': 'products of the catalogue' },
  options: [JSON_OUTPUT],
  about:
    'The Assay that runs on the same DATA_DIR (or REDIS_URL) makes the visit: polite, archived and recorded as any other.',
  examples: [
    ['assay check notion', 'every source of one product'],
    ['assay check notion figma --json', 'a line of JSON for each source'],
  ],
  json: 'a line for each source: { "observation", "verdict" }, as the ledger has them.',
  exits: { 0: 'each was judged, whatever of it', 1: 'one was not judged in time; it stays in the queue' },
  run: async (command) => (await import('../../crawler/schedule/check-command.ts')).check(command.args, command.opts()),
};

const READ: Declaration = {
  name: 'read',
  summary: 'read a saved page, or a corpus',
  description: 'Reads one saved page and shows what was found and why not more; or every page of a corpus.',
  options: [
    new Option('--url <url>', 'where the page is from'),
    new Option('--file <file>', 'the page; - for standard input'),
    new Option('--format <name>', 'by default what the name of the file ends in, else html').choices(
      PageFormat.options,
    ),
    new Option(
      '--html <file>',
      'also write the page with its prices marked, safe to open; - for standard output alone',
    ),
    new Option('--recipe <slug>', 'the recipe of a product, or of a file'),
    new Option('--corpus <dir>', 'a folder with manifest.jsonl and pages/'),
    new Option('--out <file>', 'where the readings of the corpus go, a line of JSON a page'),
    JSON_OUTPUT,
  ],
  about: 'Needs nothing that runs, and writes nothing but what is named.',
  examples: [
    ['assay read --url https://acme.example/pricing --file page.html', 'one page, for a person'],
    ['curl -s URL | assay read --url URL --file - --json', 'for a program'],
    ['assay read --corpus pages --out readings.jsonl', 'a corpus'],
  ],
  json: 'of a page the whole reading, with the place of every quote; of a corpus { "pages", "out" }.',
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
  description: 'Reads every archived page again with today’s readers and says what would change.',
  arguments: { '[slug...]': 'these products only' },
  options: [new Option('--apply', 'hand what is read otherwise to the verifier that runs').default(false), JSON_OUTPUT],
  about: 'Writes nothing without --apply. To be run after the readers were changed: the scheduler’s log says when.',
  examples: [
    ['assay replay', 'what would change'],
    ['assay replay notion --json', 'of one product, for a program'],
    ['assay replay --apply', 'and write it'],
  ],
  json: 'a line for each product: { "slug", "figures", "differences" }; at the end { "sum", "products" }.',
  exits: { 0: 'all was read, and written if asked for', 1: 'a page could not be had, or was not judged' },
  run: async (command) =>
    (await import('../../crawler/reread/reread-command.ts')).rereadArchive(command.args, command.opts()),
};

function decision(action: 'accept' | 'reject' | 'correct' | 'undo', does: string): Declaration {
  return {
    name: action,
    summary: does,
    description: `Decides: ${does}. The verifier that runs writes it, with who and why.`,
    arguments: { '<case>': 'what the list calls it; or SLUG or SLUG.SOURCE where one reading of it waits' },
    options: [
      new Option('--by <name>', 'whose decision it is').makeOptionMandatory(),
      new Option('--reason <words>', 'why').makeOptionMandatory(),
      JSON_OUTPUT,
    ],
    examples: [[`assay review ${action} notion.pricing --by ada --reason "seen on the page"`, '']],
    json: '{ "id", "slug", "source", "verdict" } of the decision in the ledger.',
    exits: { 0: 'decided and written', 1: 'the verifier did not take it' },
    async run(command) {
      const { decide, undo } = await import('../../verifier/review/review-command.ts');
      const named = command.args[0] ?? '';
      return action === 'undo'
        ? undo(named, command.optsWithGlobals())
        : decide(action, named, command.optsWithGlobals());
    },
  };
}

const CORRECT = decision('correct', 'state what is right');
const VALUES = new Option('--values <file>', 'JSON of the tiers that are right; - for standard input');

const REVIEW: Declaration = {
  name: 'review',
  summary: 'what waits for a person, and decisions on it',
  description: 'Lists the readings that wait for a person by cause, each beside what it would replace.',
  options: [
    new Option('--all', 'facts that are the same on both sides, too').default(false),
    new Option('--cause <cause>', 'cases of one cause').choices(Object.keys(CAUSES)),
    JSON_OUTPUT,
  ],
  examples: [
    ['assay review', 'the list, by cause'],
    ['assay review accept notion --by ada --reason "seen on the page"', 'take a reading'],
  ],
  json: 'a line for each reading that waits.',
  exits: { 0: 'listed', 1: 'the decision was not taken' },
  subcommands: [
    decision('accept', 'take the reading that waits'),
    decision('reject', 'keep the record, and rule these prices out'),
    {
      ...CORRECT,
      options: [...(CORRECT.options ?? []), VALUES.makeOptionMandatory()],
      about:
        'The file: {"tiers": [{"tier": "Pro", "prices": [{"amount": "12.00", "currency": "USD", "per": "month", "billing": "monthly"}]}]}',
      examples: [['assay review correct notion --values tiers.json --by ada --reason "a typing error of theirs"', '']],
    },
    {
      ...decision('undo', 'take a decision back'),
      arguments: { '<decision>': 'its id; or SLUG or SLUG.SOURCE, for the last one' },
    },
  ],
  run: async (command) => (await import('../../verifier/review/review-command.ts')).listWaiting(command.opts()),
};

const PUBLISH: Declaration = {
  name: 'publish',
  summary: 'publish a generation now',
  description: 'Publishes a generation from the ledger now, and says its number, hash, counts and what the gates said.',
  options: [JSON_OUTPUT],
  about:
    'The verifier that runs on the same DATA_DIR does it; where none runs, this\ncommand does, under the same lock.',
  examples: [
    ['assay publish', 'now'],
    ['assay publish --json | jq -r .sha256', 'the hash alone'],
  ],
  json: '{ "generation", "file", "sha256", "bytes", "unchanged", "products", "recomputed", "changes", "health", "gates" }.',
  exits: { 0: 'published, or published already', 1: 'a gate held: what was published stays' },
  run: async (command) => (await import('../../verifier/publish/publish-command.ts')).publish(command.opts()),
};

const EXPORT: Declaration = {
  name: 'export',
  summary: 'the files of a generation, in a directory',
  description:
    'Puts the files of a generation (JSON Lines, CSV, Parquet, SQLite) into a folder of the directory, and verifies each.',
  arguments: { '<dir>': 'gets a folder named by the generation' },
  options: [new Option('--generation <number>', 'one whose files are kept; by default the current one'), JSON_OUTPUT],
  about:
    'Copies what the exporter made, or makes the files now. The folder appears when all of it is there and its SHA-256 are right.',
  examples: [
    ['assay export /srv/prices', 'the current generation'],
    ['assay export /srv/prices --generation 000042', 'an older one, while it is kept'],
  ],
  json: '{ "directory", "how": "copied" | "made" | "there already", "manifest" }.',
  exits: { 0: 'there, and every SHA-256 is right', 1: 'a file is not what its manifest says, or the disk is full' },
  run: async (command) =>
    (await import('../../serve/files/exports/export-command.ts')).exportTo(command.args[0] ?? '', command.opts()),
};

export const PRICE_COMMANDS: readonly Declaration[] = [CHECK, READ, REPLAY, REVIEW, PUBLISH, EXPORT];
