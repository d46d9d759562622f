import { hash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, describe, expect, it, test } from 'vitest';
import { hashFile } from '../../../data/store/files/hash-file.ts';
import type { EvidenceContext, PublishedProduct } from '../../../data/store/generation/content.ts';
import { GENERATION_SCHEMA, pointerFile, readCurrent } from '../../../data/store/generation/current.ts';
import { type Generation, openGeneration } from '../../../data/store/generation/generation.ts';
import { notePublication } from '../../../data/store/generation/last-publication.ts';
import { openStaging, type Staging } from '../../../data/store/generation/staging.ts';
import { observedReference } from '../../api-facts.ts';
import {
  change,
  customTier,
  evidence,
  freeTier,
  NOON,
  price,
  product,
  record,
  snapshot,
  tier,
  verification,
} from '../../builders.ts';
import { currentOf } from '../../current-of.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const NOW = new Date(NOON);
const closing: { close(): void }[] = [];

afterEach(() => {
  for (const one of closing.splice(0)) one.close();
});

interface Site {
  staging: Staging;
  stagingFile: string;
  dir: string;
  reopened(): Staging;
}

/** A staging database whose first generation has these products. */
function publishedSite(...products: PublishedProduct[]): Site {
  const made = site();
  made.staging.put(products, []);
  made.staging.publish(made.dir, { now: NOW });
  return made;
}

function site(): Site {
  const root = temporaryDirectory();
  const stagingFile = join(root, 'staging.db');
  const opened = () => {
    const staging = openStaging(stagingFile);
    closing.push(staging);
    return staging;
  };
  return { staging: opened(), stagingFile, dir: join(root, 'generations'), reopened: opened };
}

function published(slug: string, amount = '12.00', more: Partial<PublishedProduct> = {}): PublishedProduct {
  const tiers = [freeTier(), tier({ prices: [price({ amount })] })];
  return {
    product: product({ slug, aliases: [`${slug}-app`] }),
    record: record({ slug, tiers }),
    snapshots: [snapshot({ slug, tiers })],
    ...more,
  };
}

function context(slug: string, quote = '$12 per user/month'): EvidenceContext {
  return {
    evidence: evidence({ quote }),
    slug,
    before: 'Pro',
    after: 'billed monthly',
    finalUrl: `https://${slug}.example/`,
  };
}

function openCurrent(dir: string): Generation {
  const generation = openGeneration(dir, currentOf(dir));
  closing.push(generation);
  return generation;
}

describe('opening refuses', () => {
  function publishedFile() {
    const made = publishedSite(...Array.from({ length: 50 }, (_, n) => published(`product-${n}`)));
    const current = currentOf(made.dir);
    const path = join(made.dir, current.file);
    chmodSync(path, 0o644);
    return { ...made, current, path };
  }

  it('a file in which one byte of a price was flipped, which SQLite itself would not notice', () => {
    const { dir, current, path } = publishedFile();
    const bytes = readFileSync(path);
    const at = bytes.indexOf('"amount":"12.00"') + '"amount":"'.length;
    bytes.writeUInt8('9'.charCodeAt(0), at);
    writeFileSync(path, bytes);
    const unsuspecting = new Database(path, { readonly: true });
    expect(unsuspecting.pragma('integrity_check', { simple: true })).toBe('ok');
    unsuspecting.close();
    expect(() => openGeneration(dir, current)).toThrow(/its hash is [0-9a-f]{64}, not/);
  });

  it('a truncated file, a grown one and an absent one', () => {
    const { dir, current, path } = publishedFile();
    truncateSync(path, current.bytes - 4096);
    expect(() => openGeneration(dir, current)).toThrow(`${current.bytes - 4096} bytes instead of ${current.bytes}`);
    truncateSync(path, current.bytes + 4096);
    expect(() => openGeneration(dir, current)).toThrow(`${current.bytes + 4096} bytes instead of`);
    rmSync(path);
    expect(() => openGeneration(dir, current)).toThrow('no bytes instead of');
  });

  it.each(['-wal', '-journal'])('a file beside a stale %s, until the next publication clears it', (suffix) => {
    const { staging, dir, current, path } = publishedFile();
    writeFileSync(path + suffix, 'stale');
    expect(() => openGeneration(dir, current)).toThrow(`${suffix} exists`);
    staging.publish(dir, { now: NOW });
    expect(openCurrent(dir).productCount).toBe(50);
  });

  it('a hash that the caller computed and that is another, and a schema that it does not know', async () => {
    const { dir, current, path } = publishedFile();
    const sha256 = await hashFile(path);
    openGeneration(dir, current, { sha256 }).close();
    expect(() => openGeneration(dir, current, { sha256: '0'.repeat(64) })).toThrow(/its hash is 0000/);
    expect(() => openGeneration(dir, { ...current, schema: 99 })).toThrow('unknown schema 99');
  });

  it('a pointer that is not one', () => {
    const dir = temporaryDirectory();
    expect(readCurrent(dir)).toBeUndefined();
    writeFileSync(join(dir, 'CURRENT'), '{"file":"../../etc/passwd"}');
    expect(() => readCurrent(dir)).toThrow(/not a generation pointer/);
  });

  it('a pointer of which any bit was changed', () => {
    const { dir } = publishedFile();
    const file = join(dir, 'CURRENT');
    const written = readFileSync(file);
    for (let bit = 0; bit < written.length * 8; bit += 1) {
      const changed = Buffer.from(written);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(file, changed);
      expect(() => readCurrent(dir), `bit ${bit}`).toThrow(/not a generation pointer/);
    }
  });
});

/** The schema, and the tables as `generation.sql` makes them. */
const TABLES = [10, '7ce2c05a46ec08ab'];

test('who changes the tables raises the schema: else an older program misreads them, and staging.db keeps the old ones', () => {
  const database = new Database(':memory:');
  database.exec(readFileSync(join(import.meta.dirname, '../../../data/store/generation/generation.sql'), 'utf8'));
  const made = database.prepare<[], string>('SELECT sql FROM sqlite_schema ORDER BY name').pluck().all();
  database.close();
  const found = [GENERATION_SCHEMA, hash('sha256', JSON.stringify(made)).slice(0, 16)];
  expect(found, 'raise GENERATION_SCHEMA, then write both here').toEqual(TABLES);
});

describe('a generation', () => {
  it('gives back what was put, each product by its slug and by its alias', () => {
    const { staging, dir } = site();
    const products = [published('beta'), published('acme', '9.00')];
    const categories = [
      { id: 'crm', name: 'CRM' },
      { id: 'analytics', name: 'Analytics', description: 'Counting' },
    ];
    staging.update(() => {
      staging.put(products, [context('acme')]);
      staging.putCategories(categories);
      staging.setPosition({ entries: 7, changes: 0, chain: 'c'.repeat(64), catalogue: 'k' });
    });
    staging.publish(dir, { now: NOW });
    const generation = openCurrent(dir);
    expect(generation).toMatchObject({ id: '000001', publishedAt: NOON, schema: GENERATION_SCHEMA, productCount: 2 });
    for (const { product, record, snapshots } of products) {
      expect(generation.product(product.slug)).toEqual(product);
      expect(generation.record(product.slug)).toEqual(record);
      expect(generation.snapshots(product.slug)).toEqual(snapshots);
      expect(generation.canonical(`${product.slug}-app`)).toBe(product.slug);
    }
    expect(generation.categories()).toEqual(categories.toReversed());
    expect(generation.evidence(evidence().id)).toEqual(context('acme'));
    expect(currentOf(dir).ledger).toEqual({ entries: 7, changes: 0, chain: 'c'.repeat(64) });
  });

  it('lists all products by slug, with what lists need', () => {
    const tombstone = product({ slug: 'gone', retired: { reason: 'shut down', source: 'https://gone.example/' } });
    const custom = record({ slug: 'custom', tiers: [customTier()], verification: verification({ disputed: true }) });
    const { dir } = publishedSite(
      published('zeta', '30.00'),
      { product: tombstone, snapshots: [] },
      published('custom', '', { record: custom }),
    );
    const vendor = { category: 'crm', vendor: 'Acme Inc.' };
    expect(openCurrent(dir).list()).toEqual([
      {
        ...vendor,
        slug: 'custom',
        name: 'Custom',
        aliases: ['custom-app'],
        retired: false,
        priceState: 'not_known',
        has: [],
        currency: 'USD',
        confirmedAt: NOON,
        verification: custom.verification,
      },
      { ...vendor, slug: 'gone', name: 'Gone', aliases: [], retired: true, has: [] },
      {
        ...vendor,
        slug: 'zeta',
        name: 'Zeta',
        aliases: ['zeta-app'],
        retired: false,
        priceState: 'known',
        freeTier: true,
        has: ['price'],
        startingAmount: '30.00',
        startingBilling: 'monthly',
        startingUnit: 'user',
        currency: 'USD',
        yearChange: { reason: 'No price is known from a year earlier' },
        confirmedAt: NOON,
        verification: verification(),
      },
    ]);
  });

  it('an evidence that two products share is found for as long as one of them is there', () => {
    const { staging, dir } = site();
    staging.put([published('acme'), published('beta')], [context('beta'), context('acme')]);
    staging.publish(dir, { now: NOW });
    expect(openCurrent(dir).evidence(evidence().id)).toEqual(context('acme'));
    staging.remove('acme');
    staging.publish(dir, { now: NOW });
    expect(openCurrent(dir).evidence(evidence().id)).toEqual(context('beta'));
  });

  it('has each change of the log once, though the staging database was given some of them twice', () => {
    const { staging, dir } = site();
    const log = Array.from({ length: 40 }, (_, n) => ({ ...change(), seq: n + 1 }));
    staging.appendChanges(log.slice(0, 25));
    staging.appendChanges(log.slice(20));
    staging.publish(dir, { now: NOW });
    const generation = openCurrent(dir);
    expect(generation.lastChangeSeq()).toBe(40);
    expect(generation.changes({ after: 0, limit: 100 })).toEqual(log);
  });
});

describe('the staging database', () => {
  it('refuses evidence without its product, and a gap in the log, and keeps nothing of the update', () => {
    const { staging, dir } = site();
    const update = (more: () => void) => () =>
      staging.update(() => {
        staging.put([published('acme')], []);
        staging.setPosition({ entries: 1, changes: 0, chain: 'a'.repeat(64), catalogue: '' });
        more();
      });
    expect(update(() => staging.put([published('beta')], [context('gamma')]))).toThrow('evidence of "gamma"');
    expect(update(() => staging.appendChanges([{ ...change(), seq: 2 }]))).toThrow('change 2 after change 0');
    expect(staging.position().entries).toBe(0);
    staging.publish(dir, { now: NOW });
    expect(openCurrent(dir).productCount).toBe(0);
  });

  it('refuses an alias that another product has', () => {
    const { staging } = site();
    const thief = { ...published('thief'), product: product({ slug: 'thief', aliases: ['acme-app'] }) };
    expect(() => staging.put([published('acme'), thief], [])).toThrow(/aliases/);
  });

  it.each([
    ['damaged', (file: string) => writeFileSync(file, 'x'.repeat(8192))],
    [
      'of another schema',
      (file: string) => {
        const database = new Database(file);
        database.pragma('user_version = 99');
        database.close();
      },
    ],
    ['empty', (file: string) => writeFileSync(file, '')],
  ])('is made anew when it is %s, and says that it reflects nothing', (_what, harm) => {
    const { staging, stagingFile, reopened } = site();
    staging.setPosition({ entries: 9, changes: 0, chain: 'a'.repeat(64), catalogue: '' });
    staging.close();
    harm(stagingFile);
    const again = reopened();
    expect(again.position()).toEqual({ entries: 0, changes: 0, chain: '0'.repeat(64), catalogue: '' });
  });

  it('is empty after a reset, and its generations count on even when CURRENT is lost', () => {
    const { staging, dir } = publishedSite(published('acme'));
    staging.reset();
    rmSync(join(dir, 'CURRENT'));
    expect(staging.publish(dir, { now: NOW }).generation).toBe('000002');
    expect(openCurrent(dir).productCount).toBe(0);
  });

  it.each([
    ['an export knows', (root: string) => mkdirSync(join(root, 'exports/000041'), { recursive: true })],
    ['a set of feeds knows', (root: string) => mkdirSync(join(root, 'feeds/000041-2026-11-23'), { recursive: true })],
    [
      'the last publication knows',
      (root: string) => notePublication(root, { at: NOW.toISOString(), ms: 1, entries: 0, generation: '000041' }),
    ],
  ])('with CURRENT and itself lost, its generations count on above any that %s', (_, know) => {
    const { staging, stagingFile, dir, reopened } = publishedSite(published('acme'));
    staging.close();
    for (const lost of [stagingFile, join(dir, 'CURRENT')]) rmSync(lost);
    know(dirname(stagingFile));
    const again = reopened();
    again.put([published('acme')], []);
    expect(again.publish(dir, { now: NOW }).generation).toBe('000042');
  });
});

describe('publishing', () => {
  it.each([
    ['products', 'name'],
    ['records', 'record'],
    ['changes', 'body'],
    ['categories', 'body'],
    ['apis', 'body'],
    ['quality', 'body'],
  ])('refuses a row of %s that is not what was put there', (table, column) => {
    const { staging, stagingFile, dir, reopened } = site();
    staging.put([published('acme', '12.00', { api: observedReference() })], []);
    staging.appendChanges([{ ...change(), seq: 1 }]);
    staging.putCategories([{ id: 'crm', name: 'CRM' }]);
    staging.putQuality('checks', { visits: 1 });
    staging.close();
    const database = new Database(stagingFile);
    const altered = `UPDATE ${table} SET ${column} = CAST(${column} || ' ' AS ${table === 'products' ? 'TEXT' : 'BLOB'})`;
    expect(database.prepare(altered).run().changes).toBe(1);
    database.close();
    const again = reopened();
    expect(() => again.publish(dir, { now: NOW })).toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ message: expect.stringContaining(`A row of ${table} was changed`) }),
      }),
    );
    expect(readCurrent(dir)).toBeUndefined();
  });

  it('gives equal content equal bytes, in whatever order and over whatever detours it came', () => {
    const slugs = ['acme', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];
    const log = slugs.map((slug, n) => ({ ...change({ slug }), seq: n + 1 }));
    const reference = site();
    reference.staging.put(
      slugs.map((slug) => published(slug)),
      slugs.map((slug) => context(slug)),
    );
    reference.staging.appendChanges(log);
    const { sha256 } = reference.staging.publish(reference.dir, { now: NOW });
    const step = fc.record({
      slug: fc.constantFrom(...slugs),
      amount: fc.integer({ min: 1, max: 99 }),
      isRemoved: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.shuffledSubarray(slugs, { minLength: slugs.length }),
        fc.array(step, { maxLength: 12 }),
        (order, detours) => {
          const { staging, dir } = site();
          for (const { slug, amount, isRemoved } of detours) {
            if (isRemoved) staging.remove(slug);
            else staging.put([published(slug, `${amount}.00`)], [context(slug, `$${amount}`)]);
            staging.setPosition({ entries: amount, changes: 1, chain: 'd'.repeat(64), catalogue: slug.repeat(amount) });
          }
          for (const slug of order) staging.put([published(slug)], [context(slug)]);
          for (const change of log) staging.appendChanges([change]);
          expect(staging.publish(dir, { now: new Date() }).sha256).toBe(sha256);
          staging.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('numbers only grow, also when an earlier content comes back under its old name', () => {
    const { staging, dir } = site();
    const publish = (amount: string) => {
      staging.put([published('acme', amount)], []);
      return staging.publish(dir, { now: NOW });
    };
    const [first, second, third] = ['1.00', '2.00', '1.00'].map(publish);
    expect([first, second, third].map((one) => one?.generation)).toEqual(['000001', '000002', '000003']);
    expect(third?.file).toBe(first?.file);
    expect(openCurrent(dir).id).toBe('000003');
  });

  it('keeps the current generation, three before it, and any that was superseded less than ten minutes ago', () => {
    const { staging, dir } = site();
    const files: string[] = [];
    const publishAt = (minutes: number) => {
      staging.put([published('acme', `${files.length + 1}.00`)], []);
      files.push(staging.publish(dir, { now: new Date(NOW.getTime() + minutes * 60_000) }).file);
    };
    for (const minute of [0, 1, 2, 3, 4, 5, 6]) publishAt(minute);
    const kept = () =>
      readdirSync(dir)
        .filter((name) => name.endsWith('.db'))
        .sort();
    expect(kept()).toEqual(files.toSorted());
    publishAt(12);
    // Of the seven, that of minute 2 was superseded at minute 3, nine minutes ago.
    expect(kept()).toEqual(files.slice(-6).toSorted());
    publishAt(600);
    expect(kept()).toEqual(files.slice(-4).toSorted());
  });

  it('clears what a crash left, and replaces a file that bears the right name and the wrong bytes', () => {
    const { staging, dir } = site();
    staging.put([published('acme')], []);
    const { file } = staging.publish(dir, { now: NOW });
    chmodSync(join(dir, file), 0o644);
    truncateSync(join(dir, file), 5000);
    mkdirSync(dir, { recursive: true });
    for (const name of ['.tmp-1.db', '.tmp-1.db-journal', '.tmp-99', `${file}-wal`])
      writeFileSync(join(dir, name), 'x');
    expect(staging.publish(dir, { now: NOW })).toMatchObject({ file, unchanged: true });
    expect(readdirSync(dir).sort()).toEqual(['CURRENT', file, pointerFile(file)]);
    expect(openCurrent(dir).productCount).toBe(1);
    expect(statSync(join(dir, file)).mode & 0o222).toBe(0);
  });
});
