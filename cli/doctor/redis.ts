/** The queue's Redis: reachable, recent, durable, and with a correct clock. */
import { existsSync } from 'node:fs';
import { embeddedSocket, evictionPolicy, runningRedis } from '../../config/redis.ts';
import { counted } from '../../data/text/figures.ts';
import { withRedis } from '../../supervisor/with-redis.ts';
import { queueFigures, reasonOf, redisField } from '../installation/probes.ts';
import { broken, type Check, type Found, type Installation, isAtLeast, note, ok, warning } from './finding.ts';

/** The oldest version that BullMQ supports. */
const LEAST = '6.2';
const SKEW_MS = 5_000;

export const REDIS: Check = { name: 'redis', isOfPipeline: true, inspect };

async function inspect({ environment, now }: Installation): Promise<Found[]> {
  const { redisUrl, redisServerPath, dataDir } = environment;
  const url = runningRedis(environment);
  if (url === undefined) {
    if (redisServerPath !== undefined) return note(`not running; npm start starts ${redisServerPath}`);
    const mend = 'install Redis 6.2 or newer and run node setup/setup.mjs, or set REDIS_URL';
    return broken('no Redis', { cause: 'setup found no redis-server', mend });
  }
  try {
    return await examined(url, now);
  } catch (error) {
    const cause = reasonOf(error);
    if (redisUrl === undefined && existsSync(embeddedSocket(dataDir)))
      return warning('stale socket of a Redis that was killed', { cause, mend: 'npm start' });
    return broken('Redis does not respond', { cause, mend: 'start it, or correct REDIS_URL' });
  }
}

async function examined(url: string, now: Date): Promise<Found[]> {
  const sentAt = performance.now();
  const { info, seconds, policy, refusal } = await withRedis(url, async (redis) => ({
    info: await redis.info(),
    seconds: Number((await redis.time())[0]),
    policy: await evictionPolicy(redis),
    refusal: await redis.set('assay:doctor', '', 'EX', 1).then(() => undefined, reasonOf),
  }));
  const version = redisField(info, 'redis_version');
  const here = now.getTime() + (performance.now() - sentAt);
  const durability = [...policyFound(policy), ...persistenceFound(redisField(info, 'aof_enabled'))];
  const skew = clockFound(Math.abs(seconds * 1_000 - here));
  const found = [...versionFound(version), ...writesFound(refusal), ...durability, ...skew, ...(await failedJobs(url))];
  return found.length > 0 ? found : ok(`${version}, append-only, noeviction`);
}

function versionFound(version: string): Found[] {
  if (isAtLeast(version, LEAST)) return [];
  return broken(`Redis ${version}`, {
    cause: `version ${LEAST} or later is required`,
    mend: 'install a newer version',
  });
}

function writesFound(refusal: string | undefined): Found[] {
  if (refusal === undefined) return [];
  return broken('Redis refuses writes', { cause: refusal, mend: 'give it more memory (maxmemory) or disk space' });
}

function policyFound(policy: string | undefined): Found[] {
  if (policy === 'noeviction') return [];
  if (policy === undefined) {
    const mend = 'check in the settings of Redis that it is noeviction';
    return note('maxmemory-policy is not readable', { cause: 'CONFIG is forbidden', mend });
  }
  const mend = 'redis-cli -u "$REDIS_URL" CONFIG SET maxmemory-policy noeviction';
  return broken(`maxmemory-policy is ${policy}`, { cause: 'Redis drops jobs when its memory is full', mend });
}

function persistenceFound(appendOnly: string): Found[] {
  if (appendOnly === '1') return [];
  return warning('the append-only file is off', {
    cause: 'waiting observations are lost when Redis stops',
    mend: `redis-cli -u "$REDIS_URL" CONFIG SET appendonly yes`,
  });
}

function clockFound(skewMs: number): Found[] {
  if (skewMs <= SKEW_MS) return [];
  return warning(`the clocks of Redis and this machine differ by ${Math.round(skewMs / 1_000)} seconds`, {
    cause: 'one of them is wrong; due dates and the age of prices depend on them',
    mend: 'use NTP on both, e.g. timedatectl set-ntp true',
  });
}

async function failedJobs(url: string): Promise<Found[]> {
  const { verify } = (await queueFigures(url)).queues;
  if (verify.failed === 0) return [];
  return warning(`the verifier refused ${counted(verify.failed, 'observation')}`, {
    cause: 'bugs or removed products; the verifier’s log has the reasons (job_failed, invalid_job)',
    mend: 'docs/operations.md, “ObservationsRefused”',
  });
}
