/** Real processes beat, and one that is killed is silent since its last beat. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ALARMS } from '../../../config/alarms.ts';
import { type BeatingProcess, type Heartbeats, readCrawlerHeartbeat } from '../../../config/heartbeat.ts';
import { type Ledger, openLedger } from '../../../data/store/ledger/ledger.ts';
import { alarmsOf } from '../../../verifier/status/alarms.ts';
import { type Observed, observed } from '../../../verifier/status/observe.ts';
import { entry, failure, observation, statement, verdict } from '../../builders.ts';
import { eventually } from '../../eventually.ts';
import { startProgram } from '../../program.ts';
import { ownRedis } from '../../redis-server.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { install, placesOf } from '../verifier-process.ts';

const PROGRAMS = {
  scheduler: 'crawler/schedule/scheduler.ts',
  crawler: 'crawler/visit/worker.ts',
  verifier: 'verifier/worker/main.ts',
  exporter: 'serve/exporter.ts',
  notifier: 'notifier/main.ts',
} satisfies Record<BeatingProcess, string>;

const [server, installation] = await Promise.all([ownRedis(), install(2)]);
const redis = server.client();

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
  const environment = { ...placesOf(installation), REDIS_URL: server.url };
  const after = (at = '') => new Date(Date.parse(at) + ALARMS.silentMs + 1);
  const missed: string[] = [];
  // The last of them beats until it is killed, and the ones before have been silent for longer.
  for (const name of ['crawler', 'verifier', 'exporter', 'notifier', 'scheduler'] as const) {
    const program = startProgram([PROGRAMS[name]], environment);
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

const UNREAD = verdict({ outcome: 'unreadable', score: 0 });

/** A ledger that is written while it is looked at. */
function watched() {
  const dataDir = temporaryDirectory();
  let ledger: Ledger | undefined;
  onTestFinished(() => ledger?.close());
  return {
    write(slug: string, at: Date, hasFailed: boolean): void {
      const visit = { slug, at: at.toISOString() };
      const failed = () => entry({ observation: failure(visit), verdict: UNREAD });
      const read = () => entry({ observation: observation(visit), statement: statement() });
      ledger ??= openLedger(join(dataDir, 'ledger.db'));
      ledger.append([hasFailed ? failed() : read()], at);
    },
    seen: (at: Date) => observed(dataDir, { ...CALM, crawler: undefined }, at),
  };
}

test('visits count by host and kind, from the ledger as it is written', () => {
  const { write, seen } = watched();
  const now = new Date('2026-11-22T12:00:00.000Z');
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const alarms = () => alarmsOf(seen(now), now).map(({ name }) => name);
  expect(alarms()).toEqual(['nothing_published']);
  const visitAll = (minutes: number, failing: number) => {
    for (let at = 0; at < 24; at += 1) write(`acme-${at}`, ago(minutes), at < failing);
  };
  visitAll(600, 0);
  visitAll(60, 12);
  const others = () => alarms().filter((name) => name.includes('visit'));
  expect(others()).toEqual([]);
  // One vendor, tried again and again.
  for (let at = 0; at < 30; at += 1) write('acme-0', ago(50 - at), true);
  expect(others()).toEqual([]);
  write('acme-20', ago(10), true);
  expect(others()).toEqual(['visits_fail']);
  expect(seen(now).shares).toEqual({ lately: { visits: 79, failed: 43 }, earlier: { visits: 0, failed: 0 } });
  // As they succeed again, the alarm ends at once.
  write('acme-20', ago(5), false);
  expect(others()).toEqual([]);
});

test('nothing succeeded for a day', () => {
  const { write, seen } = watched();
  const first = new Date('2026-11-20T12:00:00.000Z');
  const later = (hours: number) => new Date(first.getTime() + hours * 3_600_000);
  const visitAll = (hours: number, hasFailed: boolean, slugs = ['acme', 'beta', 'gamma']) => {
    for (const slug of slugs) write(slug, later(hours), hasFailed);
  };
  const alarms = (at: Date) =>
    alarmsOf(seen(at), at).flatMap(({ name, says, mend }) => (name === 'no_visit_succeeds' ? [`${says} ${mend}`] : []));
  for (const hours of [0, 12, 23]) visitAll(hours, true);
  expect(alarms(later(23.5))).toEqual([]);
  expect(alarms(later(25))).toEqual([
    expect.stringMatching(/in the 25 h since the first visit \(2026-11-20 12:00 UTC\).*assay doctor/),
  ]);
  // Nobody visits any more: another alarm's matter.
  expect(alarms(later(72))).toEqual([]);
  // One product succeeds; the others that failed before it, and fail on, say nothing of the network.
  write('delta', later(73), false);
  visitAll(98, true, ['acme', 'beta', 'gamma', 'delta']);
  expect(alarms(later(99))).toEqual([]);
  visitAll(100, false);
  visitAll(124, true);
  expect(alarms(later(126))).toEqual([expect.stringContaining('since the last success (2026-11-24 16:00 UTC)')]);
});
