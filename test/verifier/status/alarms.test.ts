import { describe, expect, test } from 'vitest';
import { alarmsOf } from '../../../verifier/status/alarms.ts';
import type { Observed } from '../../../verifier/status/observe.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const depth = (name: string, over = {}) => ({
  name,
  counts: { active: 0, failed: 0 },
  isPaused: false,
  workers: 1,
  ...over,
});
const calm: Observed = {
  depths: [depth('crawl'), depth('verify')],
  published: {
    file: `gen-${'0'.repeat(16)}.db`,
    sha256: '0'.repeat(64),
    bytes: 1,
    generation: '000007',
    publishedAt: now.toISOString(),
    schema: 5,
    products: 3,
    ledger: { entries: 10, changes: 0, chain: '0'.repeat(64) },
  },
  lastPublication: undefined,
  freeBytes: 500e6,
  entries: 10,
  lastRecordedAt: now.toISOString(),
  health: undefined,
  heartbeats: {},
  visits: [],
  success: { at: now.toISOString(), failing: 3 },
  shares: undefined,
  isWithinBudget: true,
  olderReaders: 0,
  publishMaxWaitMs: 120_000,
};
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const hourAgo = ago(60);
/** So many hosts, of which the last visit to the first ones failed. */
const hosts = (all: number, failed: number, failure: 'unreachable' | 'bad_status' = 'unreachable') =>
  Array.from({ length: all }, (_, at) => ({
    host: `host-${at}.example`,
    observedAt: ago(at),
    ...(at < failed ? { hasFailed: true, failure } : { hasFailed: false }),
  }));
const IDLE = { workers: 0 };
const emptied = { name: 'sources_emptied' as const, sources: 9, of: 90 };

describe('alarms', () => {
  test('there are none where all is well', () => {
    expect(alarmsOf(calm, now)).toEqual([]);
  });

  test.each<[string, Partial<Observed>]>([
    ['disk_nearly_full', { freeBytes: 499e6 }],
    ['redis_away', { depths: undefined }],
    ['no_worker', { depths: [depth('crawl', { workers: 0 }), depth('verify')] }],
    ['queue_paused', { depths: [depth('crawl', { isPaused: true }), depth('verify')] }],
    ['verify_failed', { depths: [depth('crawl'), depth('verify', { counts: { failed: 2 } })] }],
    ['nothing_published', { published: undefined }],
    ['ledger_lost', { entries: 0 }],
    ['publication_late', { entries: 11, lastRecordedAt: hourAgo }],
    [
      'sources_emptied',
      {
        health: {
          sources: 90,
          agreement: { several: 1, one: 1, none: 9 },
          emptied: [],
          readers: [],
          alarms: [emptied],
        },
      },
    ],
    ['older_readers', { olderReaders: 4 }],
    ['budget_short', { isWithinBudget: false }],
    ['scheduler_silent', { heartbeats: { scheduler: { at: ago(6) } } }],
    ['crawler_silent', { heartbeats: { crawler: { at: ago(90), host: 'far-away' } } }],
    ['clock_ahead', { heartbeats: { crawler: { at: ago(-6), host: 'far-away' } } }],
    ['verifier_silent', { heartbeats: { verifier: { at: ago(6) } }, depths: [depth('crawl'), depth('verify', IDLE)] }],
    ['exporter_silent', { heartbeats: { exporter: { at: ago(600) } } }],
    ['no_visit_succeeds', { success: { at: ago(25 * 60), failing: 3 } }],
    ['no_visit_succeeds', { success: { firstVisitAt: ago(25 * 60), failing: 3 }, visits: hosts(20, 20) }],
    ['visits_fail', { visits: hosts(20, 11) }],
    [
      'catalogue_refused',
      { catalogueFault: { faults: [{ file: 'products/acme.yaml', line: 3, said: 'cadence: wrong' }], since: now } },
    ],
  ])('%s', (name, wrong) => {
    const alarms = alarmsOf({ ...calm, ...wrong }, now);
    expect(alarms.map((alarm) => alarm.name)).toEqual([name]);
    expect(alarms[0]).toMatchObject({ says: expect.stringMatching(/\.$/), mend: expect.stringMatching(/\.$/) });
  });

  test('a publication that takes long, and rests as long as it must, is not late', () => {
    const wrote = (minutes: number, ms: number) =>
      alarmsOf(
        { ...calm, entries: 11, lastRecordedAt: ago(minutes), lastPublication: { at: ago(11), ms, entries: 10 } },
        now,
      ).map(({ name }) => name);
    expect(wrote(9.9, 500)).toEqual([]);
    expect(wrote(10, 500)).toEqual(['publication_late']);
    // 67 seconds, nine times as long, and 67 again.
    expect(wrote(12, 67_000)).toEqual([]);
    expect(wrote(23, 67_000)).toEqual(['publication_late']);
  });

  test('what a publication found to change nothing does not wait', () => {
    const lastPublication = { at: now.toISOString(), ms: 500, entries: 11 };
    expect(alarmsOf({ ...calm, entries: 11, lastRecordedAt: hourAgo, lastPublication }, now)).toEqual([]);
    const behind = { ...calm, entries: 12, lastRecordedAt: hourAgo, lastPublication };
    expect(alarmsOf(behind, now)).toMatchObject([{ says: expect.stringContaining('1 entry of the ledger') }]);
  });

  test('what was just written is not late, nor are failed visits of vendors an alarm', () => {
    expect(alarmsOf({ ...calm, entries: 11 }, now)).toEqual([]);
    expect(alarmsOf({ ...calm, depths: [depth('crawl', { counts: { failed: 50 } }), depth('verify')] }, now)).toEqual(
      [],
    );
  });

  const names = (wrong: Partial<Observed>, at = now) => alarmsOf({ ...calm, ...wrong }, at).map(({ name }) => name);

  test('a process that beats, or never ran here, is not silent; a queue without its worker is told at once', () => {
    const heartbeats = { scheduler: { at: ago(4.9) }, exporter: { at: ago(0) } };
    expect(names({ heartbeats })).toEqual([]);
    expect(names({ heartbeats: { crawler: { at: ago(1) } }, depths: [depth('crawl', IDLE), depth('verify')] })).toEqual(
      ['no_worker'],
    );
  });

  test('silence states since when, where and what stands still', () => {
    const [alarm] = alarmsOf({ ...calm, heartbeats: { crawler: { at: ago(90), host: 'far-away' } } }, now);
    expect(alarm?.says).toBe(
      'The crawler has been silent for 90 min, since 2026-11-22 10:30 UTC: no source is visited.',
    );
    expect(alarm?.mend).toContain('far-away');
  });

  test('after a restart of everything, a process has time to beat again', () => {
    const heartbeats = { exporter: { at: ago(600) } };
    expect(names({ heartbeats, watchedSince: new Date(ago(4)) })).toEqual([]);
    expect(names({ heartbeats, watchedSince: new Date(ago(6)) })).toEqual(['exporter_silent']);
  });

  test('few hosts, half of them, or one host’s outage are no failure in general', () => {
    expect(names({ visits: hosts(19, 19) })).toEqual([]);
    expect(names({ visits: hosts(200, 100) })).toEqual([]);
    expect(names({ success: { at: ago(25 * 60), failing: 2 } })).toEqual([]);
  });

  test('what to do follows from the kind of most failures', () => {
    const mendOf = (visits: Observed['visits']) => alarmsOf({ ...calm, visits }, now)[0]?.mend;
    expect(mendOf(hosts(40, 30))).toContain('assay doctor');
    expect(mendOf(hosts(40, 30, 'bad_status'))).toBe('Check the failures by kind.');
  });
});
