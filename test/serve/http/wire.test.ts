/** Ready answers on real connections: what Node's own responses keep is kept by those that are written in one piece. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { type Served, served } from '../served.ts';

const PATH = '/api/v2/pricing/acme';
let server: Served;
let body: string;
beforeAll(async () => {
  server = await served(MARKET);
  // From here on the answer is ready.
  for (let turn = 0; turn < 2; turn += 1) body = await (await server.get(PATH, IDENTITY)).text();
});
const IDENTITY = { headers: { 'Accept-Encoding': 'identity' } };

function ask({ path = PATH, method = 'GET', version = '1.1', headers = [] as string[] } = {}): string {
  return `${[`${method} ${path} HTTP/${version}`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
}

function dial(): Socket {
  return connect(Number(new URL(server.url).port), '127.0.0.1');
}

interface Answer {
  status: string;
  headers: Map<string, string>;
  body: string;
}

/** Whole answers out of a stream of them; all of the bodies have their length stated. */
function answersIn(stream: string, { withBody = true } = {}): Answer[] {
  const answers: Answer[] = [];
  for (let at = 0; at < stream.length; ) {
    const end = stream.indexOf('\r\n\r\n', at);
    const [status = '', ...lines] = stream.slice(at, end).split('\r\n');
    const headers = new Map(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const length = withBody ? Number(headers.get('Content-Length') ?? 0) : 0;
    answers.push({ status, headers, body: stream.slice(end + 4, end + 4 + length) });
    at = end + 4 + length;
  }
  return answers;
}

describe.each([
  ['a ready answer', PATH],
  ['an answer that nobody keeps', `${PATH}?n=1`],
])('%s', (_name, path) => {
  it('has the headers that Node gives, and differs from the next in its id alone', async () => {
    const socket = dial();
    socket.write(ask({ path }) + ask({ path, headers: ['Connection: close'] }));
    const [first, last] = answersIn(await text(socket));
    expect(first?.status).toBe('HTTP/1.1 200 OK');
    expect(first?.headers.get('Date')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(first?.headers.get('Keep-Alive')).toBe('timeout=65');
    expect(last?.headers.get('Connection')).toBe('close');
    expect(last?.headers.get('X-Request-Id')).not.toBe(first?.headers.get('X-Request-Id'));
    expect([first?.body, last?.body]).toEqual([body, body]);
    for (const name of [
      'Content-Type',
      'ETag',
      'Cache-Control',
      'Vary',
      'Last-Modified',
      'Access-Control-Allow-Origin',
    ])
      expect(first?.headers.get(name), name).toBe(last?.headers.get(name));
  });

  it('comes in order where requests are sent without waiting, ready or not', async () => {
    const socket = dial();
    const paths = [path, `${PATH}?depth=summary`, path, '/api/v2/pricing/nobody', path];
    socket.write(
      paths.map((one) => ask({ path: one })).join('') + ask({ path: '/livez', headers: ['Connection: close'] }),
    );
    const answers = answersIn(await text(socket));
    expect(answers.map(({ status }) => status.slice(9, 12))).toEqual(['200', '200', '200', '404', '200', '200']);
    expect([0, 2, 4].map((at) => answers[at]?.body)).toEqual([body, body, body]);
    expect(new Set(answers.map(({ headers }) => headers.get('X-Request-Id'))).size).toBe(6);
  });

  it('to a client of HTTP/1.0 ends with the connection', async () => {
    const socket = dial();
    socket.write(ask({ path, version: '1.0' }));
    const [answer] = answersIn(await text(socket));
    expect([answer?.headers.get('Connection'), answer?.body]).toEqual(['close', body]);
  });

  it('of HEAD has no body, and of a condition that holds neither', async () => {
    const socket = dial();
    const etag = (await server.get(path, IDENTITY)).headers.get('etag') ?? '';
    socket.write(
      ask({ path, method: 'HEAD' }) +
        ask({ path, headers: [`If-None-Match: ${etag}`] }) +
        ask({ path, method: 'HEAD', headers: ['Connection: close'] }),
    );
    const answers = answersIn(await text(socket), { withBody: false });
    expect(answers.map(({ status }) => status)).toEqual([
      'HTTP/1.1 200 OK',
      'HTTP/1.1 304 Not Modified',
      'HTTP/1.1 200 OK',
    ]);
    expect(answers[0]?.headers.get('Content-Length')).toBe(String(Buffer.byteLength(body)));
    expect(answers[1]?.headers.has('Content-Length')).toBe(false);
  });

  it('that a slow client has not taken yet stays as it was, whoever else is answered meanwhile', async () => {
    const slow = dial();
    await once(slow, 'connect');
    slow.pause();
    const asked = 4_000;
    const ids = Array.from({ length: asked }, (_, at) => `slow-client-${at}`);
    slow.write(ids.map((id) => ask({ path, headers: [`X-Request-Id: ${id}`] })).join(''));
    slow.end();
    for (let turn = 0; turn < 200; turn += 1) expect(await (await server.get(path, IDENTITY)).text()).toBe(body);
    const answers = answersIn(await text(slow));
    expect(answers.map(({ headers }) => headers.get('X-Request-Id'))).toEqual(ids);
    expect(answers.every((answer) => answer.body === body)).toBe(true);
  });
});

it('a 304 has the headers that Node gives', async () => {
  const socket = dial();
  const condition = `If-None-Match: ${(await server.get(PATH, IDENTITY)).headers.get('etag') ?? ''}`;
  socket.write(ask({ headers: [condition] }) + ask({ headers: [condition, 'Connection: close'] }));
  const [first, last] = answersIn(await text(socket), { withBody: false });
  expect([first?.status, last?.status]).toEqual(['HTTP/1.1 304 Not Modified', 'HTTP/1.1 304 Not Modified']);
  const lasting = (answer: Answer | undefined) =>
    [...(answer?.headers ?? [])].filter(
      ([name]) => !['Date', 'X-Request-Id', 'RateLimit', 'Connection', 'Keep-Alive'].includes(name),
    );
  expect(lasting(first).map(([name]) => name)).toContain('ETag');
  expect(lasting(first)).toEqual(lasting(last));
  expect(first?.headers.get('Keep-Alive')).toBe('timeout=65');
});

it.each([
  ['/api/mcp', '{"jsonrpc":"2.0"'],
  ['/api/v2/tco', '"code":"missing_parameter"'],
])('a POST to %s without a body, and without a word of one, is answered', async (path, told) => {
  const socket = dial();
  const headers = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
  socket.write(ask({ path, method: 'POST', headers }));
  socket.write(ask({ path: '/livez', headers: ['Connection: close'] }));
  const [refused, next] = answersIn(await text(socket));
  expect(refused?.status).toBe('HTTP/1.1 400 Bad Request');
  expect(refused?.body).toContain(told);
  expect(next?.status).toBe('HTTP/1.1 200 OK');
});
