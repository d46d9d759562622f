/** The receiver of docs/watching.md, as it stands there, with a real notifier and the API. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { freePort } from '../../supervisor/port.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { eventually } from '../eventually.ts';
import { startWeb } from '../serve/web-process.ts';
import { install, raised } from './installation.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const [, CODE = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/watching.md', 'utf8')) ?? [];
const MOST_LINES = 15;

test('verifies, refuses a forged message, and catches up on what it missed', async () => {
  expect(CODE.trim().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  const port = await freePort('127.0.0.1');
  const installation = await install([`127.0.0.1:${port}`]);
  installation.publish([raised('11.00')]);
  const url = `http://127.0.0.1:${port}/`;
  const id = installation.watch('tools', {
    name: 'Tools',
    products: ['acme'],
    channels: [{ kind: 'webhook', url, secrets: [SECRET] }],
  });
  const web = startWeb({ DATA_DIR: installation.dataDir });
  const { port: webPort } = await web.until('listening');
  const seen: number[] = [];
  const start = (cursor: number): ChildProcess => {
    const code = CODE.replace('slack,zoom', 'acme').replace("cursor = '0'", `cursor = '${cursor}'`);
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { SECRET, ASSAY: `http://127.0.0.1:${webPort}`, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    atEndOfFile(() => child.kill('SIGKILL'));
    createInterface({ input: child.stdout }).on('line', (line) => seen.push(Number.parseInt(line, 10)));
    return child;
  };
  const first = start(0);
  installation.start();
  await eventually('the notifier follows the log', () => installation.stateOf(id) !== undefined);
  installation.publish([raised('12.00')]);
  await eventually('the event and the one before it are seen', () => seen.length === 2);
  const forged = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...forged, 'webhook-signature': 'v1,AAAA' },
    body: '{"type":"price.changed","data":{"seq":9}}',
  });
  expect(answer.status).toBe(400);
  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  await ended;
  installation.publish([raised('13.00')]);
  installation.publish([raised('14.00')]);
  start(2);
  await eventually('what it missed is seen', () => seen.includes(4));
  expect(seen).toEqual([1, 2, 3, 4]);
}, 120_000);
