/**
 * What the scheduler asks of the ledger. Read-only and short: it opens, reads one table, closes, and so never holds
 * the writer's log back.
 */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type SourceFacts, sourceKey } from '../source-facts.ts';
import type { SourceHead } from './source-head.ts';

type Row = { slug: string; source: string } & Omit<
  SourceHead,
  `${string}Entry` | `candidate${string}` | 'unsupportedInARow'
>;

const FACTS = `
  SELECT slug, source, checked_at AS checkedAt, outcome, failure, failures_in_a_row AS failuresInARow,
    refusals_in_a_row AS refusalsInARow, not_before AS notBefore, needs_browser AS needsBrowser, disputed,
    page_sha256 AS pageSha256, page_etag AS pageEtag, page_last_modified AS pageLastModified
  FROM sources`;

/** Facts of every source that was ever visited, by `sourceKey`; empty before the ledger's first entry. */
export function readSourceFacts(file: string): Map<string, SourceFacts> {
  if (!existsSync(file)) return new Map();
  const ledger = new Database(file, { readonly: true, fileMustExist: true });
  try {
    // The writer creates the file a moment before its tables.
    if (ledger.pragma('user_version', { simple: true }) === 0) return new Map();
    const rows = ledger.prepare<[], Row>(FACTS).all();
    return new Map(rows.map((row) => [sourceKey(row.slug, row.source), factsOf(row)]));
  } finally {
    ledger.close();
  }
}

function factsOf(row: Row): SourceFacts {
  return {
    slug: row.slug,
    source: row.source,
    checkedAt: row.checkedAt,
    outcome: row.outcome,
    ...(row.failure !== null && { failure: row.failure }),
    failuresInARow: row.failuresInARow,
    refusalsInARow: row.refusalsInARow,
    ...(row.notBefore !== null && { notBefore: row.notBefore }),
    needsBrowser: row.needsBrowser === 1,
    disputed: row.disputed === 1,
    ...(row.pageSha256 !== null && {
      page: {
        sha256: row.pageSha256,
        ...(row.pageEtag !== null && { etag: row.pageEtag }),
        ...(row.pageLastModified !== null && { lastModified: row.pageLastModified }),
      },
    }),
  };
}
