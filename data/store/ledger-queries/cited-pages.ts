/**
 * Every page that the ledger cites, by product in order of time, with its last reading. Read beside the writer: no
 * statement stays open between two pages.
 */
import Database from 'better-sqlite3';
import type { Observation } from '../../observation.ts';
import type { Slug } from '../../product.ts';
import type { PageReading } from '../../reading.ts';
import { joinReading } from '../ledger/entry.ts';
import { queriesOf } from '../sql.ts';

export interface CitedPage {
  observation: Extract<Observation, { kind: 'page' }>;
  /** The page's last reading. */
  reading: PageReading;
}

interface Row {
  observation: string;
  reading?: Buffer;
}

export function openCitedPages(file: string) {
  const ledger = new Database(file, { readonly: true, fileMustExist: true });
  const sql = queriesOf(ledger);
  const numbers = sql.rows<[string], { seq: number; id: string }>(`
    SELECT seq, id FROM entries WHERE slug = ? AND kind = 'page' ORDER BY source, observed_at, seq`);
  const again = sql.rows<[string], { of: string; seq: number }>(`
    SELECT json_extract(observation, '$.of') AS "of", max(seq) AS seq FROM entries
    WHERE slug = ? AND kind = 'rereading' GROUP BY "of"`);
  const entry = sql.row<[number], Row>('SELECT observation, reading FROM entries WHERE seq = ?');
  const joined = (seq: number) => {
    const row = entry(seq);
    return row && joinReading(row.observation, row.reading);
  };
  return {
    products: sql.rows<[], { slug: Slug; pages: number }>(
      "SELECT slug, count(*) AS pages FROM entries WHERE kind = 'page' GROUP BY slug ORDER BY slug",
    ),
    /** By source, oldest first. */
    *pages(slug: Slug): Generator<CitedPage> {
      const later = new Map(again(slug).map(({ of, seq }) => [of, seq]));
      for (const { seq, id } of numbers(slug)) {
        const observation = joined(seq);
        if (observation?.kind !== 'page') continue;
        const since = later.get(id);
        const reread = since === undefined ? undefined : joined(since);
        yield { observation, reading: reread?.kind === 'rereading' ? reread.reading : observation.reading };
      }
    },
    close: (): void => void ledger.close(),
  };
}
