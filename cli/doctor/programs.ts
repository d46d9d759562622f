/** Checks of the programs that Assay needs: Node, npm, the locked packages, Chromium. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { reasonOf } from '../installation/probes.ts';
import { broken, type Check, type Found, isAtLeast, note, ok, warning } from './finding.ts';

const PROJECT = join(import.meta.dirname, '../..');
const STARTS_MS = 20_000;

const run = promisify(execFile);

export const PROGRAMS: Check[] = [
  { name: 'node', inspect: node },
  { name: 'npm', inspect: npm },
  { name: 'packages', inspect: packages },
  { name: 'chromium', isOfPipeline: true, inspect: ({ environment }) => browser(environment.chromiumPath) },
];

function manifest(): Record<'engines' | 'dependencies', Record<string, string>> {
  return JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
}

function node(): Found[] {
  const wanted = manifest().dependencies.node ?? '';
  const { node: version } = process.versions;
  if (version === wanted) return ok(`${version} (the project’s own)`);
  return warning(`this command runs on Node ${version}`, {
    cause: `Assay is tested with Node ${wanted}, which is installed as a package`,
    mend: 'npm run assay -- doctor',
  });
}

async function npm(): Promise<Found[]> {
  const least = manifest().engines.npm?.replace('>=', '') ?? '';
  const mend = `install npm ${least} or later`;
  try {
    const { stdout } = await run('npm', ['--version'], { timeout: STARTS_MS });
    const version = stdout.trim();
    if (isAtLeast(version, least)) return ok(version);
    return broken(`npm ${version}`, { cause: `it is older than ${least}`, mend });
  } catch (error) {
    // No process needs it: an image for deployment has none.
    return note('npm does not start', { cause: reasonOf(error), mend });
  }
}

function packages(): Found[] {
  const wanted = Object.entries(manifest().dependencies);
  const wrong = wanted
    .map(([name, version]) => ({ name, version, installed: installedVersion(name) }))
    // Node itself may be another copy of the same version, as in an image.
    .filter(({ name, version, installed }) => {
      const isRunning = installed === undefined && name === 'node' && process.versions.node === version;
      return installed !== version && !isRunning;
    })
    .map(({ name, version, installed = 'missing' }) => `${name} (${installed}, not ${version})`);
  if (wrong.length === 0) return ok(`${wanted.length} packages match the lock file`);
  return broken(wrong.join(', '), { cause: 'these packages do not match the lock file', mend: 'npm ci' });
}

function installedVersion(name: string): string | undefined {
  const file = join(PROJECT, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

async function browser(executablePath: string | undefined): Promise<Found[]> {
  const mend = 'node setup/setup.mjs, or set CHROMIUM_PATH';
  if (executablePath === undefined) {
    const cause = 'setup found no Chromium; sources that need it are unreadable';
    return warning('no browser', { cause, mend });
  }
  try {
    const chromiumSandbox = process.getuid?.() !== 0;
    const started = await chromium.launch({ executablePath, chromiumSandbox, timeout: STARTS_MS });
    const version = started.version();
    await started.close();
    return ok(`${version}, ${executablePath}`);
  } catch (error) {
    const cause = reasonOf(error).split('\n')[0] ?? '';
    return broken(`${executablePath} does not start`, { cause, mend });
  }
}
