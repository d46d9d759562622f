/** Programs that Assay stands on: Node, npm, the locked packages, Redis, Chromium. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { reasonOf } from '../installation/probes.ts';
import { type Check, type Found, ok } from './finding.ts';

const PROJECT = join(import.meta.dirname, '../..');
const STARTS_MS = 20_000;

const run = promisify(execFile);

export const PROGRAMS: Check[] = [
  { name: 'node', look: node },
  { name: 'npm', look: npm },
  { name: 'packages', look: packages },
  { name: 'chromium', isOfPipeline: true, look: ({ environment }) => browser(environment.chromiumPath) },
];

interface Manifest {
  engines: Record<string, string>;
  dependencies: Record<string, string>;
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
}

/** Whether version `a` is at least `b`, of which each is digits and dots. */
function isAtLeast(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { numeric: true }) >= 0;
}

function node(): Found[] {
  const wanted = manifest().dependencies.node ?? '';
  const { node: version } = process.versions;
  if (version === wanted) return ok(`${version}, the project's own`);
  return [
    {
      severity: 'warning',
      found: `this command runs on Node ${version}`,
      cause: `it was tested on ${wanted}, which is among its packages`,
      mend: 'npm run assay -- doctor',
    },
  ];
}

async function npm(): Promise<Found[]> {
  const least = manifest().engines.npm?.replace('>=', '') ?? '';
  const mend = `install npm ${least} or later`;
  try {
    const { stdout } = await run('npm', ['--version'], { timeout: STARTS_MS });
    const version = stdout.trim();
    if (isAtLeast(version, least)) return ok(version);
    return [{ severity: 'broken', found: `npm ${version}`, cause: `it is older than ${least}`, mend }];
  } catch (error) {
    // Nothing that runs needs it: an image for deployment has none.
    return [{ severity: 'note', found: 'npm does not start', cause: reasonOf(error), mend }];
  }
}

function packages(): Found[] {
  const wanted = Object.entries(manifest().dependencies);
  const wrong = wanted.flatMap(([name, version]) => {
    const file = join(PROJECT, 'node_modules', name, 'package.json');
    // Node itself may be another copy of the same version, as in an image.
    const isRunning = name === 'node' && process.versions.node === version;
    const installed = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8')).version
      : isRunning
        ? version
        : 'missing';
    return installed === version ? [] : [`${name} (${installed}, not ${version})`];
  });
  if (wrong.length === 0) return ok(`${wanted.length} packages, as locked`);
  return [
    {
      severity: 'broken',
      found: wrong.join(', '),
      cause: 'these packages are not those of the lock file',
      mend: 'npm ci',
    },
  ];
}

async function browser(executablePath: string | undefined): Promise<Found[]> {
  const mend = 'node setup/setup.mjs, or set CHROMIUM_PATH';
  if (executablePath === undefined) {
    const cause = 'set-up found no Chromium; sources that need one are reported unreadable';
    return [{ severity: 'warning', found: 'there is no browser', cause, mend }];
  }
  try {
    const started = await chromium.launch({
      executablePath,
      chromiumSandbox: process.getuid?.() !== 0,
      timeout: STARTS_MS,
    });
    const version = started.version();
    await started.close();
    return ok(`${version}, ${executablePath}`);
  } catch (error) {
    const cause = reasonOf(error).split('\n')[0] ?? '';
    return [{ severity: 'broken', found: `${executablePath} does not start`, cause, mend }];
  }
}
