/**
 * An upgrade from the first release while clients read: this version serves what 0.1.0 published, migrates its ledger and
 * publishes anew, and no answer fails or goes back. v0.1.0 is the oldest whose generation opens: that of ledger-1 does not.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCurrent } from '../../data/store/generation/current.ts';
import { crowdMet } from '../chaos/crowd.ts';
import { startWebAlone } from '../chaos/web-alone.ts';
import { eventually } from '../eventually.ts';
import { repetitions } from '../long.ts';
import { startRedisServer } from '../redis-server.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { startVerifier } from '../verifier/verifier-process.ts';

const SLUGS = ['raisedonce', 'renamedtier', 'tieradded'];
const CLIENTS = repetitions(8, 64);

it('clients of 0.1.0 meet no error and no older generation while it is upgraded', async () => {
  const dataDir = temporaryDirectory();
  cpSync(join(import.meta.dirname, '../fixtures/v0.1.0'), dataDir, { recursive: true });
  const generation = () => Number(readCurrent(join(dataDir, 'generations'))?.generation);
  const before = generation();
  const [redis, web] = await Promise.all([startRedisServer(), startWebAlone(dataDir)]);
  const served = async () => Number((await web.get('/api/v2/categories')).body.generation);
  expect(await served()).toBe(before);
  let isOver = false;
  let asked = 0;
  const ask = () => {
    const slug = SLUGS[asked++ % SLUGS.length];
    const path = asked % 2 === 0 ? `/api/v2/pricing/${slug}` : `/api/v2/history/${slug}`;
    return isOver ? undefined : { kind: 'read', path };
  };
  const reading = crowdMet({ origin: web.origin, clients: CLIENTS, ask });
  const verifier = startVerifier({ dataDir, catalogueDir: join(dataDir, 'catalogue') }, redis.url);
  try {
    await verifier.until('ready');
    await eventually('the upgraded ledger is published and served', async () => (await served()) > before);
  } finally {
    isOver = true;
    await verifier.end('SIGTERM');
  }
  const met = await reading;
  await web.stop();
  await redis.stop();
  expect({ lost: met.lost, backwards: met.backwards }).toEqual({ lost: [], backwards: 0 });
  expect([...(met.statuses.get('read')?.keys() ?? [])]).toEqual([200]);
  expect(met.requests).toBeGreaterThan(100);
});
