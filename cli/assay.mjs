#!/usr/bin/env node
// The command line on whatever Node the machine has: where that does not run TypeScript, on the project's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const own = join(project, 'node_modules/node/bin/node');

if (!existsSync(join(project, 'node_modules/commander'))) {
  process.stderr.write(`Assay is not installed: run "node setup/setup.mjs" in ${project}\n`);
  process.exitCode = 1;
} else if (process.features.typescript) {
  await import('./main.ts');
} else {
  const { status, signal, error } = spawnSync(own, [join(project, 'cli/main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  if (error !== undefined) process.stderr.write(`Cannot start ${own}: ${error.message}\n`);
  if (signal !== null) process.kill(process.pid, signal);
  process.exitCode = status ?? 1;
}
