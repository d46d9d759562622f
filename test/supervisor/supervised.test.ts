import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { Supervised } from '../../supervisor/supervised.ts';
import { eventually } from '../eventually.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const SILENT = pino({ level: 'silent' });

function supervised(program: string, { file = process.execPath, input }: { file?: string; input?: string } = {}) {
  const lines: string[] = [];
  const command = { name: 'crawler', file, args: ['-e', program], env: process.env, cwd: tmpdir() };
  const options = { log: SILENT, onLine: (_name: string, line: string) => lines.push(line) };
  return { it: new Supervised({ ...command, ...(input === undefined ? {} : { input }) }, options), lines };
}

test.each([
  ['what is deaf to SIGTERM is killed after its grace', '', 200],
  ['what stops with a complaint has not stopped well', 'process.exit(3)', 5_000],
])('%s, and that is told', async (_, onTerm, graceMs) => {
  const { it, lines } = supervised(
    `process.on('SIGTERM', () => { ${onTerm} }); setInterval(() => {}, 1000); console.log('up')`,
  );
  it.start();
  await eventually('it is up', () => lines.includes('up'));
  expect(await it.stop(graceMs)).toBe(false);
});

test('stopped while it waits for its next start, it does not start again', async () => {
  const { it } = supervised('process.exit(1)');
  const pids: number[] = [];
  it.on('spawn', (pid) => pids.push(pid));
  const exited = new Promise((resolve) => it.once('exit', resolve));
  it.start();
  await exited;
  expect(await it.stop(5_000)).toBe(true);
  expect(pids).toHaveLength(1);
});

test('a program that is not there counts as one that exited', async () => {
  const { it } = supervised('', { file: '/nowhere/redis-server' });
  const exited = new Promise((resolve) => it.once('exit', resolve));
  it.start();
  expect(await exited).toEqual({ code: 127, signal: null });
  expect(await it.stop(5_000)).toBe(true);
});

test('its input is read to the end, and its last words are heard', async () => {
  const { it, lines } = supervised(
    "process.stdin.on('data', (d) => console.log(String(d))); process.stdin.on('end', () => console.error('end'))",
    {
      input: 'port 0',
    },
  );
  const exited = new Promise((resolve) => it.once('exit', resolve));
  it.start();
  await exited;
  expect(lines.toSorted()).toEqual(['end', 'port 0']);
  await it.stop(5_000);
});

test('what it started ends with it', async () => {
  const heartbeat = join(temporaryDirectory(), 'heartbeat');
  const grandchild = `setInterval(() => require('fs').appendFileSync(${JSON.stringify(heartbeat)}, '.'), 20)`;
  const program = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}]); setInterval(() => {}, 1000)`;
  const { it } = supervised(program);
  it.start();
  await eventually('its child runs', () => existsSync(heartbeat));
  await it.stop(5_000);
  const beats = readFileSync(heartbeat).length;
  await expect(vi.waitUntil(() => readFileSync(heartbeat).length > beats, { timeout: 300 })).rejects.toThrow();
});
