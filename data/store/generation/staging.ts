/**
 * The staging database: the content of the next generation, updated product by product, so that publishing costs what has
 * changed. It is derived from the ledger and the catalogue, and can be rebuilt. A generation is its copy.
 */
import { zstdDecompressSync } from 'node:zlib';
import type Database from 'better-sqlite3';
import type { LoggedChange } from '../../change.ts';
import { identifiersOf } from '../../identity/identifiers.ts';
import { monthOf } from '../../price-index/months.ts';
import type { Break, IndexedProduct, PriceIndex } from '../../price-index/price-index.ts';
import { pricedProduct } from '../../price-index/price-lines.ts';
import { freeTierOf, priceStateOf } from '../../prices/price-state.ts';
import { startingPrice } from '../../prices/starting-price.ts';
import { yearChange } from '../../prices/year-change.ts';
import type { Category } from '../../product.ts';
import { datasetName, type PricingRecord, type Rate, type Snapshot, type Tier } from '../../record.ts';
import type { Tally } from '../../reliability.ts';
import { canonicalJson } from '../files/canonical-json.ts';
import { type SqlValue, sumRow } from '../files/row-digest.ts';
import { pack } from '../ledger/entry.ts';
import { CHAIN_START } from '../ledger/hash-chain.ts';
import { queriesOf } from '../sql.ts';
import { digestsFile } from './catalogue-digests.ts';
import { type EvidenceContext, KnownFact, type ListedProduct, type PublishedProduct, type Stating } from './content.ts';
import { copyAside } from './copy-aside.ts';
import { listIn } from './generation.ts';
import { type PlacedCopy, type Published, placeCopy, publishCopy } from './publish.ts';
import { openStagingDatabase } from './staging-database.ts';

/** The state of the ledger and the catalogue that the staging database reflects. */
interface StagingPosition {
  entries: number;
  changes: number;
  /** Head of the ledger's hash chain there; `ledger.continues` tells whether it is the same ledger. */
  chain: string;
  /** Hash of the catalogue, by the caller's rule; empty at first. */
  catalogue: string;
}

export type Staging = ReturnType<typeof openStaging>;

const EMPTY: StagingPosition = { entries: 0, changes: 0, chain: CHAIN_START.toString('hex'), catalogue: '' };

/** Its user holds the ledger's lock, so there is one. @throws {Error} it cannot be opened */
export function openStaging(file: string) {
  const database = openStagingDatabase(file);
  const sql = prepare(database);
  if (sql.position() === undefined) sql.setPosition(EMPTY);
  const position = (): StagingPosition => sql.position() ?? EMPTY;
  const transaction = database.transaction((work: () => void) => work());
  /** Applies all of the work or, when it throws, nothing: content and position move together. */
  const update = (work: () => void): void => (database.inTransaction ? work() : transaction.immediate(work));
  const digests = digestsFile(`${file}-catalogue`);
  const pointTo = (copy: PlacedCopy, dir: string, now: Date): Published =>
    publishCopy(copy, dir, {
      now,
      ledger: position(),
      nextNumber: (known) => sql.nextGeneration({ known })[0] ?? known + 1,
    });
  return {
    position,
    update,
    /** Those of the position's catalogue; `undefined` where they were lost or damaged. */
    catalogueDigests: () => digests.read(position().catalogue),
    saveCatalogueDigests: digests.save,
    ...contentWrites(sql, update),
    /** Tallies of every product that has some, by slug: the order of floating sums must not depend on that of writing. */
    forecasts: () => forecastsIn(database),
    /** All products, by slug. */
    listed: () => listedIn(database),
    /** Products with prices, by slug, for the price index. */
    priced: () => pricedIn(database),
    setPosition: (next: StagingPosition): void => sql.setPosition(next),
    /** Makes a generation and points CURRENT to it, unless it is published already. */
    publish: (dir: string, { now }: { now: Date }): Published => pointTo(placeCopy(database, dir, now), dir, now),
    /** The same, copied in a thread of its own. Nothing may be written to the staging database meanwhile. */
    publishAside: async (dir: string, { now }: { now: Date }): Promise<Published> =>
      pointTo(await copyAside(file, dir, now), dir, now),
    /** Content and position of what is written until `commit` move together. */
    begin: (): void => void database.exec('BEGIN IMMEDIATE'),
    commit: (): void => void database.exec('COMMIT'),
    /** Without effect where nothing has begun. */
    rollback(): void {
      if (database.inTransaction) database.exec('ROLLBACK');
    },
    /** Empties it, for a rebuild; generations keep counting. */
    reset: () =>
      update(() => {
        for (const table of CONTENT_TABLES) database.exec(`DELETE FROM ${table}`);
        sql.setPosition(EMPTY);
      }),
    close: (): void => void database.close(),
  };
}

function contentWrites(sql: StagingStatements, update: (work: () => void) => void) {
  return {
    /** Replaces what is published of these products. `evidence`: all of these products' evidence. */
    put: (products: readonly PublishedProduct[], evidence: readonly EvidenceContext[]): void =>
      update(() => {
        const contexts = Map.groupBy(evidence, ({ slug }) => slug);
        for (const published of products) putProduct(sql, published, contexts.get(published.product.slug) ?? []);
        for (const { product } of products) contexts.delete(product.slug);
        const [stray] = contexts.keys();
        if (stray !== undefined) throw new Error(`Cannot publish evidence of "${stray}" without the product`);
      }),
    remove: (slug: string): void => update(() => sql.remove(slug)),
    /** Replaces all categories. */
    putCategories: (categories: readonly Category[]): void =>
      update(() => {
        sql.removeCategories();
        for (const category of categories) sql.addCategory([category.id, json(category)]);
      }),
    /** Replaces the figures of this name; undefined removes them. */
    putQuality: (id: string, figures: unknown): void =>
      update(() => {
        sql.removeQuality(id);
        if (figures !== undefined) sql.addQuality([id, json(figures)]);
      }),
    /** Replaces all price indices. */
    putIndices: (indices: ReadonlyMap<string, PriceIndex>): void =>
      update(() => {
        sql.removeIndices();
        for (const [id, index] of indices) sql.addIndex([id, packed(index)]);
      }),
    /** Appends the changes that are not there yet. @throws {Error} a gap in the log */
    appendChanges: (changes: readonly LoggedChange[]): void =>
      update(() => {
        let last = sql.lastChange() ?? 0;
        for (const { seq, ...change } of changes) {
          if (seq <= last) continue;
          if (seq !== last + 1)
            throw new Error(`Cannot publish change ${seq} after change ${last}: the log would have a gap`);
          sql.addChange([seq, change.slug, change.type, json(change)]);
          last = seq;
        }
      }),
  };
}

function putProduct(sql: StagingStatements, published: PublishedProduct, contexts: readonly EvidenceContext[]): void {
  const { product, record, research, snapshots, api, forecasts = [] } = published;
  const { slug } = product;
  sql.remove(slug);
  const evidence = contexts.toSorted((a, b) => (a.evidence.id < b.evidence.id ? -1 : 1));
  sql.addProduct(listRow(published));
  sql.addRecord([
    slug,
    record === undefined ? null : json(record),
    json(product),
    packed(snapshots),
    packed(evidence),
    research === undefined ? null : packed(research),
  ]);
  if (api !== undefined) sql.addApi([slug, packed(api)]);
  const priced = pricedProduct(product, snapshots);
  if (priced !== undefined) sql.addPriceLines([slug, packed(priced)]);
  if (forecasts.length > 0) sql.addForecasts([slug, json(forecasts)]);
  for (const alias of product.aliases) sql.addAlias(alias, slug);
  for (const { evidence: cited } of evidence) sql.addEvidence(cited.id, slug);
  for (const [id, names] of identifiersOf(product, record)) sql.addIdentifier(id, slug, canonicalJson(names));
}

const PRODUCT_TABLES = [
  'products',
  'records',
  'aliases',
  'evidence',
  'identifiers',
  'apis',
  'forecasts',
  'price_lines',
];
const CONTENT_TABLES = [...PRODUCT_TABLES, 'changes', 'categories', 'quality', 'indices'];

function* forecastsIn(database: Database.Database): Generator<{ slug: string; tallies: Tally[] }> {
  const rows = database.prepare<[], { slug: string; body: Buffer }>('SELECT slug, body FROM forecasts ORDER BY slug');
  for (const { slug, body } of rows.iterate()) yield { slug, tallies: JSON.parse(body.toString()) };
}

/** Rows per read. */
const PAGE = 100;

function* listedIn(database: Database.Database): Generator<ListedProduct> {
  const list = listIn(queriesOf(database));
  for (let page = list('', PAGE); page.length > 0; page = list(page.at(-1)?.slug ?? '', PAGE)) yield* page;
}

const BREAKS = `
  SELECT slug, CAST(body AS TEXT) ->> '$.subject' AS subject, CAST(body AS TEXT) ->> '$.observedAt' AS observedAt FROM changes
  WHERE type IN ('changed_with_redesign', 'correction') AND CAST(body AS TEXT) ->> '$.market' IS NULL`;

function* pricedIn(database: Database.Database): Generator<IndexedProduct> {
  const events = database.prepare<[], { slug: string; subject: string | null; observedAt: string }>(BREAKS).all();
  const breaks = Map.groupBy(events, ({ slug }) => slug);
  const breakOf = ({ subject, observedAt }: (typeof events)[number]): Break => ({
    month: monthOf(observedAt),
    subject: subject ?? undefined,
  });
  const rows = database.prepare<[], { slug: string; body: Buffer }>('SELECT slug, body FROM price_lines ORDER BY slug');
  for (const { slug, body } of rows.iterate())
    yield { slug, ...JSON.parse(zstdDecompressSync(body).toString()), breaks: breaks.get(slug)?.map(breakOf) ?? [] };
}

function json(value: unknown): Buffer {
  return Buffer.from(canonicalJson(value));
}

/** For large values that are seldom read: each publication copies, checks, hashes and flushes the complete file. */
function packed(value: unknown): Buffer {
  return pack(canonicalJson(value));
}

/** The columns of `products`. */
function listRow({ product, record, snapshots, redesigns = [] }: PublishedProduct): SqlValue[] {
  const start = record && startingPrice(record.tiers, record.currency);
  const startingTier = record?.tiers.find(({ prices }) => prices.some((price) => price === start?.price));
  const [statedStart] = startingTier === undefined ? [] : datasetsOf([startingTier]);
  const datasets = record === undefined ? [] : datasetsOf([...record.tiers, ...record.rates]);
  const isFree = record && freeTierOf(record);
  return [
    product.slug,
    product.name,
    product.category,
    product.vendor,
    canonicalJson(product.aliases),
    product.retired === undefined ? 0 : 1,
    start?.amount ?? null,
    start?.billing ?? null,
    start?.price.unit ?? null,
    record?.currency ?? null,
    record === undefined ? null : priceStateOf(record),
    isFree === undefined ? null : Number(isFree),
    canonicalJson(knownOf(record, snapshots)),
    statedStart === undefined ? null : canonicalJson(statedStart),
    start === undefined ? null : canonicalJson(yearChange(currentOf(snapshots), redesigns)),
    datasets.length === 0 ? null : canonicalJson(datasets),
    record === undefined ? null : canonicalJson(record.verification),
  ];
}

function datasetsOf(facts: readonly (Tier | Rate)[]): Stating[] {
  const stating = new Map<string, Stating>();
  for (const { imported } of facts) {
    if (imported === undefined) continue;
    const { license, asOf } = imported;
    const dataset = datasetName(imported.dataset);
    const known = stating.get(dataset);
    if (known === undefined || known.asOf < asOf) stating.set(dataset, { dataset, license, asOf });
  }
  return [...stating.values()].sort((a, b) => (a.dataset < b.dataset ? -1 : 1));
}

function knownOf(record: PricingRecord | undefined, snapshots: readonly Snapshot[]): KnownFact[] {
  if (record === undefined) return [];
  const known: Record<KnownFact, boolean> = {
    price: priceStateOf(record) === 'known',
    rates: record.rates.length > 0,
    history: currentOf(snapshots).length > 1,
  };
  return KnownFact.options.filter((kind) => known[kind]);
}

/** Of the default market, without those that a later recording replaced. */
function currentOf(snapshots: readonly Snapshot[]): Snapshot[] {
  return snapshots.filter(({ market, superseded }) => market === undefined && superseded !== true);
}

type StagingStatements = ReturnType<typeof prepare>;

function prepare(database: Database.Database) {
  const sql = queriesOf(database);
  /** Adds a row and, as its last value, the sum over the values before it. */
  const summed = (table: string, columns: number) => {
    const add = sql.run<SqlValue[]>(`INSERT INTO ${table} VALUES (${'?, '.repeat(columns)}?)`);
    return (values: readonly SqlValue[]) => add(...values, sumRow(values));
  };
  const removals = PRODUCT_TABLES.map((table) => sql.run<[string]>(`DELETE FROM ${table} WHERE slug = ?`));
  return {
    addProduct: summed('products', 17),
    addRecord: summed('records', 6),
    addChange: summed('changes', 4),
    addCategory: summed('categories', 2),
    addApi: summed('apis', 2),
    addForecasts: summed('forecasts', 2),
    addQuality: summed('quality', 2),
    addPriceLines: summed('price_lines', 2),
    addIndex: summed('indices', 2),
    removeIndices: sql.run<[]>('DELETE FROM indices'),
    addAlias: sql.run<[string, string]>('INSERT INTO aliases VALUES (?, ?)'),
    addIdentifier: sql.run<[string, string, string]>('INSERT INTO identifiers VALUES (?, ?, ?)'),
    addEvidence: sql.run<[string, string]>('INSERT INTO evidence VALUES (?, ?)'),
    remove: (slug: string) => {
      for (const removeFrom of removals) removeFrom(slug);
    },
    removeCategories: sql.run<[]>('DELETE FROM categories'),
    removeQuality: sql.run<[string]>('DELETE FROM quality WHERE id = ?'),
    lastChange: sql.value<[], number>('SELECT max(seq) FROM changes'),
    position: sql.row<[], StagingPosition>('SELECT entries, changes, chain, catalogue FROM staging'),
    setPosition: sql.run<[StagingPosition]>(`
      INSERT INTO staging VALUES (1, @entries, @changes, @chain, @catalogue, 0)
      ON CONFLICT DO UPDATE SET entries = @entries, changes = @changes, chain = @chain, catalogue = @catalogue`),
    /**
     * Counted here too, so that a lost CURRENT does not restart the count. `all`, since `get` stops at the row, before the
     * commit, and would not report a failing disk.
     */
    nextGeneration: sql.values<[{ known: number }], number>(
      'UPDATE staging SET generation = max(generation, @known) + 1 RETURNING generation',
    ),
  };
}
