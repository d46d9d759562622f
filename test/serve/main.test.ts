/** The process itself, under real Node: it starts, answers, stops without cutting anybody off, and says why it can't. */
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../supervisor/port.ts';
import { serve } from '../crawler/loopback-server.ts';
import { firstOf } from '../long.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { MARKET } from './market-of-crm.ts';
import { publisher } from './served.ts';
import { startWeb } from './web-process.ts';

it('serves the published generation, follows the next at a signal, and ends with 0 when asked to stop', async () => {
  const { dir, publish } = publisher(MARKET);
  const { child, exited, until } = startWeb({ DATA_DIR: dirname(dir), BASE_URL: 'https://assay.example' });
  const { port } = await until('listening');
  const url = `http://127.0.0.1:${port}`;
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready', generation: '000001' });

  publish({ ...MARKET, categories: [...(MARKET.categories ?? []), { id: 'cms', name: 'CMS' }] });
  child.kill('SIGHUP');
  expect(await until('swapped', 1)).toMatchObject({ previous: '000001' });

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
  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(20);
  child.kill('SIGTERM');
  await Promise.all(clients);
  expect(await exited).toBe(0);
  expect(stopping).toBe(true);
});

it('what it answers first is an answer, and as it is later, though it needs more than a start loads', async () => {
  const port = await freePort('127.0.0.1');
  startWeb({ DATA_DIR: dirname(publisher(MARKET).dir), PORT: String(port) });
  let first: Response | undefined;
  while (first === undefined)
    first = await fetch(`http://127.0.0.1:${port}/api/v2/pricing/acme`).catch(() => undefined); // not listening yet
  expect(first.status).toBe(200);
  const asked: [path: string, init?: RequestInit][] = [
    ['/nowhere', { headers: { Accept: 'text/html' } }],
    ['/'],
    ['/tools/acme/pricing'],
    ['/terms'],
    ['/api/v2/pricing/nobody'],
    ['/api/v2/discover?limit=none'],
    ['/api/v2/pricing/acme', { method: 'OPTIONS' }],
    ['/api/v2/pricing/acme', { method: 'DELETE' }],
    ['/api/v2/tco', { method: 'POST', body: '{}', headers: { 'Content-Type': 'text/plain' } }],
    ['/api/mcp', { method: 'POST', body: 'none', headers: { 'Content-Type': 'application/json' } }],
    ['/go/acme', { redirect: 'manual' }],
    ['/readyz'],
    ['/livez', { method: 'POST' }],
  ];
  const all = () =>
    Promise.all(
      asked.map(async ([path, init]) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          ...init,
          headers: { ...init?.headers, 'X-Request-Id': 'the-same' },
        });
        const headers = [...response.headers].filter(([name]) => name !== 'date');
        return { path, status: response.status, headers, body: await response.text() };
      }),
    );
  const early = await all();
  expect(early.map(({ status }) => status)).toEqual([404, 200, 200, 200, 404, 400, 204, 405, 415, 400, 302, 200, 405]);
  expect(await all()).toEqual(early);
});

const WORKERS = ['1', '2'];

it.each(firstOf(1, WORKERS))('before anything is published, %s of it live and wait', async (count) => {
  const { until } = startWeb({ DATA_DIR: temporaryDirectory(), WEB_WORKERS: count });
  const { port } = await until('listening');
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
});

it.each(firstOf(1, WORKERS))('on a port that is taken, %s of it say so in one line and end with 1', async (count) => {
  const { port } = await serve(() => {});
  const dataDir = join(temporaryDirectory(), 'data');
  const { child, log } = startWeb({ PORT: String(port), WEB_WORKERS: count, DATA_DIR: dataDir });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  const msg = `Cannot listen on 127.0.0.1:${port}: the port is taken. Set PORT to another one`;
  expect(log).toEqual([expect.objectContaining({ level: 60, msg })]);
});

it('at an address that is none of ours it says so in one line without a stack, and ends with 1', async () => {
  const { child, log } = startWeb({ HOST: '192.0.2.1', PORT: '0', DATA_DIR: join(temporaryDirectory(), 'data') });
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(log[0]).toMatchObject({
    msg: expect.stringMatching(/^Cannot listen on 192\.0\.2\.1:0: listen EADDRNOTAVAIL/),
  });
  expect(log.every((line) => !('err' in line))).toBe(true);
});
