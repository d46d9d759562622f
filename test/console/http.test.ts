/**
 * The console over real HTTP: who gets in (gate.test.ts has every case of a name, a page and a token), and its page of
 * watchlists.
 */
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { openCrawlQueue } from '../../crawler/schedule/crawl-queue.ts';
import { openDeliveries } from '../../data/store/deliveries/deliveries.ts';
import { subscriptionsOf, Watchlist } from '../../data/watch/watchlist.ts';
import { crawlJob } from '../builders.ts';
import { startProgram } from '../program.ts';
import { ownRedis } from '../redis-server.ts';
import { install, placesOf } from '../verifier/verifier-process.ts';
import { type ConsoleProcess, startConsole } from './console-process.ts';

const TOKEN = 'a-token-for-this-test';
const [redis, installation] = await Promise.all([ownRedis(), install(2)]);
const watchlistsDir = join(installation.dataDir, 'watchlists');
const environment = () => ({ ...placesOf(installation), REDIS_URL: redis.url });

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** With exactly these headers, which `fetch` would not send. */
async function ask(url: string, headers: Record<string, string>, { method = 'GET', body = '' } = {}): Promise<Answer> {
  const sent = request(url, { method, headers }).end(body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const HOOK = 'https://hooks.example/prices';
const TOOLS = {
  ...{ file: 'tools', name: 'Our tools', products: 'acme-0, acme-1', category: '', minPercent: '2.5' },
  ...{ digest: 'daily', channels: `webhook ${HOOK}\n\nmail ada@example.com, bob@example.com` },
};

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

test('it stops when it is told to, though its Redis never answered', async () => {
  const cutOff = await startConsole({ ...environment(), REDIS_URL: 'redis://127.0.0.1:1' });
  expect(await cutOff.end('SIGTERM')).toBe(0);
});

describe('on this machine, without a token', () => {
  let open: ConsoleProcess;
  beforeAll(async () => {
    mkdirSync(join(installation.dataDir, 'generations'), { recursive: true });
    writeFileSync(join(installation.dataDir, 'generations', 'CURRENT'), 'half');
    open = await startConsole({ ...environment(), WATCHLISTS_DIR: watchlistsDir });
  });
  const port = () => new URL(open.url).port;

  test('it answers, also over a damaged CURRENT, with a strict policy, and nothing may be kept', async () => {
    const { status, headers, body } = await ask(open.url, {});
    expect([status, body]).toEqual([200, expect.stringContaining('generations/CURRENT is lost or damaged')]);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'self'; script-src 'self';/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('by a name that was made to lead here it is not asked, whatever is asked for', async () => {
    for (const path of ['/', '/review', '/queues/', '/queues/api/queues', '/live', '/livez', '/metrics'])
      expect((await ask(open.url + path, { Host: `evil.example:${port()}` })).status, path).toBe(403);
  });

  const post = (path: string, body = '', headers: Record<string, string> = { Origin: open.url, ...FORM }) =>
    ask(open.url + path, headers, { method: 'POST', body });

  test('a form of another page does nothing', async () => {
    for (const origin of [{}, { Origin: 'http://evil.example' }, { Origin: `http://localhost:${port()}` }])
      for (const path of ['/checks', '/products'])
        expect((await post(path, 'slug=acme-0&reason=because', { ...FORM, ...origin })).status).toBe(403);
  });

  test('what is no form, or too much of one, is told so', async () => {
    const json = { Origin: open.url, 'Content-Type': 'application/json' };
    expect((await post('/checks', '{}', json)).status).toBe(415);
    // The time to parse it would grow with the square of its fields.
    const large = `slug=acme-0&${'a&'.repeat(300_000)}`;
    expect((await post('/checks', large)).status).toBe(413);
    const inChunks = { Origin: open.url, ...FORM, 'Transfer-Encoding': 'chunked' };
    expect((await post('/checks', large, inChunks)).status).toBe(413);
    const unknown = await post('/checks', 'slug=nobody&reason=so');
    expect([unknown.status, unknown.body]).toEqual([404, expect.stringContaining('<a href="/checks">Checks</a></p>')]);
  });

  test('words of others stay words', async () => {
    const { body } = await ask(`${open.url}/products?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E`, {});
    expect(body).toContain('value="&lt;script&gt;');
    expect((await ask(`${open.url}/review/%3Cb%3E`, {})).body).toContain('&lt;b&gt;');
    expect((await ask(`${open.url}/checks/%`, {})).status).toBe(400);
  });

  test('the checks count all visits that wait, and show the first', async () => {
    const queue = openCrawlQueue(redis.url);
    const data = crawlJob({ slug: 'acme-0' });
    await queue.addBulk(Array.from({ length: 1_090 }, () => ({ name: 'visit', data })));
    const { body } = await ask(`${open.url}/checks`, {});
    expect(body).toMatch(/Waiting <span class="count">1,090<.*>1,050 more\.<.*Due/s);
    await queue.drain();
    await queue.close();
  });

  test('/livez, /readyz and /metrics are as of every process', async () => {
    expect(await ask(`${open.url}/livez`, {})).toMatchObject({ status: 200, body: 'ok\n' });
    expect(await ask(`${open.url}/readyz`, {})).toMatchObject({ status: 200, body: 'ready\n' });
    expect((await ask(`${open.url}/metrics`, {})).body).toMatch(/^assay_console_refusals_total\{why="host"\} [1-9]/m);
  });

  describe('the page of watchlists', () => {
    const page = async (query = '') => (await fetch(`${open.url}/watchlists${query}`)).text();
    const written = () => Watchlist.parse(parse(readFileSync(join(watchlistsDir, 'tools.yaml'), 'utf8')));
    const send = (fields: Record<string, string>, path = '') =>
      post(`/watchlists${path}`, String(new URLSearchParams(fields)));

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
      // On a narrow screen its table scrolls: it needs the focus for the keyboard.
      expect(await page()).toContain('tabindex="0" role="region" aria-label="Channels of Our tools"');
      const changed = await send({ ...TOOLS, isChange: '1', minPercent: '5', corrections: 'on' });
      expect([changed.status, changed.body]).toEqual([303, expect.any(String)]);
      expect(written()).toMatchObject({ minPercent: 5, corrections: true, channels: [{ secrets: [secret] }, {}] });
    });

    test('a secret is changed in two steps, so that both sign meanwhile', async () => {
      const secrets = () =>
        written().channels.flatMap((channel) => (channel.kind === 'webhook' ? channel.secrets : []));
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
      expect(await (await fetch(open.url)).text()).toMatch(/Not delivering<\/span><span class="value">1<\/span>/);
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

    test('a file that the disk refuses is not saved, and the page says why', async () => {
      const temporary = join(watchlistsDir, `full.yaml.tmp-${open.child.pid}`);
      symlinkSync('/dev/full', temporary);
      const { status, body } = await send({ ...TOOLS, file: 'full' });
      expect([status, body]).toEqual([500, expect.stringContaining('Cannot save: ENOSPC: no space left on device')]);
      expect(readdirSync(watchlistsDir)).toEqual(['tools.yaml']);
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
  });
});

describe('with a token', () => {
  let closed: ConsoleProcess;
  beforeAll(async () => {
    closed = await startConsole({ ...environment(), CONSOLE_TOKEN: TOKEN, CONSOLE_HOSTS: 'console.example' });
  });
  const own = () => ({ Origin: closed.url, ...FORM });

  test('every request needs it, and a person is led to the login', async () => {
    for (const path of ['/checks', '/metrics', '/live', '/queues/api/queues', '/captures/a/source'])
      expect([401, 303], path).toContain((await ask(closed.url + path, { Accept: '*/*' })).status);
    expect(await ask(`${closed.url}/metrics`, { Accept: 'text/plain' })).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    });
    expect(await ask(`${closed.url}/review?x=1`, { Accept: 'text/html' })).toMatchObject({
      status: 303,
      headers: { location: '/login?next=%2Freview%3Fx%3D1' },
    });
    const late = { ...own(), Accept: 'text/html', Referer: `${closed.url}/review?x=1` };
    const ended = await ask(`${closed.url}/review`, late, { method: 'POST' });
    expect(ended.status).toBe(401);
    expect(ended.body).toMatch(/Nothing was recorded: log in.*name="next" value="\/review\?x=1"/s);
    for (const Referer of ['https://evil.example//evil.example', 'no address'])
      expect((await ask(`${closed.url}/review`, { ...late, Referer }, { method: 'POST' })).body).toMatch(
        /name="next" value="\/(?:no%20address)?"/,
      );
    expect((await ask(`${closed.url}/livez`, {})).status).toBe(200);
    expect((await ask(`${closed.url}/login`, {})).status).toBe(200);
  });

  test('a program brings it in its header', async () => {
    expect((await ask(`${closed.url}/metrics`, { Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    expect((await ask(`${closed.url}/metrics`, { Authorization: `Bearer ${TOKEN}x` })).status).not.toBe(200);
  });

  test('a person logs in with it, under a name, and out again', async () => {
    const send = (fields: Record<string, string>) =>
      ask(`${closed.url}/login`, own(), { method: 'POST', body: new URLSearchParams(fields).toString() });
    expect(await send({ who: 'grace', token: 'not-the-token-at-all' })).toMatchObject({ status: 401 });
    expect(await send({ who: ' ', token: TOKEN })).toMatchObject({ status: 401 });
    const { status, headers } = await send({ who: 'grace', token: TOKEN, next: '/review' });
    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/review' });
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    const Cookie = cookie.split(';')[0] ?? '';
    expect((await ask(`${closed.url}/review`, { Cookie })).body).toContain('>grace</span>');
    expect(
      (await ask(`${closed.url}/checks`, { ...FORM, Cookie, Origin: 'http://evil.example' }, { method: 'POST' }))
        .status,
    ).toBe(403);
    const out = await ask(`${closed.url}/logout`, { ...own(), Cookie }, { method: 'POST' });
    expect(out.headers['set-cookie']).toEqual([expect.stringMatching(/^assay_console=; Path=\/; Max-Age=0/)]);
  });

  test('a login of many fields, which anybody may send, is not parsed', async () => {
    const body = `who=grace&token=${TOKEN}&${'a&'.repeat(10_000)}`;
    expect((await ask(`${closed.url}/login`, own(), { method: 'POST', body })).status).toBe(413);
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'a login leads nowhere else, not to %s',
    async (next) => {
      const body = new URLSearchParams({ who: 'grace', token: TOKEN, next }).toString();
      expect((await ask(`${closed.url}/login`, own(), { method: 'POST', body })).headers.location).toBe('/');
    },
  );

  test('a proxy may ask by the name that was set', async () => {
    expect((await ask(`${closed.url}/livez`, { Host: 'console.example' })).status).toBe(200);
    expect((await ask(`${closed.url}/livez`, { Host: 'other.example' })).status).toBe(403);
  });
});

test('without a token it does not listen where other machines reach it', async () => {
  const program = startProgram(['console/main.ts'], { ...environment(), CONSOLE_PORT: '0', CONSOLE_HOST: '0.0.0.0' });
  expect(await program.exited).toBe(2);
  expect(JSON.stringify(program.log)).toContain('needs a CONSOLE_TOKEN');
});
