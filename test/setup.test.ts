/**
 * Set-up as it runs on a machine that has Node and npm alone: a copy of it in a temporary project, with a PATH on which
 * npm and the package manager are scripts that note how they were called.
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';

const SETUP = resolve(import.meta.dirname, '../setup');
const IS_ROOT = process.getuid?.() === 0;
/** The one that set-up may use as this user, and one that it may not. */
const [ALLOWED, FORBIDDEN] = IS_ROOT ? ['apt-get', 'brew'] : ['brew', 'apt-get'];

const LOCK = {
  packages: {
    '': { name: 'assay' },
    'node_modules/node': { version: '24.0.0', integrity: 'sha512-a' },
    'node_modules/for-another-platform': { version: '1.0.0', optional: true },
  },
};

/** Does what npm ci does that set-up looks at. */
const NPM = `
mkdir -p node_modules/.bin node_modules/node/bin
cp package-lock.json node_modules/.package-lock.json
ln -sf ../node/bin/node node_modules/.bin/node
: > node_modules/node/bin/node`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

class Machine {
  readonly root = mkdtempSync(join(tmpdir(), 'assay-setup-'));
  readonly project = join(this.root, 'project');
  readonly bin = join(this.root, 'bin');

  constructor() {
    folders.push(this.root);
    mkdirSync(this.bin);
    cpSync(SETUP, join(this.project, 'setup'), { recursive: true });
    this.lock(LOCK);
    symlinkSync(process.execPath, join(this.bin, 'node'));
    for (const tool of ['sh', 'mkdir', 'cp', 'ln', 'chmod', 'cat']) symlinkSync(systemTool(tool), join(this.bin, tool));
    this.program('npm', NPM);
  }

  lock(lock: object): void {
    writeFileSync(join(this.project, 'package-lock.json'), JSON.stringify(lock));
  }

  /** A shell script on the PATH that notes its calls. */
  program(name: string, body: string, folder = this.bin): string {
    const file = join(folder, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> "${this.root}/calls"\n${body}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  redis(version = '7.2.4'): string {
    return this.program('redis-server', `echo "Redis server v=${version} sha=0:0"`);
  }

  chromium(): string {
    return this.program('chromium', 'echo "Chromium 140.0.1 built on a machine"');
  }

  /** Shell that puts a redis-server on the PATH, as a package manager would. */
  get bringRedis(): string {
    const file = join(this.bin, 'redis-server');
    return `printf '#!/bin/sh\\necho "Redis server v=7.0.15 sha=0"\\n' > "${file}"; chmod +x "${file}"`;
  }

  callsOf(name: string): string[] {
    return this.calls.filter((call) => call.startsWith(name));
  }

  get calls(): string[] {
    const file = join(this.root, 'calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  get found(): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.project, 'node_modules/.assay-setup.json'), 'utf8'));
  }

  setUp(env: Record<string, string> = {}): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const child = spawn(process.execPath, ['setup/setup.mjs'], {
      cwd: this.project,
      env: { PATH: this.bin, HOME: this.root, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const text = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (text.stdout += chunk));
    child.stderr.on('data', (chunk) => (text.stderr += chunk));
    return new Promise((done) => {
      child.on('close', (code) => done({ code, ...text }));
    });
  }
}

function systemTool(name: string): string {
  const file = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);
  if (file === undefined) throw new Error(`Cannot test set-up: no "${name}" on the PATH`);
  return file;
}

describe('dependencies', () => {
  test.each([
    ['EUSAGE', 'Cannot install the dependencies: npm ci failed with 1'],
    ['ENOTFOUND', 'the npm registry does not respond. Check the network, then run the command again'],
  ])('a failure of npm ci ends set-up with what it means, and what npm said: %s', async (error, words) => {
    const machine = new Machine();
    machine.program('npm', `echo "npm error code ${error}" >&2; exit 1`);
    const { code, stderr } = await machine.setUp();
    expect(code).toBe(1);
    expect(stderr).toContain(words);
    expect(stderr).toContain(`npm error code ${error}`);
  });

  test('npm ci installs them once, and again when the lock has changed', async () => {
    const machine = new Machine();
    machine.redis();
    machine.chromium();
    const installs = (): string[] => machine.callsOf('npm');
    expect((await machine.setUp()).code).toBe(0);
    expect(installs()).toEqual(['npm ci --include=dev --no-audit --no-fund --loglevel=error']);
    await machine.setUp();
    expect(installs()).toHaveLength(1);
    machine.lock({ packages: { ...LOCK.packages, 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-b' } } });
    await machine.setUp();
    expect(installs()).toHaveLength(2);
  });

  test('npm does not run on the Node that it replaces', async () => {
    const machine = new Machine();
    const own = join(machine.project, 'node_modules/.bin');
    machine.program('npm', `echo "PATH=$PATH" >> "${machine.root}/calls"${NPM}`);
    await machine.setUp({ PATH: [own, machine.bin].join(delimiter) });
    expect(machine.calls).toContain(`PATH=${machine.bin}`);
  });

  test("where npm left out install scripts, set-up brings the project's own Node itself", async () => {
    const machine = new Machine();
    const bring = "require('fs').mkdirSync('bin'); require('fs').writeFileSync('bin/node', '')";
    machine.program(
      'npm',
      `mkdir -p node_modules/.bin node_modules/node\ncp package-lock.json node_modules/.package-lock.json
       echo "${bring}" > node_modules/node/installArchSpecificPackage.js`,
    );
    const { code, stderr } = await machine.setUp();
    expect(code).toBe(0);
    expect(stderr).toContain('installed Node');
    expect(existsSync(join(machine.project, 'node_modules/.bin/node'))).toBe(true);
  });
});

describe('redis', () => {
  test('without one, and nobody to install it, set-up says what to do and lets the rest be tested', async () => {
    const { code, stdout, stderr } = await new Machine().setUp();
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('missing (no redis-server or valkey-server on the PATH); Assay cannot run without it');
    expect(stderr).toContain('set REDIS_URL');
  });

  test('one that is too old is not used', async () => {
    const machine = new Machine();
    machine.redis('6.0.16');
    expect((await machine.setUp()).stderr).toContain('is 6.0.16, older than 6.2');
    expect(machine.found.redisServer).toBeNull();
  });

  test('one on the PATH is used, and no package manager is asked', async () => {
    const machine = new Machine();
    machine.program(ALLOWED, 'exit 1');
    const file = machine.redis();
    machine.chromium();
    const { stderr } = await machine.setUp();
    expect(stderr).toContain(`setup  redis         ok  ${file} 7.2.4`);
    expect(machine.found).toMatchObject({ redisServer: file });
    expect(machine.callsOf(ALLOWED)).toEqual([]);
  });

  test('with REDIS_URL none is looked for by a package manager', async () => {
    const machine = new Machine();
    machine.chromium();
    machine.program(ALLOWED, 'exit 1');
    const { stderr } = await machine.setUp({ REDIS_URL: 'redis://127.0.0.1:6379' });
    expect(stderr).toContain('ok  external (REDIS_URL)');
    expect(machine.callsOf(ALLOWED)).toEqual([]);
  });

  test('the package manager installs it where this user may', async () => {
    const machine = new Machine();
    machine.chromium();
    const name = IS_ROOT ? 'redis-server' : 'redis';
    machine.program(ALLOWED, `case "$*" in *" ${name}") ${machine.bringRedis};; esac`);
    const { code, stderr } = await machine.setUp();
    expect(code).toBe(0);
    expect(stderr).toMatch(new RegExp(`installing by ${ALLOWED} install .*${name} …`));
    expect(machine.found.redisServer).toBe(join(machine.bin, 'redis-server'));
  });

  test('a package manager that this user may not use is named to him and left alone', async () => {
    const machine = new Machine();
    machine.program(FORBIDDEN, 'exit 0');
    const { stderr } = await machine.setUp();
    expect(stderr).toContain(
      `To fix: ${FORBIDDEN === 'apt-get' ? 'sudo apt-get install redis-server' : 'brew install redis'}`,
    );
    expect(machine.callsOf(FORBIDDEN)).toEqual([]);
  });

  test.runIf(IS_ROOT)('apt-get fetches its package lists when it knows no such package, and only then', async () => {
    const machine = new Machine();
    machine.chromium();
    machine.program(
      'apt-get',
      `case "$1" in
       update) : > "${machine.root}/lists";;
       install) cat "${machine.root}/lists" 2>&1 || exit 100
         ${machine.bringRedis};;
       esac`,
    );
    await machine.setUp();
    expect(machine.callsOf('apt-get')).toEqual([
      'apt-get install --yes --no-install-recommends redis-server',
      'apt-get update',
      'apt-get install --yes --no-install-recommends redis-server',
    ]);
    expect(machine.found.redisServer).toBe(join(machine.bin, 'redis-server'));
  });
});

describe('chromium', () => {
  test('a CHROMIUM_PATH that is no program is refused', async () => {
    const { code, stderr } = await new Machine().setUp({ CHROMIUM_PATH: '/nowhere/chromium' });
    expect(code).toBe(1);
    expect(stderr).toContain('Cannot run CHROMIUM_PATH "/nowhere/chromium"');
  });

  test('without one set-up goes on, and says which sources go unread and how to mend it', async () => {
    const machine = new Machine();
    machine.redis();
    const { code, stderr } = await machine.setUp();
    expect(code).toBe(0);
    expect(stderr).toContain('sources with render: browser will be unreadable');
    expect(stderr).toContain('to fix: npx playwright install --with-deps chromium, or set CHROMIUM_PATH');
    expect(machine.found.chromium).toBeNull();
  });

  test('a program of its name that does not start is not one', async () => {
    const machine = new Machine();
    machine.program('chromium-browser', 'echo "requires the chromium snap to be installed"; exit 1');
    await machine.setUp();
    expect(machine.found.chromium).toBeNull();
  });

  test("Playwright's newest is found in its cache", async () => {
    const machine = new Machine();
    const cached = (build: number): string =>
      join(machine.root, `.cache/ms-playwright/chromium-${build}/chrome-linux64`);
    machine.program('chrome', 'echo "Chromium 99.0"', cached(999));
    const newest = machine.program('chrome', 'echo "Chromium 140.0"', cached(1200));
    await machine.setUp();
    expect(machine.found.chromium).toBe(newest);
  });

  test.runIf(IS_ROOT)('its installation is tried once, and not at every start', async () => {
    const machine = new Machine();
    machine.redis();
    machine.program('apt-get', 'exit 100');
    await machine.setUp();
    const tried = machine.callsOf('apt-get').length;
    expect(tried).toBe(3);
    const { stderr } = await machine.setUp();
    expect(machine.callsOf('apt-get')).toHaveLength(tried);
    expect(stderr).toContain('to fix: apt-get install chromium, or npx playwright install');
  });
});

test('a second run calls nothing', async () => {
  const machine = new Machine();
  machine.redis();
  machine.chromium();
  await machine.setUp();
  const calls = machine.calls.length;
  const { code, stderr } = await machine.setUp();
  expect(code).toBe(0);
  expect(
    stderr
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/).slice(0, 3)),
  ).toEqual([
    ['setup', 'dependencies', 'ok'],
    ['setup', 'redis', 'ok'],
    ['setup', 'chromium', 'ok'],
  ]);
  expect(machine.calls).toHaveLength(calls);
});

test('a program that has gone since is looked for again', async () => {
  const machine = new Machine();
  const file = machine.redis();
  machine.chromium();
  await machine.setUp();
  rmSync(file);
  expect((await machine.setUp()).stderr).toContain('redis         missing');
  expect(machine.found.redisServer).toBeNull();
});

test('an unreadable note of an earlier set-up is written anew', async () => {
  const machine = new Machine();
  machine.redis();
  await machine.setUp();
  writeFileSync(join(machine.project, 'node_modules/.assay-setup.json'), '{"redisServer":');
  expect((await machine.setUp()).stderr).toContain('is not JSON');
  expect(machine.found.redisServer).toBe(join(machine.bin, 'redis-server'));
});
