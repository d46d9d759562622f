/** Declares a command: its grammar, its manual (help and docs/commands.md) and the function that runs it. */
import { type Command, Option } from 'commander';
import { exitCodeOf } from '../../config/command.ts';

/** What help and docs/commands.md say beyond the arguments. */
export interface Manual {
  about?: string;
  examples: readonly (readonly [line: string, purpose: string])[];
  json?: string;
  /** Exit code 2 means the same for every command. */
  exits: Readonly<Partial<Record<0 | 1, string>>>;
}

export interface Declaration extends Manual {
  name: string;
  summary: string;
  description: string;
  /** Descriptions by name, such as `<slug...>`. */
  arguments?: Readonly<Record<string, string>>;
  options?: readonly Option[];
  subcommands?: readonly Declaration[];
  /** Imports what it needs when called, so that help and completion start fast. Returns the exit code. */
  run(command: Command): Promise<number>;
}

export const JSON_OUTPUT = new Option('--json', 'print JSON').default(false);

const MISUSE = 'invalid arguments or settings, or a missing prerequisite; nothing was done';

const manuals = new WeakMap<Command, Manual>();

export function declare(parent: Command, declaration: Declaration): Command {
  const { name, summary, description, options = [], subcommands = [], run } = declaration;
  const command = parent.command(name).summary(summary).description(description);
  for (const [argument, means] of Object.entries(declaration.arguments ?? {})) command.argument(argument, means);
  for (const option of options) command.addOption(option);
  for (const each of subcommands) declare(command, each);
  command.action(() => runToExitCode(() => run(command)));
  return withManual(command, declaration);
}

export async function runToExitCode(run: () => Promise<number>): Promise<void> {
  process.exitCode = await exitCodeOf(run);
}

export function withManual(command: Command, manual: Manual): Command {
  manuals.set(command, manual);
  return command.addHelpText('after', () => `\n${manualText(manual)}`);
}

/** @throws {Error} the command has none, which a test rules out */
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
