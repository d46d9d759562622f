/** The process of the command line: runs what is asked for, and ends with the code that `docs/commands.md` promises. */
import { CommanderError } from 'commander';
import { program } from './program.ts';

// `assay review | head`: nobody reads the rest.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  await program().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has said what was wrong, or has shown the help that was asked for.
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
