/**
 * The exporter beside a publisher: it exports what is current, rests, sweeps with the generations, and leaves nothing
 * half-made, also when it is killed in the middle.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { type Current, readCurrent } from '../../../../data/store/generation/current.ts';
import { follower } from '../../../../serve/files/exporter/follow.ts';
import { exporterTasks } from '../../../../serve/files/exporter/tasks.ts';
import { ExportManifest } from '../../../../serve/files/exports/manifest.ts';
import { FeedSet } from '../../../../serve/files/feeds/feed-set.ts';
import { foldersIn } from '../../../../serve/files/folder/read.ts';
import { daysAfterNoon, NOON } from '../../../builders.ts';
import { eventually } from '../../../eventually.ts';
import { firstOf, repetitions } from '../../../long.ts';
import { startProgram } from '../../../program.ts';
import { manyProducts } from '../../many-products.ts';
import { feedsBeside, SITE } from '../../served.ts';
import { type Exported, exporter } from '../exports/exported.ts';

/** An exporter beside a publisher; it begins anew over the same place. */
function following(place: Exported = exporter()) {
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const registry = new Registry();
  let now = 0;
  // Each look at the clock takes a millisecond, so that all work takes some.
  const stopwatch = () => ++now;
  const { look, notReady, stop } = follower({
    generations: place.generations,
    tasks: exporterTasks(dirname(place.generations), SITE),
    registry,
    clock: () => Date.parse(NOON) + now,
    log,
    stopwatch,
    processorMs: stopwatch,
  });
  return {
    place,
    look,
    notReady,
    stop,
    logged,
    /** Lets so many milliseconds pass. */
    pass: (ms: number) => {
      now += ms;
    },
    metrics: () => registry.metrics(),
  };
}

const kept = (dir: string) => (existsSync(dir) ? readdirSync(dir).sort() : []);

describe('following the published generations', () => {
  it('exports what is there, once, and says so', async () => {
    const { place, look, notReady, logged, metrics } = following();
    await look();
    expect([kept(place.dir), notReady()]).toEqual([[], 'waiting for a generation']);
    place.publish(manyProducts(3));
    await look();
    await look();
    expect([kept(place.dir), notReady()]).toEqual([['000001'], undefined]);
    expect(kept(feedsBeside(place.generations))).toEqual(['000001-2026-11-21']);
    expect(logged).toMatchObject([
      { event: 'feeds_made', generation: '000001', day: '2026-11-21' },
      { event: 'exported', generation: '000001', rows: 6 },
    ]);
    expect(await metrics()).toContain('assay_exports_total{result="made"} 1');
    expect(await metrics()).toContain('assay_feeds_total{result="made"} 1');
  });

  it('rests after its work, and then takes the newest', async () => {
    const { place, look, pass } = following();
    place.publish(manyProducts(2, 0));
    await look();
    place.publish(manyProducts(2, 1));
    await look();
    expect(kept(place.dir)).toEqual(['000001']);
    place.publish(manyProducts(2, 2));
    pass(1_000);
    await look();
    expect(kept(place.dir)).toEqual(['000001', '000003']);
  });

  it('removes exports with their generation, and never the newest [D5.exports.kept]', async () => {
    const { place, look, pass } = following();
    for (let turn = 0; turn < 8; turn += 1) {
      // An hour between publications, so that old generations are swept as in service.
      place.publish(manyProducts(1, turn), new Date(daysAfterNoon(turn / 24)));
      pass(1_000);
      await look();
    }
    const files = readdirSync(place.generations).filter((name) => name.endsWith('.db'));
    expect(kept(place.dir)).toHaveLength(files.length);
    expect(kept(place.dir)).toEqual(['000005', '000006', '000007', '000008']);
    for (const file of files) if (file !== readCurrent(place.generations)?.file) rmSync(join(place.generations, file));
    place.publish(manyProducts(1, 8), new Date(daysAfterNoon(1)));
    pass(1_000);
    await look();
    // The one before is kept with its generation: a reader may be in the middle of it.
    expect(kept(place.dir)).toEqual(['000008', '000009']);
  });

  it('exports anew where a data directory begins anew', async () => {
    const place = exporter();
    place.publish(manyProducts(1, 0));
    await following(place).look();
    mkdirSync(join(place.dir, '000077'));
    const before = readFileSync(join(place.dir, '000001/manifest.json'), 'utf8');
    const another = exporter();
    another.publish(manyProducts(2, 1));
    cpSync(another.generations, place.generations, { recursive: true });
    await following(place).look();
    expect(kept(place.dir)).toEqual(['000001']);
    expect(readFileSync(join(place.dir, '000001/manifest.json'), 'utf8')).not.toBe(before);
  });

  it('makes the feeds anew on a new day, and keeps those before that somebody may be about to ask for', async () => {
    const { place, look, logged, pass } = following();
    const feeds = () => kept(feedsBeside(place.generations));
    place.publish(manyProducts(1));
    await look();
    for (const days of [
      ['2026-11-22', '2026-11-21'],
      ['2026-11-23', '2026-11-22'],
    ]) {
      pass(86_400_000);
      await look();
      await look();
      expect(feeds()).toEqual(days.toSorted().map((day) => `000001-${day}`));
    }
    place.publish(manyProducts(1, 1));
    pass(1_000);
    await look();
    expect(feeds()).toEqual(['000001-2026-11-23', '000002-2026-11-23']);
    const made = logged.filter(({ event }) => event === 'feeds_made');
    expect(made.map(({ generation, day }) => [generation, day])).toEqual([
      ['000001', '2026-11-21'],
      ['000001', '2026-11-22'],
      ['000001', '2026-11-23'],
      ['000002', '2026-11-23'],
    ]);
  });

  it('finds what was made before it was started, and makes it anew once that is deleted', async () => {
    const place = exporter();
    place.publish(manyProducts(1));
    await following(place).look();
    const { look, notReady, logged } = following(place);
    await look();
    expect([logged, notReady()]).toEqual([[], undefined]);
    for (const dir of [place.dir, feedsBeside(place.generations)]) rmSync(dir, { recursive: true });
    await look();
    expect(kept(place.dir)).toEqual(['000001']);
    expect(logged).toMatchObject([{ event: 'feeds_made' }, { event: 'exported' }]);
  });

  it.each([
    ['the generation’s file', (current: Current) => current.file],
    ['CURRENT', () => 'CURRENT'],
  ])('goes on half a minute after %s was damaged, and what was there stays', async (_, nameOf) => {
    const { place, look, logged, pass, metrics } = following();
    place.publish(manyProducts(1, 0));
    await look();
    place.publish(manyProducts(1, 1));
    const file = join(place.generations, nameOf(readCurrent(place.generations) as Current));
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, 20));
    pass(1_000);
    await look();
    await look();
    expect(logged.slice(-2)).toMatchObject([
      { event: 'feeds_failed', level: 50 },
      { event: 'export_failed', level: 50 },
    ]);
    expect(kept(place.dir)).toEqual(['000001']);
    writeFileSync(file, whole);
    await look();
    expect(kept(place.dir)).toEqual(['000001']);
    pass(30_000);
    await look();
    expect(kept(place.dir)).toEqual(['000001', '000002']);
    expect(await metrics()).toContain('assay_exports_total{result="failed"} 1');
  });

  it('ends in the middle when it is told to, and leaves nothing', async () => {
    const { place, look, stop, logged } = following();
    place.publish(manyProducts(50));
    const looking = look();
    await stop();
    await looking;
    expect(kept(place.dir)).toEqual([]);
    expect(logged).toEqual([]);
  });
});

describe('the exporter’s process', () => {
  const start = (dataDir: string) => startProgram(['serve/exporter.ts'], { DATA_DIR: dataDir, LOG_LEVEL: 'error' });

  function isNice(thread: string): boolean {
    try {
      return getPriority(Number(thread)) === constants.priority.PRIORITY_BELOW_NORMAL;
    } catch {
      return true; // it has ended
    }
  }

  it.skipIf(process.platform !== 'linux')('comes after all else on the machine, with every thread', async () => {
    const { child, end } = start(exporter().dir);
    await eventually('all of it is nice', () => {
      const threads = readdirSync(`/proc/${child.pid}/task`);
      return threads.length > 1 && threads.every(isNice);
    });
    await end('SIGKILL');
  });

  it('killed at any moment leaves nothing that is half there [D5.exports.crash]', { timeout: 120_000 }, async () => {
    const place = exporter();
    place.publish(manyProducts(repetitions(300, 1_500)));
    const feedsDir = feedsBeside(place.generations);
    const unfinished = (dir: string) => kept(dir).filter((name) => name.startsWith('.tmp-'));
    const written = (dir: string) => {
      const [name] = unfinished(dir);
      return name === undefined ? [] : kept(join(dir, name));
    };
    const expectAllWhole = async () => {
      for (const { name } of await foldersIn(place.dir)) expectWhole(join(place.dir, name), ExportManifest, 7);
      for (const { name } of await foldersIn(feedsDir)) expectWhole(join(feedsDir, name), FeedSet, 28);
    };
    const killedIn = new Map<string, number>();
    // In each life a little later: as soon as the folder is there, among its files, before its name.
    const lives = {
      feeds: firstOf(1, [0, 5, 8]).map((count) => [feedsDir, count] as const),
      exports: firstOf(1, [1, 0, 3, 5]).map((count) => [place.dir, count] as const),
    };
    for (const [dir, files] of [...lives.feeds, ...lives.exports]) {
      const killed = start(dirname(place.generations));
      const isBegun = () => unfinished(dir).length > 0 && written(dir).length >= files;
      await eventually(`${files} files are begun`, isBegun, 60_000, 2);
      if (dir === place.dir) await wait(files * 60);
      await killed.end('SIGKILL');
      if (unfinished(dir).length > 0) killedIn.set(dir, (killedIn.get(dir) ?? 0) + 1);
      await expectAllWhole();
    }
    // A life may end a moment too late.
    expect(killedIn.get(feedsDir)).toBeGreaterThanOrEqual(lives.feeds.length / 2);
    expect(killedIn.get(place.dir)).toBeGreaterThanOrEqual(lives.exports.length / 2);
    const last = start(dirname(place.generations));
    await eventually('the generation is exported', () => existsSync(join(place.dir, '000001')));
    await expectAllWhole();
    expect(await last.end('SIGTERM')).toBe(0);
    expect(kept(place.dir)).toEqual(['000001']);
    expect(kept(feedsDir)).toHaveLength(1);
  });
});

function expectWhole(folder: string, manifest: typeof ExportManifest | typeof FeedSet, count: number): void {
  const { files } = manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  expect(files).toHaveLength(count);
  for (const { name, bytes, sha256 } of files) {
    const content = readFileSync(join(folder, name));
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
  }
}
