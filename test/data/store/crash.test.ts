/**
 * `kill -9` at random, on a real writer that appends and publishes while a real reader follows: what was acknowledged
 * is there, once; CURRENT names a complete file; no generation is torn. The method is SQLite's own crash test.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { readCurrent } from '../../../data/store/generation/current.ts';
import { openGeneration } from '../../../data/store/generation/generation.ts';
import { openStaging } from '../../../data/store/generation/staging.ts';
import { type Ledger, openLedger } from '../../../data/store/ledger/ledger.ts';
import { readSourceFacts } from '../../../data/store/ledger-queries/source-facts.ts';
import { eventually } from '../../eventually.ts';
import { repetitions } from '../../long.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { seeded } from '../../vendor-web/random.ts';

const KILLS = repetitions(8, 60);
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

interface Child {
  process: ChildProcess;
  output(): string;
  /** Resolves with exit code or signal. */
  ended: Promise<number | string>;
}

function start(program: string, dir: string): Child {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), dir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  return { process: child, output: () => output, ended };
}

function acknowledged(dir: string): string[] {
  const log = join(dir, 'acknowledged.log');
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
}

function unfinished(dir: string): string[] {
  const generations = join(dir, 'generations');
  return existsSync(generations) ? readdirSync(generations).filter((name) => name.startsWith('.tmp-')) : [];
}

/** What the reader says last of how much it has checked. */
function counted(output: string): { checks: number; seen: number } {
  const line = output.split('\n').findLast((each) => each.startsWith('{') && each.endsWith('}'));
  return JSON.parse(line ?? '{ "checks": 0, "seen": 0 }');
}

function expectWhole(ledger: Ledger, ids: readonly string[]): void {
  const { entries, changes } = ledger.position();
  expect(ids.filter((id) => !ledger.has(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(entries).toBeGreaterThanOrEqual(ids.length);
  expect(ledger.verifyChain()).toEqual({ ok: true });
  const log = ledger.changesSince(0, entries + 1);
  expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: changes }, (_, n) => n + 1));
  // Entry n states n: nothing is missing, doubled or out of order.
  expect(log.map(({ after }) => after?.amount)).toEqual(Array.from({ length: entries }, (_, n) => `${n + 1}.00`));
}

describe('the store under kill -9', () => {
  it(`loses and doubles nothing, and never publishes a torn generation, in ${KILLS} kills`, {
    timeout: 180_000,
  }, async () => {
    const seed = Date.now() % 2 ** 31;
    const random = seeded(`${seed}`);
    const dir = temporaryDirectory();
    const reader = start('crash-reader.ts', dir);
    await eventually('the reader runs', () => reader.output().includes('following'));

    let killed = 0;
    let temporaries = 0;
    for (let round = 0; killed < KILLS; round += 1) {
      const before = acknowledged(dir).length;
      const writer = start('crash-writer.ts', dir);
      // Every fourth is killed at any moment of its start too; the others once they have acknowledged something.
      if (round % 4 !== 3) await eventually(`writer ${round} acknowledges`, () => acknowledged(dir).length > before);
      await wait(random.next() * (round % 4 === 3 ? 400 : 250));
      writer.process.kill('SIGKILL');
      expect([round, writer.output(), await writer.ended]).toEqual([round, '', 'SIGKILL']);
      killed += 1;
      // The scheduler reads on, also while there is no writer to tidy up after the dead one.
      const { size } = readSourceFacts(join(dir, 'ledger.db'));
      expect(size).toBeGreaterThanOrEqual(Math.min(5, acknowledged(dir).length));
      temporaries += unfinished(dir).length;
    }

    const last = start('crash-writer.ts', dir);
    const acknowledgedBefore = acknowledged(dir).length;
    await eventually('a writer goes on after all the kills', () => acknowledged(dir).length > acknowledgedBefore + 20);
    await eventually('the reader has read enough', () => {
      const { checks, seen } = counted(reader.output());
      return checks > KILLS && seen > 5;
    });
    last.process.kill('SIGTERM');
    expect([await last.ended, last.output()]).toEqual([0, '']);
    reader.process.kill('SIGTERM');
    expect(await reader.ended).toBe(0);

    const ids = acknowledged(dir);
    const lines = reader.output().trim().split('\n');
    const { checks, seen } = counted(reader.output());
    console.info(
      `seed ${seed}: ${killed} kills, ${ids.length} entries acknowledged, ${checks} reads of ${seen} generations, ${temporaries} kills in the middle of a publication`,
    );
    expect(lines.filter((line) => line.startsWith('breach'))).toEqual([]);
    expect(checks).toBeGreaterThan(KILLS);
    expect(seen).toBeGreaterThan(5);

    const ledger = openLedger(join(dir, 'ledger.db'));
    const staging = openStaging(join(dir, 'staging.db'));
    try {
      expectWhole(ledger, ids);
      expect(ledger.continues(staging.position())).toBe(true);
      staging.publish(join(dir, 'generations'), { now: new Date() });
      expect(readdirSync(join(dir, 'generations')).filter((name) => !/^(?:CURRENT|gen-\w+\.db)$/.test(name))).toEqual(
        [],
      );
      const current = readCurrent(join(dir, 'generations'));
      expect(current).toBeDefined();
      if (current !== undefined) openGeneration(join(dir, 'generations'), current).close();
    } finally {
      ledger.close();
      staging.close();
    }
  });
});
