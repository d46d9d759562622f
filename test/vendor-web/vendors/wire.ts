/**
 * Answers that are wrong on the wire: heads too large or too many, old and broken HTTP, bombs in every coding, types
 * that are not the body's. Where nothing is wrong but the manner, the prices are read.
 */
import { pipeline } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, gzipSync } from 'node:zlib';
import { HTML, JSON_TYPE, send, stream, TEXT } from '../answer.ts';
import { gzipBomb } from '../bomb.ts';
import { layOut, layoutNamed } from '../layouts.ts';
import { truthOf } from '../offer.ts';
import { offer, paid } from '../offers.ts';
import { pageVendor, vendorOf } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

const SOLD = offer('Wire', { tiers: [paid('Team', { monthly: '26' }), paid('Company', { monthly: '62' })] });
const PAGE = layOut(SOLD, layoutNamed('list-cards')).body;
/** Of the pages that must not be read. */
const DECOY = '33';
const WRONG = PAGE.replaceAll('$26', `$${DECOY}`).replaceAll('$62', `$${DECOY}`);

type Respond = Vendor['respond'];

function honest(slug: string, respond: Respond): Vendor {
  return pageVendor({ slug, name: slug, expect: 'prices', truth: () => truthOf(SOLD) }, respond);
}

function broken(slug: string, failures: Vendor['failures'], respond: Respond, more: Partial<Vendor> = {}): Vendor {
  const facts = failures === undefined ? {} : { failures };
  return { ...pageVendor({ slug, name: slug, expect: 'unreadable', decoys: [DECOY], ...facts }, respond), ...more };
}

/** Bytes as they are, and the end of the connection. */
const raw =
  (...parts: (string | Buffer)[]): Respond =>
  (request) => {
    for (const part of parts) request.socket.write(part);
    request.socket.end();
  };

const LENGTH = Buffer.byteLength(PAGE);
const head = (lines: readonly string[]) => `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`;

const heads: readonly Vendor[] = [
  broken(
    'cookie-bomb-browser',
    ['unreachable'],
    (_request, response) => {
      const cookies = Array.from({ length: 300 }, (_, at) => `c${at}=${'x'.repeat(4000)}; Max-Age=31536000`);
      response.writeHead(200, { 'content-type': HTML, 'set-cookie': cookies });
      response.end(WRONG);
    },
    { render: 'browser' },
  ),
  broken('huge-header', ['unreachable', 'too_large'], (_request, response) =>
    send(response, WRONG, { headers: { 'x-policy': 'x'.repeat(1 << 20) } }),
  ),
  honest('long-headers', (_request, response) =>
    send(response, PAGE, { headers: { 'content-security-policy': 'x'.repeat(30_000) } }),
  ),
  broken('endless-status', ['unreachable', 'timeout', 'too_large'], raw(`HTTP/1.1 200 ${'OK '.repeat(100_000)}\r\n`)),
  // 1xx answers say that the answer is to come (RFC 9110 §15.2); any number of them is allowed.
  broken('endless-early-hints', ['unreachable', 'timeout', 'too_large'], (request, _response, { signal }) => {
    const timer = setInterval(
      () => request.socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n'),
      20,
    );
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }),
];

const framing: readonly Vendor[] = [
  // HTTP/0.9 has no head at all.
  broken('http-0-9', ['unreachable'], raw(WRONG)),
  honest('http-1-0', raw(`HTTP/1.0 200 OK\r\ncontent-type: ${HTML}\r\n\r\n`, PAGE)),
  // RFC 9112 §6.3: two lengths that differ are a way to smuggle.
  broken(
    'two-lengths',
    ['unreachable'],
    raw(head([`content-type: ${HTML}`, 'content-length: 10', `content-length: ${LENGTH}`]), WRONG),
  ),
  broken(
    'bad-chunks',
    ['unreachable'],
    raw(head([`content-type: ${HTML}`, 'transfer-encoding: chunked']), `zz\r\n${WRONG}\r\n0\r\n\r\n`),
  ),
  broken('bare-line-feeds', undefined, raw(`HTTP/1.1 200 OK\ncontent-type: ${HTML}\n\n`, WRONG)),
  broken(
    'status-999',
    ['bad_status', 'unreachable'],
    raw(`HTTP/1.1 999 Denied\r\ncontent-type: ${HTML}\r\ncontent-length: ${LENGTH}\r\n\r\n`, WRONG),
  ),
  // The second answer was never asked for, and belongs to nobody.
  honest(
    'two-answers',
    raw(
      head([`content-type: ${HTML}`, `content-length: ${LENGTH}`]),
      PAGE,
      head([`content-type: ${HTML}`, `content-length: ${Buffer.byteLength(WRONG)}`]),
      WRONG,
    ),
  ),
];

const MEGABYTES = 200;
/** In one piece they would be 400 MB to allocate, for seconds in which no visit goes on. */
function* zeros(): Generator<Buffer> {
  yield Buffer.from(WRONG);
  const megabyte = Buffer.alloc(1 << 20);
  for (let at = 0; at < MEGABYTES; at += 1) yield megabyte;
}
/** Made when they are first asked for: some hundred milliseconds each. */
const bombs = new Map<string, Buffer>();
const bomb =
  (coding: string, make: () => Buffer): Respond =>
  (_request, response) => {
    const body = bombs.get(coding) ?? make();
    bombs.set(coding, body);
    send(response, body, { headers: { 'content-encoding': coding } });
  };

const codings: readonly Vendor[] = [
  broken('brotli-bomb', ['too_large'], (_request, response) => {
    response.writeHead(200, { 'content-type': HTML, 'content-encoding': 'br' });
    pipeline(zeros(), createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), response, () => {});
  }),
  // A bomb whose own compression looks like an honest page's.
  broken(
    'bomb-in-bomb',
    ['too_large'],
    bomb('gzip, gzip', () => gzipSync(gzipBomb(WRONG, MEGABYTES))),
  ),
  broken('coded-three-times', ['too_large'], (_request, response) =>
    send(response, gzipSync(gzipSync(gzipSync(WRONG))), { headers: { 'content-encoding': 'gzip, gzip, gzip' } }),
  ),
  honest('coded-twice', (_request, response) =>
    send(response, gzipSync(brotliCompressSync(PAGE)), { headers: { 'content-encoding': 'br, gzip' } }),
  ),
  broken('unknown-coding', ['wrong_type'], (_request, response) =>
    send(response, WRONG, { headers: { 'content-encoding': 'x-secret' } }),
  ),
  broken('coding-untold', undefined, (_request, response) => send(response, gzipSync(WRONG))),
  broken('coding-lie', ['unreachable', 'wrong_type', 'bad_status'], (_request, response) =>
    send(response, WRONG, { headers: { 'content-encoding': 'br' } }),
  ),
  broken(
    'bomb-for-browser',
    ['timeout', 'too_large', 'crashed'],
    bomb('gzip', () => gzipBomb(WRONG, MEGABYTES, 'x')),
    { render: 'browser' },
  ),
];

const as =
  (type: string, body: string | Buffer): Respond =>
  (_request, response) =>
    send(response, body, { type });

const types: readonly Vendor[] = [
  broken('html-as-json', undefined, as(JSON_TYPE, WRONG)),
  broken('html-as-image', ['wrong_type'], as('image/svg+xml', WRONG)),
  broken(
    'html-as-mixed',
    ['wrong_type'],
    as('multipart/x-mixed-replace; boundary=x', `--x\r\ncontent-type: ${HTML}\r\n\r\n${WRONG}\r\n--x--`),
  ),
  broken(
    'json-as-html',
    undefined,
    as(HTML, JSON.stringify({ plans: [{ name: 'Team', price: Number(DECOY), currency: 'USD' }] })),
  ),
  broken('script-as-html', undefined, as(HTML, `window.plans = [{ name: 'Team', price: '$${DECOY} per month' }];`)),
  // A browser shows its source: what it states, it states.
  { ...honest('html-as-text', as(TEXT, PAGE)), expect: 'survives' },
  honest('type-untold', (_request, response) => {
    response.writeHead(200, { 'content-length': LENGTH });
    response.end(PAGE);
  }),
  honest('type-in-capitals', as('TEXT/HTML;CHARSET="UTF-8"', PAGE)),
  { ...honest('zeros-between', as(HTML, PAGE.replaceAll('<li', '\0<li'))), expect: 'survives' },
];

const forbidding = (slug: string, rule: Respond) =>
  vendorOf({ slug, name: slug, expect: 'disallowed', decoys: [DECOY], robots: rule }, (_request, response) =>
    send(response, WRONG),
  );

const robots: readonly Vendor[] = [
  forbidding('robots-bomb', (_request, response) =>
    send(response, gzipBomb('User-agent: *\nDisallow: /\n', MEGABYTES), {
      type: TEXT,
      headers: { 'content-encoding': 'gzip' },
    }),
  ),
  forbidding('robots-endless', (_request, response, { signal }) => {
    response.writeHead(200, { 'content-type': TEXT });
    return stream(response, rules(), signal);
  }),
  vendorOf(
    {
      slug: 'robots-inward',
      name: 'robots-inward',
      expect: 'survives',
      truth: () => truthOf(SOLD),
      robots: (_request, response, { trapPort }) => {
        response.writeHead(301, { location: `http://127.0.0.1:${trapPort}/robots.txt`, 'content-length': 0 });
        response.end();
      },
    },
    (_request, response) => send(response, PAGE),
  ),
];

/** Forbids everything at once, and goes on. */
function* rules(): Generator<string> {
  yield 'User-agent: *\nDisallow: /\n';
  for (;;) yield 'Disallow: /x\n'.repeat(5000);
}

export const WIRE: readonly Vendor[] = [...heads, ...framing, ...codings, ...types, ...robots];
