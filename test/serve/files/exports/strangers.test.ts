/**
 * The exported files, read by programs that know nothing of us: DuckDB, a Parquet reader and SQLite as Node has it. All
 * of them find the same, and the same as the API answers.
 */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, it } from 'vitest';
import { serve } from '../../served.ts';
import { duckIn } from './duckdb.ts';
import { exported } from './exported.ts';
import { sample, YEARBOOK } from './sample.ts';

/** At the end of a day, when confidence has faded the most since its start. */
const PUBLISHED = new Date('2026-11-21T23:59:59.000Z');
const files = await exported(sample(), PUBLISHED);
const duck = await duckIn(`${files.dir}/${files.manifest.generation}`);
const sqlite = new DatabaseSync(files.path('generation.sqlite'), { readOnly: true });
const server = await serve(files.generations, { clock: () => PUBLISHED.getTime() });
afterAll(() => {
  duck.close();
  sqlite.close();
});

const DUCK_TYPES: Record<string, string> = {
  text: 'VARCHAR',
  json: 'VARCHAR',
  decimal: 'DECIMAL(21,9)',
  integer: 'INTEGER',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
};

type Row = Record<string, unknown>;
const inSqlite = (sql: string) => sqlite.prepare(sql).all() as Row[];
const lines = (name: 'records.jsonl' | 'changes.jsonl') =>
  readFileSync(files.path(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

describe('the same in all formats', () => {
  it('every reader counts as many rows as the manifest says [D5.exports.rows]', async () => {
    const counts: [file: string, count: number][] = [];
    for (const name of [
      'records.jsonl',
      'history.csv',
      'history.parquet',
      'index.csv',
      'index.parquet',
      'changes.jsonl',
    ])
      counts.push([name, Number((await duck.rows(`SELECT count(*) AS n FROM '${name}'`))[0]?.n)]);
    const tables = inSqlite("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name));
    const inTables = tables.map((name) => [name, Number(inSqlite(`SELECT count(*) AS n FROM ${name}`)[0]?.n)] as const);
    counts.push(['generation.sqlite', inTables.reduce((sum, [, n]) => sum + n, 0)]);
    expect(counts).toEqual(files.manifest.files.map(({ name, rows }) => [name, rows]));
    const stated = files.manifest.files.find(({ name }) => name === 'generation.sqlite')?.tables ?? [];
    expect(inTables).toEqual(stated.map(({ name, rows }) => [name, rows]));
    expect(counts.every(([, n]) => n > 0)).toBe(true);
  });

  it('CSV says what Parquet says, but for the apostrophe before what looks like a formula [D5.exports.csv]', async () => {
    const differing = await duck.rows(`
      WITH csv AS (SELECT * REPLACE (replace(quote, '''=', '=') AS quote)
        FROM read_csv('history.csv', nullstr = '', types = ${csvTypes()}))
      (FROM csv EXCEPT ALL FROM 'history.parquet') UNION ALL (FROM 'history.parquet' EXCEPT ALL FROM csv)`);
    expect(differing).toEqual([]);
  });

  it('CSV is read as what it is by a guess alone [D5.exports.csv]', async () => {
    const types = await duck.rows("DESCRIBE FROM 'history.csv'");
    const of = Object.fromEntries(types.map(({ column_name, column_type }) => [column_name, column_type]));
    expect(of).toMatchObject({ amount: 'DOUBLE', isFloor: 'BOOLEAN', quote: 'VARCHAR' });
    expect(String(of.validFrom)).toMatch(/^TIMESTAMP/);
    const [sums] = await duck.rows(
      "SELECT count(*) AS n, round(sum(amount), 6) AS total, count(DISTINCT quote) AS quotes FROM 'history.csv'",
    );
    const [same] = await duck.rows(
      "SELECT count(*) AS n, round(sum(amount::DOUBLE), 6) AS total, count(DISTINCT quote) AS quotes FROM 'history.parquet'",
    );
    expect(sums).toEqual(same);
  });

  it('SQLite says what Parquet says [D5.exports.sqlite]', async () => {
    const asText = await duck.rows(`
      SELECT slug, tier, model, rate, fact, rtrim(rtrim(amount::VARCHAR, '0'), '.') AS amount, currency, per, origin,
        quote, strftime(validFrom, '%Y-%m-%dT%H:%M:%S.%gZ') AS "from", license, gaps, isFloor::INTEGER AS isFloor
      FROM 'history.parquet' ORDER BY ALL`);
    const there = inSqlite(`
      SELECT slug, tier, model, rate, fact, rtrim(rtrim(amount, '0'), '.') AS amount, currency, per, origin,
        quote, validFrom AS "from", license, gaps, isFloor FROM history`);
    const key = (row: Row) => JSON.stringify(Object.values(row));
    expect(there.map(key).sort()).toEqual(asText.map(key).sort());
    expect(inSqlite('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  it('amounts are exact, dates are dates, and columns are what the manifest says [D5.exports.schema] [D5.exports.money]', async () => {
    const columns = files.manifest.files.find(({ name }) => name === 'history.parquet')?.columns ?? [];
    const types = await duck.rows("DESCRIBE FROM 'history.parquet'");
    expect(types.map(({ column_name, column_type }) => [column_name, column_type])).toEqual(
      columns.map(({ name, type }) => [name, DUCK_TYPES[type]]),
    );
    expect(inSqlite("SELECT amount FROM history WHERE slug = 'acme' AND amount LIKE '115%'")).toEqual([
      { amount: '115.20' },
    ]);
    expect(columns.every(({ meaning, license }) => meaning !== '' && license !== undefined)).toBe(true);
    expect(columns.find(({ name }) => name === 'amount')?.unit).toContain('currency');
  });

  it('another reader of Parquet finds the same', async () => {
    const file = await asyncBufferFromFile(files.path('history.parquet'));
    const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) };
    const rows = await parquetReadObjects({ file, compressors });
    const { num_rows } = await parquetMetadataAsync(file);
    expect(rows).toHaveLength(Number(num_rows));
    const [first] = await duck.rows(
      "SELECT slug, tier, quote, amount::VARCHAR AS amount FROM 'history.parquet' WHERE amount = 115.2",
    );
    const found = rows.find(({ quote }) => quote === first?.quote);
    expect(found).toMatchObject({ slug: first?.slug, tier: first?.tier });
    expect(Number(found?.amount)).toBeCloseTo(Number(first?.amount), 9);
  });

  it('lines have no name that the schema lacks, and the schema none that a line can’t have [D5.exports.schema]', () => {
    for (const name of ['records.jsonl', 'changes.jsonl'] as const) {
      const columns = files.manifest.files.find((file) => file.name === name)?.columns ?? [];
      const known = new Set(columns.map((column) => column.name));
      const always = columns.filter(({ nullable }) => !nullable).map((column) => column.name);
      for (const line of lines(name)) {
        expect(Object.keys(line).filter((key) => !known.has(key))).toEqual([]);
        expect(always.filter((key) => line[key] === undefined)).toEqual([]);
      }
    }
    const described = inSqlite('SELECT "table", name, meaning FROM columns WHERE "table" <> \'columns\'');
    for (const { table, name, meaning } of described) {
      expect(inSqlite(`SELECT "${String(name)}" FROM ${String(table)} LIMIT 1`).length).toBeLessThanOrEqual(1);
      expect(meaning).not.toBe('');
    }
  });
});

describe('the same as the API', () => {
  it('a record is what the API answers, but for the way to the vendor [D5.exports.records]', async () => {
    const all = lines('records.jsonl');
    expect(all.map(({ slug }) => slug)).toEqual(['acme', 'beta', 'delta', 'epsilon', 'gamma', 'tokens']);
    for (const line of all) {
      const answer = await server.json(`/api/v2/pricing/${String(line.slug)}`);
      const links = { ...(answer.links as Row), vendor: `https://assay.example/go/${String(line.slug)}?src=feed` };
      expect(line).toEqual({ ...answer, links });
    }
  });

  it('the log is what the API answers [D5.exports.changes]', async () => {
    expect(lines('changes.jsonl')).toEqual((await server.json('/api/v2/changes?limit=1000')).changes);
    expect(inSqlite('SELECT seq, type, slug, "after" FROM changes ORDER BY seq')).toEqual(
      lines('changes.jsonl').map(({ seq, type, slug, after }) => ({
        ...{ seq, type, slug },
        after: after === undefined ? null : JSON.stringify(after),
      })),
    );
  });

  it('the past is what the API answers: each price of each tier of each interval [D5.exports.history]', async () => {
    for (const { slug } of inSqlite('SELECT slug FROM products')) {
      const { snapshots } = (await server.json(`/api/v2/history/${String(slug)}`)) as { snapshots: AnsweredSnapshot[] };
      const answered = snapshots.flatMap(({ validFrom, validTo, lastSeenAt, recordedAt, origin, tiers, rateCard }) => {
        const when = [validFrom, validTo ?? null, lastSeenAt, recordedAt, origin];
        return [
          ...tiers.flatMap(({ id, isFree, isCustom, prices }) => [
            ...(isFree ? [[...when, 'free', id, null]] : []),
            ...(isCustom ? [[...when, 'contact_us', id, null]] : []),
            ...prices.map(({ amount }) => [...when, 'price', id, amount]),
          ]),
          ...(rateCard?.models ?? []).flatMap(({ model, inputPerMTok, outputPerMTok }) => [
            [...when, 'token_rate', model, inputPerMTok.toFixed(2)],
            [...when, 'token_rate', model, outputPerMTok.toFixed(2)],
          ]),
        ];
      });
      const rows = inSqlite(`
        SELECT validFrom, validTo, lastSeenAt, recordedAt, origin, fact, coalesce(tier, model) AS of, amount
        FROM history WHERE slug = '${String(slug)}' AND market IS NULL ORDER BY rowid`);
      expect(rows.map((row) => Object.values(row))).toEqual(answered);
    }
  });
});

interface AnsweredSnapshot {
  validFrom: string;
  validTo?: string;
  lastSeenAt: string;
  recordedAt: string;
  origin: string;
  tiers: { id: string; isFree: boolean; isCustom: boolean; prices: { amount: string }[] }[];
  rateCard?: { models: { model: string; inputPerMTok: number; outputPerMTok: number }[] };
}

describe('what a row says of itself', () => {
  it('each names its origin, and what is imported its dataset and licence [D5.exports.license]', () => {
    expect(inSqlite('SELECT DISTINCT origin, statedBy, dataset, license FROM history ORDER BY 1')).toEqual([
      { origin: 'correction', statedBy: 'observed', dataset: null, license: 'owned' },
      { origin: 'imported', statedBy: 'imported', dataset: YEARBOOK.dataset, license: 'CC-BY-4.0' },
      { origin: 'observed', statedBy: 'observed', dataset: null, license: 'owned' },
    ]);
    expect(files.manifest.datasets).toMatchObject([{ dataset: 'isa-group/SaaS-analysis', license: 'CC-BY-4.0' }]);
    expect(files.manifest.datasets[0]?.attribution).toContain('CC BY 4.0');
  });

  it('free, "contact us" and an amount are three facts, and none is 0', () => {
    expect(
      inSqlite('SELECT fact, count(*) AS n, count(amount) AS amounts FROM history GROUP BY fact ORDER BY fact'),
    ).toEqual([
      { fact: 'contact_us', n: 2, amounts: 0 },
      { fact: 'free', n: 4, amounts: 0 },
      { fact: 'price', n: 16, amounts: 16 },
      { fact: 'token_rate', n: 4, amounts: 4 },
    ]);
  });

  it('a price leads to its words, and a rate to its own', () => {
    expect(inSqlite("SELECT rate, amount, quote FROM history WHERE fact = 'token_rate' AND validTo IS NULL")).toEqual([
      { rate: 'input', amount: '1.25', quote: '$1.25 in' },
      { rate: 'output', amount: '10.00', quote: '$10.00 out' },
    ]);
    const [unproven] = inSqlite(
      "SELECT count(*) AS n FROM history WHERE fact = 'price' AND quote IS NULL AND origin <> 'imported'",
    );
    expect(unproven).toEqual({ n: 0 });
  });

  it('what we said and took back is apart', () => {
    expect(inSqlite("SELECT amount FROM superseded WHERE slug = 'gamma'")).toEqual([{ amount: '8.00' }]);
    expect(inSqlite("SELECT amount, origin FROM history WHERE slug = 'gamma' ORDER BY validFrom")).toEqual([
      { amount: '18.00', origin: 'correction' },
      { amount: '20.00', origin: 'observed' },
    ]);
  });
});

/** Of the manifest, for a reader that does not have to guess. */
function csvTypes(): string {
  const columns = files.manifest.files.find(({ name }) => name === 'history.csv')?.columns ?? [];
  return `{${columns.map(({ name, type }) => `'${name}': '${DUCK_TYPES[type]}'`).join(', ')}}`;
}
