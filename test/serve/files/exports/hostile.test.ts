/** What hostile pages say comes out of the exports as text: no formula, nothing unseen, no row or column more. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { csvRow } from '../../../../serve/files/exports/history-rows.ts';
import { change, evidence, freeTier, price, rate, snapshot, tier } from '../../../builders.ts';
import { INJECTIONS } from '../../../vendor-web/injection.ts';
import { type Content, sold } from '../../served.ts';
import { duckIn } from './duckdb.ts';
import { exported } from './exported.ts';

const UNSEEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/u;
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Beside those of all tests, what begins a formula in one spreadsheet or another. */
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(1)', '＝1+1', '\t=1', '\r\n=1', ' =1', '"=1"', 'a","=1', "'=1"];
const TEXTS = [...INJECTIONS.map(({ text }) => text), ...FORMULAS, '-20% when paid by the year'];

function hostile(): Content {
  return {
    products: TEXTS.map((text, index) => {
      const slug = `hostile-${index}`;
      const name = text.slice(0, 80);
      const proof = evidence({ quote: text.slice(0, 400), textStart: index });
      const tiers = [
        freeTier({ name, evidence: proof.id }),
        tier({ name, prices: [price({ evidence: proof.id })], features: [name] }),
      ];
      const rates = [rate({ model: name, band: name, evidence: [proof.id] })];
      const fields = { slug, tiers, rates, evidence: [proof] };
      return { ...sold(fields), snapshots: [snapshot(fields)] };
    }),
    changes: TEXTS.map((text, index) => {
      const name = text.slice(0, 80);
      const named = { slug: `hostile-${index}`, subject: name, before: { name }, after: { name } };
      return { ...change(named), seq: index + 1 };
    }),
  };
}

const files = await exported(hostile());
const duck = await duckIn(`${files.dir}/${files.manifest.generation}`);
afterAll(() => duck.close());

describe('hostile text in the exports', () => {
  it('no cell of the CSV is a formula, and none is lost or added [D5.exports.csv]', async () => {
    const rows = await duck.rows("FROM read_csv('history.csv', all_varchar = true, nullstr = '')");
    // Free, a price, and two rates of each.
    expect(rows).toHaveLength(TEXTS.length * 4);
    const cells = rows.flatMap((row) => Object.values(row)).filter((cell) => typeof cell === 'string');
    expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
    expect(cells.filter((cell) => UNSEEN.test(cell))).toEqual([]);
    expect(cells.some((cell) => cell.startsWith("'="))).toBe(true);
    expect(cells).toContain("'-20% when paid by the year");
  });

  it('the other formats have the words as they are, without what can’t be seen', async () => {
    const [found] = await duck.rows("SELECT count(*) AS n FROM 'history.parquet' WHERE quote = '=1+1'");
    expect(Number(found?.n)).toBe(4);
    const sqlite = new DatabaseSync(files.path('generation.sqlite'), { readOnly: true });
    const texts = [
      ...(await duck.rows("FROM 'history.parquet'")).flatMap((row) => Object.values(row)),
      ...sqlite
        .prepare('SELECT * FROM products')
        .all()
        .flatMap((row) => Object.values(row)),
      ...readFileSync(files.path('records.jsonl'), 'utf8').split('\n'),
      ...readFileSync(files.path('changes.jsonl'), 'utf8').split('\n'),
    ];
    sqlite.close();
    expect(texts.filter((text) => typeof text === 'string' && UNSEEN.test(text)).length).toBe(0);
    for (const name of ['records.jsonl', 'changes.jsonl'] as const)
      for (const line of readFileSync(files.path(name), 'utf8').trimEnd().split('\n'))
        expect(() => JSON.parse(line)).not.toThrow();
  });

  it('whatever the text, a row of CSV is read back as it was (RFC 4180)', async () => {
    const common = { type: 'text', nullable: false, meaning: '', license: 'owned' } as const;
    const columns = ['a', 'b'].map((name) => ({ name, ...common }));
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, unit: fc.constantFrom('"', ',', '\n', '\r', '=', "'", 'x', ' ') }),
        async (text) => {
          expect(readBack(csvRow(columns, { a: text, b: 'end' }))).toEqual([
            FORMULA.test(text) ? `'${text}` : text,
            'end',
          ]);
        },
      ),
    );
  });
});

/** By the grammar of RFC 4180. */
function readBack(line: string): string[] {
  const fields = line.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n$)/gy);
  return [...fields].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}
