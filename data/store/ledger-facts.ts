/**
 * What others than its writer ask of the ledger. Read-only and short: it opens, reads, closes, and so never holds the
 * writer's log back.
 */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Observation } from '../observation.ts';
import { type SourceFacts, sourceKey } from '../source-facts.ts';
import type { Verdict } from '../verdict.ts';
import { joinReading, verdictOf } from './ledger-entry.ts';
import type { NamedHead } from './ledger-statements.ts';
import { HEAD_SELECTION } from './source-head.ts';

/** Facts of every source that was ever visited, by `sourceKey`; empty before the ledger's first entry. */
export function readSourceFacts(file: string): Map<string, SourceFacts> {
  if (!existsSync(file)) return new Map();
  const ledger = new Database(file, { readonly: true, fileMustExist: true });
  try {
    // The writer creates the file a moment before its tables.
    if (ledger.pragma('user_version', { simple: true }) === 0) return new Map();
    const rows = ledger.prepare<[], NamedHead>(`SELECT slug, source, ${HEAD_SELECTION} FROM sources`).all();
    return new Map(rows.map((row) => [sourceKey(row.slug, row.source), factsOf(row)]));
  } finally {
    ledger.close();
  }
}

export interface Judged {
  observation: Observation;
  verdict: Verdict;
}

type JudgedRow = { observation: string; reading: Buffer | null; verdict: string };

/** One observation with what the verifier made of it; undefined until it is written down. */
export function readJudged(file: string, observationId: string): Judged | undefined {
  const ledger = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const row = ledger
      .prepare<[string], JudgedRow>('SELECT observation, reading, verdict FROM entries WHERE id = ?')
      .get(observationId);
    return row && { observation: joinReading(row.observation, row.reading), verdict: verdictOf(row.verdict) };
  } finally {
    ledger.close();
  }
}

function factsOf(row: NamedHead): SourceFacts {
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
