/**
 * A published generation, read-only: one immutable file whose hash was verified before it was opened.
 *
 * Nothing in here can write, and every answer comes from the one file, whatever is published meanwhile.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type { ApiReference } from '../../api-reference.ts';
import type { LoggedChange } from '../../change.ts';
import type { CatalogueProduct, Category } from '../../product.ts';
import type { Billing, Unit } from '../../reading.ts';
import type { PricingRecord, Snapshot, Verification } from '../../record.ts';
import type { ProductResearch } from '../../research.ts';
import { intervalsKnownBy } from '../ledger/snapshot-intervals.ts';
import type { ChangeQuery, EvidenceContext, ListedProduct } from './content.ts';
import { type Current, GENERATION_SCHEMA, hashFileSync } from './current.ts';

export interface Generation {
  /** Number of its publication, e.g. `000217`. */
  readonly id: string;
  readonly sha256: string;
  readonly publishedAt: string;
  readonly schema: number;
  readonly productCount: number;
  /** All products, tombstones too, sorted by slug; or so many of those that come after a slug. */
  list(page?: { after: string; limit: number }): ListedProduct[];
  product(slug: string): CatalogueProduct | undefined;
  /** Absent for an unknown product and for a tombstone. */
  record(slug: string): PricingRecord | undefined;
  /** What follows from its record; absent for an unknown product and for a tombstone. */
  research(slug: string): ProductResearch | undefined;
  /** What a description of its API states; absent where none is known. */
  api(slug: string): ApiReference | undefined;
  hasApi(slug: string): boolean;
  /** The slug that an alias stands for. */
  canonical(alias: string): string | undefined;
  /** Oldest first. */
  snapshots(slug: string): Snapshot[];
  /** Those, and after them what we said once and a later recording took the place of (`superseded`). */
  recordedSnapshots(slug: string): Snapshot[];
  /** What we said of it by then: corrections that were recorded later are not in it. */
  snapshotsKnownBy(slug: string, recordedBy: string): Snapshot[];
  /** In the order of the log. */
  changes(query: ChangeQuery): LoggedChange[];
  lastChangeSeq(): number;
  evidence(id: string): EvidenceContext | undefined;
  categories(): Category[];
  /** Figures about the whole, by name (verifier/publish/publish.ts says which); undefined where there are none. */
  quality(id: string): unknown;
  /** Of the category's products that have one: what medians are made of. */
  startingPrices(category: string): { slug: string; amount: string; currency: string }[];
  /** Those with rates per token, of the slugs behind `after` up to `last`; sorted. */
  tokenPriced(after: string, last: string): string[];
  close(): void;
}

export interface OpenOptions {
  /** The file's hash, where the caller has computed it just now (`hashFile`); otherwise it is computed here. */
  sha256?: string;
}

/** @throws {Error} the file is absent, not the one that `current` names, of another schema, or has a journal beside it */
export function openGeneration(dir: string, current: Current, { sha256 }: OpenOptions = {}): Generation {
  const path = join(dir, current.file);
  if (current.schema !== GENERATION_SCHEMA)
    throw new Error(`Cannot open generation ${current.generation}: schema ${current.schema} is not known here`);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes !== current.bytes)
    throw new Error(`Cannot open generation ${current.generation}: ${bytes ?? 'no'} bytes instead of ${current.bytes}`);
  const found = sha256 ?? hashFileSync(path);
  if (found !== current.sha256)
    throw new Error(`Cannot open generation ${current.generation}: its hash is ${found}, not ${current.sha256}`);
  // SQLite replays a log that lies beside a file into whatever it reads, and says nothing.
  const journal = [`${path}-wal`, `${path}-journal`].find((name) => existsSync(name));
  if (journal !== undefined) throw new Error(`Cannot open generation ${current.generation}: ${journal} lies beside it`);

  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    database.pragma('query_only = ON');
    database.pragma('trusted_schema = OFF');
    // The system keeps the file's pages, once for all processes.
    database.pragma('cache_size = -2000');
    const schema = database.pragma('user_version', { simple: true });
    if (schema !== current.schema) throw new Error(`its file says schema ${String(schema)}, not ${current.schema}`);
    // One read transaction for the life of the handle: no read takes a lock of its own.
    database.exec('BEGIN');
    return readsOf(database, current);
  } catch (cause) {
    database.close();
    throw new Error(`Cannot open generation ${current.generation}`, { cause });
  }
}

interface ListRow {
  slug: string;
  name: string;
  category: string;
  vendor: string;
  aliases: string;
  retired: 0 | 1;
  startingAmount: string | null;
  startingBilling: Billing | null;
  startingUnit: Unit | null;
  currency: string | null;
  freeTier: 0 | 1;
  verification: string | null;
}

function readsOf(database: Database.Database, current: Current): Generation {
  const list = database.prepare<[string, number], ListRow>(`
    SELECT slug, name, category, vendor, aliases, retired, starting_amount AS startingAmount,
      starting_billing AS startingBilling, starting_unit AS startingUnit, currency,
      free_tier AS freeTier, verification
    FROM products WHERE slug > ? ORDER BY slug LIMIT ?`);
  // As text, a body goes straight into a string, without a buffer beside the heap.
  const text = (column: 'record' | 'product') =>
    database.prepare<[string], string | null>(`SELECT CAST(${column} AS TEXT) FROM records WHERE slug = ?`).pluck();
  const body = (column: 'snapshots' | 'evidence' | 'research') =>
    database.prepare<[string], Buffer | null>(`SELECT ${column} FROM records WHERE slug = ?`).pluck();
  const record = text('record');
  const product = text('product');
  const snapshots = body('snapshots');
  const published = (slug: string) => unpacked<Snapshot[]>(snapshots.get(slug)) ?? [];
  const evidence = body('evidence');
  const research = body('research');
  const api = database.prepare<[string], Buffer>('SELECT body FROM apis WHERE slug = ?').pluck();
  const hasApi = database.prepare<[string], 1>('SELECT 1 FROM apis WHERE slug = ?').pluck();
  const canonical = database.prepare<[string], string>('SELECT slug FROM aliases WHERE alias = ?').pluck();
  const evidenceOwner = database
    .prepare<[string], string>('SELECT slug FROM evidence WHERE id = ? ORDER BY slug LIMIT 1')
    .pluck();
  const lastChange = database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM changes').pluck();
  const categories = database.prepare<[], Buffer>('SELECT body FROM categories ORDER BY id').pluck();
  const quality = database.prepare<[string], Buffer>('SELECT body FROM quality WHERE id = ?').pluck();
  const startingPrices = database.prepare<[string], { slug: string; amount: string; currency: string }>(`
    SELECT slug, starting_amount AS amount, currency FROM products
    WHERE category = ? AND retired = 0 AND starting_amount IS NOT NULL ORDER BY slug`);
  const tokenPriced = database
    .prepare<[string, string], string>(`
    SELECT slug FROM records
    WHERE slug > ? AND slug <= ? AND json_array_length(CAST(record AS TEXT), '$.rates') > 0 ORDER BY slug`)
    .pluck();
  const changes = changesOf(database);
  const productCount = database.prepare<[], number>('SELECT count(*) FROM products').pluck().get() ?? 0;
  return {
    id: current.generation,
    sha256: current.sha256,
    publishedAt: current.publishedAt,
    schema: current.schema,
    productCount,
    // A negative limit is none.
    list: ({ after, limit } = { after: '', limit: -1 }) => list.all(after, limit).map(listed),
    product: (slug) => parsed<CatalogueProduct>(product.get(slug)),
    record: (slug) => parsed<PricingRecord>(record.get(slug)),
    research: (slug) => unpacked<ProductResearch>(research.get(slug)),
    api: (slug) => unpacked<ApiReference>(api.get(slug)),
    hasApi: (slug) => hasApi.get(slug) !== undefined,
    canonical: (alias) => canonical.get(alias),
    snapshots: (slug) => published(slug).filter((snapshot) => snapshot.superseded !== true),
    recordedSnapshots: published,
    snapshotsKnownBy: (slug, recordedBy) => intervalsKnownBy(published(slug), recordedBy),
    changes,
    lastChangeSeq: () => lastChange.get() ?? 0,
    evidence(id) {
      const slug = evidenceOwner.get(id);
      if (slug === undefined) return undefined;
      return unpacked<EvidenceContext[]>(evidence.get(slug))?.find((context) => context.evidence.id === id);
    },
    categories: () => categories.all().flatMap((json) => parsed<Category>(json) ?? []),
    quality: (id) => parsed<unknown>(quality.get(id)),
    startingPrices: (category) => startingPrices.all(category),
    tokenPriced: (after, last) => tokenPriced.all(after, last),
    close: () => database.close(),
  };
}

/** The bytes are what our own publisher wrote of a value of this type: their hash was verified. */
function parsed<T>(json: Buffer | string | null | undefined): T | undefined {
  return json == null ? undefined : (JSON.parse(json.toString()) as T);
}

function unpacked<T>(body: Buffer | null | undefined): T | undefined {
  if (body == null) return undefined;
  // Node keeps the last piece until V8 next looks at all that is old; its usual ones of 16 kB came to 60 MB.
  const chunkSize = Math.min(Math.max(body.length, 1_024), 16_384);
  return parsed<T>(zstdDecompressSync(body, { chunkSize }));
}

function listed({
  aliases,
  retired,
  startingAmount,
  startingBilling,
  startingUnit,
  currency,
  freeTier,
  verification,
  ...row
}: ListRow): ListedProduct {
  const verified: Verification | undefined = verification === null ? undefined : JSON.parse(verification);
  return {
    ...row,
    aliases: JSON.parse(aliases),
    retired: retired === 1,
    freeTier: freeTier === 1,
    ...(startingAmount !== null && { startingAmount }),
    ...(startingBilling !== null && { startingBilling }),
    ...(startingUnit !== null && { startingUnit }),
    ...(currency !== null && { currency }),
    ...(verified?.confirmedAt !== undefined && { confirmedAt: verified.confirmedAt }),
    ...(verified !== undefined && { verification: verified }),
  };
}

const FILTERS = {
  slug: 'slug = @slug',
  category: 'slug IN (SELECT slug FROM products WHERE category = @category)',
  type: 'type = @type',
} as const;

/** One statement for each combination of filters, prepared when it is first asked for. */
function changesOf(database: Database.Database): (query: ChangeQuery) => LoggedChange[] {
  const prepared = new Map<string, Database.Statement<[ChangeQuery], { seq: number; body: Buffer }>>();
  return (query) => {
    const filters = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter((name) => query[name] !== undefined);
    const key = filters.join();
    const where = ['seq > @after', ...filters.map((name) => FILTERS[name])].join(' AND ');
    const statement =
      prepared.get(key) ??
      database.prepare<[ChangeQuery], { seq: number; body: Buffer }>(
        `SELECT seq, body FROM changes WHERE seq IN (SELECT seq FROM changes WHERE ${where} ORDER BY seq LIMIT @limit) ORDER BY seq`,
      );
    prepared.set(key, statement);
    return statement.all(query).map(({ seq, body }) => ({ ...JSON.parse(body.toString()), seq }));
  };
}
