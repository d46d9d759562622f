/** Commands about prices: visit, read, read again, decide, publish, export. */
import { type Command, Option } from 'commander';
import { PageFormat } from '../../data/page.ts';
import { withManual } from './manual.ts';
import { jsonOption, run } from './run.ts';

export function addPriceCommands(root: Command): void {
  addCheck(root);
  addRead(root);
  addReplay(root);
  addReview(root);
  addPublish(root);
  addExport(root);
}

function addCheck(root: Command): void {
  const check = root
    .command('check')
    .summary('visit products now')
    .description('Visits products now, ahead of their time, and says what was found beside the quotes.')
    .argument('<slug...>', 'products of the catalogue')
    .addOption(jsonOption())
    .action(async (slugs: string[], flags) => {
      await run(async () => (await import('../../crawler/schedule/check-command.ts')).check(slugs, flags));
    });
  withManual(check, {
    about:
      'The Assay that runs on the same DATA_DIR (or REDIS_URL) makes the visit: polite, archived and recorded as any other.',
    examples: [
      ['assay check notion', 'every source of one product'],
      ['assay check notion figma --json', 'a line of JSON for each source'],
    ],
    json: 'a line for each source: { "observation", "verdict" }, as the ledger has them.',
    exits: { 0: 'each was judged, whatever of it', 1: 'one was not judged in time; it stays in the queue' },
  });
}

function addRead(root: Command): void {
  const read = root
    .command('read')
    .summary('read a saved page, or a corpus')
    .description('Reads one saved page and shows what was found and why not more; or every page of a corpus.')
    .option('--url <url>', 'where the page is from')
    .option('--file <file>', 'the page; - for standard input')
    .addOption(
      new Option('--format <name>', 'by default what the name of the file ends in, else html').choices(
        PageFormat.options,
      ),
    )
    .option('--html <file>', 'also write the page with its prices marked, safe to open; - for standard output alone')
    .option('--corpus <dir>', 'a folder with manifest.jsonl and pages/')
    .option('--out <file>', 'where the readings of the corpus go, a line of JSON a page')
    .addOption(jsonOption())
    .action(async (flags) => {
      await run(async () => (await import('../../crawler/read/read-command.ts')).read(flags));
    });
  withManual(read, {
    about: 'Needs nothing that runs, and writes nothing but what is named.',
    examples: [
      ['assay read --url https://acme.example/pricing --file page.html', 'one page, for a person'],
      ['curl -s URL | assay read --url URL --file - --json', 'for a program'],
      ['assay read --corpus pages --out readings.jsonl', 'a corpus'],
    ],
    json: 'of a page the whole reading, with the place of every quote; of a corpus { "pages", "out" }.',
    exits: { 0: 'done, whatever the page holds', 1: 'a file can’t be read or written' },
  });
}

function addReplay(root: Command): void {
  const replay = root
    .command('replay')
    .summary('read the archive again')
    .description('Reads every archived page again with today’s readers and says what would change.')
    .argument('[slug...]', 'these products only')
    .option('--apply', 'hand what is read otherwise to the verifier that runs', false)
    .addOption(jsonOption())
    .action(async (slugs: string[], flags) => {
      await run(async () => (await import('../../crawler/reread/reread-command.ts')).rereadArchive(slugs, flags));
    });
  withManual(replay, {
    about: 'Writes nothing without --apply. To be run after the readers were changed: the scheduler’s log says when.',
    examples: [
      ['assay replay', 'what would change'],
      ['assay replay notion --json', 'of one product, for a program'],
      ['assay replay --apply', 'and write it'],
    ],
    json: 'a line for each product: { "slug", "figures", "differences" }; at the end { "sum", "products" }.',
    exits: { 0: 'all was read, and written if asked for', 1: 'a page could not be had, or was not judged' },
  });
}

function addReview(root: Command): void {
  const review = root
    .command('review')
    .summary('what waits for a person, and decisions on it')
    .description('Lists the readings that wait for a person, each beside what it would replace.')
    .option('--all', 'facts that are the same on both sides, too', false)
    .addOption(jsonOption())
    .action(async (flags) => {
      await run(async () => (await import('../../verifier/review/review-command.ts')).listWaiting(flags));
    });
  withManual(review, {
    examples: [
      ['assay review', 'the list'],
      ['assay review accept notion --by ada --reason "seen on the page"', 'take a reading'],
    ],
    json: 'a line for each reading that waits.',
    exits: { 0: 'listed', 1: 'the decision was not taken' },
  });
  for (const [action, does] of [
    ['accept', 'take the reading that waits'],
    ['reject', 'keep the record, and rule these prices out'],
    ['correct', 'state what is right'],
  ] as const) {
    const decision = review
      .command(action)
      .summary(does)
      .description(`Decides: ${does}. The verifier that runs writes it, with who and why.`)
      .argument('<case>', 'what the list calls it; or SLUG or SLUG.SOURCE where one reading of it waits')
      .requiredOption('--by <name>', 'whose decision it is')
      .requiredOption('--reason <words>', 'why')
      .addOption(jsonOption());
    if (action === 'correct')
      decision.requiredOption('--values <file>', 'JSON of the tiers that are right; - for standard input');
    decision.action(async (named: string, _flags, command: Command) => {
      await run(async () =>
        (await import('../../verifier/review/review-command.ts')).decide(action, named, command.optsWithGlobals()),
      );
    });
    withManual(decision, {
      examples: [
        action === 'correct'
          ? ['assay review correct notion --values tiers.json --by ada --reason "a typing error of theirs"', '']
          : [`assay review ${action} notion.pricing --by ada --reason "seen on the page"`, ''],
      ],
      ...(action === 'correct' && {
        about:
          'The file: {"tiers": [{"tier": "Pro", "prices": [{"amount": "12.00", "currency": "USD", "per": "month", "billing": "monthly"}]}]}',
      }),
      json: '{ "id", "slug", "source", "verdict" } of the decision in the ledger.',
      exits: { 0: 'decided and written', 1: 'the verifier did not take it' },
    });
  }
}

function addPublish(root: Command): void {
  const publish = root
    .command('publish')
    .summary('publish a generation now')
    .description(
      'Publishes a generation from the ledger now, and says its number, hash, counts and what the gates said.',
    )
    .addOption(jsonOption())
    .action(async (flags) => {
      await run(async () => (await import('../../verifier/publish/publish-command.ts')).publish(flags));
    });
  withManual(publish, {
    about:
      'The verifier that runs on the same DATA_DIR does it, from the catalogue that it has loaded; where none runs, this\ncommand does, under the same lock and from the catalogue as it is now.',
    examples: [
      ['assay publish', 'now'],
      ['assay publish --json | jq -r .sha256', 'the hash alone'],
    ],
    json: '{ "generation", "file", "sha256", "bytes", "unchanged", "products", "recomputed", "changes", "health", "gates" }.',
    exits: { 0: 'published, or published already', 1: 'a gate held: what was published stays' },
  });
}

function addExport(root: Command): void {
  const command = root
    .command('export')
    .summary('the files of a generation, in a directory')
    .description(
      'Puts the files of a generation (JSON Lines, CSV, Parquet, SQLite) into a folder of the directory, and verifies each.',
    )
    .argument('<dir>', 'gets a folder named by the generation')
    .option('--generation <number>', 'one whose files are kept; by default the current one')
    .addOption(jsonOption())
    .action(async (dir: string, flags) => {
      await run(async () => (await import('../../serve/files/exports/export-command.ts')).exportTo(dir, flags));
    });
  withManual(command, {
    about:
      'Copies what the exporter made, or makes the files now. The folder appears when all of it is there and its SHA-256 are right.',
    examples: [
      ['assay export /srv/prices', 'the current generation'],
      ['assay export /srv/prices --generation 000042', 'an older one, while it is kept'],
    ],
    json: '{ "directory", "how": "copied" | "made" | "there already", "manifest" }.',
    exits: { 0: 'there, and every SHA-256 is right', 1: 'a file is not what its manifest says, or the disk is full' },
  });
}
