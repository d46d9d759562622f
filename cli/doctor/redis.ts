/** The queue's Redis: reachable, recent, durable, and with a correct clock. */
import { existsSync } from 'node:fs';
import { embeddedSocket, evictionPolicy, runningRedis } from '../../config/redis.ts';
import { queueFigures, reasonOf, redisField, withRedis } from '../installation/probes.ts';
import { broken, type Check, type Found, type Installation, isAtLeast, note, ok, warning } from './finding.ts';

/** The oldest version that BullMQ supports. */
const LEAST = '6.2';
const SKEW_MS = 5_000;

export const REDIS: Check = { name: 'redis', isOfPipeline: true, inspect };

async function inspect({ environment, now }: Installation): Promise<Found[]> {
  const { redisUrl, redisServerPath, dataDir } = environment;
  const url = runningRedis(environment);
  if (url === undefined) {
    if (redisServerPath !== undefined) return note(`none runs; npm start starts ${redisServerPath}`);
    const mend = 'install Redis 6.2 or newer and run node setup/setup.mjs, or set REDIS_URL';
    return broken('there is no queue', { cause: 'no redis-server was found at set-up', mend });
  }
  try {
    return await examined(url, now);
  } catch (error) {
    const cause = reasonOf(error);
    if (redisUrl === undefined && existsSync(embeddedSocket(dataDir)))
      return warning('a Redis that was killed left its socket', { cause, mend: 'npm start' });
    return broken('Redis does not answer', { cause, mend: 'start it, or set REDIS_URL to its address' });
  }
}

async function examined(url: string, now: Date): Promise<Found[]> {
  const sentAt = performance.now();
  const { info, seconds, policy } = await withRedis(url, async (redis) => ({
    info: await redis.info(),
    seconds: Number((await redis.time())[0]),
    policy: await evictionPolicy(redis),
  }));
  const version = redisField(info, 'redis_version');
  const here = now.getTime() + (performance.now() - sentAt);
  const durability = [...policyFound(policy), ...persistenceFound(redisField(info, 'aof_enabled'))];
  const skew = clockFound(Math.abs(seconds * 1_000 - here));
  const found = [...versionFound(version), ...durability, ...skew, ...(await failedJobs(url))];
  return found.length > 0 ? found : ok(`${version}, append-only, noeviction`);
}

function versionFound(version: string): Found[] {
  if (isAtLeast(version, LEAST)) return [];
  return broken(`Redis ${version}`, { cause: `it is older than ${LEAST}`, mend: 'install a newer one' });
}

function policyFound(policy: string | undefined): Found[] {
  if (policy === 'noeviction') return [];
  if (policy === undefined) {
    const mend = 'see in its settings that it is noeviction';
    return note('it does not tell its maxmemory-policy', { cause: 'CONFIG is forbidden', mend });
  }
  const mend = 'redis-cli -u "$REDIS_URL" CONFIG SET maxmemory-policy noeviction';
  return broken(`maxmemory-policy is ${policy}`, { cause: 'it drops jobs when its memory is full', mend });
}

function persistenceFound(appendOnly: string): Found[] {
  if (appendOnly === '1') return [];
  return warning('it keeps no append-only file', {
    cause: 'observations that wait for the verifier are lost when it ends',
    mend: `redis-cli -u "$REDIS_URL" CONFIG SET appendonly yes`,
  });
}

function clockFound(skewMs: number): Found[] {
  if (skewMs <= SKEW_MS) return [];
  return warning(`its clock is ${Math.round(skewMs / 1_000)} seconds from this machine's`, {
    cause: 'one of the two is wrong: what is due and how old a price is are told by them',
    mend: 'keep both by NTP, e.g. timedatectl set-ntp true',
  });
}

async function failedJobs(url: string): Promise<Found[]> {
  const { verify } = (await queueFigures(url)).queues;
  if (verify.failed === 0) return [];
  return warning(`${verify.failed} observations were refused by the verifier`, {
    cause: 'each is a bug, or a product that was removed; the verifier’s log has the reasons (job_failed, invalid_job)',
    mend: 'docs/operations.md, “Refused observations”',
  });
}
