/** Bytes that no library would send to the web process, on raw sockets. */
import { connect } from 'node:net';

export interface Attack {
  name: string;
  /** All that is sent. */
  bytes(): Buffer;
  /** Any of these is right, and so is a connection that is cut without an answer. */
  statuses: readonly number[];
}

const HOST = 'Host: 127.0.0.1\r\n';
const get = (path: string, headers = '') =>
  Buffer.from(`GET ${path} HTTP/1.1\r\n${HOST}${headers}Connection: close\r\n\r\n`, 'latin1');

function post(path: string, body: Buffer, headers = ''): Buffer {
  const head = `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n${headers}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

const nested = (open: string, close: string, levels: number) => Buffer.from(open.repeat(levels) + close.repeat(levels));
const rpc = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} });
/** Lone and cut continuation bytes, overlong forms, surrogates, beyond the last plane (RFC 3629 §3). */
const BROKEN_UTF8 = Buffer.from([
  0x80, 0xc0, 0xaf, 0xe0, 0x80, 0xaf, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80, 0xff, 0xfe, 0xc3,
]);
const REFUSED = [400, 404, 405, 406, 408, 413, 414, 415, 422, 431];

const of = (name: string, bytes: () => Buffer, statuses: readonly number[] = REFUSED): Attack => ({
  name,
  bytes,
  statuses,
});

export const ATTACKS: readonly Attack[] = [
  of('a header of 100 KB', () => get('/api/v2/categories', `X-Big: ${'x'.repeat(100_000)}\r\n`), [431, 400]),
  of('10,000 headers', () => get('/api/v2/categories', 'X-A: b\r\n'.repeat(10_000)), [431, 400]),
  of('a cookie of 100 KB', () => get('/', `Cookie: a=${'x'.repeat(100_000)}\r\n`), [431, 400]),
  of('a path of 100 KB', () => get(`/api/v2/pricing/${'x'.repeat(100_000)}`), [414, 431, 400]),
  of('a batch of 1,000 slugs', () =>
    get(`/api/v2/pricing?slugs=${Array.from({ length: 1_000 }, (_, at) => `s${at}`).join(',')}`),
  ),
  // It is one product, and the URL is short enough.
  of('a batch of one slug 800 times', () => get(`/api/v2/pricing?slugs=${'acme,'.repeat(800)}`), [200, 400, 414]),
  of('a parameter 1,000 times', () => get(`/api/v2/pricing?${'slugs=a&'.repeat(900)}`)),
  of('10 MB of a body', () => post('/api/v2/tco', Buffer.alloc(10_000_000, 'a'))),
  of('10 MB of a body for tools', () => post('/api/mcp', Buffer.alloc(10_000_000, 'a'))),
  of('7,000 levels of lists', () => post('/api/v2/tco', nested('[', ']', 7_000))),
  of('2,500 levels of objects', () => post('/api/v2/tco', nested('{"a":', '}', 2_500))),
  // JSON-RPC has its errors in bodies of status 200.
  of('30,000 levels for tools', () => post('/api/mcp', nested('[', ']', 30_000)), [200, 400, 413]),
  of('1,000 calls in a batch', () =>
    post('/api/mcp', Buffer.from(JSON.stringify(Array.from({ length: 1_000 }, (_, at) => rpc(at))))),
  ),
  of('a number of 10,000 digits', () =>
    post('/api/v2/tco', Buffer.from(`{"slug":"acme","seats":${'9'.repeat(10_000)}}`)),
  ),
  of('broken UTF-8 in a body', () =>
    post('/api/v2/tco', Buffer.concat([Buffer.from('{"slug":"'), BROKEN_UTF8, Buffer.from('"}')])),
  ),
  of('broken UTF-8 for tools', () => post('/api/mcp', BROKEN_UTF8)),
  of('broken UTF-8 in a path', () =>
    Buffer.concat([Buffer.from('GET /api/v2/pricing/'), BROKEN_UTF8, Buffer.from(` HTTP/1.1\r\n${HOST}\r\n`)]),
  ),
  of('broken UTF-8 in percent signs', () => get('/api/v2/pricing/%c0%af%ff%fe?slugs=%ed%a0%80&q=%'), REFUSED),
  of(
    'broken UTF-8 in a header',
    () =>
      Buffer.concat([
        Buffer.from(`GET /api/v2/categories HTTP/1.1\r\n${HOST}If-None-Match: "`),
        BROKEN_UTF8,
        Buffer.from('"\r\nConnection: close\r\n\r\n'),
      ]),
    [200, 400],
  ),
  of('a NUL in a header', () => get('/api/v2/categories', 'X-A: a\0b\r\n'), [400]),
  of('no HTTP at all', () => Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'), [400]),
  of('HTTP/0.9', () => Buffer.from('GET /\r\n\r\n'), [400, 200, 505]),
  of('a version that is none', () => Buffer.from(`GET / HTTP/9.9\r\n${HOST}\r\n`), [400]),
  of('a method that is none', () => Buffer.from(`BREW /api/v2/categories HTTP/1.1\r\n${HOST}\r\n`), [400, 405]),
  of(
    'a length and chunks',
    () =>
      Buffer.from(
        `POST /api/v2/tco HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n${HOST}\r\n`,
      ),
    [400],
  ),
  of(
    'chunks that are none',
    () =>
      Buffer.from(
        `POST /api/v2/tco HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      ),
    [400],
  ),
  of('no host', () => Buffer.from('GET /api/v2/categories HTTP/1.1\r\n\r\n'), [400]),
  of(
    '10,000 ranges',
    () => get('/api/v2/categories', `Range: bytes=${'0-0,'.repeat(2_000)}0-0\r\n`),
    [200, 206, 416, 431, 400],
  ),
  of('an upgrade', () => get('/api/v2/categories', 'Upgrade: websocket\r\nSec-WebSocket-Key: x\r\n'), [200, 400, 426]),
  of(
    'an expectation',
    () => Buffer.from(`GET /api/v2/categories HTTP/1.1\r\n${HOST}Expect: 200-maybe\r\nConnection: close\r\n\r\n`),
    [417, 200, 400],
  ),
  of('300 requests at once', () => Buffer.from(`GET /api/v2/categories HTTP/1.1\r\n${HOST}\r\n`.repeat(300)), [200]),
];

/** Longer than the web process is patient with any request. */
const PATIENCE_MS = 40_000;

/** The status of the first answer; undefined where there was none. */
export async function say(port: number, bytes: Buffer): Promise<number | undefined> {
  const socket = connect(port, '127.0.0.1').on('error', () => socket.destroy());
  let heard = '';
  // Not `once`, which fails with an error: to be cut off in the middle of 10 MB is one of the answers.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const heardStatus = new Promise<void>((resolve) => {
    socket.setEncoding('latin1').on('data', (part: string) => {
      heard += heard.length < 200 ? part : '';
      if (/^HTTP\/1\.\d \d{3}/.test(heard)) resolve();
    });
  });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.write(bytes);
  await Promise.race([heardStatus, closed]);
  socket.destroy();
  const status = /^HTTP\/1\.\d (\d{3})/.exec(heard)?.[1];
  return status === undefined ? undefined : Number(status);
}
