/** Clients that pipeline requests for large answers and read none of them, and what they cost the web process. */
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { readCurrent } from '../../../data/store/generation/current.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { publishTurns } from '../../workload/generation.ts';
import { feedsMade, SITE } from '../served.ts';
import { startWeb } from '../web-process.ts';

const PRODUCTS = 300;
/** More than 64 KB, which a server reads at a time. */
const PIPELINED = 3_000;
const RECONNECTED_MS = 250;
/** The server cuts a silent client off after 30 s. */
const RENEWED_MS = 31_000;
const SAMPLED_MS = 200;
const READERS = 2;
/** Answers that each client would have read. */
const READS = 5;
const HOT = '/api/v2/pricing/product-1';

export interface Cost {
  megabytesMore: number;
  /** After the clients left. */
  megabytesLeft: number;
  descriptorsMore: number;
  descriptorsLeft: number;
  /** Of hot requests, in ms. */
  p99Before: number;
  p99Meanwhile: number;
}

/** @param ms how long the clients stay */
export async function costOfUnreadAnswers({ clients, ms }: { clients: number; ms: number }): Promise<Cost> {
  const dataDir = temporaryDirectory();
  publishTurns(dataDir, PRODUCTS, 1);
  const generations = join(dataDir, 'generations');
  await feedsMade(generations, { now: new Date() });
  const environment = { DATA_DIR: dirname(generations), BASE_URL: SITE.baseUrl, BRAND: SITE.brand };
  const web = startWeb(environment, flagsInService());
  const port = Number((await web.until('listening')).port);
  const { pid = 0 } = web.child;
  const paths = ['/llms-full.txt', '/llms-pricing.json', `/exports/generations/${readCurrent(generations)?.file}`];
  // What it takes to answer as many that read is no matter of those that don't.
  const reads = Array.from(
    { length: READS * clients },
    (_, at) => `http://127.0.0.1:${port}${paths[at % paths.length]}`,
  );
  const dispatcher = new Agent({ connections: clients });
  await Promise.all(
    reads.map(async (url) => {
      const { statusCode, body } = await request(url, { dispatcher });
      await body.dump({ limit: Number.POSITIVE_INFINITY });
      if (statusCode !== 200) throw new Error(`${url} is answered with ${statusCode}`);
    }),
  );
  await dispatcher.destroy();
  await hotFor(port, Math.min(ms, 2_000), 0);

  const before = await watched(pid, () => hotFor(port, Math.min(ms, 20_000)));
  const unreading = unreadingClients(port, { paths, clients });
  const crowded = await watched(pid, () => hotFor(port, ms));
  await unreading.leave();
  await settled(pid, before.descriptors + 10);
  const after = await watched(pid, () => hotFor(port, 1_000));
  web.child.kill('SIGTERM');
  return {
    megabytesMore: crowded.megabytes - before.megabytes,
    megabytesLeft: after.megabytes - before.megabytes,
    descriptorsMore: crowded.descriptors - before.descriptors,
    descriptorsLeft: after.descriptors - before.descriptors,
    p99Before: before.result,
    p99Meanwhile: crowded.result,
  };
}

/** Each replaces its connection when the server ends it, and comes from one of ten addresses. */
function unreadingClients(port: number, { paths, clients }: { paths: readonly string[]; clients: number }) {
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(PIPELINED)),
  );
  const sockets = new Set<Socket>();
  let isLeaving = false;
  const dial = (at: number) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${(at % 10) + 1}` });
    sockets.add(socket);
    // A client that does not read does not notice that it was cut off.
    socket.setTimeout(RENEWED_MS + (at % 10) * 1_000, () => socket.destroy());
    socket
      .pause()
      .on('error', () => socket.destroy())
      .on('close', () => {
        sockets.delete(socket);
        setTimeout(() => isLeaving || dial(at), RECONNECTED_MS);
      })
      .write(requests[at % requests.length] ?? '');
  };
  for (let at = 0; at < clients; at += 1) dial(at);
  return {
    async leave() {
      isLeaving = true;
      for (const socket of sockets) socket.destroy();
      await delay(RECONNECTED_MS);
    },
  };
}

/** The most that the process held while `work` went on. */
async function watched<Result>(pid: number, work: () => Promise<Result>) {
  let [megabytes, descriptors] = [0, 0];
  const sample = () => {
    megabytes = Math.max(megabytes, residentMb(pid));
    descriptors = Math.max(descriptors, descriptorsOf(pid));
  };
  const timer = setInterval(sample, SAMPLED_MS);
  try {
    const result = await work();
    sample();
    return { result, megabytes, descriptors };
  } finally {
    clearInterval(timer);
  }
}

/** The 99th percentile of reads of one hot path. */
async function hotFor(port: number, ms: number, pauseMs = 5): Promise<number> {
  const until = performance.now() + ms;
  const dispatcher = new Agent();
  const times: number[] = [];
  const read = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      const { statusCode, body } = await request(`http://127.0.0.1:${port}${HOT}`, { dispatcher });
      await body.dump();
      times.push(performance.now() - started);
      if (statusCode !== 200) throw new Error(`A reader got ${statusCode}`);
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  await dispatcher.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(100 * (sorted[Math.floor(sorted.length * 0.99)] ?? 0)) / 100;
}

/** Of the Procfile: they bound how far the heap grows with garbage. */
function flagsInService(): string[] {
  const line = /^web: node (.*) serve\/main\.ts$/m.exec(readFileSync('Procfile', 'utf8'))?.[1];
  return line?.split(' ') ?? [];
}

async function settled(pid: number, descriptors: number): Promise<void> {
  const until = performance.now() + 20_000;
  while (descriptorsOf(pid) > descriptors && performance.now() < until) await delay(SAMPLED_MS);
}

function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}

function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
