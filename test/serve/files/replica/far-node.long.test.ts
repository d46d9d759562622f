/**
 * A node far away, as it is run: its own exporter and web process over its own directory, behind a link that is cut, hangs
 * and comes back. It serves what it has all the while, and catches up.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { NOON } from '../../../builders.ts';
import { eventually } from '../../../eventually.ts';
import { type Program, startProgram } from '../../../program.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { manyProducts } from '../../many-products.ts';
import { publisher, serve } from '../../served.ts';
import { startWeb } from '../../web-process.ts';
import { unreliable } from './unreliable.ts';

const BASE_URL = 'https://far.example';

function startExporter(dataDir: string, url: string): Program {
  const download = { GENERATION_URL: url, GENERATION_POLL_MS: '100' };
  return startProgram(['serve/exporter.ts'], { DATA_DIR: dataDir, ...download, LOG_LEVEL: 'silent', BASE_URL });
}

it('serves what it has while the link is cut, hangs and its exporter is killed, and catches up', {
  timeout: 180_000,
}, async () => {
  const { dir, publish } = publisher(manyProducts(40, 0));
  const source = await serve(dir);
  const link = await unreliable(source.url);
  const dataDir = temporaryDirectory();
  const generations = join(dataDir, 'generations');
  const first = startExporter(dataDir, link.url);
  const web = startWeb({ DATA_DIR: dataDir, BASE_URL });
  const { port } = await web.until('listening');
  const get = (path: string) => fetch(`http://127.0.0.1:${String(port)}${path}`);
  const generationOf = async (path: string) => {
    const response = await get(path);
    const { generation } = (await response.json()) as { generation: string };
    return response.ok ? generation : undefined;
  };
  await eventually('the far node has a generation', async () => (await get('/readyz')).ok);
  await eventually('it has made its feeds', async () => (await generationOf('/llms-tools.json')) === '000001');

  let isAsking = true;
  const answers = { asked: 0, failed: 0 };
  const asking = (async () => {
    for (; isAsking; await delay(2)) {
      const response = await get('/api/v2/pricing/acme-7');
      await response.arrayBuffer();
      answers.asked += 1;
      if (response.status !== 200) answers.failed += 1;
    }
  })();
  const asked = () => link.asked.length;
  const triedAgain = async (times: number, what: string) => {
    const before = asked();
    await eventually(what, () => asked() >= before + times);
  };

  link.trouble = 'stall';
  publish(manyProducts(40, 1), new Date(Date.parse(NOON) + 1_000));
  await source.generations.follow();
  const isBegun = () => existsSync(generations) && readdirSync(generations).some((name) => name.startsWith('.part-'));
  await eventually('the next generation is on its way', isBegun);
  await first.end('SIGKILL');
  link.trouble = 'hang';
  const second = startExporter(dataDir, link.url);
  await triedAgain(1, 'it asks and gets no answer');
  expect(await generationOf('/readyz')).toBe('000001');
  expect(await second.end('SIGTERM')).toBe(0);

  link.trouble = 'cut';
  const third = startExporter(dataDir, link.url);
  await triedAgain(4, 'it asks again and again');
  expect(await generationOf('/readyz')).toBe('000001');
  link.trouble = 'corrupt';
  await triedAgain(4, 'it is sent what is wrong');
  expect(await generationOf('/readyz')).toBe('000001');

  link.trouble = 'none';
  await eventually('it has caught up', async () => (await generationOf('/readyz')) === '000002');
  await eventually('its feeds have, too', async () => (await generationOf('/llms-tools.json')) === '000002');
  isAsking = false;
  await asking;
  expect(answers.asked).toBeGreaterThan(50);
  expect(answers.failed).toBe(0);
  expect(isBegun()).toBe(false);
  expect(await third.end('SIGTERM')).toBe(0);
});
