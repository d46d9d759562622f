/** The console's page of watchlists, over real HTTP. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { openDeliveries } from '../../data/store/deliveries/deliveries.ts';
import { subscriptionsOf, Watchlist } from '../../data/watch/watchlist.ts';
import { ownRedis } from '../redis-server.ts';
import { install } from '../verifier/verifier-process.ts';
import { type ConsoleProcess, startConsole } from './console-process.ts';

const [redis, installation] = await Promise.all([ownRedis(), install(2)]);
const watchlistsDir = join(installation.dataDir, 'watchlists');
let console: ConsoleProcess;

beforeAll(async () => {
  mkdirSync(installation.dataDir, { recursive: true });
  const { dataDir: DATA_DIR, catalogueDir: CATALOGUE_DIR } = installation;
  console = await startConsole({ DATA_DIR, CATALOGUE_DIR, REDIS_URL: redis.url, WATCHLISTS_DIR: watchlistsDir });
}, 60_000);
afterAll(() => console?.stop());

const page = async (query = '') => (await fetch(`${console.url}/watchlists${query}`)).text();
const written = () => Watchlist.parse(parse(readFileSync(join(watchlistsDir, 'tools.yaml'), 'utf8')));

async function send(fields: Record<string, string>, path = ''): Promise<{ status: number; body: string }> {
  const answer = await fetch(`${console.url}/watchlists${path}`, {
    method: 'POST',
    headers: { Origin: console.url },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: answer.status, body: await answer.text() };
}

const HOOK = 'https://hooks.example/prices';
const TOOLS = {
  ...{ file: 'tools', name: 'Our tools', products: 'acme-0, acme-1', category: '', minPercent: '2.5' },
  ...{ digest: 'daily', channels: `webhook ${HOOK}\n\nmail ada@example.com, bob@example.com` },
};

test('a watchlist is added, shows its secret once, and keeps it when it is changed', async () => {
  expect(await page()).toContain('No watchlists');
  const { status, body } = await send(TOOLS);
  const [secret = ''] = /whsec_[A-Za-z0-9+/=]+/.exec(body) ?? [];
  expect([status, secret.length]).toEqual([200, 50]);
  expect(written()).toMatchObject({
    ...{ name: 'Our tools', products: ['acme-0', 'acme-1'], minPercent: 2.5, digest: 'daily', corrections: false },
    channels: [
      { kind: 'webhook', url: HOOK, secrets: [secret] },
      { kind: 'mail', to: ['ada@example.com', 'bob@example.com'] },
    ],
  });
  expect(await page('?edit=tools')).not.toContain(secret);
  const changed = await send({ ...TOOLS, isChange: '1', minPercent: '5', corrections: 'on' });
  expect([changed.status, changed.body]).toEqual([303, expect.any(String)]);
  expect(written()).toMatchObject({ minPercent: 5, corrections: true, channels: [{ secrets: [secret] }, {}] });
});

test('a secret is changed in two steps, so that both sign meanwhile', async () => {
  const secrets = () => written().channels.flatMap((channel) => (channel.kind === 'webhook' ? channel.secrets : []));
  const [old] = secrets();
  await send({ ...TOOLS, isChange: '1', 'secret-0': 'add' });
  expect(secrets()).toEqual([expect.not.stringContaining(old ?? ''), old]);
  const [newest] = secrets();
  await send({ ...TOOLS, isChange: '1', 'secret-0': 'drop' });
  expect(secrets()).toEqual([newest]);
});

test('a dead endpoint is shown, also on the overview, and resumes', async () => {
  const [hook] = subscriptionsOf('tools', written());
  const deliveries = openDeliveries(installation.dataDir);
  deliveries.begin(hook?.id ?? '', 3);
  deliveries.setState(hook?.id ?? '', 'paused', 'The endpoint answered 500 for a day');
  expect(await page()).toMatch(/paused[\s\S]*The endpoint answered 500 for a day/);
  expect(await (await fetch(console.url)).text()).toMatch(/Not delivering<\/span><span class="value">1<\/span>/);
  expect((await send({ file: 'tools' }, '/resume')).status).toBe(303);
  expect(deliveries.get(hook?.id ?? '')).toMatchObject({ state: 'active', cursor: 3 });
  deliveries.close();
});

test.each([
  [{ file: '../tools' }, 422],
  [{ file: 'tools', name: 'Again' }, 409],
  [{ file: 'new', products: 'nobody' }, 422],
  [{ file: 'new', products: '', category: '' }, 422],
  [{ file: 'new', category: 'crm' }, 422],
  [{ file: 'new', channels: 'pigeon post' }, 422],
  [{ file: 'new', channels: 'webhook javascript:alert(1)' }, 422],
  [{ file: 'new', minPercent: 'x' }, 422],
])('%j is refused', async (fields, status) => {
  expect((await send({ ...TOOLS, ...fields })).status).toBe(status);
  expect(await page()).not.toContain('<h2>Again');
});

test('a file that an operator named .yml is changed and removed, not doubled', async () => {
  const channels = [{ kind: 'mail', to: ['ada@example.com'] }];
  writeFileSync(join(watchlistsDir, 'own.yml'), stringify({ name: 'Own', products: ['acme-0'], channels }));
  expect((await send({ ...TOOLS, file: 'own', isChange: '1', channels: 'mail bob@example.com' })).status).toBe(303);
  expect(readdirSync(watchlistsDir)).toEqual(['own.yml', 'tools.yaml']);
  expect(readFileSync(join(watchlistsDir, 'own.yml'), 'utf8')).toContain('bob@example.com');
  expect((await send({ file: 'own' }, '/remove')).status).toBe(303);
  expect(readdirSync(watchlistsDir)).toEqual(['tools.yaml']);
});

test('it is removed once', async () => {
  expect((await send({ file: 'tools' }, '/remove')).status).toBe(303);
  expect(await page()).toContain('No watchlists');
  expect((await send({ file: 'tools' }, '/remove')).status).toBe(404);
});
