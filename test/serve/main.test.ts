/** The process itself, under real Node: it starts, answers, stops without cutting anybody off, and says why it can't. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';
import { MARKET } from './market-of-crm.ts';
import { publisher } from './served.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

function start(environment: Record<string, string>): { child: ChildProcess; exit: Promise<number | null> } {
  const child = spawn(process.execPath, ['serve/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT_PER_SECOND: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.push(child);
  return { child, exit: once(child, 'exit').then(([code]) => code as number | null) };
}

/** The lines of its log, as they come. */
async function* lines(child: ChildProcess): AsyncGenerator<Record<string, unknown>> {
  let rest = '';
  for await (const chunk of child.stderr ?? []) {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) yield JSON.parse(line);
  }
}

async function until(log: AsyncGenerator<Record<string, unknown>>, event: string): Promise<Record<string, unknown>> {
  for (let next = await log.next(); !next.done; next = await log.next())
    if (next.value.event === event) return next.value;
  throw new Error(`The process ended before "${event}"`);
}

it('serves the published generation, follows the next at a signal, and ends with 0 when asked to stop', async () => {
  const { dir, publish } = publisher();
  publish(MARKET);
  const { child, exit } = start({ DATA_DIR: dirname(dir), BASE_URL: 'https://assay.example' });
  const log = lines(child);
  const { port } = await until(log, 'listening');
  await until(log, 'swapped');
  const url = `http://127.0.0.1:${port}`;
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready', generation: '000001' });

  publish({ ...MARKET, categories: [...(MARKET.categories ?? []), { id: 'cms', name: 'CMS' }] });
  child.kill('SIGHUP');
  expect(await until(log, 'swapped')).toMatchObject({ previous: '000001' });

  // Clients that never pause, over connections that stay open, notice nothing but the end.
  let stopping = false;
  let answered = 0;
  const client = async () => {
    while (!stopping) {
      const response = await fetch(`${url}/api/v2/pricing/acme`);
      expect(response.status).toBe(200);
      await response.text();
      answered += 1;
      if (response.headers.get('connection') === 'close') stopping = true;
    }
  };
  const clients = Array.from({ length: 4 }, client);
  await expect.poll(() => answered).toBeGreaterThan(20);
  child.kill('SIGTERM');
  await Promise.all(clients);
  expect(await exit).toBe(0);
  expect(stopping).toBe(true);
});

it('before anything is published it lives and waits', async () => {
  const { child } = start({ DATA_DIR: temporaryDirectory() });
  const { port } = await until(lines(child), 'listening');
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
});

it('on a port that is taken it says so in one line and ends with 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const { child, exit } = start({ PORT: port, DATA_DIR: join(temporaryDirectory(), 'data') });
  const [code, log] = await Promise.all([exit, text(child.stderr ?? Readable.from([]))]);
  other.close();
  expect(code).toBe(1);
  expect(log.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(log)).toMatchObject({
    level: 60,
    msg: `Cannot listen on 127.0.0.1:${port}: the port is taken. Set PORT to another one`,
  });
});
