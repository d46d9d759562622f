/**
 * `ledger`: what it costs to keep an observation for ever.
 *
 * The subject is `append`: validation, compression, hash chain, indexes, durable on the disk before it returns. The
 * baseline is better-sqlite3 inserting the same entries as ready JSON into one table with a unique id, with the same
 * pragmas (WAL, `synchronous = FULL`) and as many a transaction. The ratio is of entries a second: 0.5 means that all
 * that makes it a ledger costs as much as the bare writing. `growth` is time an entry in the last tenth of a ledger over
 * that in the first: 1 is steady, and a cost that grows with the ledger would show as 10 or more.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEntry } from '../data/pipeline/verdict.ts';
import { type Ledger, openLedger } from '../data/store/ledger/ledger.ts';
import { NOON } from '../test/builders.ts';
import type { Bench } from './benchmark.ts';
import { take, visits } from './entries.ts';
import { inRounds, wallMs } from './measure.ts';
import { figure, findingOf } from './measurement.ts';
import { inBatches, openPlain, type PlainRow } from './plain.ts';

const PRODUCTS = 500;
const BATCHES = [1, 16, 64];
const RECORDED_AT = new Date(NOON);

export async function run(bench: Bench): Promise<void> {
  for (const batch of BATCHES) await measureRate(bench, batch);
  await measureGrowth(bench);
}

async function measureRate({ dir, quick, rounds, report, progress }: Bench, batch: number): Promise<void> {
  const entries = (quick ? 4 : 32) * Math.max(batch, 8);
  const ours = openLedger(join(dir, `ledger-${batch}.db`));
  const plain = openPlain(join(dir, `plain-${batch}.db`));
  try {
    const forOurs = visits(PRODUCTS);
    const forPlain = visits(PRODUCTS);
    const samples = await inRounds(
      {
        ours: async () => {
          const batches = inBatches(take(forOurs, entries), batch);
          return entries / ((await wallMs(() => appendAll(ours, batches))) / 1000);
        },
        plain: async () => {
          const batches = inBatches(take(forPlain, entries).map(rowOf), batch);
          return entries / ((await wallMs(() => plain.insertAll(batches))) / 1000);
        },
      },
      { rounds, progress: (done) => progress(`batches of ${batch}, round ${done} of ${rounds}`) },
    );
    report(
      findingOf({
        case: `entries appended in batches of ${batch}`,
        baseline: 'better-sqlite3 inserts of the same JSON, same pragmas and batches',
        better: 'higher',
        unit: 'entries/s',
        subject: samples.ours,
        against: samples.plain,
      }),
    );
  } finally {
    ours.close();
    plain.close();
  }
}

async function measureGrowth({ dir, quick, rounds, report, progress }: Bench): Promise<void> {
  const batch = 64;
  const entries = quick ? 1_280 : 50_000;
  const products = quick ? 50 : PRODUCTS;
  const file = join(dir, 'growing.db');
  const growing = openLedger(file);
  try {
    const source = visits(products);
    // A product's first visit writes more than later ones do; it would make the first tenth look slow.
    appendAll(growing, inBatches(take(source, products), batch));
    const tenth = Math.floor(entries / 10);
    /** Milliseconds an entry, of as many parts of a tenth as there are rounds. */
    const partsOfATenth = async () => {
      const part = Math.ceil(tenth / rounds);
      const times: number[] = [];
      for (let at = 0; at < rounds; at += 1) {
        const batches = inBatches(take(source, part), batch);
        times.push((await wallMs(() => appendAll(growing, batches))) / part);
      }
      return times;
    };
    const stateMs = async () => {
      const times: number[] = [];
      for (let pass = 0; pass < rounds; pass += 1) {
        const all = () => {
          for (let product = 0; product < products; product += 1) growing.state(`product-${product}`);
        };
        times.push((await wallMs(all)) / products);
      }
      return times;
    };
    const first = await partsOfATenth();
    const stateFirst = await stateMs();
    for (let at = 1; at < 9; at += 1) {
      progress(`growing to ${entries} entries, ${at + 1} tenths of 10`);
      for (const entriesOfBatch of inBatches(take(source, tenth), batch)) growing.append(entriesOfBatch, RECORDED_AT);
    }
    const last = await partsOfATenth();
    const stateLast = await stateMs();
    const size = figure(statSync(file).size / growing.position().entries / 1024, 'KB an entry');
    const common = { better: 'lower', unit: 'ms' } as const;
    report(
      findingOf({
        ...common,
        case: `growth of append to ${growing.position().entries} entries in batches of ${batch}`,
        baseline: 'time an entry in the first tenth',
        subject: last,
        against: first,
        figures: { size },
      }),
    );
    report(
      findingOf({
        ...common,
        case: `growth of state to ${growing.position().entries} entries of ${products} products`,
        baseline: 'time a product after the first tenth',
        subject: stateLast,
        against: stateFirst,
      }),
    );
  } finally {
    growing.close();
  }
}

function appendAll(into: Ledger, batches: readonly LedgerEntry[][]): void {
  for (const batch of batches) into.append(batch, RECORDED_AT);
}

function rowOf(entry: LedgerEntry): PlainRow {
  return { id: entry.observation.id, body: JSON.stringify(entry) };
}
