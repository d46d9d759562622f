/** The house at one size: its catalogue, its vendors, its Redis, and its processes, each started alone and as in service. */
import { mkdirSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { request } from 'undici';
import { redisOptions } from '../../config/redis.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import { parseProcfile } from '../../supervisor/procfile.ts';
import type { Bench } from '../benchmark.ts';
import { mostResidentMb, processorMs, residentMb } from '../processor.ts';
import { type Program, startProgram } from '../programs.ts';
import { type RedisProgram, startRedis } from '../redis.ts';
import { writeCatalogue } from './catalogue.ts';

/** What a vendor's pricing page is of at least: little beside its offer, since their number is what is measured. */
const PAGE_BYTES = 4_000;
/** Of a process that has a large catalogue to publish before it is ready. */
const READY_MS = 3_600_000;

const PROJECT = join(import.meta.dirname, '../..');
const PROCFILE = parseProcfile(readFileSync(join(PROJECT, 'Procfile'), 'utf8'));

export interface House {
  products: number;
  /** Whether all of them are visited; else what was found of a few stands for all. */
  isVisited: boolean;
  dir: string;
  dataDir: string;
  catalogueDir: string;
  ledger: string;
  generations: string;
  redis: RedisProgram;
  client: Redis;
  vendors: Program;
  start(name: string, portSetting: string, more?: Record<string, string>): Promise<Running>;
  close(): Promise<void>;
}

/** A process of the house, as it is watched. */
export interface Running {
  program: Program;
  /** Processor time since it was started. */
  spentMs(): number;
  /** Memory that it holds, and the most that it ever held. */
  residentMb(): number;
  mostMb(): number;
  /** What it logged under this event so far. */
  logged(event: string): Record<string, unknown>[];
  stop(): Promise<void>;
}

/** @param distinct vendors that are unlike one another: all of them, or a few whose pages all others have too */
export async function openHouse(bench: Bench, products: number, distinct = products): Promise<House> {
  const isVisited = distinct === products;
  const dir = join(bench.dir, String(products));
  const dataDir = join(dir, 'data');
  const catalogueDir = join(dir, 'catalogue');
  for (const each of [dataDir, join(dir, 'redis'), join(dir, 'logs')]) mkdirSync(each, { recursive: true });
  writeCatalogue(catalogueDir, products);
  const redis = await startRedis(bench, join(dir, 'redis'));
  const vendors = await startProgram(bench, 'bench/scale/vendors.ts', {
    args: (port) => [String(port), String(PAGE_BYTES), String(distinct)],
  });
  const client = new Redis(redisOptions(redis.url, 'worker'));
  const settings = {
    REDIS_URL: redis.url,
    DATA_DIR: dataDir,
    CATALOGUE_DIR: catalogueDir,
    LOOPBACK_VENDORS: `*=${vendors.port}`,
    BASE_URL: 'https://assay.example',
    RATE_LIMIT_PER_SECOND: '0',
    // Each product once a day: what the plan may spend must not be what is measured.
    CHECKS_PER_DAY: String(products),
  };
  const running = new Set<Running>();
  let logs = 0;

  async function start(name: string, portSetting: string, more: Record<string, string> = {}): Promise<Running> {
    const args = PROCFILE.find((each) => each.name === name)?.args ?? [];
    const file = args.at(-1) ?? '';
    logs += 1;
    const log = join(dir, 'logs', `${name}-${logs}.jsonl`);
    const program = await startProgram(bench, file, {
      flags: args.slice(0, -1),
      settings: (port) => ({ ...settings, ...more, [portSetting]: String(port) }),
      stdio: ['ignore', 'ignore', openSync(log, 'a')],
      withinMs: READY_MS,
    });
    const each = watched(program, log);
    running.add(each);
    return each;
  }

  return {
    products,
    isVisited,
    dir,
    dataDir,
    catalogueDir,
    ledger: join(dataDir, 'ledger.db'),
    generations: join(dataDir, 'generations'),
    redis,
    client,
    vendors,
    start,
    async close() {
      for (const each of running) await each.stop();
      client.disconnect();
      vendors.stop();
      process.kill(redis.pid, 'SIGKILL');
    },
  };
}

function watched(program: Program, log: string): Running {
  const { pid } = program;
  return {
    program,
    spentMs: () => spentMs(pid),
    residentMb: () => residentMb(pid) ?? 0,
    mostMb: () => mostResidentMb(pid) ?? 0,
    logged: (event) => linesOf(log).filter((line) => line.event === event),
    async stop() {
      program.stop();
      await program.gone;
    },
  };
}

/** @throws {Error} the machine does not count it, and without it nothing here means anything */
export function spentMs(pid: number): number {
  const ms = processorMs(pid);
  if (ms === undefined) throw new Error('Cannot measure processor time on this machine: it has no /proc');
  return ms;
}

/** One whose line is still being written is left for the next look. */
function linesOf(file: string): Record<string, unknown>[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** Lets the vendors' time pass. */
export async function letPass({ vendors }: House, round: number): Promise<void> {
  const { body } = await request(`${vendors.origin}/round/${round}`, { method: 'PUT' });
  await body.dump();
}

/** Sources with an attempt at that instant or later. */
export function visitedSince({ ledger }: Pick<House, 'ledger'>, instant: string): number {
  const count = besideWriter(ledger, (database) =>
    database.prepare<[string], number>('SELECT count(*) FROM sources WHERE checked_at >= ?').pluck().get(instant),
  );
  return count ?? 0;
}

/** Sources that state a price. */
export function confirmed({ ledger }: Pick<House, 'ledger'>): number {
  const count = besideWriter(ledger, (database) =>
    database.prepare<[], number>('SELECT count(*) FROM sources WHERE confirmed_at IS NOT NULL').pluck().get(),
  );
  return count ?? 0;
}

/** Of Redis, in bytes. */
export async function redisBytes({ client }: Pick<House, 'client'>): Promise<{ now: number; most: number }> {
  const info = await client.info('memory');
  const value = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? Number.NaN);
  return { now: value('used_memory'), most: value('used_memory_peak') };
}

/** Of all files in there, however deep. */
export function bytesIn(path: string): number {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
