/** Reads of the ledger by other processes than its writer: short, so that they never hold its log back. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { defined } from '../../defined.ts';
import type { ProductState } from '../../pipeline/ledger-state.ts';
import type { Verdict } from '../../pipeline/verdict.ts';
import type { VerifyJob } from '../../pipeline/verify-job.ts';
import type { Slug } from '../../product.ts';
import { type SourceFacts, sourceKey, type Watching } from '../../source-facts.ts';
import { LEDGER_SCHEMA } from '../ledger/database.ts';
import { joinReading, verdictOf } from '../ledger/entry.ts';
import { ledgerMoves, MOVES } from '../ledger/price-moves.ts';
import { productState } from '../ledger/product-states.ts';
import { HEAD_SELECTION } from '../ledger/source-state.ts';
import { type NamedHead, prepareLedger } from '../ledger/statements.ts';
import { queriesOf } from '../sql.ts';
import { each, inParts, type Steps } from '../steps.ts';

type Slugs = readonly Slug[];

/** Facts of every source that was ever visited, or of those of some products, by `sourceKey`; empty before the ledger's first entry. */
export function readSourceFacts(file: string, slugs?: Slugs): Map<string, SourceFacts> {
  const rows = rowsOf<NamedHead & { witnesses: number }>(
    file,
    `SELECT slug, source, ${HEAD_SELECTION}, coalesce(
      (SELECT json_array_length(verdict, '$.backing.witnesses') FROM entries WHERE seq = confirming_entry), 0
    ) AS witnesses FROM sources${ofSlugs('slug', slugs)}`,
    ...listOf(slugs),
  );
  return new Map(rows.map((row) => [sourceKey(row.slug, row.source), factsOf(row)]));
}

/** The observation of each product, or of some, in the default market, by slug. */
export function readWatching(file: string, slugs?: Slugs): Map<Slug, Watching> {
  const watching = besideWriter(file, (ledger) => {
    const rows = ledger
      .prepare<string[], Watching & { slug: Slug; isCorrected: 0 | 1 }>(
        `SELECT snapshots.slug, min(valid_from) AS since, max(checked_at) AS until, coalesce(moves, 0) AS changes,
          max(origin = 'correction') AS isCorrected
        FROM snapshots
        JOIN sources ON sources.slug = snapshots.slug
        LEFT JOIN (
          SELECT changes.slug, count(DISTINCT entries.observed_at) AS moves
          FROM ${MOVES}${ofSlugs('changes.slug', slugs)} GROUP BY changes.slug
        ) AS moved ON moved.slug = snapshots.slug
        WHERE origin <> 'imported' AND market IS NULL${ofSlugs('snapshots.slug', slugs, 'AND')} GROUP BY snapshots.slug`,
      )
      .all(...listOf(slugs), ...listOf(slugs));
    const moves = ledgerMoves(ledger);
    return rows.map(({ slug, isCorrected, ...each }): [Slug, Watching] => [
      slug,
      isCorrected === 1 ? { ...each, changes: moves(slug) } : each,
    ]);
  });
  return new Map(watching);
}

/** The facts of these products, read some at a time. */
export function sourceFactsOf(file: string, slugs: Slugs): Steps<Map<string, SourceFacts>> {
  return joined(slugs, (some) => readSourceFacts(file, some));
}

/** The same of their observation. */
export function watchingOf(file: string, slugs: Slugs): Steps<Map<Slug, Watching>> {
  return joined(slugs, (some) => readWatching(file, some));
}

function* joined<Key, Value>(slugs: Slugs, read: (some: Slugs) => Map<Key, Value>): Steps<Map<Key, Value>> {
  const all = new Map<Key, Value>();
  for (const some of yield* inParts(slugs, read)) yield* each(some, ([key, value]) => all.set(key, value));
  return all;
}

/** Sources on which prices were ever found, and whose last page was read by another version of the readers; of all products, or of some. */
export function readSourcesOfOtherReaders(file: string, version: string, slugs?: Slugs): number {
  const [row] = rowsOf<{ sources: number }>(
    file,
    `SELECT count(*) AS sources FROM (
      SELECT 1 FROM readers${ofSlugs('slug', slugs)} GROUP BY slug, source
      HAVING sum(? IN (found_version, coalesce(empty_version, ''))) = 0)`,
    ...listOf(slugs),
    version,
  );
  return row?.sources ?? 0;
}

/** Whether observations are in the ledger, which is opened at the first question. */
export function writtenVisits(file: string): { has(observationId: string): boolean; close(): void } {
  let ledger: Database.Database | undefined;
  let find: Database.Statement<[string], 1> | undefined;
  return {
    has(observationId) {
      ledger ??= new Database(file, { readonly: true, fileMustExist: true });
      find ??= ledger.prepare<[string], 1>('SELECT 1 FROM entries WHERE id = ?').pluck();
      return find.get(observationId) !== undefined;
    },
    close: () => ledger?.close(),
  };
}

/** A condition on a column, for `listOf`; none for all products. */
function ofSlugs(column: string, slugs: Slugs | undefined, and = 'WHERE'): string {
  return slugs === undefined ? '' : ` ${and} ${column} IN (SELECT value FROM json_each(?))`;
}

function listOf(slugs: Slugs | undefined): string[] {
  return slugs === undefined ? [] : [JSON.stringify(slugs)];
}

function rowsOf<T>(file: string, sql: string, ...values: string[]): T[] {
  return besideWriter(file, (ledger) => queriesOf(ledger).rows<string[], T>(sql)(...values)) ?? [];
}

/** Reads states of products within `ask`; undefined where there is no ledger yet. */
export function withProductStates<T>(file: string, ask: (state: (slug: Slug) => ProductState) => T): T | undefined {
  return besideWriter(file, (ledger) => {
    const sql = prepareLedger(ledger);
    return ask((slug) => productState(sql, slug));
  });
}

/** Opens the ledger beside its writer for one read; undefined where there is no ledger yet. */
export function besideWriter<T>(file: string, ask: (ledger: Database.Database) => T): T | undefined {
  if (!existsSync(file)) return undefined;
  const ledger = new Database(file, { readonly: true, fileMustExist: true });
  const schema = Number(ledger.pragma('user_version', { simple: true }));
  try {
    // The writer creates the file a moment before its tables.
    return schema === 0 ? undefined : ask(ledger);
  } catch (cause) {
    if (schema >= LEDGER_SCHEMA) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the verifier has not yet migrated the ledger from schema ${schema} to ${LEDGER_SCHEMA} (${why})`);
  } finally {
    ledger.close();
  }
}

export interface Judged {
  observation: VerifyJob;
  verdict: Verdict;
}

/** An observation with its verdict; undefined until it is in the ledger. */
export function readJudged(file: string, observationId: string): Judged | undefined {
  type Row = { observation: string; reading?: Buffer; verdict: string };
  const [row] = rowsOf<Row>(file, 'SELECT observation, reading, verdict FROM entries WHERE id = ?', observationId);
  return row && { observation: joinReading(row.observation, row.reading), verdict: verdictOf(row.verdict) };
}

function factsOf(row: NamedHead & { witnesses: number }): SourceFacts {
  const { pageSha256: sha256, pageEtag: etag, pageLastModified: lastModified } = row;
  return {
    slug: row.slug,
    source: row.source,
    checkedAt: row.checkedAt,
    outcome: row.outcome,
    failuresInARow: row.failuresInARow,
    refusalsInARow: row.refusalsInARow,
    needsBrowser: row.needsBrowser === 1,
    disputed: row.disputed === 1,
    witnesses: row.witnesses,
    ...defined({ failure: row.failure, notBefore: row.notBefore }),
    ...(sha256 !== undefined && { page: { sha256, ...defined({ etag, lastModified }) } }),
  };
}
