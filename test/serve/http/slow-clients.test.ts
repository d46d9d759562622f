/** Clients that dawdle on real connections: patience with each of them has an end. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { type Served, served } from '../served.ts';

let server: Served;
beforeAll(async () => {
  const patience = { headersMs: 100, requestMs: 200, silenceMs: 1_500, idleMs: 400 };
  server = await served(MARKET, { patience, reportsPassedTo: 'http://127.0.0.1:9' });
});

async function dial(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

it.each([
  ['its headers', 'GET /api/v2/pricing/acme HTTP/1.1\r\nHost: assay\r\nX-Slow: '],
  [
    'its body',
    'POST /api/v2/tco HTTP/1.1\r\nHost: assay\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  ],
])('who does not end %s is told so and sent away', async (_what, beginning) => {
  const socket = await dial();
  socket.write(beginning);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('application/problem+json');
  expect(answer).toContain('"code":"invalid_parameter"');
});

it.each(['/api/v2/tco?gone', '/api/v2/reports', '/api/mcp'])(
  'who goes away in the middle of a body for %s is no fault of ours',
  async (path) => {
    const socket = await dial();
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100`;
    await new Promise((sent) => socket.write(`${head}\r\n\r\n{`, sent));
    socket.destroy();
    const logged = () => server.logged.filter(({ url }) => url === path);
    await expect.poll(logged, { timeout: 15_000 }).toMatchObject([{ event: 'request', status: 400 }]);
  },
);

it('who says nothing is sent away', async () => {
  const socket = await dial();
  expect(await text(socket)).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
});

it('who takes nothing of what was asked for is sent away, and the server keeps nothing of it', async () => {
  const socket = await dial();
  socket.on('error', () => socket.destroy());
  socket.pause();
  // More than the system takes for a client, and neither read nor asked for again.
  const requests = 'GET /api/v2/pricing/acme HTTP/1.1\r\nHost: assay\r\n\r\n'.repeat(4_000);
  socket.write(requests);
  const connections = () =>
    new Promise<number>((resolve, reject) => {
      server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  await expect.poll(connections, { timeout: 15_000 }).toBe(0);
  socket.destroy();
});
