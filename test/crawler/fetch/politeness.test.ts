import { beforeEach, describe, expect, it } from 'vitest';
import { POLITENESS } from '../../../config/politeness.ts';
import { createPoliteness, type Politeness } from '../../../crawler/fetch/politeness.ts';
import { ownRedis } from '../../redis-server.ts';
import { watchGrants } from '../grants.ts';

const DAY_MS = 86_400_000;
const { url, client } = await ownRedis();
const clients = [client(), client()] as const;

beforeEach(() => clients[0].flushall());

const settings = (hostSpacingMs: number) => ({ ...POLITENESS, hostSpacingMs });
const workers = (hostSpacingMs: number) => clients.map((client) => createPoliteness(client, settings(hostSpacingMs)));

/** Waits as told until it is the visit's turn. */
async function go(politeness: Politeness, visit: string, oversleepMs = 0): Promise<void> {
  for (;;) {
    const wait = await politeness.turn('acme.test', visit);
    if (wait === 0) return;
    await new Promise((resolve) => setTimeout(resolve, wait + oversleepMs));
  }
}

/** Milliseconds between the grants of visits that are made at once. */
async function gapsOf(visits: (() => Promise<void>)[]): Promise<number[]> {
  const grants = await watchGrants(url);
  await Promise.all(visits.map((visit) => visit()));
  return grants.gaps(visits.length);
}

describe('spacing', () => {
  it('holds between two workers that ask for the same host at once', async () => {
    const [one, two] = workers(100) as [Politeness, Politeness];
    const gaps = await gapsOf(Array.from({ length: 20 }, (_, i) => () => go(i % 2 === 0 ? one : two, `v${i}`)));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
  });

  it('holds when visits come late to their time', async () => {
    const [one] = workers(100) as [Politeness];
    const gaps = await gapsOf(Array.from({ length: 8 }, (_, i) => () => go(one, `v${i}`, i % 2 === 0 ? 170 : 0)));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
  });

  it('reserves one time after the other in the order of asking, and a newcomer does not jump the queue', async () => {
    const [one] = workers(60_000) as [Politeness];
    const waits = [];
    for (const visit of ['a', 'b', 'c', 'd']) waits.push(await one.turn('acme.test', visit, undefined));
    expect(waits.map((wait) => Math.round(wait / 60_000))).toEqual([0, 1, 2, 3]);
    expect(Math.round((await one.turn('acme.test', 'c', undefined)) / 60_000)).toBe(2);
  });

  it('is the crawl delay where that is longer, up to its cap', async () => {
    const [one] = workers(10) as [Politeness];
    expect(await one.turn('acme.test', 'a', 30_000)).toBe(0);
    expect(await one.turn('acme.test', 'b', 30_000)).toBeGreaterThan(15_000);
    await one.turn('slow.test', 'a', 86_400_000);
    const wait = await one.turn('slow.test', 'b', 86_400_000);
    expect(wait).toBeGreaterThan(POLITENESS.maxCrawlDelayMs - 15_000);
    expect(wait).toBeLessThanOrEqual(POLITENESS.maxCrawlDelayMs);
  });

  it('is each host for itself', async () => {
    const [one] = workers(60_000) as [Politeness];
    expect(await one.turn('acme.test', 'a', undefined)).toBe(0);
    expect(await one.turn('other.test', 'a', undefined)).toBe(0);
  });

  it('leaves no key behind for good', async () => {
    const [one] = workers(50) as [Politeness];
    await one.turn('acme.test', 'a', undefined);
    await one.refused('acme.test', { status: 403 });
    for (const key of await clients[0].keys('assay:*')) expect(await clients[0].pttl(key)).toBeGreaterThan(0);
  });
});

describe('refusals', () => {
  const days = async (politeness: Politeness, status = 403) =>
    Math.round((await politeness.refused('acme.test', { status })) / DAY_MS);

  it('hold the host for all its sources, on every worker', async () => {
    const [one, two] = workers(0) as [Politeness, Politeness];
    expect(await two.heldUntil('acme.test')).toBeUndefined();
    expect(await days(one)).toBe(1);
    const until = await two.heldUntil('acme.test');
    expect(Math.round(((until?.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(1);
  });

  it('hold it longer each time in a row, and visits under way do not count', async () => {
    const [one] = workers(0) as [Politeness];
    const seen = [];
    for (let i = 0; i < 7; i += 1) {
      seen.push(await days(one));
      expect(await days(one)).toBe(seen.at(-1));
      await clients[0].hset('assay:refusal:acme.test', 'until', Date.now() - 1);
    }
    expect(seen).toEqual([1, 3, 7, 14, 30, 30, 30]);
  });

  it('begin anew once the host has answered', async () => {
    const [one] = workers(0) as [Politeness];
    await days(one);
    await one.welcomed('acme.test');
    expect(await one.heldUntil('acme.test')).toBeUndefined();
    expect(await days(one)).toBe(1);
  });

  it('with Retry-After hold it as long as the vendor asks, up to a cap', async () => {
    const [one] = workers(0) as [Politeness];
    expect(await one.refused('acme.test', { status: 429, retryAfterMs: 120_000 })).toBe(120_000);
    expect(await one.refused('greedy.test', { status: 429, retryAfterMs: 1e12 })).toBe(POLITENESS.maxRetryAfterMs);
    expect(await one.refused('shut.test', { status: 403, retryAfterMs: 1_000 })).toBe(DAY_MS);
  });
});

describe('a clock of Redis that was months ahead and is right again', () => {
  /** As it is written down while the clock is ahead. */
  async function writtenAhead(key: string, fields: Record<string, number>): Promise<void> {
    const ahead = Date.now() + 90 * DAY_MS;
    await clients[0].hset(key, Object.fromEntries(Object.entries(fields).map(([name, ms]) => [name, ahead + ms])));
  }

  it('keeps no host waiting for these months, and its spacing holds', async () => {
    const [one] = workers(60_000) as [Politeness];
    await writtenAhead('assay:turn:acme.test', { last: 0, next: 180_000, 'visit v1': 60_000, 'visit v2': 120_000 });
    const waits = [];
    for (const visit of ['v1', 'v2', 'v3']) waits.push(await one.turn('acme.test', visit, undefined));
    const [first = 0, second = 0, third = 0] = waits;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(60_000);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
    expect(third).toBeLessThanOrEqual(180_000);
  });

  it('holds no host, and a refusal after it does', async () => {
    const [one] = workers(0) as [Politeness];
    await writtenAhead('assay:refusal:acme.test', { until: DAY_MS, since: 0 });
    await clients[0].hset('assay:refusal:acme.test', 'count', 1);
    expect(await one.heldUntil('acme.test')).toBeUndefined();
    const pause = await one.refused('acme.test', { status: 403 });
    expect(pause).toBe((POLITENESS.refusalBackoffDays[1] ?? 0) * DAY_MS);
    expect(await one.heldUntil('acme.test')).toBeDefined();
  });
});
