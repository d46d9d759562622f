/** What a command's help says beyond its arguments: examples, what `--json` prints, exit codes. */
import type { Command } from 'commander';

export interface Manual {
  /** What it does, beyond the line in the list of commands. */
  about?: string;
  /** Each with what it is for. */
  examples: readonly (readonly [line: string, purpose: string])[];
  /** What `--json` prints on stdout. */
  json?: string;
  /** Beside 2, which is the same for all. */
  exits: Readonly<Partial<Record<0 | 1, string>>>;
}

const MISUSE = 'called wrongly, or what it needs is not there; nothing was done';

const manuals = new WeakMap<Command, Manual>();

/** Adds it to the command's help. */
export function withManual(command: Command, manual: Manual): Command {
  manuals.set(command, manual);
  return command.addHelpText('after', () => `\n${manualText(manual)}`);
}

/** @throws {Error} it has none, which a test rules out */
export function manualOf(command: Command): Manual {
  const manual = manuals.get(command);
  if (manual === undefined) throw new Error(`The command ${command.name()} has no manual`);
  return manual;
}

function manualText({ about, examples, json, exits }: Manual): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  return [
    ...(about === undefined ? [] : [about, '']),
    'Examples:',
    ...examples.map(([line, purpose]) => `  ${line.padEnd(width)}  ${purpose}`),
    '',
    ...(json === undefined ? [] : [`With --json: ${json}`, '']),
    'Exit codes:',
    ...Object.entries({ ...exits, 2: MISUSE }).map(([code, means]) => `  ${code}  ${means}`),
  ].join('\n');
}
