/** F17: clients that dawdle, crowd and send nonsense, while others read and the pipeline works. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Fault, Remarks, Scale, Trial } from '../fault.ts';
import { ATTACKS, type Attack, type Crowd, crowd, dawdle, say } from '../hostile-clients.ts';
import { figureOf } from '../metrics-page.ts';
import { steadyVendors } from '../vendors.ts';
import { inWorld, START, type World } from '../world.ts';

interface Size {
  idle: number;
  dawdling: number;
  rounds: number;
  readMs: number;
}
const SIZES: Record<Scale, Size> = {
  short: { idle: 500, dawdling: 50, rounds: 1, readMs: 2_000 },
  usual: { idle: 10_000, dawdling: 1_000, rounds: 5, readMs: 15_000 },
  long: { idle: 10_000, dawdling: 2_000, rounds: 50, readMs: 60_000 },
};

/** What an idle connection may cost (test/serve/http/idle-connections.test.ts), and whatever else goes on. */
const KB_PER_CONNECTION = 30;
const MOST_KB_BESIDES = 200_000;
/** Descriptors that are not those of the crowd. */
const SPARE_DESCRIPTORS = 1_000;
const READERS = 4;

export const hostileClients: Fault = {
  id: 'F17',
  title: 'hostile clients',
  injected:
    'on the real web process: thousands of idle connections, requests that never end, readers that never take their answer, heads of 100 KB, huge batches, bodies of 10 MB, JSON of thousands of levels, broken UTF-8, broken HTTP, while others read and the pipeline crawls and publishes',
  async run(trial) {
    return inWorld(trial, { vendors: steadyVendors(20, START) }, async (world) => {
      await world.settle();
      const figures = await attackAll(trial, world);
      if (world.deaths.length > 0) throw new Error('F17: the process ended of itself');
      return { ...figures, ...(await world.check()) };
    });
  },
};

async function attackAll(trial: Trial, world: World): Promise<Remarks> {
  const { idle, dawdling, rounds, readMs } = SIZES[trial.scale];
  const port = Number(new URL(world.pipeline.origin).port);
  const { pid = 0 } = world.pipeline.process('web');
  const residentKb = async () => (await figureOf(port, /^process_resident_memory_bytes (\d+)$/m)) / 1000;
  const quiet = await readFor(world, readMs);
  const [kbBefore, descriptorsBefore] = [await residentKb(), descriptorsOf(pid)];

  const room = Math.min(idle, openFilesAllowed() - SPARE_DESCRIPTORS);
  const crowds: Crowd[] = [await crowd(port, room), await dawdle(port, dawdling)];
  const connections = descriptorsOf(pid) - descriptorsBefore;
  trial.say(`${connections} connections are open`);
  const attacking = () => Promise.all([attacked(trial, port, rounds), readFor(world, readMs)]);
  const [answers, attackedReaders] = await world.whileDaysPass(attacking, 500);
  const kbAtMost = await residentKb();
  for (const each of crowds) each.leave();

  const allowedKb = kbBefore + KB_PER_CONNECTION * connections + MOST_KB_BESIDES;
  if (kbAtMost > allowedKb)
    throw new Error(`F17: ${Math.round(kbAtMost)} kB where ${Math.round(allowedKb)} are allowed`);
  const goneMs = await world.recovers(
    'the connections are gone',
    60_000,
    () => descriptorsOf(pid) <= descriptorsBefore + 50,
  );
  return {
    ...answers,
    connections,
    cutOff: crowds.reduce((sum, { cut }) => sum + cut(), 0),
    megabytesBefore: Math.round(kbBefore / 1000),
    megabytesAtMost: Math.round(kbAtMost / 1000),
    connectionsGoneMs: goneMs,
    readsMeanwhile: attackedReaders.length,
    p99BeforeMs: p99(quiet),
    p99MeanwhileMs: p99(attackedReaders),
    p99Ratio: Math.round((10 * p99(attackedReaders)) / p99(quiet)) / 10,
  };
}

/** @throws {Error} an attack got a 5xx, or an answer that it should not have */
async function attacked(trial: Trial, port: number, rounds: number): Promise<Remarks> {
  const wrong: string[] = [];
  let count = 0;
  async function attack({ name, bytes, statuses }: Attack): Promise<void> {
    const status = await say(port, bytes());
    count += 1;
    const isAllowed = status === undefined || statuses.includes(status);
    if (!isAllowed) wrong.push(`${name} is answered with ${status}, and not with ${statuses.join(' or ')}`);
  }
  for (let round = 0; round < rounds; round += 1) {
    const order = ATTACKS.toSorted(() => trial.random() - 0.5);
    for (let at = 0; at < order.length; at += 8) await Promise.all(order.slice(at, at + 8).map(attack));
  }
  if (wrong.length > 0) throw new Error(`F17: ${[...new Set(wrong)].join('\n')}`);
  return { attacks: count };
}

/** Milliseconds of each answer to honest readers. @throws {Error} one is no 200 */
async function readFor({ pipeline, vendors }: World, ms: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + ms;
  // Connections of their own: one that was idle while ten thousand others came may be closed as it is used again.
  const dispatcher = new Agent();
  async function read(reader: number): Promise<void> {
    for (let turn = reader; performance.now() < until; turn += 1) {
      const slug = vendors[turn % vendors.length]?.slug;
      const started = performance.now();
      const { statusCode, body } = await request(`${pipeline.origin}/api/v2/pricing/${slug}`, { dispatcher });
      await body.dump();
      times.push(performance.now() - started);
      if (statusCode !== 200) throw new Error(`I7: a reader of ${slug} got ${statusCode}`);
      await delay(5);
    }
  }
  try {
    await Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)));
  } finally {
    await dispatcher.destroy();
  }
  return times;
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(10 * (sorted[Math.floor(sorted.length * 0.99)] ?? 0)) / 10;
}

function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function openFilesAllowed(): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024);
}
