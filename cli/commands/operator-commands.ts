/** Commands for the operator of an installation. */
import { InvalidArgumentError, Option } from 'commander';
import { type Declaration, JSON_OUTPUT } from './command.ts';

export const OPERATOR_COMMANDS: readonly Declaration[] = [
  {
    name: 'status',
    summary: 'what runs, what waits, how old the prices are',
    description:
      'Shows what runs, the queues, the last tick, visit and publication, the alarms of the console, and the size of the data.',
    options: [JSON_OUTPUT],
    about:
      'Tells what it can when parts are down, and which they are. On a machine with GENERATION_URL, which serves what another node publishes, it tells of web, exporter, generations and that node; queue, scheduler, ledger and catalogue are not of that machine.',
    examples: [
      ['assay status', 'for a person'],
      ['watch -n5 assay status', 'as it goes'],
      ['assay status --json | jq .queues', 'for a program'],
    ],
    json: '{ "at", "dataDir", "down", "processes", "probes", "takenFrom", "redis", "queues", "lastTick", "ledger", "sources", "alarms", "published", "exported", "disk" }; what is not known is absent.',
    exits: { 0: 'all of it answers', 1: 'something is down; “down” names it' },
    run: async (command) => (await import('../installation/status-command.ts')).status(command.opts()),
  },
  {
    name: 'doctor',
    summary: 'what is wrong with this installation, and how to mend it',
    description:
      'Checks everything that this installation depends on, and shows what is wrong, why, and how to fix it.',
    options: [
      new Option('--offline', 'skip the check of the network, where this machine has none').default(false),
      JSON_OUTPUT,
    ],
    about:
      'Reads, and changes nothing but a file that it makes in DATA_DIR and removes again. It reads the whole ledger, and requests robots.txt of three hosts of the catalogue as the crawler would. On a machine with GENERATION_URL it looks at the other node, and names what is not of that machine.',
    examples: [
      ['assay doctor', 'for a person'],
      ['assay doctor --json | jq -r \'.findings[] | select(.severity == "broken") | .mend\'', 'what to run'],
    ],
    json: '{ "broken", "warnings", "findings": [ { "check", "severity", "found", "cause", "mend" } ] }.',
    exits: { 0: 'nothing is broken, though there may be warnings', 1: 'something is broken' },
    run: async (command) => (await import('../doctor/doctor-command.ts')).doctor(command.opts()),
  },
  {
    name: 'backup',
    summary: 'back up ledger, archive and generation',
    description:
      'Backs up the ledger, the archived pages and the published generation into a directory, while Assay runs.',
    arguments: { '<dir>': 'holds the pages of all backups, each once, and a folder a backup' },
    options: [
      new Option('--keep <number>', 'whole backups that stay, the newest; all of them by default').argParser(
        atLeastOne,
      ),
      JSON_OUTPUT,
    ],
    about: 'Pages are copied once. A backup appears when it is whole: one that was cut short is never taken for one.',
    examples: [
      ['assay backup /mnt/backup', 'now'],
      ['assay backup /mnt/backup --keep 30', 'from a timer, each day'],
    ],
    json: '{ "name", "manifest", "copied" }.',
    exits: { 0: 'all is in it', 1: 'no backup was made, or pages that the ledger cites were lost before' },
    run: async (command) => (await import('./backup.ts')).backUp(command.args[0] ?? '', command.opts()),
  },
  {
    name: 'restore',
    summary: 'put a backup into DATA_DIR',
    description: 'Verifies all of a backup, and then puts it into DATA_DIR.',
    arguments: { '<dir>': 'with backups' },
    options: [
      new Option('--from <name>', 'which one; by default the newest'),
      new Option('--force', 'also where there is data: it is moved aside').default(false),
      JSON_OUTPUT,
    ],
    about: 'Assay must not run on that DATA_DIR. Afterwards: assay publish, and assay doctor.',
    examples: [
      ['DATA_DIR=/srv/assay assay restore /mnt/backup', 'to a new place'],
      ['assay restore /mnt/backup --from 2026-11-22T04-00-00Z --force', 'an older one, in place of what is there'],
    ],
    json: '{ "name", "dataDir", "manifest", "replaced" }.',
    exits: { 0: 'restored', 1: 'something of the backup is missing or damaged; nothing was changed' },
    run: async (command) => (await import('./backup.ts')).restoreFrom(command.args[0] ?? '', command.opts()),
  },
];

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be 1 or more.');
  return Number(text);
}
