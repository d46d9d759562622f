/** Commands for the operator of an installation. */
import { InvalidArgumentError, Option } from 'commander';
import { type Declaration, JSON_OUTPUT } from './command.ts';

export const OPERATOR_COMMANDS: readonly Declaration[] = [
  {
    name: 'status',
    summary: 'what runs, what waits, how old the prices are',
    description: 'Shows processes, queues, the last tick, visit and publication, alarms, and the size of the data.',
    options: [JSON_OUTPUT],
    about:
      'If parts are down, it names them and shows the rest. With GENERATION_URL it covers web, exporter, generations and the other node only.',
    examples: [
      ['assay status', 'for a person'],
      ['watch -n5 assay status', 'live'],
      ['assay status --json | jq .queues', 'for a program'],
    ],
    json: '{ "at", "dataDir", "down", "processes", "probes", "takenFrom", "redis", "queues", "lastTick", "ledger", "sources", "alarms", "published", "exported", "disk" }; what is not known is absent.',
    exits: { 0: 'all is up', 1: 'something is down; “down” names it' },
    run: async (command) => (await import('../installation/status-command.ts')).status(command.opts()),
  },
  {
    name: 'doctor',
    summary: 'what is wrong with this installation, and how to fix it',
    description:
      'Checks everything that this installation depends on, and shows each fault, its cause and how to fix it.',
    options: [new Option('--offline', 'skip the network check').default(false), JSON_OUTPUT],
    about:
      'Reads the whole ledger, requests robots.txt of three hosts of the catalogue as the crawler would, and changes nothing but a temporary file in DATA_DIR. With GENERATION_URL it checks the other node.',
    examples: [
      ['assay doctor', 'for a person'],
      ['assay doctor --json | jq -r \'.findings[] | select(.severity == "broken") | .mend\'', 'what to run'],
    ],
    json: '{ "broken", "warnings", "findings": [ { "check", "severity", "found", "cause", "mend" } ] }.',
    exits: { 0: 'nothing broken; perhaps warnings', 1: 'something is broken' },
    run: async (command) => (await import('../doctor/doctor-command.ts')).doctor(command.opts()),
  },
  {
    name: 'backup',
    summary: 'back up ledger, archive and generation',
    description: 'Backs up the ledger, the archived pages and the published generation while Assay runs.',
    arguments: { '<dir>': 'has a folder for each backup, and the pages of all, each once' },
    options: [
      new Option('--keep <number>', 'number of newest backups to keep; all by default').argParser(atLeastOne),
      JSON_OUTPUT,
    ],
    about: 'A backup appears only once it is complete.',
    examples: [
      ['assay backup /mnt/backup', 'now'],
      ['assay backup /mnt/backup --keep 30', 'from a timer, each day'],
    ],
    json: '{ "name", "manifest", "copied" }.',
    exits: { 0: 'complete', 1: 'no backup was made, or the archive already lacked pages that the ledger cites' },
    run: async (command) => (await import('./backup.ts')).backUp(command.args[0] ?? '', command.opts()),
  },
  {
    name: 'restore',
    summary: 'put a backup into DATA_DIR',
    description: 'Verifies a whole backup, then puts it into DATA_DIR.',
    arguments: { '<dir>': 'directory of backups' },
    options: [
      new Option('--from <name>', 'by default the newest'),
      new Option('--force', 'move existing data aside').default(false),
      JSON_OUTPUT,
    ],
    about: 'Assay must not run on that DATA_DIR. Run assay publish and assay doctor afterwards.',
    examples: [
      ['DATA_DIR=/srv/assay assay restore /mnt/backup', 'to a new place'],
      ['assay restore /mnt/backup --from 2026-11-22T04-00-00Z --force', 'an older one, replacing data'],
    ],
    json: '{ "name", "dataDir", "manifest", "replaced" }.',
    exits: { 0: 'restored', 1: 'the backup is incomplete or damaged; nothing was changed' },
    run: async (command) => (await import('./backup.ts')).restoreFrom(command.args[0] ?? '', command.opts()),
  },
];

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be 1 or more.');
  return Number(text);
}
