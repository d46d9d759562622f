/**
 * `assay replay`, `review`, `correct`, `withdraw` and `revert` beside one running verifier. Each test has a product of
 * its own, or goes on where the one before it ended.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withHandOver } from '../../config/hand-over.ts';
import { readPage } from '../../crawler/read/read.ts';
import { READER_VERSION } from '../../crawler/read/reader-version.ts';
import { sourcesOfOlderReaders } from '../../crawler/reread/older-readings.ts';
import type { PageReading } from '../../data/reading.ts';
import { pageKey, sha256Of } from '../../data/store/archive/archive.ts';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import { daysAfterNoon, observation } from '../builders.ts';
import { assay, assayHere } from '../cli/command-line.ts';
import { eventually } from '../eventually.ts';
import { ownRedis } from '../redis-server.ts';
import { layOut, layoutNamed } from '../vendor-web/layouts.ts';
import { custom, free, offer, paid } from '../vendor-web/offers.ts';
import { deliver, install, openQueue, published, recordedIds, startVerifier } from '../verifier/verifier-process.ts';

const PATIENT = { timeout: 120_000 };
const PRODUCTS = 12;
const UNVISITED = 'acme-0';

const redis = await ownRedis();
const queue = openQueue(redis.url);
const installation = await install(PRODUCTS);
const environment = { DATA_DIR: installation.dataDir, CATALOGUE_DIR: installation.catalogueDir, REDIS_URL: redis.url };
let slug = UNVISITED;
let products = 0;

beforeAll(() => {
  startVerifier(installation, redis.url);
});

function nextProduct(): void {
  products += 1;
  slug = `acme-${products}`;
}

/** Of other bytes for each product. */
function pageOf(monthly: string, annual: string): Buffer {
  const tiers = [free('Hobby'), paid('Team', { monthly, annual }), custom('Enterprise')];
  return Buffer.from(`${layOut(offer('Acme', { tiers }), layoutNamed('div-cards'), 'acme-1').body}<!-- ${slug} -->`);
}

function readingOf(bytes: Buffer): PageReading {
  return readPage(bytes.toString(), { format: 'html', url: `https://${slug}.example/pricing` });
}

/** By an earlier reader, which missed annual prices. */
function asReadOnce(reading: PageReading): PageReading {
  const less = structuredClone(reading);
  for (const { tiers } of [less, ...less.readings])
    for (const tier of tiers) tier.prices = tier.prices.filter(({ billing }) => billing !== 'annual');
  return { ...less, readerVersion: '0' };
}

async function seen(bytes: Buffer, day: number, reading = readingOf(bytes)): Promise<void> {
  await installation.archive.put(bytes);
  const page = { sha256: sha256Of(bytes), bytes: bytes.length };
  const visit = observation({ slug, at: daysAfterNoon(day) }, { page, reading });
  await deliver(queue, [visit]);
  await eventually('it is judged', () => recordedIds(installation).includes(visit.id));
}

/** As a process where it is given an input. */
function command(args: readonly string[], input?: string) {
  return input === undefined ? assayHere(args, environment) : assay(args, environment, input);
}
const replay = (...args: string[]) => command(['replay', ...args]);
const review = (args: readonly string[], input?: string) => command(['review', ...args], input);

/** Each call is an error of the caller, says which, and prints nothing else. */
async function refused(calls: readonly (readonly [args: readonly string[], message: RegExp])[], input?: string) {
  for (const [args, message] of calls) {
    const { code, stdout, stderr } = await command(args, args[0] === 'correct' ? input : undefined);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toMatch(message);
  }
}

const record = () => published(installation, (generation) => generation.record(slug));
const team = () => record()?.tiers.find(({ id }) => id === 'team');
const prices = () => team()?.prices.map(({ amount }) => Number(amount));

/** At once, without the verifier's rest after the publication before. */
async function isPublished(...amounts: number[]): Promise<void> {
  await withHandOver(redis.url, (running) => running.published());
  expect(prices() ?? []).toEqual(amounts);
}
const changes = () => published(installation, (generation) => generation.changes({ after: 0, limit: 50, slug })) ?? [];

/** What the ledger has of the product, from a copy: one that is written to opens for its writer alone. */
function story() {
  const copy = join(mkdtempSync(join(installation.dataDir, 'copy-')), 'ledger.db');
  besideWriter(join(installation.dataDir, 'ledger.db'), (database) => database.prepare('VACUUM INTO ?').run(copy));
  const ledger = openLedger(copy);
  try {
    expect(ledger.verifyChain()).toEqual({ ok: true });
    return ledger
      .snapshots(slug)
      .filter(({ superseded }) => superseded !== true)
      .map(({ origin, validFrom, tiers }) => [
        origin,
        validFrom,
        ...tiers.flatMap((tier) => tier.prices.map(({ amount }) => Number(amount))),
      ]);
  } finally {
    ledger.close();
  }
}

describe('replay', PATIENT, () => {
  beforeEach(nextProduct);

  test('called wrongly, it says so and does nothing', async () => {
    await seen(pageOf('12', '10'), 0);
    await refused([
      [['replay', '--now'], /unknown option '--now'/],
      [['replay', 'nobody'], /Cannot replay nobody: no page in the ledger/],
    ]);
  });

  test('where all reads as before, nothing would change', async () => {
    await seen(pageOf('12', '10'), 0);
    await seen(pageOf('15', '13'), 30);
    const { code, stdout } = await command(['replay', slug, '--json'], '');
    expect(code).toBe(0);
    const [product, sum] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(product).toMatchObject({ slug, differences: [] });
    expect(sum).toMatchObject({ products: 1, sum: { pages: 2, same: 2, vendorChanges: 1, vendorChangesAsRead: 1 } });
  });

  test('a page that the archive lost is told, and makes the exit code honest', async () => {
    const lost = pageOf('12', '10');
    await seen(lost, 0);
    await seen(pageOf('15', '13'), 30);
    rmSync(join(installation.dataDir, 'archive', pageKey(sha256Of(lost))));
    const { code, stdout } = await replay(slug);
    expect(code).toBe(1);
    expect(stdout).toContain('2 pages, 1 unchanged, 1 unavailable');
  });

  test('tells the readers’ difference from the vendor’s, writes nothing, and then sets the past right', async () => {
    const [first, second] = [pageOf('12', '10'), pageOf('15', '13')];
    const others = recordedIds(installation).length;
    await seen(first, 0, asReadOnce(readingOf(first)));
    await seen(second, 30, asReadOnce(readingOf(second)));
    const before = recordedIds(installation);

    const dry = await replay(slug);
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/2026-11-21 pricing \+ Team 10(?:\.00)? USD per month, annual.*"/);
    expect(dry.stdout).toContain('1 products, 2 pages, 0 unchanged, 2 better');
    expect(dry.stdout).toContain('1 with the current readers');
    expect(dry.stdout).toContain('Nothing was written');
    expect(recordedIds(installation)).toEqual(before);

    expect(sourcesOfOlderReaders(installation.dataDir)).toBe(1);
    const applied = await replay(slug, '--apply');
    expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('2 corrections, 0 that agree') });
    expect(sourcesOfOlderReaders(installation.dataDir)).toBe(0);
    expect(recordedIds(installation).slice(before.length)).toEqual(
      before.slice(others).map((id) => `${id}.r${READER_VERSION}`),
    );
    await isPublished(15, 13);
    // The vendor's own move was told once, when it was seen.
    expect(changes().filter(({ type }) => type === 'price_changed')).toHaveLength(1);

    const again = await replay(slug, '--apply', '--json');
    expect(JSON.parse(again.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ sum: { same: 2, taken: 0 } });
    expect(story()).toEqual([
      ['correction', daysAfterNoon(0), 12, 10],
      ['correction', daysAfterNoon(30), 15, 13],
    ]);
  });

  test('what would lose a price waits for a person, who takes it with a name and a reason', async () => {
    const bytes = pageOf('12', '10');
    const more: PageReading = JSON.parse(JSON.stringify(readingOf(bytes)));
    for (const { tiers } of [more, ...more.readings])
      for (const tier of tiers)
        for (const { billing: _, ...price } of tier.prices.slice(0, 1)) tier.prices.push({ ...price, per: 'once' });
    await seen(bytes, 0, { ...more, readerVersion: '0' });
    const applied = await replay(slug, '--apply');
    expect(applied.stdout).toContain('1 waiting for review');
    const listed = await review([]);
    expect(listed.stdout).toMatch(/Archived page reread \(reread\): 1\n\n.* \(pricing\): /);
    expect(listed.stdout).toContain('would lose Team');
    expect(await review(['accept', slug, '--by', 'ada', '--reason', 'twelve once was a misreading'])).toEqual({
      code: 0,
      stdout: `${slug} (pricing): accepted by ada: twelve once was a misreading\n`,
      stderr: '',
    });
    expect((await review([])).stdout).toBe('The queue is empty\n');
    expect(story()).toEqual([['correction', daysAfterNoon(0), 12, 10]]);
  });
});

describe('review of a price cut to a sixth', PATIENT, () => {
  async function waiting(): Promise<void> {
    nextProduct();
    await seen(pageOf('12', '10'), 0);
    await seen(pageOf('2', '1'), 7);
  }
  beforeAll(waiting);
  const BECAUSE = ['--by', 'ada', '--reason', 'announced on their blog'];

  test('called wrongly, it says so', async () => {
    await refused([
      [['review', 'approve', slug], /too many arguments for 'review'/],
      [['review', 'accept', slug], /required option '--by <name>' not specified/],
      [['review', 'accept', 'nobody', ...BECAUSE], /no such reading is waiting/],
      [['review', 'undo', slug, ...BECAUSE], /no such decision/],
      [['review', 'correct', slug, ...BECAUSE], /required option '--values <file>' not specified/],
      [['review', 'accept', slug, '--by', 'a\u001b[2Jda', '--reason', 'so'], /must be one line of plain text/],
    ]);
    const file = join(installation.dataDir, 'values.json');
    writeFileSync(file, JSON.stringify({ tiers: [{ tier: 'Team', prices: [{ amount: 'twelve', currency: 'USD' }] }] }));
    await refused([[['review', 'correct', slug, '--values', file, ...BECAUSE], /Cannot use the values.*amount/s]]);
  });

  test('what the verifier does not take is told to the person, and is no failure of ours', async () => {
    const file = join(installation.dataDir, 'values.json');
    writeFileSync(file, NINE.replace('9.50', '0.00'));
    const { code, stderr } = await review(['correct', slug, '--values', file, ...BECAUSE]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('state the tier as free')]);
    expect(await queue.getFailedCount()).toBe(0);
  });

  test('shows the reading beside the record, with both quotes, why it waits and how often it was seen', async () => {
    const { code, stdout } = await review([]);
    expect(code).toBe(0);
    expect(stdout).toContain(`${slug} (pricing): price down; 1 visit, 2026-11-28`);
    expect(stdout).toMatch(
      /Team, per month.*: 12(?:\.00)? USD → 2(?:\.00)? USD, \d\d % sure\n {4}record {2}".*12.*"\n {4}page {4}".*2.*"/,
    );
    expect(stdout).toContain('reason  Team jumps from');
    expect(stdout).toContain('1 reading is waiting');
    const [line] = (await review(['--json'])).stdout.trim().split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ slug, kind: 'visit', seen: 1 });
  });

  test('accepted, it is published with who and why', async () => {
    expect((await review(['accept', slug, ...BECAUSE])).code).toBe(0);
    await isPublished(2, 1);
    expect(record()?.verification.reasons[0]).toBe('accepted by ada: announced on their blog');
    expect(changes().map(({ type }) => type)).toContain('price_changed');
    expect(story()).toMatchObject([
      ['observed', daysAfterNoon(0), 12, 10],
      ['observed', daysAfterNoon(7), 2, 1],
    ]);
  });

  test('undone, the former prices stand and the reading waits again', async () => {
    expect(await review(['undo', slug, '--by', 'grace', '--reason', 'only for students'])).toMatchObject({
      code: 0,
      stdout: `${slug} (pricing): accepted by ada, undone by grace: only for students\n`,
    });
    await isPublished(12, 10);
    expect((await review([])).stdout).toContain('1 reading is waiting');
    const again = await review(['undo', slug, '--by', 'grace', '--reason', 'once more']);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('it was undone before')]);
  });

  test('corrected from standard input, the values are published as stated by a person', async () => {
    const args = ['correct', slug, '--values', '-', '--by', 'ada', '--reason', 'the price is in a picture', '--json'];
    const { code, stdout, stderr } = await review(args, NINE);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ slug, verdict: { outcome: 'changed' } });
    await isPublished(9.5);
    expect(team()).toMatchObject({ origin: 'research', research: { by: 'ada' } });
  });

  test('rejected, the same prices do not wait again', async () => {
    await waiting();
    expect((await review(['reject', `${slug}.pricing`, '--by', 'ada', '--reason', 'for students'])).code).toBe(0);
    await seen(Buffer.concat([pageOf('2', '1'), Buffer.from('<!-- another day -->')]), 9);
    expect((await review([])).stdout).toBe('The queue is empty\n');
    await isPublished(12, 10);
  });
});

const WHY = ['--by', 'ada', '--reason', 'read from a picture'];
const NINE = JSON.stringify({
  tiers: [{ tier: 'Team', prices: [{ amount: '9.50', currency: 'USD', per: 'month', billing: 'monthly' }] }],
});

describe('a published price', PATIENT, () => {
  const corrections = () => changes().filter(({ type }) => type === 'correction');

  beforeAll(async () => {
    nextProduct();
    await seen(pageOf('12', '10'), 0);
    await seen(pageOf('13', '11'), 7);
    await isPublished(13, 11);
  });

  test('stays where the command is called wrongly', async () => {
    await refused(
      [
        [['withdraw', slug, '--by', 'ada'], /required option '--reason <words>' not specified/],
        [['withdraw', 'nobody', ...WHY], /no product "nobody"/],
        [['withdraw', UNVISITED, ...WHY], /no visits yet/],
        [['withdraw', `${slug}.docs`, ...WHY], /no visits yet/],
        [['withdraw', slug, ...WHY, '--from', 'yesterday'], /Allowed choices are beginning, now/],
        [['correct', slug, ...WHY], /required option '--values <file>' not specified/],
        [['correct', slug, ...WHY, '--values', '-', '--source-url', 'a picture'], /sourceUrl/],
      ],
      NINE,
    );
    expect(await command(['revert', slug, ...WHY, '--to', `${slug}.pricing.never`])).toMatchObject({
      code: 1,
      stdout: '',
    });
    const { REDIS_URL: _, ...alone } = environment;
    expect(await assayHere(['withdraw', slug, ...WHY], alone)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('no Assay runs'),
    });
    expect(prices()).toEqual([13, 11]);
  });

  test('is corrected by hand, and the correction reverted', async () => {
    const corrected = await command(['correct', `${slug}.pricing`, '--values', '-', ...WHY, '--json'], NINE);
    expect(corrected).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(corrected.stdout)).toMatchObject({
      slug,
      dryRun: false,
      from: daysAfterNoon(7),
      differences: expect.arrayContaining([
        expect.objectContaining({ subject: 'Team', before: '13.00 USD', after: '9.50 USD' }),
      ]),
      changes: expect.arrayContaining([
        expect.objectContaining({
          type: 'correction',
          before: expect.objectContaining({ amount: '13.00' }),
          after: expect.objectContaining({ amount: '9.50' }),
        }),
      ]),
    });
    await isPublished(9.5);
    expect((await command(['revert', slug, ...WHY])).code).toBe(0);
    await isPublished(13, 11);
  });

  test('is withdrawn; before, a dry run shows what would change and writes nothing', async () => {
    const [before, corrected] = [recordedIds(installation), corrections().length];
    const dry = await command(['withdraw', slug, ...WHY, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain(`${slug} (pricing): would be withdrawn by ada: read from a picture`);
    expect(dry.stdout).toMatch(/Team, per month, monthly: 13\.00 USD → –\n {4}record {2}".*13/);
    expect(dry.stdout).toMatch(/events {2}\d corrections/);
    expect(recordedIds(installation)).toEqual(before);

    expect(await command(['withdraw', slug, ...WHY])).toMatchObject({ code: 0, stderr: '' });
    await isPublished();
    expect(record()?.tiers).toEqual([]);
    expect(record()?.verification.reasons).toContain('withdrawn by ada: read from a picture');
    const told = corrections().slice(corrected);
    expect(told.length).toBeGreaterThan(0);
    expect(new Set(told.map(({ reason }) => reason))).toEqual(new Set(['withdrawn by ada: read from a picture']));

    const again = await command(['withdraw', slug, ...WHY]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/Cannot withdraw .*: no prices are published/);
  });
});
