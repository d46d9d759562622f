/** The queue's Redis: there, new enough, keeping what it is given, and of our time. */
import { existsSync } from 'node:fs';
import { embeddedSocket, runningRedis } from '../../config/redis.ts';
import { asking, queueFigures, reasonOf } from '../installation/probes.ts';
import { type Check, type Found, ok, type Patient } from './finding.ts';

/** BullMQ's own least version. */
const LEAST = [6, 2] as const;
const SKEW_MS = 5_000;

export const REDIS: Check = { name: 'redis', isOfPipeline: true, look };

async function look({ environment, now }: Patient): Promise<Found[]> {
  const { redisUrl, redisServerPath, dataDir } = environment;
  const url = runningRedis(environment);
  if (url === undefined) {
    if (redisServerPath !== undefined)
      return [{ severity: 'note', found: `none runs; npm start starts ${redisServerPath}` }];
    const mend = 'install Redis 6.2 or newer and run node setup/setup.mjs, or set REDIS_URL';
    return [{ severity: 'broken', found: 'there is no queue', cause: 'no redis-server was found at set-up', mend }];
  }
  try {
    return await examined(url, now);
  } catch (error) {
    const cause = reasonOf(error);
    return redisUrl === undefined && existsSync(embeddedSocket(dataDir))
      ? [{ severity: 'warning', found: 'a Redis that was killed left its socket', cause, mend: 'npm start' }]
      : [
          {
            severity: 'broken',
            found: 'Redis does not answer',
            cause,
            mend: 'start it, or set REDIS_URL to its address',
          },
        ];
  }
}

async function examined(url: string, now: Date): Promise<Found[]> {
  const askedAt = performance.now();
  const { info, seconds, policy } = await asking(url, async (redis) => ({
    info: await redis.info(),
    seconds: Number((await redis.time())[0]),
    // Commonly forbidden on a hosted Redis, whose owner then has to be asked.
    policy: await redis.config('GET', 'maxmemory-policy').then(
      (answer) => (answer as string[])[1],
      () => undefined,
    ),
  }));
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
  const found: Found[] = [];
  const version = field('redis_version');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]))
    found.push({
      severity: 'broken',
      found: `Redis ${version}`,
      cause: 'it is older than 6.2',
      mend: 'install a newer one',
    });
  if (policy === undefined)
    found.push({
      severity: 'note',
      found: 'it does not tell its maxmemory-policy',
      cause: 'CONFIG is forbidden',
      mend: 'see in its settings that it is noeviction',
    });
  else if (policy !== 'noeviction')
    found.push({
      severity: 'broken',
      found: `maxmemory-policy is ${policy}`,
      cause: 'it drops jobs when its memory is full',
      mend: `redis-cli -u "$REDIS_URL" CONFIG SET maxmemory-policy noeviction`,
    });
  if (field('aof_enabled') !== '1')
    found.push({
      severity: 'warning',
      found: 'it keeps no append-only file',
      cause: 'observations that wait for the verifier are lost when it ends',
      mend: `redis-cli -u "$REDIS_URL" CONFIG SET appendonly yes`,
    });
  const here = now.getTime() + (performance.now() - askedAt);
  const skewMs = Math.abs(seconds * 1_000 - here);
  if (skewMs > SKEW_MS)
    found.push({
      severity: 'warning',
      found: `its clock is ${Math.round(skewMs / 1_000)} seconds from this machine's`,
      cause: 'one of the two is wrong: what is due and how old a price is are told by them',
      mend: 'keep both by NTP, e.g. timedatectl set-ntp true',
    });
  found.push(...(await failedJobs(url)));
  return found.length > 0 ? found : ok(`${version}, append-only, noeviction`);
}

async function failedJobs(url: string): Promise<Found[]> {
  const { verify } = (await queueFigures(url)).queues;
  if (verify.failed === 0) return [];
  return [
    {
      severity: 'warning',
      found: `${verify.failed} observations were refused by the verifier`,
      cause:
        'each is a bug, or a product that was removed; the verifier’s log has the reasons (job_failed, invalid_job)',
      mend: 'docs/operations.md, “Refused observations”',
    },
  ];
}
