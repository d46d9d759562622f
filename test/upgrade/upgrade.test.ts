/**
 * What earlier versions wrote is opened by this one: ledgers are migrated and lose nothing, generations state what they
 * stated, and a ledger publishes the same facts anew. Everything is tried on copies.
 */
import { hash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { TRUST } from '../../config/trust.ts';
import { statusNow } from '../../data/confidence/decay.ts';
import { openArchive } from '../../data/store/archive/archive.ts';
import { makeBackup } from '../../data/store/backup/backup.ts';
import { restore } from '../../data/store/backup/restore.ts';
import { type Current, GENERATION_SCHEMA, readCurrent } from '../../data/store/generation/current.ts';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { LEDGER_SCHEMA } from '../../data/store/ledger/database.ts';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import { citedPageHashes } from '../../data/store/ledger-queries/inspection.ts';
import { withProductStates } from '../../data/store/ledger-queries/source-facts.ts';
import { closeStores, openStores, publication } from '../../verifier/publish/publication.ts';
import { recordOf } from '../../verifier/record/record.ts';
import { change } from '../builders.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { changesIn, factsOf, type StatedFacts } from './facts.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
/** Of releases, and of schemas that a migration starts from. */
const VERSIONS = readdirSync(FIXTURES).filter((name) => /^(?:v\d|ledger-\d)/.test(name));
const RELEASES = VERSIONS.filter((name) => name.startsWith('v'));

/** A copy of what that version wrote, as a data directory. */
function copyOf(version: string): string {
  const dataDir = temporaryDirectory();
  cpSync(join(FIXTURES, version), dataDir, { recursive: true });
  return dataDir;
}

function factsWritten(version: string): StatedFacts {
  return JSON.parse(readFileSync(join(FIXTURES, version, 'facts.json'), 'utf8'));
}

function currentOf(dataDir: string): Current {
  return readCurrent(join(dataDir, 'generations')) ?? expect.fail('nothing is published');
}

function schemaOf(ledger: string): number {
  const database = new Database(ledger, { readonly: true });
  const version = Number(database.pragma('user_version', { simple: true }));
  database.close();
  return version;
}

const FACT_TABLES = ['entries', 'statements', 'candidates', 'snapshots', 'changes'];

/** All values of all facts, as one hash a table: a migration may add columns, which are empty. */
function rowsIn(ledger: string): Record<string, string> {
  const database = new Database(ledger, { readonly: true });
  const sums = FACT_TABLES.map((table) => {
    const rows = database.prepare<[], unknown[]>(`SELECT * FROM ${table} ORDER BY 1`).raw().all();
    const values = rows.map((row) => row.filter((value) => value !== null));
    return [table, `${rows.length} ${hash('sha256', JSON.stringify(values))}`] as const;
  });
  database.close();
  return Object.fromEntries(sums);
}

it('there is something of every release, and of every schema that a migration starts from', () => {
  expect(RELEASES).toContain('v0.1.0');
  const schemas = VERSIONS.map((version) => schemaOf(join(copyOf(version), 'ledger.db')));
  const migrated = Array.from({ length: LEDGER_SCHEMA - 1 }, (_, at) => at + 1);
  expect(migrated.filter((schema) => !schemas.includes(schema))).toEqual([]);
});

describe.each(VERSIONS)('what %s wrote', (version) => {
  it('is what it wrote', () => {
    const lines = readFileSync(join(FIXTURES, version, 'SHA256SUMS'), 'utf8')
      .trim()
      .split('\n');
    for (const line of lines) {
      const [sum, file = ''] = line.split('  ');
      expect([file, hash('sha256', readFileSync(join(FIXTURES, version, file)))]).toEqual([file, sum]);
    }
    expect(lines.length).toBeGreaterThan(10);
  });

  it('is a ledger that is migrated, with every row as it was', () => {
    const file = join(copyOf(version), 'ledger.db');
    const before = rowsIn(file);
    const ledger = openLedger(file);
    expect(ledger.verifyChain()).toEqual({ ok: true });
    expect(changesIn(ledger)).toEqual(factsWritten(version).changes);
    ledger.close();
    expect(schemaOf(file)).toBe(LEDGER_SCHEMA);
    expect(rowsIn(file)).toEqual(before);
  });

  it('is backed up and restored before it is migrated', async () => {
    const from = copyOf(version);
    const file = join(from, 'ledger.db');
    const dir = temporaryDirectory();
    const dataDir = temporaryDirectory();
    const { name, manifest } = await makeBackup({ dataDir: from, dir, now: new Date() });
    expect(manifest.ledger.schema).toBe(schemaOf(file));
    await restore({ dir, name, dataDir, now: new Date(), force: false });
    expect(rowsIn(join(dataDir, 'ledger.db'))).toEqual(rowsIn(file));
  });

  it('has every page that its ledger cites', async () => {
    const dataDir = copyOf(version);
    const archive = await openArchive(join(dataDir, 'archive'));
    const pages = citedPageHashes(join(dataDir, 'ledger.db'));
    expect(pages.length).toBeGreaterThan(5);
    for (const sha256 of pages) expect(await archive.get(sha256), sha256).toBeDefined();
  });

  it('is published anew by this version with the same facts, under a later number', async () => {
    const dataDir = copyOf(version);
    const before = currentOf(dataDir);
    const now = new Date('2026-12-01T00:00:00Z');
    const stores = await openStores({ dataDir, catalogueDir: join(dataDir, 'catalogue') }, now);
    const { unchanged } = (await publication(stores, dataDir)(now)).report;
    closeStores(stores);
    const current = currentOf(dataDir);
    expect(current.schema).toBe(GENERATION_SCHEMA);
    expect(Number(current.generation)).toBe(Number(before.generation) + (unchanged ? 0 : 1));
    const generation = openGeneration(join(dataDir, 'generations'), current);
    expect(factsOf(generation)).toEqual(factsWritten(version));
    generation.close();
  });

  it('has scores of before facts had a confidence: they are kept, and verify nothing by themselves', async () => {
    const dataDir = copyOf(version);
    const stores = await openStores({ dataDir, catalogueDir: join(dataDir, 'catalogue') }, new Date('2026-12-01'));
    const scored = stores.catalogue.products.flatMap((product) => {
      const state = stores.ledger.state(product.slug);
      const scores = [...state.sources.values()].flatMap(({ score, statement }) => (statement && score ? [score] : []));
      return scores.length === 0 ? [] : [{ scores, stored: recordOf(product, state, {}).verification }];
    });
    closeStores(stores);
    expect(scored.length).toBeGreaterThan(2);
    for (const { scores, stored } of scored) {
      expect(stored.score).toBe(Math.min(...scores, TRUST.cappedConfidence));
      expect(statusNow(stored, new Date(stored.decaysFrom), TRUST)).toBe('unverified');
    }
  });

  it('grows: a ledger takes what is observed next, and its old position still is one of it', async () => {
    const dataDir = copyOf(version);
    const before = currentOf(dataDir).ledger;
    const ledger = openLedger(join(dataDir, 'ledger.db'));
    const now = new Date('2026-12-01T00:00:00Z');
    const at = now.toISOString();
    const retired = change({ type: 'product_retired', slug: 'raisedonce', observedAt: at, recordedAt: at });
    expect(ledger.recordProducts([{ slug: 'raisedonce', changes: [retired] }], now)).toEqual(['written']);
    expect(ledger.position().entries).toBe(before.entries + 1);
    expect(ledger.continues(before)).toBe(true);
    expect(ledger.verifyChain()).toEqual({ ok: true });
    ledger.close();
  });
});

describe.each(RELEASES)('the generation of %s', (version) => {
  it('is opened by this version, and states what it stated', () => {
    const dataDir = copyOf(version);
    const generation = openGeneration(join(dataDir, 'generations'), currentOf(dataDir));
    expect(factsOf(generation)).toEqual(factsWritten(version));
    generation.close();
  });
});

it('a query that an older ledger cannot answer fails with words that the verifier has not migrated it', () => {
  const file = join(copyOf('ledger-1'), 'ledger.db');
  expect(() => withProductStates(file, (state) => state('raisedonce'))).toThrow(
    `the verifier has not yet migrated the ledger from schema 1 to ${LEDGER_SCHEMA}`,
  );
});

it('a generation of a schema that no version reads any more is refused', () => {
  const dataDir = copyOf('ledger-1');
  const current = currentOf(dataDir);
  expect(current.schema).toBeLessThan(GENERATION_SCHEMA);
  expect(() => openGeneration(join(dataDir, 'generations'), current)).toThrow('unknown schema 4');
});

describe('a ledger of a later version', () => {
  function laterLedger(): { from: string; file: string } {
    const from = copyOf('v0.1.0');
    const file = join(from, 'ledger.db');
    const later = new Database(file);
    // Whatever a later version may have done to it.
    later.pragma('journal_mode = DELETE');
    later.exec('CREATE TABLE of_a_later_version (id INTEGER PRIMARY KEY) STRICT');
    later.pragma(`user_version = ${LEDGER_SCHEMA + 1}`);
    later.close();
    return { from, file };
  }

  it('is refused with words that say so, and not a byte of it is changed', () => {
    const { file } = laterLedger();
    const before = hash('sha256', readFileSync(file));
    expect(() => openLedger(file)).toThrow(
      `its schema version is ${LEDGER_SCHEMA + 1}; this program reads up to ${LEDGER_SCHEMA}`,
    );
    expect(hash('sha256', readFileSync(file))).toBe(before);
  });

  it('is not restored from its backup, and what is there stays', async () => {
    const dir = temporaryDirectory();
    const dataDir = copyOf('v0.1.0');
    const before = readdirSync(dataDir);
    const { name } = await makeBackup({ dataDir: laterLedger().from, dir, now: new Date() });
    await expect(restore({ dir, name, dataDir, now: new Date(), force: true })).rejects.toThrow(
      `Cannot restore ${name}: its ledger has schema ${LEDGER_SCHEMA + 1}; this version reads up to ${LEDGER_SCHEMA}`,
    );
    expect(readdirSync(dataDir).filter((each) => !each.startsWith('ledger.db.lock'))).toEqual(before);
  });
});
