/** The web process as it is deployed: under Node's permission model, as a user that can't write, and serving everything. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../supervisor/port.ts';
import { assay } from '../cli/command-line.ts';
import { type Installed, installed } from '../cli/installed.ts';
import { eventually } from '../eventually.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const unit = readFileSync(join(ROOT, 'deploy/systemd/assay-web.service'), 'utf8');
const NOBODY = 65_534;
/** Only root can become somebody else; anybody else is not root anyway. */
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

let installation: Installed;
let origin = '';
let stop = async () => {};
let flags: string[] = [];
beforeAll(async () => {
  installation = await installed();
  expect((await assay(['export', join(installation.dataDir, 'exports')], installation.env)).code).toBe(0);
  for (const dir of [dirname(installation.dataDir), installation.dataDir]) chmodSync(dir, 0o755);
  const words = /^ExecStart=\S+ (.*) serve\/main\.ts$/m.exec(unit)?.[1]?.split(' ') ?? [];
  flags = words.map((word) => word.replace('/opt/assay', ROOT).replace('/var/lib/assay', installation.dataDir));
  const port = await freePort('127.0.0.1');
  origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...flags, 'serve/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      ...installation.env,
      PORT: String(port),
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_SECOND: '0',
    },
    stdio: 'ignore',
    ...user,
  });
  stop = async () => {
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await gone;
  };
  await eventually('it is ready', () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}, 60_000);
afterAll(() => stop());

/** Both are ours, and held to their schemas elsewhere. */
interface Listed {
  paths: Record<string, Record<string, unknown>>;
  files: { url: string }[];
}
const listed = async (path: string) => (await (await fetch(`${origin}${path}`)).json()) as Listed;

it('serves every path of the manifest, pages, downloads and tools', async () => {
  const { paths } = await listed('/api/v2/openapi.json');
  const plain = Object.entries(paths)
    .filter(([path, methods]) => !path.includes('{') && 'get' in methods)
    .map(([path]) => path);
  expect(plain.length).toBeGreaterThan(8);
  const { files } = await listed('/exports/manifest.json');
  const downloads = files.map(({ url }) => new URL(url).pathname);
  const own = [
    '/',
    '/tools/acme-1/pricing',
    '/api/v2/pricing/acme-1',
    '/docs',
    '/card.png',
    '/livez',
    '/metrics',
    '/go/acme-1',
    '/sitemap.xml',
  ];
  for (const path of [...plain, ...own, ...downloads]) {
    const { status } = await fetch(`${origin}${path}`, { redirect: 'manual' });
    // 400 asks for a parameter; feeds of all products are the exporter's, which does not run here.
    expect([path, status < 500 || status === 503]).toEqual([path, true]);
    if (own.slice(0, 6).includes(path) || downloads.includes(path)) expect([path, status]).toEqual([path, 200]);
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const tools = await fetch(`${origin}/api/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  expect(((await tools.json()) as { result: { tools: unknown[] } }).result.tools.length).toBe(11);
});

it('shows the copy of the page that a quote is of', async () => {
  const record = await (await fetch(`${origin}/api/v2/pricing/acme-1`)).json();
  const { evidence } = record as { evidence: { id: string }[] };
  expect(evidence.length).toBeGreaterThan(0);
  expect(await (await fetch(`${origin}/evidence/${evidence[0]?.id}`)).text()).toContain('<div class="page-copy">');
});

/** Native code is not bound by Node's permissions: there a limit of the kernel holds, set by the unit and the container. */
it.each([
  ['attach a database of its own', "db.prepare('ATTACH ? AS e').run(file); db.exec('CREATE TABLE e.t (x)')"],
  ['copy one elsewhere', "db.exec('CREATE TABLE t (x)'); db.prepare('VACUUM INTO ?').run(file)"],
  ['make one', "new Database(file).exec('CREATE TABLE t (x)')"],
])('SQLite can’t %s', (_, code) => {
  expect(unit).toMatch(/^LimitFSIZE=0$/m);
  const file = join(temporaryDirectory(), 'x.db');
  const script = `const Database = require('better-sqlite3'), file = ${JSON.stringify(file)}, db = new Database(':memory:');
    try { ${code}; console.log('could'); } catch (e) { console.log(e.code); }`;
  const node = [process.execPath, ...flags, '-e', script];
  const { stdout } = spawnSync('/bin/sh', ['-c', 'ulimit -f 0 && exec "$0" "$@"', ...node], {
    cwd: ROOT,
    env: { ...installation.env },
    encoding: 'utf8',
  });
  expect(stdout.trim()).toMatch(/^(?:SQLITE_(?:IOERR|FULL|CANTOPEN)|ERR_ACCESS_DENIED)/);
  expect(statSync(file, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
});

it.each([
  ['read a file of the system', "fs.readFileSync('/etc/passwd')", 'FileSystemRead'],
  ['read the ledger', 'fs.readFileSync(process.env.DATA_DIR + "/ledger.db")', 'FileSystemRead'],
  ['read the archive', 'fs.readdirSync(process.env.DATA_DIR + "/archive")', 'FileSystemRead'],
  ['read what is beside the code that it is made of', "fs.readdirSync('test')", 'FileSystemRead'],
  ['write beside what it serves', 'fs.writeFileSync(process.env.DATA_DIR + "/generations/x", "")', 'FileSystemWrite'],
  ['write where everybody may', "fs.writeFileSync('/tmp/assay-x', '')", 'FileSystemWrite'],
  ['start a program', "require('node:child_process').execFileSync('/bin/true')", 'ChildProcess'],
  ['start a thread', "new (require('node:worker_threads').Worker)('1', { eval: true })", 'WorkerThreads'],
])('can’t %s', (_, code, permission) => {
  const script = `const fs = require('node:fs'); try { ${code}; console.log('could') } catch (e) { console.log(e.code, e.permission) }`;
  const { stdout } = spawnSync(process.execPath, [...flags, '-e', script], {
    cwd: ROOT,
    env: { ...installation.env },
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe(`ERR_ACCESS_DENIED ${permission}`);
});
