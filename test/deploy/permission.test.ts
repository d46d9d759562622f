/** The web process as it is deployed: under Node's permission model, as a user that can't write, and serving everything. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../supervisor/port.ts';
import { assay } from '../cli/command-line.ts';
import { type Installed, installed } from '../cli/installed.ts';
import { eventually } from '../eventually.ts';
import { startWeb } from '../serve/web-process.ts';
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

/** What comes of each of these in one process with its permissions: "could", or the error. */
function tried(attempts: string[], under: string[] = []): string[] {
  const bodies = attempts.map((code) => `() => { ${code} }`);
  const script = `const fs = require('node:fs'), Database = require('better-sqlite3');
    for (const attempt of [${bodies.join()}]) try { attempt(); console.log('could') } catch (e) { console.log(e.code, e.permission ?? '') }`;
  const [command = '', ...args] = [...under, process.execPath, ...flags, '-e', script];
  const { stdout } = spawnSync(command, args, { cwd: ROOT, env: { ...installation.env }, encoding: 'utf8' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

/** Native code is not bound by Node's permissions: there a limit of the kernel holds, set by the unit and the container. */
it('SQLite can’t attach a database of its own, copy one elsewhere, or make one', () => {
  expect(unit).toMatch(/^LimitFSIZE=0$/m);
  const dir = temporaryDirectory();
  const attempts = [
    "const db = new Database(':memory:'); db.prepare('ATTACH ? AS e').run(file); db.exec('CREATE TABLE e.t (x)')",
    "const db = new Database(':memory:'); db.exec('CREATE TABLE t (x)'); db.prepare('VACUUM INTO ?').run(file)",
    "new Database(file).exec('CREATE TABLE t (x)')",
  ].map((code, at) => `const file = ${JSON.stringify(join(dir, `${at}.db`))}; ${code}`);
  const found = tried(attempts, ['/bin/sh', '-c', 'ulimit -f 0 && exec "$0" "$@"']);
  expect(found).toHaveLength(attempts.length);
  for (const [at, error] of found.entries()) {
    expect(error).toMatch(/^(?:SQLITE_(?:IOERR|FULL|CANTOPEN)|ERR_ACCESS_DENIED)/);
    expect(statSync(join(dir, `${at}.db`), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  }
});

it('several are started by one that may, and none of them may', async () => {
  const environment = { DATA_DIR: installation.dataDir, WEB_WORKERS: '2' };
  const refused = startWeb(environment, ['--no-warnings', ...flags]);
  expect(await refused.until('cannot_start')).toMatchObject({ msg: expect.stringContaining('--allow-child-process') });
  expect(await refused.exited).toBe(2);
  const web = startWeb(environment, ['--no-warnings', ...flags, '--allow-child-process']);
  for (let count = 0; count < 2; count += 1) {
    const { pid } = await web.until('listening', count);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    expect(command).toEqual(expect.arrayContaining(flags));
    expect(command).not.toContain('--allow-child-process');
  }
});

it('can’t read, write or start what serving has no need of', () => {
  const attempts: Record<string, string> = {
    "fs.readFileSync('/etc/passwd')": 'FileSystemRead',
    'fs.readFileSync(process.env.DATA_DIR + "/ledger.db")': 'FileSystemRead',
    'fs.readdirSync(process.env.DATA_DIR + "/archive")': 'FileSystemRead',
    "fs.readdirSync('test')": 'FileSystemRead',
    'fs.writeFileSync(process.env.DATA_DIR + "/generations/x", "")': 'FileSystemWrite',
    "fs.writeFileSync('/tmp/assay-x', '')": 'FileSystemWrite',
    "require('node:child_process').execFileSync('/bin/true')": 'ChildProcess',
    "new (require('node:worker_threads').Worker)('1', { eval: true })": 'WorkerThreads',
  };
  const denied = Object.values(attempts).map((permission) => `ERR_ACCESS_DENIED ${permission}`);
  expect(tried(Object.keys(attempts))).toEqual(denied);
});
