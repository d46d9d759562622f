/**
 * Set-up: installs what `npm start` and `npm test` need on a machine with only Node and npm. Their pre-scripts run it, so it
 * is plain JavaScript without dependencies.
 *
 * Its findings go to node_modules/.assay-setup.json, which config/env.ts reads: the paths `redisServer` and `chromium`, or
 * null, and `lock`, the hash of package-lock.json. A missing Chromium is installed once per lock, because it takes minutes
 * and nearly everything works without it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';
import { installDependencies } from './dependencies.mjs';
import { report } from './program.mjs';
import { findRedis } from './redis.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const FOUND = join(PROJECT, 'node_modules/.assay-setup.json');

/** As in package.json's `engines`; the programs run on the project's own Node. */
const LEAST_NODE = [20, 19];

async function setUp(env) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    throw new Error(`Cannot set up with Node ${process.versions.node}: install Node ${LEAST_NODE.join('.')} or newer`);
  }
  await installDependencies(PROJECT, env);

  const lock = createHash('sha256')
    .update(readFileSync(join(PROJECT, 'package-lock.json')))
    .digest('hex');
  const before = readFound();
  const redisServer = await findRedis(env, before.redisServer);
  const chromium = await findChromium(env, { known: before.chromium, mayInstall: before.lock !== lock });
  writeFound(before, { redisServer: redisServer ?? null, chromium: chromium ?? null, lock });
}

/** An unreadable file is ignored: everything in it can be found again. */
function readFound() {
  if (!existsSync(FOUND)) return {};
  try {
    return JSON.parse(readFileSync(FOUND, 'utf8'));
  } catch (error) {
    report('set-up', `${FOUND} is not JSON (${error.message}); detecting again`);
    return {};
  }
}

function writeFound(before, found) {
  if (Object.keys(found).every((key) => before[key] === found[key])) return;
  const temporary = `${FOUND}.${process.pid}`;
  try {
    writeFileSync(temporary, `${JSON.stringify(found, null, 2)}\n`, { flush: true });
    renameSync(temporary, FOUND);
  } catch (error) {
    rmSync(temporary, { force: true });
    // A full disk is no reason not to serve what is published.
    report('set-up', `${FOUND} cannot be written (${error.message}); the next start detects again`);
  }
}

try {
  await setUp(process.env);
} catch (error) {
  report('set-up', error.message);
  process.exitCode = 1;
}
