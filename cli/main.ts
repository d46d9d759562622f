/** The command line's process; `docs/commands.md` states its exit codes. */
import { CommanderError } from 'commander';
import { program } from './program.ts';

// `assay review | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  await program().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the fault, or the help.
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
