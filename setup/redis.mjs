/** A Redis server for the queue: the operator's (REDIS_URL), one on this machine, or the package manager's. */
import { byHand, install } from './package-manager.mjs';
import { isExecutable, onPath, report, run } from './program.mjs';

/** Valkey is a fork of Redis with the same protocol and files. */
const NAMES = ['redis-server', 'valkey-server'];

/** BullMQ's minimum version. */
const LEAST = [6, 2];

/** The path of a usable redis-server, or undefined. */
export async function findRedis(env, known) {
  if (known && isExecutable(known)) {
    report('redis', `ok  ${known}`);
    return known;
  }
  let found = await look(env);
  if (found.file === undefined && !env.REDIS_URL) {
    await install('redis', env);
    found = await look(env);
  }
  if (found.file !== undefined) report('redis', `ok  ${found.file} ${found.version}`);
  else if (env.REDIS_URL) report('redis', 'ok  external (REDIS_URL)');
  else report('redis', `missing${found.why}; Assay cannot run without it. To fix: ${mend(env)}`);
  return found.file;
}

function mend(env) {
  const command = byHand('redis', env);
  return `${command ?? 'install Redis 6.2 or newer so that redis-server is on the PATH'}, or set REDIS_URL`;
}

async function look(env) {
  const file = onPath(NAMES, env);
  if (file === undefined) return { why: ` (no ${NAMES.join(' or ')} on the PATH)` };
  const { output } = await run(file, ['--version'], { env, timeoutMs: 10_000 });
  const version = /\bv=(\d+)\.(\d+)\S*/.exec(output);
  if (version === null) return { why: ` (${file} does not tell its version: ${output.trim().slice(0, 200)})` };
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const isOld = major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]);
  if (isOld) return { why: ` (${file} is ${version[0].slice(2)}, older than ${LEAST.join('.')})` };
  return { file, version: version[0].slice(2) };
}
