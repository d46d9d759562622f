/** What the commands have in common. */
import { Option } from 'commander';
import { exitCodeOf } from '../../config/command.ts';

/** Runs a command to its exit code. */
export async function run(command: () => Promise<number> | number): Promise<void> {
  process.exitCode = await exitCodeOf(async () => command());
}

/** For results that a program reads. */
export function jsonOption(): Option {
  return new Option('--json', 'results for a program').default(false);
}

/** Of `--only slug,slug`. */
export function slugList(text: string): string[] {
  return text.split(',').filter(Boolean);
}
