/**
 * Ledger appends a second (validation, compression, hash chain, indexes, durable on return) over plain inserts of the
 * same JSON with the same pragmas and batches.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readPage } from '../../crawler/read/read.ts';
import type { LedgerEntry } from '../../data/pipeline/verdict.ts';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import * as build from '../../test/builders.ts';
import { statementOf } from '../../test/workload/generation.ts';
import { sizedPage } from '../../test/workload/sized-page.ts';
import type { Bench } from '../harness/benchmark.ts';
import { compare, wallMs } from '../harness/rounds.ts';

const PRODUCTS = 500;
const BATCHES = [1, 16, 64];
const RECORDED_AT = new Date(build.NOON);

export async function measureLedger(bench: Bench): Promise<void> {
  const { dir, quick } = bench;
  const [ours, plain] = [openLedger(join(dir, 'ledger.db')), openPlain(join(dir, 'plain.db'))];
  const [forOurs, forPlain] = [entries(), entries()];
  for (const batch of BATCHES) {
    const count = (quick ? 4 : 32) * Math.max(batch, 8);
    const rate = (source: Generator<LedgerEntry, never>, keep: (entries: LedgerEntry[]) => void) => async () => {
      const batches = inBatches(take(source, count), batch);
      return { 'entries a second': count / ((await wallMs(() => batches.forEach(keep))) / 1000) };
    };
    const insert = (all: LedgerEntry[]) =>
      plain.insert(all.map((entry) => ({ id: entry.observation.id, body: JSON.stringify(entry) })));
    await compare(bench, {
      case: `in batches of ${batch}`,
      metrics: { 'entries a second': { unit: 'entries/s', better: 'higher' } },
      subject: rate(forOurs, (all) => ours.append(all, RECORDED_AT)),
      baselines: { 'better-sqlite3 inserts of the same JSON': rate(forPlain, insert) },
    });
  }
  ours.close();
  plain.close();
}

/**
 * Entries like those of a pipeline at work, one visit to each product a day. Of a hundred visits after the first, sixty
 * find the page unchanged, 35 other bytes with the same prices, and five another price.
 */
function* entries(): Generator<LedgerEntry, never> {
  const { source, format, url } = sizedPage({ bytes: 30_000 });
  const reading = readPage(source, { format, url });
  for (let visit = 0; ; visit += 1) {
    const slug = `product-${visit % PRODUCTS}`;
    const at = build.daysAfterNoon(visit / PRODUCTS - 10_000);
    const luck = visit < PRODUCTS ? 99 : (visit * 7_919) % 100;
    const page = { sha256: build.sha256Of(`${visit}`) };
    const statement = statementOf(slug, Math.floor(visit / PRODUCTS));
    if (luck < 60) yield build.entry({ observation: build.unchanged({ slug, at }, build.sha256Of(slug)) });
    else if (luck < 95) yield build.entry({ observation: build.observation({ slug, at }, { page, reading }) });
    else
      yield build.entry({
        observation: build.observation({ slug, at }, { page, reading }),
        verdict: build.verdict({ outcome: 'changed' }),
        statement,
        snapshot: { ...statement, origin: 'observed', validFrom: at },
        changes: [build.change({ slug, observedAt: at, recordedAt: at })],
      });
  }
}

function take<T>(from: Iterator<T, never>, count: number): T[] {
  return Array.from({ length: count }, () => from.next().value);
}

/** The least that stores JSON for good: better-sqlite3, one table with a unique id, the ledger's pragmas. */
export function openPlain(file: string) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE entries (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT');
  const insert = database.prepare<[string, string]>('INSERT INTO entries (id, body) VALUES (?, ?)');
  const insertAll = database.transaction((rows: readonly { id: string; body: string }[]) => {
    for (const { id, body } of rows) insert.run(id, body);
  });
  return { insert: insertAll.immediate, close: () => database.close() };
}

export function inBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
