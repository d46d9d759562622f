/** Requests that a client sends before it has the answers of those before. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { InFlight } from '../../../web/in-flight.ts';
import { MARKET } from '../market-of-crm.ts';
import { answerTo, served } from '../served.ts';

const server = await served(MARKET, { feeds: true });

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: assay\r\n${headers}\r\n`;

it('are all answered, in order, files and small answers in turn', async () => {
  const paths = Array.from(
    { length: 400 },
    (_, at) => ['/llms-full.txt', '/livez', '/api/v2/pricing/acme'][at % 3] ?? '',
  );
  const ids = paths.map((_, at) => `request-${at}`);
  const requests = paths.map((path, at) => get(path, `X-Request-Id: ${ids[at]}\r\n`));
  const answer = await answerTo(server, `${requests.join('')}${get('/livez', 'Connection: close\r\n')}`);
  expect([...answer.matchAll(/^X-Request-Id: (request-\d+)\r$/gm)].map(([, id]) => id)).toEqual(ids);
  expect(answer.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(401);
});

it('with a body are read whole when their turn comes', async () => {
  const body = JSON.stringify({ slug: 'acme', seats: 5, note: 'x'.repeat(5_000) });
  const post = `POST /api/v2/tco HTTP/1.1\r\nHost: assay\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const answer = await answerTo(
    server,
    `${get('/llms-full.txt').repeat(20)}${post}${get('/livez', 'Connection: close\r\n')}`,
  );
  expect(answer.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(22);
});

it('and that are no HTTP put nothing into the answer before', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(`${get('/llms-full.txt')}no HTTP\r\n\r\n`);
  const heard = await text(socket).catch(() => '');
  expect(heard.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(1);
});

it('held beyond the bound end the connection that has sent nothing for longest', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const client = connect(Number(new URL(server.url).port), '127.0.0.1');
      await once(client, 'connect');
      return client;
    }),
  );
  const [idle, sending, last] = pairs;
  if (idle === undefined || sending === undefined || last === undefined) throw new Error('There are three');
  let cuts = 0;
  const inFlight = new InFlight({ most: 100, onCut: () => (cuts += 1) });
  inFlight.hold(idle, 50);
  const release = inFlight.hold(sending, 50);
  inFlight.hold(last, 50);
  expect([idle, sending, last].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  sending.write(get('/livez'));
  await once(sending, 'data');
  inFlight.hold(last, 40);
  expect([sending.destroyed, last.destroyed]).toEqual([false, true]);
  release();
  expect([inFlight.bytes, cuts]).toEqual([0, 2]);
  sending.destroy();
});
