/** Commands for the operator of an installation. */
import { InvalidArgumentError, Option } from 'commander';
import { type Declaration, JSON_OUTPUT } from './command.ts';

export const OPERATOR_COMMANDS: readonly Declaration[] = [
  {
    name: 'status',
    summary: 'show processes, queues, alarms and the age of prices',
    description: 'Shows processes, queues, the last tick, visit and publication, alarms, and the size of the data.',
    options: [JSON_OUTPUT],
    about:
      'Names the parts that are down and shows the rest. With GENERATION_URL it covers only web, exporter, generations and the other node.',
    examples: [
      ['assay status', 'as text'],
      ['watch -n5 assay status', 'live'],
      ['assay status --json | jq .queues', 'as JSON'],
    ],
    json: '{ "at", "dataDir", "down", "processes", "probes", "takenFrom", "redis", "queues", "lastTick", "ledger", "sources", "alarms", "published", "exported", "disk" }; what is not known is absent.',
    exits: { 0: 'everything is up', 1: 'something is down; “down” names it' },
    run: async (command) => (await import('../installation/status-command.ts')).status(command.opts()),
  },
  {
    name: 'doctor',
    summary: 'check this installation and show how to fix faults',
    description: 'Checks everything that this installation depends on. Shows each fault, its cause and the fix.',
    options: [new Option('--offline', 'skip the network check').default(false), JSON_OUTPUT],
    about:
      'Reads the whole ledger and requests robots.txt of three hosts of the catalogue. Writes only a temporary file in DATA_DIR. With GENERATION_URL it checks the other node.',
    examples: [
      ['assay doctor', 'as text'],
      ['assay doctor --json | jq -r \'.findings[] | select(.severity == "broken") | .mend\'', 'fixes only'],
    ],
    json: '{ "broken", "warnings", "findings": [ { "check", "severity", "found", "cause", "mend" } ] }.',
    exits: { 0: 'nothing is broken; warnings are possible', 1: 'something is broken' },
    run: async (command) => (await import('../doctor/doctor-command.ts')).doctor(command.opts()),
  },
  {
    name: 'backup',
    summary: 'back up ledger, archive and generation',
    description: 'Backs up the ledger, the archived pages and the published generation while Assay runs.',
    arguments: { '<dir>': 'directory of backups; all backups share one copy of each page' },
    options: [
      new Option('--keep <number>', 'number of newest backups to keep (default: all)').argParser(atLeastOne),
      JSON_OUTPUT,
    ],
    about: 'A backup appears only once it is complete.',
    examples: [
      ['assay backup /mnt/backup', 'now'],
      ['assay backup /mnt/backup --keep 30', 'daily, from a timer'],
    ],
    json: '{ "name", "manifest", "copied" }.',
    exits: { 0: 'complete', 1: 'no backup was made, or the archive lacks pages that the ledger cites' },
    run: async (command) => (await import('./backup.ts')).backUp(command.args[0] ?? '', command.opts()),
  },
  {
    name: 'restore',
    summary: 'restore a backup into DATA_DIR',
    description: 'Verifies a backup completely, then restores it into DATA_DIR.',
    arguments: { '<dir>': 'directory of backups' },
    options: [
      new Option('--from <name>', 'name of the backup (default: the newest)'),
      new Option('--force', 'move existing data aside').default(false),
      JSON_OUTPUT,
    ],
    about: 'Stop Assay on that DATA_DIR first. Run assay publish and assay doctor afterwards.',
    examples: [
      ['DATA_DIR=/srv/assay assay restore /mnt/backup', 'into a new directory'],
      ['assay restore /mnt/backup --from 2026-11-22T04-00-00Z --force', 'an older backup, replacing data'],
    ],
    json: '{ "name", "dataDir", "manifest", "replaced" }.',
    exits: { 0: 'restored', 1: 'the backup is incomplete or damaged; nothing was changed' },
    run: async (command) => (await import('./backup.ts')).restoreFrom(command.args[0] ?? '', command.opts()),
  },
];

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Must be 1 or more.');
  return Number(text);
}
