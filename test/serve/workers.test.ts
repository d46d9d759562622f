/** Several web processes behind one port, under real Node: together they answer as one would. */
import { once } from 'node:events';
import { dirname } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Program } from '../program.ts';
import { MARKET } from './market-of-crm.ts';
import { publisher } from './served.ts';
import { startWeb } from './web-process.ts';

/** Starting two processes, while others are at work. */
const TIMEOUT_MS = 240_000;
/** For what takes an instant where nobody else is at work. */
const PATIENCE = { timeout: 60_000 };
const PATH = '/api/v2/pricing/acme';

const agents: Agent[] = [];
afterAll(() => Promise.all(agents.map((agent) => agent.destroy())));

/** One connection after another, each as long as it holds. What is not answered for so long never will be. */
function connection(): Agent {
  const agent = new Agent({ connections: 1, pipelining: 1, headersTimeout: 10_000 });
  agents.push(agent);
  return agent;
}

async function started({ until }: Program): Promise<{ url: string; pids: number[] }> {
  const both = [await until('listening'), await until('listening', 1)];
  return { url: `http://127.0.0.1:${both[0]?.port}`, pids: both.map(({ pid }) => Number(pid)) };
}

async function get(url: string, dispatcher = connection()): Promise<{ status: number; body: string; isLast: boolean }> {
  const { statusCode, headers, body } = await request(url, { dispatcher });
  return { status: statusCode, body: await body.text(), isLast: headers.connection === 'close' };
}

/** A client that asks without pause until it is told to stop, that this connection is over, or the test has ended. */
function client(url: string) {
  const dispatcher = connection();
  const seen = { answered: 0, failed: 0, wasToldToClose: false };
  let isStopped = false;
  onTestFinished(() => {
    isStopped = true;
  });
  const ended = (async () => {
    for (let count = 0; !isStopped && !seen.wasToldToClose; count += 1) {
      // Lines of very different lengths, so that they would tear each other if they could.
      const asked = await get(`${url}${PATH}?nonsense=${'ä'.repeat(count % 80)}`, dispatcher).catch(() => undefined);
      if (asked?.status === 200) seen.answered += 1;
      else seen.failed += 1;
      seen.wasToldToClose = asked?.isLast === true;
    }
  })();
  return {
    seen,
    async stop() {
      isStopped = true;
      await ended;
    },
    ended,
  };
}

async function requestsCounted(url: string): Promise<number> {
  const { body } = await get(`${url}/metrics`);
  return Number(/^assay_http_requests_total\{operation="getPricing",status="200"\} (\d+)$/m.exec(body)?.[1]);
}

it(
  'two share the work, follow generations, count together, outlive one that is killed, and cut nothing when they stop',
  async () => {
    const { dir, publish } = publisher(MARKET);
    const web = startWeb({ DATA_DIR: dirname(dir), WEB_WORKERS: '2' });
    const { url, pids } = await started(web);
    await expect.poll(async () => (await get(`${url}/readyz`)).status, PATIENCE).toBe(200);

    // Connections go to them in turn.
    for (let count = 0; count < 10; count += 1) expect((await get(url + PATH)).status).toBe(200);
    expect(await requestsCounted(url)).toBe(10);
    const { body } = await get(`${url}/metrics`);
    expect(body).toMatch(/^assay_generation 1$/m);
    expect(body).toMatch(/^assay_http_request_seconds_count\{operation="getPricing"\} 10$/m);
    // Node itself takes more than 20 MB, twice.
    expect(Number(/^process_resident_memory_bytes (\d+)$/m.exec(body)?.[1])).toBeGreaterThan(2 * 20e6);
    expect(body.match(/^assay_records\{status="verified"\} .*$/gm)).toHaveLength(1);

    publish({ ...MARKET, categories: [...(MARKET.categories ?? []), { id: 'cms', name: 'CMS' }] });
    web.child.kill('SIGHUP');
    // Behind those of their first.
    const swapped = [await web.until('swapped', 2), await web.until('swapped', 3)];
    expect(swapped.map(({ previous }) => previous)).toEqual(['000001', '000001']);
    expect(new Set(swapped.map(({ pid }) => pid))).toEqual(new Set(pids));

    const [killed = 0, left = 0] = pids;
    const before = Array.from({ length: 6 }, () => client(url));
    await expect.poll(() => before.every(({ seen }) => seen.answered > 20), PATIENCE).toBe(true);
    const counted = await requestsCounted(url);
    process.kill(killed, 'SIGKILL');
    expect(await web.until('worker-exited')).toMatchObject({ worker: killed, signal: 'SIGKILL' });
    const { pid: again } = await web.until('listening', 2);
    expect([killed, left]).not.toContain(again);
    await Promise.all(before.map(({ stop }) => stop()));
    // What was on its way to the one that was killed, and a connection that it was given before its end was known.
    for (const { seen } of before) expect(seen.failed).toBeLessThanOrEqual(2);
    expect(before.filter(({ seen }) => seen.failed === 0).length).toBeGreaterThan(0);
    expect(await requestsCounted(url)).toBeGreaterThanOrEqual(counted);
    expect((await get(`${url}/readyz`)).status).toBe(200);

    const clients = Array.from({ length: 6 }, () => client(url));
    await expect.poll(() => clients.every(({ seen }) => seen.answered > 20), PATIENCE).toBe(true);
    const closed = once(web.child, 'close');
    web.child.kill('SIGTERM');
    for (const { ended } of clients) await ended;
    for (const { seen } of clients) expect(seen).toMatchObject({ failed: 0, wasToldToClose: true });
    expect(await closed).toEqual([0, null]);

    const requests = web.log.filter(({ event, status }) => event === 'request' && status === 200);
    expect(new Set(requests.map(({ pid }) => pid))).toEqual(new Set([...pids, again]));
    expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
  },
  TIMEOUT_MS,
);

it(
  'a client has one budget, whether it comes by one connection or by many',
  async () => {
    const limit = { RATE_LIMIT_PER_SECOND: '2', RATE_LIMIT_BURST: '30' };
    const DATA_DIR = dirname(publisher(MARKET).dir);
    const web = startWeb({ DATA_DIR, WEB_WORKERS: '2', TRUST_PROXY: '1', ...limit });
    const { url } = await started(web);
    const allowed = async (who: string, times: number, dispatcherOf: () => Agent) => {
      const began = performance.now();
      let count = 0;
      for (let time = 0; time < times; time += 1) {
        const dispatcher = dispatcherOf();
        const { statusCode, body } = await request(url + PATH, { dispatcher, headers: { 'x-forwarded-for': who } });
        await body.dump();
        if (statusCode === 200) count += 1;
      }
      return { count, refilled: (2 * (performance.now() - began)) / 1000 };
    };
    const only = connection();
    const byOne = await allowed('192.0.2.1', 60, () => only);
    expect(byOne.count).toBeGreaterThanOrEqual(30);
    expect(byOne.count).toBeLessThanOrEqual(30 + Math.ceil(byOne.refilled));
    // Each may give all of it before it hears of the other, and never more.
    const byMany = await allowed('192.0.2.2', 120, connection);
    expect(byMany.count).toBeGreaterThanOrEqual(30);
    expect(byMany.count).toBeLessThanOrEqual(2 * 30 + Math.ceil(byMany.refilled));
    // What both gave is owed: the client has to wait for it, whichever of them it asks.
    await expect.poll(async () => (await allowed('192.0.2.2', 2, connection)).count, PATIENCE).toBe(0);
  },
  TIMEOUT_MS,
);
