/** The link itself: what it says it does to a connection is what it does. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Link, linkTo } from './link.ts';

let server: Server;
let link: Link;
const sockets: Socket[] = [];

/** What comes is sent back. */
beforeEach(async () => {
  server = createServer((socket) => {
    sockets.push(socket.on('error', () => socket.destroy()));
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  link = await linkTo((server.address() as AddressInfo).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await link.close();
  server.close();
});

async function dial(): Promise<Socket> {
  const socket = connect(link.port, '127.0.0.1');
  sockets.push(socket.resume());
  await once(socket, 'connect');
  return socket;
}

/** Resolves with what came back, once all of it has. */
async function echoOf(socket: Socket, bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  socket.write(bytes);
  while (length < bytes.length) {
    const [part] = (await once(socket, 'data')) as [Buffer];
    parts.push(part);
    length += part.length;
  }
  return Buffer.concat(parts);
}

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await work;
  return { value, ms: performance.now() - start };
}

const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) & 0xff));

it('carries all of it, both ways, and the end', async () => {
  const socket = await dial();
  expect((await echoOf(socket, BYTES)).equals(BYTES)).toBe(true);
  socket.end();
  await once(socket, 'close');
});

it('delays what is under way without cutting or mixing it', async () => {
  const socket = await dial();
  await link.slow({ delayMs: 100 });
  const { value, ms } = await timed(echoOf(socket, BYTES));
  expect(value.equals(BYTES)).toBe(true);
  // Once there and once back; and all pieces travel at the same time.
  expect(ms).toBeGreaterThanOrEqual(200);
  await link.mend();
  expect((await echoOf(socket, BYTES)).equals(BYTES)).toBe(true);
});

it('lets through so many bytes a second', async () => {
  await link.slow({ bytesPerSecond: 20_000 });
  const socket = await dial();
  const { value, ms } = await timed(echoOf(socket, BYTES.subarray(0, 10_000)));
  expect(value.equals(BYTES.subarray(0, 10_000))).toBe(true);
  expect(ms).toBeGreaterThanOrEqual(500);
});

it('half open says nothing to those who were there, and carries those who come', async () => {
  const before = await dial();
  await echoOf(before, Buffer.from('hello'));
  await link.halfOpen();
  let heard = 0;
  before.on('data', () => {
    heard += 1;
  });
  before.write('are you there?');
  const after = await dial();
  expect((await echoOf(after, Buffer.from('hello'))).toString()).toBe('hello');
  expect([heard, before.destroyed]).toEqual([0, false]);
  const cut = once(before, 'close');
  await link.mend();
  await cut;
});

it('hung cuts what is open and answers nobody; mended it answers', async () => {
  const before = await dial();
  await echoOf(before, Buffer.from('hello'));
  const cut = once(before, 'close');
  await link.hang();
  await cut;
  await expect.poll(() => link.open()).toBe(0);
  const hung = await dial();
  let heard = 0;
  hung.on('data', () => {
    heard += 1;
  });
  hung.write('hello');
  await expect.poll(() => link.open()).toBe(1);
  const ended = once(hung, 'close');
  await link.mend();
  await ended;
  expect(heard).toBe(0);
  expect((await echoOf(await dial(), Buffer.from('hello'))).toString()).toBe('hello');
});

it('resets what is open, and what comes', async () => {
  const before = await dial();
  await echoOf(before, Buffer.from('hello'));
  const failed = once(before, 'error');
  await link.reset();
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
  const next = await dial();
  const again = once(next, 'error');
  next.write('hello');
  expect(await again).toMatchObject([{ code: 'ECONNRESET' }]);
});
