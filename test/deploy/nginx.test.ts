/** deploy/nginx.conf in Debian's nginx, before a real web process: TLS, cache, ranges, limits, what is not for outsiders. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { MOST_REPORT_BYTES } from '../../data/pipeline/mistake-report.ts';
import { freePort } from '../../supervisor/port.ts';
import { serve } from '../crawler/loopback-server.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { eventually } from '../eventually.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const CONF = readFileSync(resolve(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
/** As the web process answers, with a count of what reaches it. */
const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
const FILE = Buffer.alloc(300_000, 'price');
let secure = 0;
const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((file) => spawnSync(file, ['-v']).status === 0);

beforeAll(async () => {
  if (nginx === undefined) return;
  const { port } = await serve((req, res) => {
    asked.push({ path: req.url ?? '', headers: req.headers });
    res.setHeader('RateLimit', '"default";r=99;t=1').setHeader('X-Request-Id', `ours-${asked.length}`);
    if (req.url === '/metrics') return res.end('metrics');
    if (req.url?.startsWith('/exports/')) {
      const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(req.headers.range ?? '') ?? [];
      res.statusCode = req.headers.range === undefined ? 200 : 206;
      return res.end(FILE.subarray(Number(from), to === '' ? undefined : Number(to) + 1));
    }
    if (req.url?.startsWith('/go/'))
      return res.writeHead(302, { Location: 'https://acme.example/', 'Cache-Control': 'no-store' }).end();
    if (req.url === '/nothing')
      return res
        .writeHead(404, { Vary: 'Accept', 'Cache-Control': 'public, max-age=60' })
        .end(`for ${req.headers.accept}`);
    const coding = String(req.headers['accept-encoding'] ?? '');
    res
      .setHeader('Cache-Control', req.url === '/private' ? 'no-store' : 'public, max-age=300')
      .setHeader('Vary', 'Accept-Encoding');
    res.setHeader('ETag', `"v1-${coding}"`).setHeader('Content-Type', 'application/json');
    if (coding !== '') res.setHeader('Content-Encoding', coding);
    return res.end(`coded as ${coding || 'nothing'}`);
  });
  const folder = temporaryDirectory();
  const plain = await freePort('127.0.0.1');
  secure = await freePort('127.0.0.1');
  for (const name of ['cache', 'tmp']) mkdirSync(join(folder, name));
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=prices.example -keyout ${folder}/key.pem -out ${folder}/fullchain.pem`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  const site = CONF.replaceAll('/etc/ssl/assay', folder)
    .replace('/var/cache/nginx/assay', join(folder, 'cache'))
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replace(/listen \[::\][^;]*;/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${secure} ssl`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder}/tmp/${each};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off; set_real_ip_from 127.0.0.1; real_ip_header X-Address; ${temporary.join(' ')}\n${site}\n}\n`,
  );
  const tested = spawnSync(nginx, ['-t', '-c', file], { encoding: 'utf8' });
  expect(tested.stderr).toMatch(/syntax is ok[\s\S]*test is successful/);
  expect(tested.stderr).not.toContain('[warn]');
  const child = spawn(nginx, ['-c', file], { stdio: 'ignore' });
  atEndOfFile(() => {
    child.kill('SIGTERM');
    return once(child, 'exit');
  });
  await eventually('nginx answers', () =>
    ask('/ready').then(
      () => true,
      () => false,
    ),
  );
}, 60_000);

async function ask(path: string, given: Record<string, string> = {}) {
  const headers = { Host: 'prices.example', ...given };
  const sent = request({ host: '127.0.0.1', port: secure, path, headers, rejectUnauthorized: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const reaching = (path: string) => asked.filter((each) => each.path === path);

/** Said by name: a machine without nginx can't try it, and every other promise is kept without it. */
const tried = it.skipIf(nginx === undefined);

tried('what is public comes once, for each coding; nobody gets another’s budget or request', async () => {
  for (const [accepted, coding] of [
    ['gzip, br, zstd', 'zstd'],
    ['br;q=1.0, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['zstd;q=0, br; q=0.0 , gzip;q=0.5', 'gzip'],
    ['gzip;q=0', ''],
    ['', ''],
  ] as const) {
    const headers: Record<string, string> = accepted === '' ? {} : { 'Accept-Encoding': accepted };
    const first = await ask('/api/v2/pricing/acme', headers);
    const second = await ask('/api/v2/pricing/acme', headers);
    expect(first.body.toString()).toBe(`coded as ${coding || 'nothing'}`);
    expect(second.headers).toMatchObject({ etag: `"v1-${coding}"`, 'x-cache': 'HIT' });
    expect(second.headers.ratelimit).toBeUndefined();
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  }
  expect(reaching('/api/v2/pricing/acme')).toHaveLength(4);
  expect((await ask('/api/v2/pricing/acme', { 'If-None-Match': '"v1-"' })).status).toBe(304);
});

tried('what may not be kept is not, and redirects are counted each time', async () => {
  for (let time = 0; time < 2; time += 1) {
    await ask('/private');
    expect((await ask('/go/acme')).status).toBe(302);
  }
  expect([reaching('/private').length, reaching('/go/acme').length]).toEqual([2, 2]);
});

tried('what is a page or JSON, as the client accepts, is each client’s own', async () => {
  for (const Accept of ['text/html', '*/*', 'text/html'])
    expect((await ask('/nothing', { Accept })).body.toString()).toBe(`for ${Accept}`);
});

tried('a range of a download is that range', async () => {
  const { status, body } = await ask('/exports/000001/history.csv', {
    Range: 'bytes=100000-100009',
    'Accept-Encoding': 'gzip',
  });
  expect([status, body.toString()]).toEqual([206, FILE.subarray(100_000, 100_010).toString()]);
  expect(reaching('/exports/000001/history.csv')[0]?.headers['accept-encoding']).toBeUndefined();
});

tried('a report may be as long as the notifier takes', () => {
  expect(CONF).toContain(`client_max_body_size ${MOST_REPORT_BYTES / 1024}k;`);
});

tried('a client is who it is, not who it says', async () => {
  await ask('/who', { 'X-Forwarded-For': '10.9.8.7' });
  expect(reaching('/who')[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: 'prices.example' });
});

tried('figures are for this machine, and too much at once is told so', async () => {
  expect((await ask('/metrics')).status).toBe(200);
  expect(CONF).toMatch(/livez\|readyz\|metrics[\s\S]{0,120}deny all;/);
  // One address; and a network of IPv6, whose bytes may be line breaks.
  for (const addressOf of [() => '10.9.8.7', (count: number) => `2001:db8::a0a:${count.toString(16)}`]) {
    const statuses = Array.from({ length: 320 }, async (_, count) => {
      const { status } = await ask('/private', { 'X-Address': addressOf(count) });
      return status;
    });
    const many = await Promise.all(statuses);
    expect(many).toContain(429);
    expect(many.every((status) => status === 200 || status === 429)).toBe(true);
  }
});
