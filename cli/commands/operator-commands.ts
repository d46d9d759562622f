/** Commands for whoever runs an installation. */
import { type Command, InvalidArgumentError } from 'commander';
import { withManual } from './manual.ts';
import { jsonOption, run } from './run.ts';

export function addOperatorCommands(root: Command): void {
  const status = root
    .command('status')
    .summary('what runs, what waits, how old the prices are')
    .description(
      'Says what runs, what waits in the queues, when was last looked and published, and what the data takes.',
    )
    .addOption(jsonOption())
    .action(async (flags) => {
      await run(async () => (await import('../installation/status-command.ts')).status(flags));
    });
  withManual(status, {
    about:
      'Tells what it can when parts are down, and which they are. On a machine with GENERATION_URL, which serves what another node publishes, it tells of web, exporter, generations and that node; queue, scheduler, ledger and catalogue are not of that machine.',
    examples: [
      ['assay status', 'for a person'],
      ['watch -n5 assay status', 'as it goes'],
      ['assay status --json | jq .queues', 'for a program'],
    ],
    json: '{ "at", "dataDir", "down", "processes", "probes", "takenFrom", "redis", "queues", "lastTick", "ledger", "sources", "published", "exported", "disk" }; what is not known is absent.',
    exits: { 0: 'all of it answers', 1: 'something is down; “down” names it' },
  });

  const doctor = root
    .command('doctor')
    .summary('what is wrong with this installation, and how to mend it')
    .description(
      'Looks at everything that this installation stands on, and says what is wrong, why, and what mends it.',
    )
    .addOption(jsonOption())
    .action(async (flags) => {
      await run(async () => (await import('../doctor/doctor-command.ts')).doctor(flags));
    });
  withManual(doctor, {
    about:
      'Reads, and changes nothing but a file that it makes in DATA_DIR and removes again. It reads the whole ledger. On a machine with GENERATION_URL it looks at the other node, and names what is not of that machine.',
    examples: [
      ['assay doctor', 'for a person'],
      ['assay doctor --json | jq -r \'.findings[] | select(.severity == "broken") | .mend\'', 'what to run'],
    ],
    json: '{ "broken", "warnings", "findings": [ { "check", "severity", "found", "cause", "mend" } ] }.',
    exits: { 0: 'nothing is broken, though there may be warnings', 1: 'something is broken' },
  });

  const backup = root
    .command('backup')
    .summary('back up ledger, archive and generation')
    .description(
      'Backs up the ledger, the archived pages and the published generation into a directory, while Assay runs.',
    )
    .argument('<dir>', 'holds the pages of all backups, each once, and a folder a backup')
    .option('--keep <number>', 'whole backups that stay, the newest; all of them by default', atLeastOne)
    .addOption(jsonOption())
    .action(async (dir: string, flags) => {
      await run(async () => (await import('./backup.ts')).backUp(dir, flags));
    });
  withManual(backup, {
    about: 'Pages are copied once. A backup appears when it is whole: one that was cut short is never taken for one.',
    examples: [
      ['assay backup /mnt/backup', 'now'],
      ['assay backup /mnt/backup --keep 30', 'from a timer, each day'],
    ],
    json: '{ "name", "manifest", "copied" }.',
    exits: { 0: 'all is in it', 1: 'no backup was made, or pages that the ledger cites were lost before' },
  });

  const restore = root
    .command('restore')
    .summary('put a backup into DATA_DIR')
    .description('Verifies all of a backup, and then puts it into DATA_DIR.')
    .argument('<dir>', 'with backups')
    .option('--from <name>', 'which one; by default the newest')
    .option('--force', 'also where there is data: it is moved aside', false)
    .addOption(jsonOption())
    .action(async (dir: string, flags) => {
      await run(async () => (await import('./backup.ts')).restoreFrom(dir, flags));
    });
  withManual(restore, {
    about: 'Assay must not run on that DATA_DIR. Afterwards: assay publish, and assay doctor.',
    examples: [
      ['DATA_DIR=/srv/assay assay restore /mnt/backup', 'to a new place'],
      ['assay restore /mnt/backup --from 2026-11-22T04-00-00Z --force', 'an older one, in place of what is there'],
    ],
    json: '{ "name", "dataDir", "manifest", "replaced" }.',
    exits: { 0: 'restored', 1: 'something of the backup is missing or damaged; nothing was changed' },
  });
}

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be 1 or more.');
  return Number(text);
}
