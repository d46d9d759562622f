/**
 * A disk that fills up, really where a tmpfs may be mounted (as root, or where the kernel gives a user a namespace of
 * his own), and by SQLite's own page limit everywhere.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedgerDatabase } from '../../../data/store/ledger/database.ts';
import { productStates } from '../../../data/store/ledger/product-states.ts';
import { prepareLedger } from '../../../data/store/ledger/statements.ts';
import { ledgerWriter } from '../../../data/store/ledger/writer.ts';
import { change, daysAfterNoon, entry, observation, statement, verdict } from '../../builders.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

/** A shell line in a mount namespace of its own, on a tmpfs of that size at `$1`. */
function onSmallDisk(size: string, line: string, ...args: string[]) {
  const script = `mount -t tmpfs -o size=${size} tmpfs "$1" && ${line}`;
  return spawnSync('unshare', ['--map-root-user', '--mount', 'sh', '-c', script, 'sh', temporaryDirectory(), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  });
}

const CAN_MOUNT = onSmallDisk('1m', 'true').status === 0;

function scenario(name: 'ledger' | 'publish', size: string) {
  const program = join(import.meta.dirname, 'disk-full.ts');
  const { status, stdout, stderr } = onSmallDisk(size, '"$2" "$3" "$4" "$1"', process.execPath, program, name);
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('a full disk', () => {
  it.runIf(CAN_MOUNT)(
    'refuses entries aloud, loses none that was acknowledged, and takes more once there is room',
    () => {
      const result = scenario('ledger', '6m');
      expect(result).toMatchObject({ chain: { ok: true }, hasGaps: false, failures: ['SQLITE_FULL'] });
      expect(result.acknowledged).toBeGreaterThan(50);
      expect([result.entries, result.changes, result.reopened]).toEqual(Array(3).fill(result.acknowledged));
    },
  );

  it.runIf(CAN_MOUNT)('stops a publication at whichever write it hits, and what was published stays, whole', () => {
    const result = scenario('publish', '4m');
    expect(result.attempts).toBeGreaterThan(10);
    expect(Object.keys(result.failures)).toEqual(expect.arrayContaining(['SQLITE_FULL']));
    expect(result.after).toBe(result.generation);
    expect(Number(result.after)).toBeGreaterThan(Number(result.before));
  });

  it('as a limit of pages, undoes the whole batch that hits it and nothing before', () => {
    const database = openLedgerDatabase(join(temporaryDirectory(), 'ledger.db'));
    const sql = prepareLedger(database);
    const { append } = ledgerWriter(database, sql, productStates(sql));
    const batch = (n: number) =>
      [0, 1, 2].map((k) =>
        entry({
          observation: observation({ at: daysAfterNoon(3 * n + k) }),
          verdict: verdict({ outcome: 'changed' }),
          statement: statement(),
          changes: [change()],
        }),
      );
    let batches = 0;
    database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true })) + 30}`);
    const appendAll = () => {
      for (; ; batches += 1) append(batch(batches), new Date());
    };
    expect(appendAll).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }));
    expect(batches).toBeGreaterThan(3);
    expect(sql.last.get()).toMatchObject({ entry: 3 * batches, change: 3 * batches });
    database.pragma('max_page_count = 100000');
    expect(append(batch(batches), new Date())).toEqual(['written', 'written', 'written']);
    expect(sql.last.get()).toMatchObject({ entry: 3 * batches + 3, change: 3 * batches + 3 });
    database.close();
  });
});
