/** `assay replay` and `assay review` beside a running verifier: an earlier reader missed the annual prices of the pages. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Queue } from 'bullmq';
import { beforeEach, describe, expect, test } from 'vitest';
import { readPage } from '../../crawler/read/read.ts';
import { READER_VERSION } from '../../crawler/read/reader-version.ts';
import { sourcesOfOlderReaders } from '../../crawler/reread/older-readings.ts';
import type { PageReading } from '../../data/reading.ts';
import { sha256Of } from '../../data/store/archive/archive.ts';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import { daysAfterNoon, observation } from '../builders.ts';
import { assay, assayHere } from '../cli/command-line.ts';
import { eventually } from '../eventually.ts';
import type { Program } from '../program.ts';
import { ownRedis } from '../redis-server.ts';
import { layOut, layoutNamed } from '../vendor-web/layouts.ts';
import { custom, free, offer, paid } from '../vendor-web/offers.ts';
import {
  deliver,
  forgetEverything,
  type Installation,
  install,
  openQueue,
  published,
  recordedIds,
  startVerifier,
} from '../verifier/verifier-process.ts';

const SLUG = 'acme-1';
/** Each test starts several programs, one after the other. */
const PATIENT = { timeout: 120_000 };

const redis = await ownRedis();
let house: Installation;
let queue: Queue;
let verifier: Program;

beforeEach(async () => {
  house = await install(3);
  queue = openQueue(redis.url);
  verifier = startVerifier(house, redis.url);
  return async () => {
    await verifier.end('SIGKILL');
    await queue.close();
    await forgetEverything(redis.url);
  };
});

function pageOf(monthly: string, annual: string): Buffer {
  const tiers = [free('Hobby'), paid('Team', { monthly, annual }), custom('Enterprise')];
  return Buffer.from(layOut(offer('Acme', { tiers }), layoutNamed('div-cards'), SLUG).body);
}

function readingOf(bytes: Buffer): PageReading {
  return readPage(bytes.toString(), { format: 'html', url: `https://${SLUG}.example/pricing` });
}

function asReadOnce(reading: PageReading): PageReading {
  const less = structuredClone(reading);
  for (const { tiers } of [less, ...less.readings])
    for (const tier of tiers) tier.prices = tier.prices.filter(({ billing }) => billing !== 'annual');
  return { ...less, readerVersion: '0' };
}

async function seen(bytes: Buffer, day: number, reading = readingOf(bytes)) {
  await house.archive.put(bytes);
  const page = { sha256: sha256Of(bytes), bytes: bytes.length };
  const visit = observation({ slug: SLUG, at: daysAfterNoon(day) }, { page, reading });
  await deliver(queue, [visit]);
  await eventually('it is judged', () => recordedIds(house).includes(visit.id));
  return visit;
}

/** As a process where it is given an input. */
function command(args: string[], input?: string) {
  const environment = { DATA_DIR: house.dataDir, CATALOGUE_DIR: house.catalogueDir, REDIS_URL: redis.url };
  return input === undefined ? assayHere(args, environment) : assay(args, environment, input);
}
const replay = (...args: string[]) => command(['replay', ...args]);
const review = (args: string[], input?: string) => command(['review', ...args], input);

const prices = () =>
  published(house, (generation) =>
    generation
      .record(SLUG)
      ?.tiers.find(({ id }) => id === 'team')
      ?.prices.map(({ amount }) => Number(amount)),
  );
const changes = () =>
  published(house, (generation) => generation.changes({ after: 0, limit: 50, slug: SLUG }).map(({ type }) => type));

/** Once nobody writes any more. */
async function story() {
  await verifier.end('SIGTERM');
  const ledger = openLedger(join(house.dataDir, 'ledger.db'));
  try {
    expect(ledger.verifyChain()).toEqual({ ok: true });
    return ledger
      .snapshots(SLUG)
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
  test('called wrongly, it says so and does nothing', async () => {
    await seen(pageOf('12', '10'), 0);
    for (const args of [['--now'], ['nobody']]) {
      const { code, stdout, stderr } = await replay(...args);
      expect([args, code, stdout]).toEqual([args, 2, '']);
      expect(stderr).toMatch(/unknown option '--now'|Cannot replay nobody: no page in the ledger/);
    }
  });

  test('where all reads as before, nothing would change', async () => {
    await seen(pageOf('12', '10'), 0);
    await seen(pageOf('15', '13'), 30);
    const { code, stdout } = await command(['replay', '--json'], '');
    expect(code).toBe(0);
    const [product, sum] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(product).toMatchObject({ slug: SLUG, differences: [] });
    expect(sum).toMatchObject({ products: 1, sum: { pages: 2, same: 2, vendorChanges: 1, vendorChangesAsRead: 1 } });
  });

  test('a page that the archive lost is told, and makes the exit code honest', async () => {
    const lost = pageOf('12', '10');
    await seen(lost, 0);
    await seen(pageOf('15', '13'), 30);
    rmSync(join(house.dataDir, 'archive', sha256Of(lost).slice(0, 2)), { recursive: true });
    const { code, stdout } = await replay();
    expect(code).toBe(1);
    expect(stdout).toContain('2 pages, 1 unchanged, 1 unavailable');
  });

  test('tells the readers’ difference from the vendor’s, writes nothing, and then sets the past right', async () => {
    const [first, second] = [pageOf('12', '10'), pageOf('15', '13')];
    await seen(first, 0, asReadOnce(readingOf(first)));
    await seen(second, 30, asReadOnce(readingOf(second)));
    const before = recordedIds(house);

    const dry = await replay();
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/2026-11-21 pricing \+ Team 10(?:\.00)? USD per month, annual.*"/);
    expect(dry.stdout).toContain('1 products, 2 pages, 0 unchanged, 2 better');
    expect(dry.stdout).toContain('1 with the current readers');
    expect(dry.stdout).toContain('Nothing was written');
    expect(recordedIds(house)).toEqual(before);

    expect(sourcesOfOlderReaders(house.dataDir)).toBe(1);
    const applied = await replay('--apply');
    expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('2 corrections, 0 that agree') });
    expect(sourcesOfOlderReaders(house.dataDir)).toBe(0);
    expect(recordedIds(house).slice(before.length)).toEqual(before.map((id) => `${id}.r${READER_VERSION}`));
    await eventually('it is published', () => prices()?.length === 2);
    expect(prices()).toEqual([15, 13]);
    // The vendor's own move was told once, when it was seen.
    expect(changes()?.filter((type) => type === 'price_changed')).toHaveLength(1);

    const again = await replay('--apply', '--json');
    expect(JSON.parse(again.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ sum: { same: 2, taken: 0 } });
    expect(await story()).toEqual([
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
    const applied = await replay('--apply');
    expect(applied.stdout).toContain('1 waiting for review');
    const listed = await review([]);
    expect(listed.stdout).toMatch(/Archived page reread \(reread\): 1\n\n.* \(pricing\): /);
    expect(listed.stdout).toContain('would lose Team');
    expect(await review(['accept', SLUG, '--by', 'ada', '--reason', 'twelve once was a misreading'])).toMatchObject({
      code: 0,
      stdout: `${SLUG} (pricing): accepted by ada: twelve once was a misreading\n`,
    });
    expect((await review([])).stdout).toBe('The queue is empty\n');
    expect(await story()).toEqual([['correction', daysAfterNoon(0), 12, 10]]);
  });
});

describe('review', PATIENT, () => {
  /** A price cut to a sixth: it waits. */
  async function waiting() {
    await seen(pageOf('12', '10'), 0);
    await seen(pageOf('2', '1'), 7);
  }

  test('called wrongly, it says so', async () => {
    await waiting();
    for (const [args, message] of [
      [['approve', SLUG], /too many arguments for 'review'/],
      [['accept', SLUG], /required option '--by <name>' not specified/],
      [['accept', 'nobody', '--by', 'ada', '--reason', 'so'], /no such reading is waiting/],
      [['undo', SLUG, '--by', 'ada', '--reason', 'so'], /no such decision/],
      [['correct', SLUG, '--by', 'ada', '--reason', 'so'], /required option '--values <file>' not specified/],
      [['accept', SLUG, '--by', 'a\u001b[2Jda', '--reason', 'so'], /must be one line of plain text/],
    ] as const) {
      const { code, stdout, stderr } = await review([...args]);
      expect([args, code, stdout]).toEqual([args, 2, '']);
      expect(stderr).toMatch(message);
    }
  });

  test('shows the reading beside the record, with both quotes, why it waits and how often it was seen', async () => {
    await waiting();
    const { code, stdout } = await review([]);
    expect(code).toBe(0);
    expect(stdout).toContain(`${SLUG} (pricing): price down; 1 visit, 2026-11-28`);
    expect(stdout).toMatch(
      /Team, per month.*: 12(?:\.00)? USD → 2(?:\.00)? USD, \d\d % sure\n {4}record {2}".*12.*"\n {4}page {4}".*2.*"/,
    );
    expect(stdout).toContain('reason  Team jumps from');
    expect(stdout).toContain('1 reading is waiting');
    const [line] = (await review(['--json'])).stdout.trim().split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ slug: SLUG, kind: 'visit', seen: 1 });
  });

  test('accepted, it is published with who and why', async () => {
    await waiting();
    expect((await review(['accept', SLUG, '--by', 'ada', '--reason', 'announced on their blog'])).code).toBe(0);
    await eventually('it is published', () => prices()?.[0] === 2);
    expect(published(house, (generation) => generation.record(SLUG)?.verification.reasons[0])).toBe(
      'accepted by ada: announced on their blog',
    );
    expect(changes()).toContain('price_changed');
    expect(await story()).toMatchObject([
      ['observed', daysAfterNoon(0), 12, 10],
      ['observed', daysAfterNoon(7), 2, 1],
    ]);
  });

  test('undone, the former prices stand and the reading waits again', async () => {
    await waiting();
    expect((await review(['accept', SLUG, '--by', 'ada', '--reason', 'announced on their blog'])).code).toBe(0);
    await eventually('it is published', () => prices()?.[0] === 2);
    expect(await review(['undo', SLUG, '--by', 'grace', '--reason', 'only for students'])).toMatchObject({
      code: 0,
      stdout: `${SLUG} (pricing): accepted by ada, undone by grace: only for students\n`,
    });
    await eventually('the former prices are published', () => prices()?.[0] === 12);
    expect((await review([])).stdout).toContain('1 reading is waiting');
    const again = await review(['undo', SLUG, '--by', 'grace', '--reason', 'once more']);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('it was undone before')]);
  });

  test('rejected, the same prices do not wait again', async () => {
    await waiting();
    expect((await review(['reject', `${SLUG}.pricing`, '--by', 'ada', '--reason', 'for students'])).code).toBe(0);
    await seen(Buffer.concat([pageOf('2', '1'), Buffer.from('<!-- another day -->')]), 9);
    expect((await review([])).stdout).toBe('The queue is empty\n');
    // Ended, it publishes what it still had to.
    expect(await verifier.end('SIGTERM')).toBe(0);
    expect(prices()).toEqual([12, 10]);
  });

  test('corrected from standard input, the values are published as stated by a person', async () => {
    await waiting();
    const values = {
      tiers: [{ tier: 'Team', prices: [{ amount: '9.50', currency: 'USD', per: 'month', billing: 'monthly' }] }],
    };
    const args = ['correct', SLUG, '--values', '-', '--by', 'ada', '--reason', 'the price is in a picture', '--json'];
    const { code, stdout, stderr } = await review(args, JSON.stringify(values));
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ slug: SLUG, verdict: { outcome: 'changed' } });
    await eventually('it is published', () => prices()?.[0] === 9.5);
    expect(
      published(house, (generation) => generation.record(SLUG)?.tiers.find(({ id }) => id === 'team')),
    ).toMatchObject({ origin: 'research', research: { by: 'ada' } });
  });

  test('values that are none are refused before anybody is asked', async () => {
    await waiting();
    const file = join(house.dataDir, 'values.json');
    writeFileSync(file, JSON.stringify({ tiers: [{ tier: 'Team', prices: [{ amount: 'twelve', currency: 'USD' }] }] }));
    const { code, stderr } = await review(['correct', SLUG, '--values', file, '--by', 'ada', '--reason', 'so']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/Cannot use the values.*amount/s);
  });
});
