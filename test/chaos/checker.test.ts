/** The checker against directories that were broken on purpose, each invariant in each of its ways. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { CURRENT_FILE, pointerText, readCurrent } from '../../data/store/generation/current.ts';
import { openStaging } from '../../data/store/generation/staging.ts';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import { publishNow } from '../../verifier/publish/publish.ts';
import { committer } from '../../verifier/worker/commit.ts';
import { daysAfterNoon, NOON, verification } from '../builders.ts';
import { currentOf } from '../current-of.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { vendorPage, visit } from '../verifier/vendor-page.ts';
import { archived, install } from '../verifier/verifier-process.ts';
import { confidenceIsHonest } from './answers-checker.ts';
import type { Invariant } from './checker.ts';
import { reportOn } from './directory-check.ts';
import { checkStore } from './store-check.ts';
import { readTestimony, type SeenRecord, TESTIMONY_FILE, type Testimony, testify } from './testimony.ts';

const SLUGS = ['acme-1', 'acme-2'] as const;
const DAYS = 3;

const installation = await install(3);

/** Two vendors, three days, a generation a day, and a witness that asked for both each day, and again at the end. */
beforeAll(async () => {
  const ledger = openLedger(join(installation.dataDir, 'ledger.db'));
  const staging = openStaging(join(installation.dataDir, 'staging.db'));
  const catalogue = loadCatalogue(installation.catalogueDir);
  const products = new Map(catalogue.products.map((product) => [product.slug, product]));
  for (let day = 0; day < DAYS; day += 1) {
    const clock = daysAfterNoon(day);
    const { commit } = committer({ ledger, archive: installation.archive, products, clock: () => new Date(clock) });
    for (const [index, slug] of SLUGS.entries()) {
      const page = vendorPage([{ name: 'Team', monthly: monthly(day, index) }]);
      await archived(installation.archive, page);
      const observation = visit(page, { slug, at: clock });
      await commit(observation);
      testify(installation.dataDir, { kind: 'acknowledged', at: wall(day), id: observation.id });
      testify(installation.dataDir, { kind: 'truth', clock, slug, facts: [fact(monthly(day, index))] });
    }
    const dir = join(installation.dataDir, 'generations');
    const now = new Date(clock);
    const copiesDir = join(installation.dataDir, 'copies');
    publishNow({ ledger, staging, archive: installation.archive, catalogue, dir, copiesDir, around: new Map(), now });
    const current = currentOf(dir);
    testify(installation.dataDir, { kind: 'pointer', at: wall(day), current, found: current.sha256 }, answer(day));
  }
  testify(
    installation.dataDir,
    { kind: 'down', from: wall(DAYS) + 100, to: wall(DAYS) + 900 },
    { kind: 'lost', sentAt: wall(DAYS) + 200, ms: 3, path: '/api/v2/categories', error: 'ECONNREFUSED' },
    { kind: 'recovered', what: 'the queue is empty', ms: 900, withinMs: 4_000 },
    { kind: 'settled', at: wall(DAYS) + 1_000, clock: daysAfterNoon(DAYS - 1) },
    { ...answer(DAYS - 1), sentAt: wall(DAYS) + 1_100 },
  );
  ledger.close();
  staging.close();
}, 60_000);

const wall = (day: number) => 1_700_000_000_000 + day * 10_000;
const monthly = (day: number, index: number) => String(20 + day + index * 10);
const fact = (amount: string) => `team: list ${amount} USD billed monthly per month`;

function answer(day: number): Extract<Testimony, { kind: 'answer' }> {
  const records = SLUGS.map((slug, index): SeenRecord => {
    const facts = [fact(monthly(day, index))];
    return { slug, facts, status: 'verified', confidence: 0.9, verifiedAt: daysAfterNoon(day).slice(0, 10) };
  });
  const generation = String(day + 1).padStart(6, '0');
  const asked = { path: '/api/v2/pricing?slugs=acme-1,acme-2', status: 200, clock: daysAfterNoon(day) };
  return { kind: 'answer', sentAt: wall(day) + 500, ms: 2, ...asked, generation, records };
}

/** A copy of the sound directory. */
function copy(): string {
  const directory = join(temporaryDirectory(), 'var');
  cpSync(installation.dataDir, directory, { recursive: true });
  return directory;
}

type Harm = (directory: string) => void;

/** Changes the ledger as another program would: its triggers are dropped first. */
const tampered =
  (sql: string): Harm =>
  (directory) => {
    const ledger = new Database(join(directory, 'ledger.db'));
    try {
      ledger.unsafeMode(true);
      ledger.pragma('foreign_keys = OFF');
      const triggers = ledger.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck();
      for (const name of triggers.all()) ledger.exec(`DROP TRIGGER ${name}`);
      ledger.exec(sql);
    } finally {
      ledger.close();
    }
  };

const testified =
  (line: Testimony): Harm =>
  (directory) =>
    testify(directory, line);

/** The nth line of a kind, or each of them, has other words. */
const retold =
  <K extends Testimony['kind']>(
    kind: K,
    nth: number | 'all',
    change: (line: Extract<Testimony, { kind: K }>) => Testimony[],
  ): Harm =>
  (directory) => {
    let index = -1;
    const lines = readTestimony(directory).flatMap((line) => {
      if (line.kind !== kind) return [line];
      index += 1;
      return nth === 'all' || nth === index ? change(line as Extract<Testimony, { kind: K }>) : [line];
    });
    rmSync(join(directory, TESTIMONY_FILE));
    testify(directory, ...lines);
  };

/** The first record of the nth answer. */
const answered = (nth: number, change: Partial<SeenRecord>): Harm =>
  retold('answer', nth, (line) => [withRecord(line, change)]);

function withRecord(line: Extract<Testimony, { kind: 'answer' }>, change: Partial<SeenRecord>) {
  const [first, ...others] = line.records ?? [];
  return { ...line, records: first === undefined ? [] : [{ ...first, ...change }, ...others] };
}

/** The file that a generation of this number, or CURRENT, names. */
const damaged =
  (nth: number | 'current', harm: (file: string) => void): Harm =>
  (directory) => {
    const named = readTestimony(directory).flatMap((line) => (line.kind === 'pointer' ? [line.current.file] : []));
    const dir = join(directory, 'generations');
    harm(join(dir, (nth === 'current' ? readCurrent(dir)?.file : named[nth]) ?? ''));
  };

function rewrite(file: string, change: (bytes: Buffer) => Uint8Array): void {
  const bytes = readFileSync(file);
  rmSync(file);
  writeFileSync(file, change(bytes));
}

const flipped = (bytes: Buffer) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1);
const ofAnotherLedger: Harm = (directory) => {
  const dir = join(directory, 'generations');
  const current = currentOf(dir);
  const ledger = { ...current.ledger, chain: '0'.repeat(64) };
  writeFileSync(join(dir, CURRENT_FILE), pointerText({ ...current, ledger }));
};
const last = (table: string) => `(SELECT max(seq) FROM ${table})`;
const late = { sentAt: wall(DAYS) + 1_200, records: [] };

const WRONGS: [name: string, invariant: Invariant, what: RegExp, wrong: Harm][] = [
  [
    'an acknowledged observation that is not in the ledger',
    'I1',
    /acme-9\.pricing\.x was acknowledged/,
    testified({ kind: 'acknowledged', at: 1, id: 'acme-9.pricing.x' }),
  ],
  [
    'an entry that is there twice',
    'I2',
    /acme-2\.pricing\.\S+ is in the ledger more than once/,
    tampered(`ALTER TABLE entries RENAME TO once; CREATE TABLE entries AS SELECT * FROM once;
      INSERT INTO entries SELECT seq + 1, id, kind, slug, source, observed_at, recorded_at, outcome, observation,
        verdict, reading, chain FROM once ORDER BY seq DESC LIMIT 1`),
  ],
  [
    'a change that is told twice',
    'I2',
    /told more than once: .*price_changed/,
    tampered('INSERT INTO changes SELECT seq + 1, entry, slug, type, body FROM changes ORDER BY seq DESC LIMIT 1'),
  ],
  ['a change that is missing', 'I2', /change 4 is missing/, tampered('DELETE FROM changes WHERE seq = 4')],
  [
    'an amount rewritten in the ledger',
    'I3',
    /the hash chain breaks at entry \d+/,
    tampered(`UPDATE changes SET body = replace(body, '32', '23') WHERE seq = ${last('changes')}`),
  ],
  [
    'a ledger whose index lost a row',
    'I3',
    /SQLite finds the ledger damaged/,
    tampered(`PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '(slug, valid_from, seq)', '(slug, valid_from DESC, seq)')
      WHERE name = 'snapshots_by_slug'`),
  ],
  [
    'a flipped byte in the published file',
    'I4',
    /CURRENT names gen-\w+\.db of \w+: \w+/,
    damaged('current', (file) => rewrite(file, flipped)),
  ],
  ['a generation of another ledger', 'I4', /is not of this ledger/, ofAnotherLedger],
  ['CURRENT gone', 'I4', /CURRENT is gone/, (directory) => rmSync(join(directory, 'generations', CURRENT_FILE))],
  [
    'a pointer to a file that was torn when it was looked at',
    'I4',
    /generation 000002 was in gen-\w+\.db: /,
    retold('pointer', 1, (line) => [{ ...line, found: '0'.repeat(64) }]),
  ],
  [
    'an older generation that was damaged since',
    'I4',
    /generation 000001 was published: .*its hash is/,
    damaged(0, (file) => rewrite(file, flipped)),
  ],
  ['a generation that goes back', 'I5', /generation 000001 after 3/, testified({ ...answer(0), ...late })],
  [
    'an answer that mixes two generations',
    'I5',
    /acme-1 "team: list 21 .* generation 000003 "team: list 22 /,
    answered(2, { facts: [fact('21')] }),
  ],
  ['a price that the vendor never stated', 'I6', /acme-1 at .*: team: list 12 /, answered(1, { facts: [fact('12')] })],
  [
    'a price that was over before the day of its verification',
    'I6',
    /acme-1 at .*: team: list 20 /,
    answered(2, { facts: [fact('20')] }),
  ],
  [
    'a price of a product that was never verified',
    'I6',
    /acme-1 at .*, verified never: team: list 20 /,
    retold('answer', 0, (line) => [withoutDay(line)]),
  ],
  [
    'a price that is still missing when everything has settled',
    'I6',
    /not told: team: list 22 /,
    answered(DAYS, { facts: [] }),
  ],
  ['a 503 beside a generation', 'I7', /was answered by 503/, testified({ ...answer(2), ...late, status: 503 })],
  [
    'no answer from a process that nobody ended',
    'I7',
    /had no answer at .*: ECONNRESET/,
    testified({ kind: 'lost', sentAt: late.sentAt, ms: 3, path: '/api', error: 'ECONNRESET' }),
  ],
  [
    'a recovery that came too late',
    'I8',
    /the queue is empty: after 900 ms instead of 800 ms/,
    retold('recovered', 'all', (line) => [{ ...line, withinMs: 800 }]),
  ],
  [
    'a day of verification later than the last look',
    'I9',
    /acme-1 was verified 2026-11-24, and seen last 2026-11-23/,
    retold('answer', DAYS, (line) => [
      { ...withRecord(line, { verifiedAt: '2026-11-24' }), clock: daysAfterNoon(DAYS) },
    ]),
  ],
  [
    'a look that is not in the ledger any more',
    'I9',
    /acme-1 fades from 2026-11-23T12:00:00.000Z, and was seen last 2026-11-22/,
    tampered("UPDATE entries SET outcome = 'unreadable' WHERE slug = 'acme-1' AND observed_at LIKE '2026-11-23%'"),
  ],
];

function withoutDay(line: Extract<Testimony, { kind: 'answer' }>): Testimony {
  const records = line.records?.map(({ verifiedAt: _, ...record }) => record);
  return records === undefined ? line : { ...line, records };
}

describe('the checker', () => {
  it('finds nothing in a sound directory', async () => {
    const { violations, figures } = await reportOn(copy());
    expect(violations).toEqual([]);
    expect(figures).toMatchObject({ observations: 6, acknowledged: 6, generations: 3, answers: 4 });
    expect(await checkStore(copy(), [])).toMatchObject({ generation: '000003' });
  });

  it('finds nothing in an answer that took longer than the next one', async () => {
    const directory = copy();
    retold('answer', 1, (line) => [
      { ...answer(2), sentAt: line.sentAt, ms: 1 },
      { ...line, sentAt: line.sentAt - 5, ms: 9 },
    ])(directory);
    expect((await reportOn(directory)).violations.filter(({ invariant }) => invariant === 'I5')).toEqual([]);
  });

  it.each(WRONGS)('finds %s (%s)', async (_, invariant, what, wrong) => {
    const directory = copy();
    wrong(directory);
    const { violations } = await reportOn(directory);
    expect(violations.filter((each) => each.invariant === invariant).map((each) => each.what)).toEqual(
      expect.arrayContaining([expect.stringMatching(what)]),
    );
  });

  it('finds a confidence that does not fall when nobody looks (I9)', () => {
    const entries = [{ seq: 1, id: 'a', kind: 'page', slug: 'acme', observedAt: NOON, outcome: 'confirmed' }];
    const trusted = (hazard: { changes: number; days: number }) => [
      { slug: 'acme', verification: verification({ hazard }) },
    ];
    expect(confidenceIsHonest([], { entries }, trusted({ changes: 2, days: 1_000 }))).toEqual([]);
    expect(confidenceIsHonest([], { entries }, trusted({ changes: 0, days: 1_000 }))).toEqual([
      { invariant: 'I9', what: 'the confidence in acme does not fall when nobody looks' },
    ]);
  });

  it('is a program that ends with 1 and names what it found', () => {
    const check = (directory: string) =>
      spawnSync(process.execPath, [resolve(import.meta.dirname, 'check.ts'), directory], { encoding: 'utf8' });
    const sound = check(copy());
    expect([sound.status, sound.stdout]).toEqual([0, '']);
    expect(sound.stderr).toContain('9 of 9 invariants hold');
    const broken = copy();
    testify(broken, { kind: 'acknowledged', at: 1, id: 'acme-9.pricing.x' });
    expect(check(broken)).toMatchObject({
      status: 1,
      stdout: 'I1 acme-9.pricing.x was acknowledged and is not in the ledger\n',
    });
  });

  it('tells the first few of many', async () => {
    const ids = Array.from({ length: 9 }, (_, n) => `acme-${n}.pricing.x`);
    await expect(checkStore(copy(), ids)).rejects.toThrow(/I1 \(no acknowledged.*acme-0\.pricing\.x[\s\S]*and 4 more/);
  });
});
