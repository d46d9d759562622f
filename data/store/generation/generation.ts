/** A published generation, read-only: one immutable file whose hash is verified before it is opened. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type { ApiReference } from '../../api-reference.ts';
import { CATALOGUE_EVENTS, type LoggedChange } from '../../change.ts';
import { defined } from '../../defined.ts';
import type { Identified } from '../../identity/identifiers.ts';
import { indexId, type PriceIndex } from '../../price-index/price-index.ts';
import type { Basis } from '../../price-index/standing.ts';
import type { YearChange } from '../../prices/year-change.ts';
import type { CatalogueProduct, Category, Market } from '../../product.ts';
import type { PricingRecord, Snapshot, Verification } from '../../record.ts';
import type { ProductResearch } from '../../research.ts';
import { memoized } from '../../text/memoized.ts';
import { hashFileSync } from '../files/hash-file.ts';
import { intervalsKnownBy } from '../ledger/snapshot-intervals.ts';
import { type Queries, queriesOf } from '../sql.ts';
import type { ChangeQuery, EvidenceContext, ListedProduct, Stating } from './content.ts';
import { type Current, isReadable } from './current.ts';

export type Generation = ReturnType<typeof openGeneration>;

/**
 * @param options `sha256`: the file's hash if the caller has just computed it (`hashFile`); otherwise it is computed here
 * @throws {Error} the file is absent, not the one that `current` names, of another schema, or has a journal beside it
 */
export function openGeneration(dir: string, current: Current, { sha256 }: { sha256?: string } = {}) {
  const path = join(dir, current.file);
  const refuse = (why: string): never => {
    throw new Error(`Cannot open generation ${current.generation}: ${why}`);
  };
  if (!isReadable(current.schema)) refuse(`unknown schema ${current.schema}`);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes !== current.bytes) refuse(`${bytes ?? 'no'} bytes instead of ${current.bytes}`);
  const found = sha256 ?? hashFileSync(path);
  if (found !== current.sha256) refuse(`its hash is ${found}, not ${current.sha256}`);
  // SQLite would silently replay a log beside the file into what it reads.
  const journal = [`${path}-wal`, `${path}-journal`].find((name) => existsSync(name));
  if (journal !== undefined) refuse(`${journal} exists`);

  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    database.pragma('query_only = ON');
    database.pragma('trusted_schema = OFF');
    // The system caches the file's pages, once for all processes.
    database.pragma('cache_size = -2000');
    const schema = database.pragma('user_version', { simple: true });
    if (schema !== current.schema) throw new Error(`its file says schema ${String(schema)}, not ${current.schema}`);
    // One read transaction for the life of the handle, so that no read takes a lock.
    database.exec('BEGIN');
    const sql = queriesOf(database);
    return {
      /** Number of its publication, e.g. `000217`. */
      id: current.generation,
      sha256: current.sha256,
      publishedAt: current.publishedAt,
      schema,
      productCount: sql.value<[], number>('SELECT count(*) FROM products')() ?? 0,
      ...productReads(sql),
      ...listReads(sql, statesOf(schema)),
      // Before schema 7 there were none.
      ...(schema >= 7 ? identifierReads(sql) : { identified: () => [] }),
      // Before schema 8 there were none.
      ...(schema >= 8 ? indexReads(sql) : { priceIndex: () => undefined, priceIndices: () => [] }),
      /** In the order of the log. */
      changes: changesIn(sql),
      close: () => void database.close(),
    };
  } catch (cause) {
    database.close();
    throw new Error(`Cannot open generation ${current.generation}`, { cause });
  }
}

type Json = 'startingDataset' | 'yearChange' | 'datasets' | 'verification';
type ListRow = Omit<ListedProduct, 'aliases' | 'has' | 'retired' | 'freeTier' | 'confirmedAt' | Json> &
  Record<'aliases' | 'has', string> &
  Partial<Record<Json, string>> & { retired: 0 | 1; freeTier?: 0 | 1 };

/** A product that a key of data/identity/identifiers.ts names. */
export interface IdentifiedProduct {
  slug: string;
  names: Identified[];
}

function productReads(sql: Queries) {
  // Read as text, a body becomes a string without a buffer outside the heap.
  const text = (column: 'record' | 'product') =>
    sql.value<[string], string>(`SELECT CAST(${column} AS TEXT) FROM records WHERE slug = ?`);
  const body = (column: 'snapshots' | 'evidence' | 'research') =>
    sql.value<[string], Buffer>(`SELECT ${column} FROM records WHERE slug = ?`);
  const [product, record, research] = [text('product'), text('record'), body('research')];
  const [snapshots, evidence] = [body('snapshots'), body('evidence')];
  const api = sql.value<[string], Buffer>('SELECT body FROM apis WHERE slug = ?');
  const hasApi = sql.value<[string], 1>('SELECT 1 FROM apis WHERE slug = ?');
  const canonical = sql.value<[string], string>('SELECT slug FROM aliases WHERE alias = ?');
  const citing = sql.values<[string], string>('SELECT slug FROM evidence WHERE id = ? ORDER BY slug');
  const evidenceOf = (slug: string) => unpacked<EvidenceContext[]>(evidence(slug)) ?? [];
  const recorded = (slug: string) => unpacked<Snapshot[]>(snapshots(slug)) ?? [];
  const snapshotsOf = (slug: string, market?: Market) => recorded(slug).filter((each) => each.market === market);
  return {
    product: (slug: string) => parsed<CatalogueProduct>(product(slug)),
    /** Undefined for an unknown product and for a tombstone. */
    record: (slug: string) => parsed<PricingRecord>(record(slug)),
    /** What follows from its record; undefined for an unknown product and for a tombstone. */
    research: (slug: string) => unpacked<ProductResearch>(research(slug)),
    /** The contents of its API's description; undefined where none is known. */
    api: (slug: string) => unpacked<ApiReference>(api(slug)),
    hasApi: (slug: string) => hasApi(slug) !== undefined,
    /** The slug that an alias stands for. */
    canonical: (alias: string) => canonical(alias),
    /** Of the default market, oldest first. */
    snapshots: (slug: string) => snapshotsOf(slug).filter((snapshot) => snapshot.superseded !== true),
    /** The same of another market. */
    snapshotsIn: (market: Market, slug: string) =>
      snapshotsOf(slug, market).filter((snapshot) => snapshot.superseded !== true),
    /** Of all markets, with those that a later recording replaced (`superseded`). */
    recordedSnapshots: recorded,
    /** The snapshots of a market as known at an instant, without later corrections. */
    snapshotsKnownBy: (slug: string, recordedBy: string, market?: Market) =>
      intervalsKnownBy(snapshotsOf(slug, market), recordedBy),
    evidence(id: string): EvidenceContext | undefined {
      const [slug] = citing(id);
      return slug === undefined ? undefined : evidenceOf(slug).find((context) => context.evidence.id === id);
    },
    /** Slugs of the products that cite it, sorted. */
    citing: (id: string): readonly string[] => citing(id),
    /** All that a product cites, today and in its past. */
    evidenceOf,
  };
}

const STATES =
  'price_state AS priceState, free_tier AS freeTier, has, starting_dataset AS startingDataset, year_change AS yearChange, datasets';
/** Schema 5 knew a starting price and a free plan, and whether neither was there had no value. */
const STATES_BEFORE = `
  CASE WHEN retired THEN NULL WHEN starting_amount IS NULL THEN 'not_known' ELSE 'known' END AS priceState,
  nullif(free_tier, 0) AS freeTier, iif(starting_amount IS NULL, '[]', '["price"]') AS has,
  NULL AS startingDataset, NULL AS yearChange, NULL AS datasets`;

function statesOf(schema: number): string {
  if (schema === 5) return STATES_BEFORE;
  return schema < 10 ? STATES.replace('year_change', 'NULL') : STATES;
}

function identifierReads(sql: Queries): { identified(key: string): IdentifiedProduct[] } {
  const rows = sql.rows<[string], { slug: string; body: string }>(
    'SELECT slug, body FROM identifiers WHERE id = ? ORDER BY slug',
  );
  return { identified: (key) => rows(key).map(({ slug, body }) => ({ slug, names: JSON.parse(body) })) };
}

function indexReads(sql: Queries) {
  const body = sql.value<[string], Buffer>('SELECT body FROM indices WHERE id = ?');
  const ids = sql.values<[], string>('SELECT id FROM indices ORDER BY id');
  return {
    /** Undefined where no price is compared. */
    priceIndex: (basis: Basis, category?: string) => unpacked<PriceIndex>(body(indexId(basis, category))),
    /** Ids of the price indices, as `indexId` makes them. */
    priceIndices: (): readonly string[] => ids(),
  };
}

/** Products by slug: up to `limit` of those after a slug. */
export function listIn(sql: Queries, states = STATES): (after: string, limit: number) => ListedProduct[] {
  const rows = sql.rows<[string, number], ListRow>(`
    SELECT slug, name, category, vendor, aliases, retired, starting_amount AS startingAmount,
      starting_billing AS startingBilling, starting_unit AS startingUnit, currency,
      ${states}, verification
    FROM products WHERE slug > ? ORDER BY slug LIMIT ?`);
  // Few datasets state much of many products: equal values are one.
  const stated = memoized((json) => JSON.parse(json));
  return (after, limit) => rows(after, limit).map((row) => listed(row, stated));
}

function listReads(sql: Queries, states: string) {
  const list = listIn(sql, states);
  const lastChange = sql.value<[], number>('SELECT max(seq) FROM changes');
  const categories = sql.values<[], Buffer>('SELECT body FROM categories ORDER BY id');
  const quality = sql.value<[string], Buffer>('SELECT body FROM quality WHERE id = ?');
  const tokenPriced = sql.values<[string, string], string>(`
    SELECT slug FROM records
    WHERE slug > ? AND slug <= ? AND json_array_length(CAST(record AS TEXT), '$.rates') > 0 ORDER BY slug`);
  return {
    /** Products sorted by slug, tombstones too: all, or up to `limit` of those after a slug. A negative limit is none. */
    list: ({ after, limit } = { after: '', limit: -1 }): ListedProduct[] => list(after, limit),
    lastChangeSeq: () => lastChange() ?? 0,
    categories: () => categories().flatMap((json) => parsed<Category>(json) ?? []),
    /** Figures of this name over all products (verifier/publish/publish.ts); undefined where there are none. */
    quality: (id: string) => parsed<unknown>(quality(id)),
    /** Products with rates per token, of the slugs after `after` up to `last`; sorted. */
    tokenPriced: (after: string, last: string) => tokenPriced(after, last),
  };
}

/** Our publisher wrote the bytes from a value of this type; their hash was verified. */
function parsed<T>(json: Buffer | string | undefined): T | undefined {
  return json === undefined ? undefined : (JSON.parse(json.toString()) as T);
}

function unpacked<T>(body: Buffer | undefined): T | undefined {
  if (body === undefined) return undefined;
  // Node's default chunks of 16 kB stay in memory until the next full collection: 60 MB in all.
  const chunkSize = Math.min(Math.max(body.length, 1_024), 16_384);
  return parsed<T>(zstdDecompressSync(body, { chunkSize }));
}

function listed(found: ListRow, stated: (json: string) => unknown): ListedProduct {
  const { retired, freeTier, startingDataset, yearChange, datasets, verification: json, ...row } = found;
  const verification = parsed<Verification>(json);
  const of = <T>(text: string | undefined) => (text === undefined ? undefined : (stated(text) as T));
  return {
    ...row,
    aliases: JSON.parse(row.aliases),
    has: JSON.parse(row.has),
    retired: retired === 1,
    ...(freeTier !== undefined && { freeTier: freeTier === 1 }),
    ...defined({
      startingDataset: of<Stating>(startingDataset),
      yearChange: of<YearChange>(yearChange),
      datasets: of<Stating[]>(datasets),
      confirmedAt: verification?.confirmedAt,
      verification,
    }),
  };
}

const FILTERS = {
  after: 'seq > @after',
  before: 'seq < @before',
  isOfPrices: `type NOT IN (${CATALOGUE_EVENTS.map((type) => `'${type}'`).join()})`,
  slug: 'slug = @slug',
  slugs: 'slug IN (SELECT value FROM json_each(@slugs))',
  category: 'slug IN (SELECT slug FROM products WHERE category = @category)',
  type: 'type = @type',
} as const;

/** A statement for each combination of filters, prepared at its first use. */
function changesIn(sql: Queries): (query: ChangeQuery) => LoggedChange[] {
  const prepared = new Map<string, (query: object) => { seq: number; body: Buffer }[]>();
  return ({ isNewestFirst = false, ...query }) => {
    const filters = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter(
      (name) => (query[name] ?? false) !== false,
    );
    const where = ['true', ...filters.map((name) => FILTERS[name])].join(' AND ');
    const order = `ORDER BY seq${isNewestFirst ? ' DESC' : ''}`;
    const key = `${where} ${order}`;
    const rows =
      prepared.get(key) ??
      sql.rows<[object], { seq: number; body: Buffer }>(
        `SELECT seq, body FROM changes WHERE seq IN (SELECT seq FROM changes WHERE ${where} ${order} LIMIT @limit) ${order}`,
      );
    prepared.set(key, rows);
    const { isOfPrices: _, slugs, ...values } = query;
    const found = rows({ ...values, ...(slugs !== undefined && { slugs: JSON.stringify(slugs) }) });
    return found.map(({ seq, body }) => ({ ...JSON.parse(body.toString()), seq }));
  };
}
