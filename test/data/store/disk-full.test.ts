/** A full disk, by SQLite's own page limit; test/chaos fails the writes of the whole verifier. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLedgerDatabase } from '../../../data/store/ledger/database.ts';
import { prepareLedger } from '../../../data/store/ledger/statements.ts';
import { ledgerWriter } from '../../../data/store/ledger/writer.ts';
import { change, daysAfterNoon, entry, observation, statement, verdict } from '../../builders.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

it('a full disk undoes the whole batch that meets it and nothing before, and later batches are written', () => {
  const database = openLedgerDatabase(join(temporaryDirectory(), 'ledger.db'));
  const sql = prepareLedger(database);
  const { append } = ledgerWriter(database, sql);
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
  expect(sql.last()).toMatchObject({ entry: 3 * batches, change: 3 * batches });
  database.pragma('max_page_count = 100000');
  expect(append(batch(batches), new Date())).toEqual(['written', 'written', 'written']);
  expect(sql.last()).toMatchObject({ entry: 3 * batches + 3, change: 3 * batches + 3 });
  database.close();
});
