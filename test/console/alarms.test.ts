import { describe, expect, test } from 'vitest';
import { alarmsOf, type Observed } from '../../console/installation/alarms.ts';

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
  entries: 10,
  lastRecordedAt: now.toISOString(),
  health: undefined,
  plan: { isWithinBudget: true },
  olderReaders: 0,
  publishMaxWaitMs: 120_000,
};
const hourAgo = new Date(now.getTime() - 3_600_000).toISOString();
const emptied = { name: 'sources_emptied' as const, sources: 9, of: 90 };

describe('alarms', () => {
  test('there are none where all is well', () => {
    expect(alarmsOf(calm, now)).toEqual([]);
  });

  test.each<[string, Partial<Observed>]>([
    ['redis_away', { depths: undefined }],
    ['no_worker', { depths: [depth('crawl', { workers: 0 }), depth('verify')] }],
    ['queue_paused', { depths: [depth('crawl', { isPaused: true }), depth('verify')] }],
    ['verify_failed', { depths: [depth('crawl'), depth('verify', { counts: { failed: 2 } })] }],
    ['nothing_published', { published: undefined }],
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
    ['budget_short', { plan: { isWithinBudget: false } }],
  ])('%s', (name, wrong) => {
    const alarms = alarmsOf({ ...calm, ...wrong }, now);
    expect(alarms.map((alarm) => alarm.name)).toEqual([name]);
    expect(alarms[0]).toMatchObject({ says: expect.stringMatching(/\.$/), mend: expect.stringMatching(/\.$/) });
  });

  test('a publication that takes long, and rests as long as it must, is not late', () => {
    const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
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
});
