/** `assay correct`, `withdraw` and `revert` beside a running verifier. */
import type { Queue } from 'bullmq';
import { beforeEach, describe, expect, test } from 'vitest';
import { daysAfterNoon } from '../builders.ts';
import { assay, assayHere } from '../cli/command-line.ts';
import { eventually } from '../eventually.ts';
import type { Program } from '../program.ts';
import { ownRedis } from '../redis-server.ts';
import { teamPage, visit } from '../verifier/vendor-page.ts';
import {
  archived,
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
const PATIENT = { timeout: 120_000 };
const WHY = ['--by', 'ada', '--reason', 'read from a picture'];
const NINE = JSON.stringify({
  tiers: [{ tier: 'Team', prices: [{ amount: '9.50', currency: 'USD', per: 'month', billing: 'monthly' }] }],
});

const redis = await ownRedis();
let house: Installation;
let queue: Queue;
let verifier: Program;

/** Day 0: 12; day 7: 13. */
beforeEach(async () => {
  house = await install(3);
  queue = openQueue(redis.url);
  verifier = startVerifier(house, redis.url);
  for (const [monthly, day] of [
    ['12', 0],
    ['13', 7],
  ] as const) {
    const page = teamPage(monthly);
    const seen = visit(page, { slug: SLUG, at: daysAfterNoon(day) });
    await archived(house.archive, page);
    await deliver(queue, [seen]);
    await eventually('it is judged', () => recordedIds(house).includes(seen.id));
  }
  await eventually('it is published', () => price() === '13.00');
  return async () => {
    await verifier.end('SIGKILL');
    await queue.close();
    await forgetEverything(redis.url);
  };
});

function command(args: string[], input?: string) {
  const environment = { DATA_DIR: house.dataDir, CATALOGUE_DIR: house.catalogueDir, REDIS_URL: redis.url };
  return input === undefined ? assayHere(args, environment) : assay(args, environment, input);
}

const record = () => published(house, (generation) => generation.record(SLUG));
const price = () => record()?.tiers.find(({ id }) => id === 'team')?.prices[0]?.amount;
const corrections = () =>
  published(house, (generation) =>
    generation.changes({ after: 0, limit: 50, slug: SLUG }).filter(({ type }) => type === 'correction'),
  );

describe('a published price', PATIENT, () => {
  test('is withdrawn; before, a dry run shows what would change and writes nothing', async () => {
    const before = recordedIds(house);
    const dry = await command(['withdraw', SLUG, ...WHY, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain(`${SLUG} (pricing): would be withdrawn by ada: read from a picture`);
    expect(dry.stdout).toContain('Team, per month, monthly: 13.00 USD → –\n    record  "$13 per month');
    expect(dry.stdout).toContain('events  2 corrections');
    expect(recordedIds(house)).toEqual(before);

    expect(await command(['withdraw', SLUG, ...WHY])).toMatchObject({ code: 0, stderr: '' });
    await eventually('it is published', () => record()?.tiers.length === 0);
    expect(record()?.verification.reasons).toContain('withdrawn by ada: read from a picture');
    expect(corrections()?.map(({ reason }) => reason)).toEqual(Array(2).fill('withdrawn by ada: read from a picture'));

    const again = await command(['withdraw', SLUG, ...WHY]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/Cannot withdraw .*: no prices are published/);
  });

  test('is corrected by hand, and the correction reverted', async () => {
    const corrected = await command(['correct', `${SLUG}.pricing`, '--values', '-', ...WHY, '--json'], NINE);
    expect(corrected).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(corrected.stdout)).toMatchObject({
      slug: SLUG,
      dryRun: false,
      from: daysAfterNoon(7),
      differences: [{ subject: 'Team', before: '13.00 USD', after: '9.50 USD' }],
      changes: [{ type: 'correction', before: { amount: '13.00' }, after: { amount: '9.50' } }],
    });
    await eventually('it is published', () => price() === '9.50');
    expect((await command(['revert', SLUG, ...WHY])).code).toBe(0);
    await eventually('it is published', () => price() === '13.00');
    expect(corrections()).toHaveLength(2);
  });

  test('stays where the command is called wrongly', async () => {
    for (const [args, message] of [
      [['withdraw', SLUG, '--by', 'ada'], /required option '--reason <words>' not specified/],
      [['withdraw', 'nobody', ...WHY], /no product "nobody"/],
      [['withdraw', 'acme-2', ...WHY], /no visits yet/],
      [['withdraw', `${SLUG}.docs`, ...WHY], /no visits yet/],
      [['withdraw', SLUG, ...WHY, '--from', 'yesterday'], /Allowed choices are beginning, now/],
      [['correct', SLUG, ...WHY], /required option '--values <file>' not specified/],
      [['correct', SLUG, ...WHY, '--values', '-', '--source-url', 'a picture'], /sourceUrl/],
    ] as const) {
      const { code, stdout, stderr } = await command([...args], args[0] === 'correct' ? NINE : undefined);
      expect([args, code, stdout]).toEqual([args, 2, '']);
      expect(stderr).toMatch(message);
    }
    expect(await command(['revert', SLUG, ...WHY, '--to', 'acme-1.pricing.never'])).toMatchObject({
      code: 1,
      stdout: '',
    });
    await verifier.end('SIGTERM');
    const alone = await assayHere(['withdraw', SLUG, ...WHY], {
      DATA_DIR: house.dataDir,
      CATALOGUE_DIR: house.catalogueDir,
    });
    expect(alone).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no Assay runs') });
    expect(price()).toBe('13.00');
  });
});
