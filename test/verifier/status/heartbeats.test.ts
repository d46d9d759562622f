/** Real processes beat, and one that is killed is silent since its last beat. */
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { ALARMS } from '../../../config/alarms.ts';
import { type BeatingProcess, type Heartbeats, readCrawlerHeartbeat } from '../../../config/heartbeat.ts';
import { redisOptions } from '../../../config/redis.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { alarmsOf } from '../../../verifier/status/alarms.ts';
import { type Observed, observed } from '../../../verifier/status/observe.ts';
import { entry, failure, observation, statement, verdict } from '../../builders.ts';
import { eventually } from '../../eventually.ts';
import { type Program, startProgram } from '../../program.ts';
import { ownRedis } from '../../redis-server.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { install } from '../verifier-process.ts';

const PROGRAMS = {
  scheduler: 'crawler/schedule/scheduler.ts',
  crawler: 'crawler/visit/worker.ts',
  verifier: 'verifier/worker/main.ts',
  exporter: 'serve/exporter.ts',
  notifier: 'notifier/main.ts',
} satisfies Record<BeatingProcess, string>;

const [server, installation] = await Promise.all([ownRedis(), install(2)]);
const redis = new Redis(redisOptions(server.url, 'worker'));
const running: Program[] = [];
afterAll(async () => {
  await Promise.all(running.map((program) => program.end('SIGKILL')));
  redis.disconnect();
});

const CALM = { depths: [], isWithinBudget: true, olderReaders: 0, publishMaxWaitMs: 0 };

async function look(now: Date): Promise<Observed> {
  return observed(installation.dataDir, { ...CALM, crawler: await readCrawlerHeartbeat(redis) }, now);
}

async function heartbeatOf(name: BeatingProcess): Promise<Heartbeats[BeatingProcess]> {
  return (await look(new Date())).heartbeats[name];
}

async function silences(now: Date): Promise<string[]> {
  return alarmsOf(await look(now), now).flatMap(({ name }) => (name.endsWith('_silent') ? [name] : []));
}

test('each process beats, and is missed once it is killed, but not where it never ran', async () => {
  const environment = {
    DATA_DIR: installation.dataDir,
    CATALOGUE_DIR: installation.catalogueDir,
    REDIS_URL: server.url,
  };
  const after = (at = '') => new Date(Date.parse(at) + ALARMS.silentMs + 1);
  const missed: string[] = [];
  // The last of them beats until it is killed, and the ones before have been silent for longer.
  for (const name of ['crawler', 'verifier', 'exporter', 'notifier', 'scheduler'] as const) {
    const program = startProgram([PROGRAMS[name]], environment);
    running.push(program);
    await eventually(`the ${name} beats`, async () => (await heartbeatOf(name)) !== undefined);
    await program.end('SIGKILL');
    const { at } = (await heartbeatOf(name)) ?? {};
    expect(await silences(after(missed.length === 0 ? at : new Date().toISOString()))).toEqual(
      expect.arrayContaining([...missed, `${name}_silent`]),
    );
    missed.push(`${name}_silent`);
    expect((await silences(after(at))).toSorted()).toEqual(missed.toSorted());
    expect(await silences(new Date())).toEqual([]);
  }
}, 120_000);

test('visits count by host and kind, from the ledger as it is written', () => {
  const dataDir = temporaryDirectory();
  const now = new Date('2026-11-22T12:00:00.000Z');
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const alarms = (at = now) =>
    alarmsOf(observed(dataDir, { ...CALM, crawler: undefined }, at), at).map((each) => each.name);
  expect(alarms()).toEqual(['nothing_published']);
  const ledger = openLedger(join(dataDir, 'ledger.db'));
  const UNREAD = verdict({ outcome: 'unreadable', score: 0 });
  const write = (visit: { slug: string; at: string }, hasFailed: boolean, recorded: Date) =>
    ledger.append(
      [
        hasFailed
          ? entry({ observation: failure(visit), verdict: UNREAD })
          : entry({ observation: observation(visit), statement: statement() }),
      ],
      recorded,
    );
  const visitAll = (minutes: number, failing: number) => {
    for (let at = 0; at < 24; at += 1)
      write({ slug: `acme-${at}`, at: ago(minutes).toISOString() }, at < failing, ago(minutes));
  };
  visitAll(600, 0);
  visitAll(60, 12);
  const others = () => alarms().filter((name) => name.includes('visit'));
  expect(others()).toEqual([]);
  // One vendor, tried again and again.
  for (let at = 0; at < 30; at += 1) write({ slug: 'acme-0', at: ago(50 - at).toISOString() }, true, ago(50 - at));
  expect(others()).toEqual([]);
  write({ slug: 'acme-20', at: ago(10).toISOString() }, true, ago(10));
  expect(others()).toEqual(['visits_fail']);
  const shares = observed(dataDir, { ...CALM, crawler: undefined }, now).shares;
  expect(shares).toEqual({ lately: { visits: 79, failed: 43 }, earlier: { visits: 0, failed: 0 } });
  // As they succeed again, the alarm ends at once.
  write({ slug: 'acme-20', at: ago(5).toISOString() }, false, ago(5));
  expect(others()).toEqual([]);
  ledger.close();
});

test('nothing succeeded for a day', () => {
  const dataDir = temporaryDirectory();
  const ledger = openLedger(join(dataDir, 'ledger.db'));
  const first = new Date('2026-11-20T12:00:00.000Z');
  const later = (hours: number) => new Date(first.getTime() + hours * 3_600_000);
  const UNREAD = verdict({ outcome: 'unreadable', score: 0 });
  for (const hours of [0, 12, 23])
    for (const slug of ['acme', 'beta', 'gamma']) {
      const at = later(hours);
      ledger.append([entry({ observation: failure({ slug, at: at.toISOString() }), verdict: UNREAD })], at);
    }
  const alarms = (at: Date) =>
    alarmsOf(observed(dataDir, { ...CALM, crawler: undefined }, at), at).flatMap(({ name, says, mend }) =>
      name === 'no_visit_succeeds' ? [`${says} ${mend}`] : [],
    );
  expect(alarms(later(23.5))).toEqual([]);
  expect(alarms(later(25))).toEqual([
    expect.stringMatching(/in the 25 h since the first visit \(2026-11-20 12:00 UTC\).*assay doctor/),
  ]);
  // Nobody visits any more: another alarm's matter.
  expect(alarms(later(72))).toEqual([]);
  // One product succeeds; the others that failed before it, and fail on, say nothing of the network.
  const succeeded = { slug: 'delta', at: later(73).toISOString() };
  ledger.append([entry({ observation: observation(succeeded), statement: statement() })], later(73));
  for (const slug of ['acme', 'beta', 'gamma', 'delta'])
    ledger.append([entry({ observation: failure({ slug, at: later(98).toISOString() }), verdict: UNREAD })], later(98));
  expect(alarms(later(99))).toEqual([]);
  for (const slug of ['acme', 'beta', 'gamma']) {
    const again = { slug, at: later(100).toISOString() };
    ledger.append([entry({ observation: observation(again), statement: statement() })], later(100));
    ledger.append(
      [entry({ observation: failure({ slug, at: later(124).toISOString() }), verdict: UNREAD })],
      later(124),
    );
  }
  expect(alarms(later(126))).toEqual([expect.stringContaining('since the last success (2026-11-24 16:00 UTC)')]);
  ledger.close();
});
