import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LedgerEntry } from '../../../data/pipeline/verdict.ts';
import type { Snapshot } from '../../../data/record.ts';
import { openLedgerDatabase } from '../../../data/store/ledger/database.ts';
import { type Ledger, openLedger } from '../../../data/store/ledger/ledger.ts';
import { intervalsKnownBy } from '../../../data/store/ledger/snapshot-intervals.ts';
import type { ProductEntry } from '../../../data/store/ledger/writer.ts';
import { readJudged } from '../../../data/store/ledger-queries/source-facts.ts';
import {
  change,
  daysAfterNoon,
  entry,
  evidence,
  failure,
  importedFrom,
  NOON,
  observation,
  page,
  price,
  sha256Of,
  statement,
  tier,
  unchanged,
  verdict,
} from '../../builders.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const NOW = new Date(NOON);
/** Closed at the end of the test, if it is not before. */
function ledgerAt(file = join(temporaryDirectory(), 'ledger.db')): Ledger & { file: string } {
  const ledger = openLedger(file);
  onTestFinished(() => ledger.close());
  return { ...ledger, file };
}

/** A ledger with these entries. */
function ledgerOf(...entries: LedgerEntry[]): Ledger & { file: string } {
  const ledger = ledgerAt();
  ledger.append(entries, NOW);
  return ledger;
}

const seen = (day: number, slug = 'acme') => entry({ observation: observation({ slug, at: daysAfterNoon(day) }) });
const same = (day: number) => entry({ observation: unchanged({ at: daysAfterNoon(day) }) });
const failed = (day: number) =>
  entry({
    observation: failure({ at: daysAfterNoon(day) }),
    verdict: verdict({ outcome: 'unreadable', score: 0 }),
  });

/** A first reading that publishes: statement, snapshot and a change in one entry. */
function firstReading(at = NOON, amount = '12.00', slug = 'acme'): LedgerEntry {
  const facts = statement({ tiers: [tier({ prices: [price({ amount })] })], evidence: [evidence()] });
  return entry({
    observation: observation({ slug, at }),
    verdict: verdict({ outcome: 'changed', reasons: ['2 readings agree'] }),
    statement: facts,
    snapshot: { ...facts, origin: 'observed', validFrom: at },
    changes: [change({ slug, after: { amount, currency: 'USD' }, observedAt: at })],
  });
}

describe('what the ledger refuses', () => {
  it('an entry that is not of its schema, and writes nothing of the batch', () => {
    const ledger = ledgerAt();
    const bad = { ...entry({ observation: observation({ at: daysAfterNoon(1) }) }), verdict: verdict({ score: 7 }) };
    expect(() => ledger.append([firstReading(), bad], NOW)).toThrow(/Cannot write observation "acme\.pricing\./);
    expect(ledger.position()).toMatchObject({ entries: 0, changes: 0 });
  });

  it('a change of one product in an entry of another', () => {
    const ledger = ledgerAt();
    expect(() => ledger.append([entry({ changes: [change({ slug: 'other' })] })], NOW)).toThrow(/"other".*"acme"/);
  });

  it('a second writer, and takes one again once the first is closed', () => {
    const file = join(temporaryDirectory(), 'not', 'there', 'yet', 'ledger.db');
    const first = openLedger(file);
    expect(() => openLedger(file)).toThrow(/another process writes to it/);
    first.append([firstReading()], NOW);
    first.close();
    expect(ledgerAt(file).position().entries).toBe(1);
  });

  it('a file that is no ledger', () => {
    const file = join(temporaryDirectory(), 'ledger.db');
    writeFileSync(file, 'no database; '.repeat(400));
    expect(() => openLedger(file)).toThrow(/Cannot open the ledger/);
  });

  it.each(['entries', 'statements', 'candidates', 'snapshots', 'changes'])(
    'an update, a delete and a replacement of %s, from any connection',
    (table) => {
      const ledger = ledgerOf({ ...firstReading(), candidate: statement() });
      const other = openLedgerDatabase(ledger.file);
      try {
        const key = table === 'statements' || table === 'candidates' ? 'entry' : 'seq';
        expect(() => other.exec(`DELETE FROM ${table}`)).toThrow(/append-only/);
        expect(() => other.exec(`UPDATE ${table} SET ${key} = ${key} + 1`)).toThrow(/append-only/);
        expect(() => other.exec(`INSERT OR REPLACE INTO ${table} SELECT * FROM ${table}`)).toThrow(/append-only/);
        expect(other.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(1);
      } finally {
        other.close();
      }
    },
  );
});

describe('durability', () => {
  it('synchronous is FULL on the first open and on every later one', () => {
    const file = join(temporaryDirectory(), 'ledger.db');
    for (const visit of ['first', 'second', 'third']) {
      const database = openLedgerDatabase(file);
      expect([visit, database.pragma('synchronous', { simple: true })]).toEqual([visit, 2]);
      expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
      expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
      database.close();
    }
  });
});

describe('append', () => {
  it('writes an observation once, whether it comes again in the same batch, later, or after a restart', () => {
    const ledger = ledgerAt();
    expect(ledger.append([firstReading(), firstReading()], NOW)).toEqual(['written', 'duplicate']);
    expect(ledger.append([firstReading()], NOW)).toEqual(['duplicate']);
    ledger.close();
    const again = ledgerAt(ledger.file);
    expect(again.append([firstReading()], NOW)).toEqual(['duplicate']);
    expect(again.position()).toMatchObject({ entries: 1, changes: 1 });
    expect(again.has(firstReading().observation.id)).toBe(true);
    expect(again.has('acme.pricing.never')).toBe(false);
  });

  it('reads back an observation with its verdict, statement and candidate', () => {
    const ledger = ledgerAt();
    const written = { ...firstReading(), candidate: statement({ tiers: [tier({ id: 'other' })] }) };
    const { observation, verdict } = written;
    ledger.append([written], new Date(daysAfterNoon(1)));
    expect(readJudged(ledger.file, observation.id)).toEqual({ observation, verdict });
    expect(readJudged(ledger.file, 'acme.pricing.never')).toBeUndefined();
    const state = ledger.state('acme').sources.get('pricing');
    expect([state?.statement, state?.candidate?.statement]).toEqual([written.statement, written.candidate]);
  });

  it('numbers changes without gaps, also after a transaction that was rolled back', () => {
    const ledger = ledgerOf(firstReading());
    expect(() =>
      ledger.together(() => {
        ledger.append([firstReading(daysAfterNoon(1), '14.00')], NOW);
        expect(ledger.lastChangeSeq()).toBe(2);
        throw new Error('the caller gave up');
      }),
    ).toThrow('the caller gave up');
    ledger.append([firstReading(daysAfterNoon(2), '16.00')], NOW);
    expect(ledger.changesSince(0, 10).map(({ seq, after }) => [seq, after?.amount])).toEqual([
      [1, '12.00'],
      [2, '16.00'],
    ]);
    expect(ledger.changesSince(1, 10)).toHaveLength(1);
    expect(ledger.changesSince(0, 1)).toHaveLength(1);
    expect(ledger.verifyChain()).toEqual({ ok: true });
  });
});

describe('the state of a product', () => {
  it('stays true of its moment, and within a transaction shows its appends, which a failure undoes', () => {
    const ledger = ledgerOf(firstReading(NOON, '10.00'));
    const amountNow = () => ledger.state('acme').snapshot?.tiers[0]?.prices[0]?.amount;
    const before = ledger.state('acme');
    const next = firstReading(daysAfterNoon(1), '12.00');
    const failing = () =>
      ledger.together(() => {
        ledger.append([next], NOW);
        expect(amountNow()).toBe('12.00');
        throw new Error('undone');
      });
    expect(failing).toThrow('undone');
    expect(amountNow()).toBe('10.00');
    ledger.append([next], NOW);
    expect(before.snapshot?.tiers[0]?.prices[0]?.amount).toBe('10.00');
    expect(before.sources.get('pricing')?.statement?.tiers[0]?.prices[0]?.amount).toBe('10.00');
    expect(amountNow()).toBe('12.00');
  });

  it('is empty before its first observation', () => {
    expect(ledgerAt().state('acme')).toEqual({ sources: new Map() });
  });

  it('holds for each source its statement, the page that supports it, score, reasons and clocks', () => {
    const first = firstReading();
    const confirmed = { ...same(1), verdict: verdict({ score: 0.9, reasons: ['unchanged'] }) };
    const ledger = ledgerOf(first, confirmed, failed(2));
    const { sources, snapshot } = ledger.state('acme');
    expect(sources).toEqual(
      new Map([
        [
          'pricing',
          {
            statement: first.statement,
            statedAt: NOON,
            page: first.observation.kind === 'page' ? first.observation.page : undefined,
            confirmedAt: daysAfterNoon(1),
            score: 0.9,
            backing: undefined,
            isDecided: false,
            reasons: ['unchanged'],
            checkedAt: daysAfterNoon(2),
            outcome: 'unreadable',
            failure: 'unreachable',
            unsupportedInARow: 0,
          },
        ],
      ]),
    );
    expect(snapshot).toEqual({ ...first.statement, validFrom: NOON });
  });

  it('counts the visits in a row that showed one candidate, by its prices and not by its words', () => {
    const ledger = ledgerAt();
    const waiting = (amount: string, day: number) =>
      entry({
        observation: observation({ at: daysAfterNoon(day) }),
        verdict: verdict({ outcome: 'contradicted', disputed: true, score: 0.7 }),
        candidate: statement({
          tiers: [tier({ prices: [price({ amount })], features: [`worded on day ${day}`] })],
          evidence: [evidence({ pageSha256: sha256Of(`day ${day}`) })],
        }),
      });
    const blocked = entry({
      observation: failure({ at: daysAfterNoon(3) }),
      verdict: verdict({ outcome: 'unreadable', score: 0, disputed: true }),
    });
    const candidate = () => ledger.state('acme').sources.get('pricing')?.candidate;

    ledger.append([firstReading(), waiting('40.00', 1), waiting('40.00', 2), blocked], NOW);
    expect(candidate()).toMatchObject({ firstSeenAt: daysAfterNoon(1) });
    expect(ledger.waiting('acme')).toMatchObject([{ seen: 2 }]);
    expect(candidate()?.statement.tiers[0]?.features).toEqual(['worded on day 2']);
    ledger.append([waiting('41.00', 4)], NOW);
    expect(candidate()).toMatchObject({ firstSeenAt: daysAfterNoon(4) });
    expect(ledger.waiting('acme')).toMatchObject([{ seen: 1 }]);
    ledger.append([entry({ observation: observation({ at: daysAfterNoon(5) }) })], NOW);
    expect(candidate()).toBeUndefined();
  });

  it('is of the snapshot that holds last, not of one that was recorded last for an earlier time', () => {
    const ledger = ledgerAt();
    const correction = {
      ...firstReading(daysAfterNoon(1), '11.00'),
      snapshot: { ...statement(), origin: 'correction' as const, validFrom: daysAfterNoon(-9) },
    };
    ledger.append([firstReading(), correction], NOW);
    expect(ledger.state('acme').snapshot?.validFrom).toBe(NOON);
  });
});

describe('snapshots', () => {
  const amounts = (ledger: Ledger) =>
    ledger.snapshots('acme').map(({ tiers, validFrom, validTo, lastSeenAt, origin, superseded }) => ({
      amount: tiers[0]?.prices[0]?.amount,
      validFrom,
      validTo,
      lastSeenAt,
      origin,
      ...(superseded && { superseded }),
    }));

  it('hold until the next one begins, and were last seen at the last confirmation before that', () => {
    const ledger = ledgerAt();
    ledger.append(
      [firstReading(NOON, '10.00'), same(1), failed(2), firstReading(daysAfterNoon(4), '12.00'), same(9)],
      NOW,
    );
    expect(amounts(ledger)).toMatchObject([
      { amount: '10.00', validFrom: NOON, validTo: daysAfterNoon(4), lastSeenAt: daysAfterNoon(1), origin: 'observed' },
      { amount: '12.00', validFrom: daysAfterNoon(4), validTo: undefined, lastSeenAt: daysAfterNoon(9) },
    ]);
  });
});

describe('what the catalogue says of products', () => {
  const imported = (amount: string, day: number, lastSeen = day) => ({
    ...statement({ tiers: [tier({ prices: [price({ amount })], origin: 'imported' })] }),
    imported: importedFrom({ asOf: daysAfterNoon(day).slice(0, 10) }),
    validFrom: daysAfterNoon(day),
    lastSeenAt: daysAfterNoon(lastSeen),
  });
  const recorded = (ledger: Ledger, ...importedSnapshots: ReturnType<typeof imported>[]) =>
    ledger.recordProducts([{ slug: 'acme', changes: [], importedSnapshots }], NOW);
  const added: ProductEntry = { slug: 'acme', changes: [change({ type: 'product_added' })] };
  const retired: ProductEntry = { slug: 'acme', changes: [change({ type: 'product_retired' })] };

  it('a product goes once, and may come back', () => {
    const ledger = ledgerAt();
    const said = [added, retired, retired, added, added].map((entry) => ledger.recordProducts([entry], NOW)[0]);
    expect(said).toEqual(['written', 'written', 'duplicate', 'written', 'duplicate']);
    expect(ledger.changesSince(0, 10).map(({ type }) => type)).toEqual([
      'product_added',
      'product_retired',
      'product_added',
    ]);
  });

  it('a dataset that corrects its past replaces its own word and never ours', () => {
    const ledger = ledgerAt();
    recorded(ledger, imported('8.00', -9));
    ledger.append([firstReading()], NOW);
    expect(recorded(ledger, imported('7.00', -9), imported('99.00', 0))).toEqual(['written']);
    const standing = ledger.snapshots('acme').filter(({ superseded }) => superseded !== true);
    expect(standing.map(({ origin, tiers, validTo }) => [origin, tiers[0]?.prices[0]?.amount, validTo])).toEqual([
      ['imported', '7.00', NOON],
      ['observed', '12.00', undefined],
      ['imported', '99.00', undefined],
    ]);
  });

  it('what a dataset withdraws is said no more, and can still be asked', () => {
    const ledger = ledgerAt();
    const [kept, taken] = [imported('8.00', -20), imported('9.00', -10)];
    recorded(ledger, kept, taken);
    const withdrawal = { ...taken, tiers: [], rates: [] };
    const later = new Date(daysAfterNoon(5));
    ledger.recordProducts([{ slug: 'acme', changes: [], importedSnapshots: [withdrawal] }], later);
    const published = ledger.snapshots('acme');
    const said = (snapshots: readonly Snapshot[]) =>
      snapshots.map(({ tiers, validTo }) => [tiers[0]?.prices[0]?.amount, validTo]);
    expect(said(published.filter(({ superseded }) => superseded !== true))).toEqual([['8.00', undefined]]);
    expect(said(intervalsKnownBy(published, daysAfterNoon(6)))).toEqual([['8.00', undefined]]);
    expect(said(intervalsKnownBy(published, daysAfterNoon(4)))).toEqual([
      ['8.00', daysAfterNoon(-10)],
      ['9.00', undefined],
    ]);
  });

  it('where nobody looked for long, the interval has a gap', () => {
    const ledger = ledgerOf(firstReading(), ...[30, 75, 121, 130].map((day) => seen(day)));
    const gap = { from: daysAfterNoon(75), to: daysAfterNoon(121) };
    expect(ledger.snapshots('acme').map(({ lastSeenAt, gaps }) => [lastSeenAt, gaps])).toEqual([
      [daysAfterNoon(130), [gap]],
    ]);
    const published = ledger.snapshots('acme');
    const known = (day: number) => intervalsKnownBy(published, daysAfterNoon(day))[0]?.gaps;
    expect([known(130), known(129)]).toEqual([[gap], undefined]);
  });

  it('an imported snapshot was last seen when its dataset last said so, within its interval', () => {
    const ledger = ledgerAt();
    recorded(ledger, imported('8.00', -700, -400), imported('9.00', -300, 20));
    ledger.append([firstReading()], NOW);
    expect(ledger.snapshots('acme').map(({ lastSeenAt, validTo }) => [lastSeenAt, validTo])).toEqual([
      [daysAfterNoon(-400), daysAfterNoon(-300)],
      [NOON, NOON],
      [NOON, undefined],
    ]);
  });
});

describe('positions', () => {
  it('are continued by the ledger that they are of, and by no other', () => {
    const ledger = ledgerAt();
    const start = ledger.position();
    ledger.append([firstReading()], NOW);
    const position = ledger.position();
    ledger.append([firstReading(daysAfterNoon(1))], NOW);
    expect([start, position, ledger.position()].map(ledger.continues)).toEqual([true, true, true]);
    const other = ledgerAt();
    expect(other.continues(start)).toBe(true);
    expect(other.continues(position)).toBe(false);
    other.append([firstReading(NOON, '13.00')], NOW);
    expect(other.continues(position)).toBe(false);
  });
});

describe('the hash chain', () => {
  const TAMPERED: [what: string, sql: string, at: number][] = [
    ['an outcome', "UPDATE entries SET outcome = 'changed' WHERE seq = 2", 2],
    ['a verdict', "UPDATE entries SET verdict = replace(verdict, '0.95', '0.99') WHERE seq = 3", 3],
    ['a time', "UPDATE entries SET recorded_at = '2026-11-21T12:00:00.001Z' WHERE seq = 1", 1],
    ['a reading', 'UPDATE entries SET reading = NULL WHERE seq = 1', 1],
    ['a statement', 'UPDATE statements SET body = zeroblob(9) WHERE entry = 1', 1],
    ['a lost candidate', 'DELETE FROM candidates WHERE entry = 3', 3],
    ['a snapshot', "UPDATE snapshots SET valid_from = '2020-01-01T00:00:00.000Z' WHERE seq = 1", 1],
    ['a change', "UPDATE changes SET body = replace(body, '10.00', '11.00') WHERE seq = 1", 1],
    ['a change moved to another entry', 'UPDATE changes SET entry = 2 WHERE seq = 1', 1],
    ['a lost entry', 'DELETE FROM entries WHERE seq = 2', 2],
    ['a change after the last entry', "INSERT INTO changes VALUES (2, 9, 'acme', 'correction', '{}')", 4],
  ];

  it.each(TAMPERED)('shows where %s was tampered with', (_what, sql, at) => {
    const contradicted = entry({
      observation: observation({ at: daysAfterNoon(2) }, { page: page({ etag: '"x"' }) }),
      verdict: verdict({ outcome: 'contradicted', disputed: true }),
      candidate: statement(),
    });
    const ledger = ledgerOf(firstReading(), same(1), contradicted);
    expect(ledger.verifyChain()).toEqual({ ok: true });
    const tool = new Database(ledger.file);
    tool.pragma('foreign_keys = OFF');
    for (const name of tool.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all())
      tool.exec(`DROP TRIGGER ${String(name)}`);
    tool.exec(sql);
    tool.close();
    expect(ledger.verifyChain()).toEqual({ ok: false, at });
  });
});
