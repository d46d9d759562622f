/** Trouble below the page: statuses, validators, slow and endless and broken bodies, wrong types and charsets. */
import { deflateRawSync } from 'node:zlib';
import { type Answer, HTML, send, stream } from '../answer.ts';
import { gzipBomb } from '../bomb.ts';
import { layOut, layoutNamed } from '../layouts.ts';
import { type Offer, truthOf } from '../offer.ts';
import { custom, offer, paid } from '../offers.ts';
import { offerVendor, pageVendor, type VendorFacts } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

const DECOY = '31';
const decoyOffer = (name: string) => offer(name, { tiers: [paid('Pro', { monthly: DECOY }), custom('Enterprise')] });
const bodyOf = (each: Offer) => layOut(each, layoutNamed('div-cards')).body;
const DECOY_PAGE = bodyOf(decoyOffer('Decoy'));
const HEAD_OF_PAGE = DECOY_PAGE.slice(0, Math.floor(DECOY_PAGE.length / 2));

/** A vendor that fails in transport: whatever bytes arrive hold amounts that must not be published. */
function failing(slug: string, more: Partial<VendorFacts>, respond: Vendor['respond']): Vendor {
  return pageVendor({ slug, name: slug, expect: 'unreadable', decoys: [DECOY], ...more }, respond);
}

function refusing(slug: string, status: number, headers: Record<string, string> = {}): Vendor {
  return failing(slug, { expect: 'refused', failures: ['refused'] }, (_request, response) =>
    send(response, DECOY_PAGE, { status, headers }),
  );
}

const HOUR_MS = 3_600_000;

const statuses: readonly Vendor[] = [
  refusing('forbidden-403', 403),
  refusing('busy-429', 429),
  refusing('busy-429-seconds', 429, { 'retry-after': '3600' }),
  // By the clock of the web, so that a test which sets the crawler's clock can foresee the instant.
  failing('busy-429-date', { expect: 'refused', failures: ['refused'] }, (_request, response, { now }) =>
    send(response, DECOY_PAGE, {
      status: 429,
      headers: { 'retry-after': new Date(now.getTime() + HOUR_MS).toUTCString() },
    }),
  ),
  refusing('busy-429-nonsense', 429, { 'retry-after': 'soon' }),
  failing('paywall-401', { failures: ['bad_status', 'refused'] }, (_request, response) =>
    send(response, DECOY_PAGE, { status: 401, headers: { 'www-authenticate': 'Basic realm="staff"' } }),
  ),
  ...[404, 503].map((status) =>
    failing(`status-${status}`, { failures: ['bad_status', 'unreachable'] }, (_request, response) =>
      send(response, DECOY_PAGE, { status }),
    ),
  ),
  failing('empty-204', { failures: ['bad_status', 'unreachable'] }, (_request, response) => {
    response.writeHead(204);
    response.end();
  }),
  failing('empty-200', {}, (_request, response) => send(response, '')),
  // Claims that nothing has changed to a client that never asked.
  failing('unasked-304', { failures: ['bad_status', 'unreachable'] }, (_request, response) => {
    response.writeHead(304);
    response.end();
  }),
];

const steady = offer('Steady', { tiers: [paid('Pro', { monthly: '13' })] });
const JANUARY = new Date('2026-01-05T08:00:00Z');

const validated = [
  { slug: 'etag-only', by: { etag: true } },
  { slug: 'modified-only', by: { lastModified: JANUARY } },
  { slug: 'both-validators', by: { etag: true, lastModified: JANUARY } },
].map(({ slug, by }) => offerVendor({ slug, name: slug, offer: steady, validators: () => by }));

function* endless(): Generator<string> {
  yield HEAD_OF_PAGE;
  for (;;) yield '<p>And there is more to say about it.</p>\n'.repeat(400);
}

let bomb: Buffer | undefined;

const DRIP_MS = 1000;

const bodies: readonly Vendor[] = [
  failing('slow-drip', { failures: ['timeout'] }, (_request, response, { signal }) => {
    response.writeHead(200, { 'content-type': HTML });
    let at = 0;
    const timer = setInterval(() => {
      response.write(DECOY_PAGE.charAt(at));
      at += 1;
      if (at >= DECOY_PAGE.length) response.end();
    }, DRIP_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }),
  failing('silent', { failures: ['timeout'] }, () => undefined),
  failing('headers-then-silence', { failures: ['timeout'] }, (_request, response) => {
    response.writeHead(200, { 'content-type': HTML });
    response.write(HEAD_OF_PAGE);
  }),
  failing('endless-body', { failures: ['too_large'] }, (_request, response, { signal }) => {
    response.writeHead(200, { 'content-type': HTML });
    return stream(response, endless(), signal);
  }),
  failing(
    'endless-headers',
    { failures: ['unreachable', 'too_large', 'timeout'] },
    (request, _response, { signal }) => {
      request.socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => request.socket.write(`x-more-${'x'.repeat(4000)}: ${'y'.repeat(4000)}\r\n`), 5);
      signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    },
  ),
  failing('declared-huge', { failures: ['too_large'] }, (_request, response) => {
    response.writeHead(200, { 'content-type': HTML, 'content-length': 10 ** 12 });
    response.write(HEAD_OF_PAGE);
  }),
  failing('gzip-bomb', { failures: ['too_large'] }, (_request, response) => {
    bomb ??= gzipBomb(HEAD_OF_PAGE, 200);
    send(response, bomb, { headers: { 'content-encoding': 'gzip' } });
  }),
  failing('broken-gzip', { failures: ['unreachable', 'wrong_type', 'bad_status'] }, (_request, response) =>
    send(response, deflateRawSync(DECOY_PAGE), { headers: { 'content-encoding': 'gzip' } }),
  ),
  failing('truncated', { failures: ['unreachable'] }, (_request, response) => {
    response.writeHead(200, { 'content-type': HTML, 'content-length': Buffer.byteLength(DECOY_PAGE) });
    response.write(HEAD_OF_PAGE, () => response.destroy());
  }),
  failing('truncated-chunks', { failures: ['unreachable'] }, (_request, response) => {
    response.writeHead(200, { 'content-type': HTML });
    response.write(HEAD_OF_PAGE, () => response.destroy());
  }),
  failing('reset', { failures: ['unreachable'] }, (request) => {
    request.socket.resetAndDestroy();
  }),
  failing('not-http', { failures: ['unreachable'] }, (request) => {
    request.socket.end('SSH-2.0-OpenSSH_9.9\r\n');
  }),
];

/** Every byte once, over and over: neither text nor an image. */
const GARBAGE = Buffer.from(Array.from({ length: 65_536 }, (_, at) => (at * 197 + (at >> 3)) & 0xff));
/** The first bytes of the formats, then garbage; enough for whoever sniffs. */
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1'), GARBAGE]);
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), GARBAGE]);

const mistyped = (slug: string, body: string | Buffer, answer: Answer, more: Partial<VendorFacts> = {}) =>
  failing(slug, { failures: ['wrong_type'], ...more }, (_request, response) => send(response, body, answer));

const types: readonly Vendor[] = [
  mistyped('type-pdf', PDF, { type: 'application/pdf' }),
  mistyped('type-image', PNG, { type: 'image/png' }),
  mistyped('type-binary', DECOY_PAGE, { type: 'application/octet-stream' }),
  mistyped('type-download', DECOY_PAGE, { type: 'application/zip', headers: { 'content-disposition': 'attachment' } }),
  // These two claim to be pages, and what gives them away is in the bytes.
  mistyped('type-lie-pdf', PDF, { type: HTML }, { verdicts: ['not_pricing', 'unreadable'] }),
  mistyped('garbage', GARBAGE, { type: HTML }, { verdicts: ['not_pricing', 'unreadable'] }),
];

const pounds = offer('Pounds', {
  locale: 'en-GB',
  currency: 'GBP',
  tiers: [paid('Clerk', { monthly: '14' }), paid('Office', { monthly: '44' })],
});
const euros = offer('Euros', {
  locale: 'de-DE',
  language: 'de',
  currency: 'EUR',
  tiers: [paid('Basis', { monthly: '14' }), paid('Profi', { monthly: '44' })],
});
const withoutMeta = (each: Offer) => bodyOf(each).replace('<meta charset="utf-8">\n', '');

function encoded(slug: string, body: Buffer, type: string, expect: 'prices' | 'no_price' = 'prices'): Vendor {
  const truth = expect === 'prices' ? { truth: () => truthOf(pounds) } : {};
  return pageVendor({ slug, name: slug, expect, ...truth }, (_request, response) => send(response, body, { type }));
}

const charsets: readonly Vendor[] = [
  encoded('charset-windows-1252', Buffer.from(withoutMeta(pounds), 'latin1'), 'text/html; charset=windows-1252'),
  encoded(
    'charset-in-meta',
    Buffer.from(bodyOf(pounds).replace('charset="utf-8"', 'charset="iso-8859-1"'), 'latin1'),
    'text/html',
  ),
  encoded('charset-utf-16', Buffer.from(`\ufeff${withoutMeta(pounds)}`, 'utf16le'), 'text/html; charset=utf-16'),
  encoded('charset-bom', Buffer.from(`\ufeff${bodyOf(pounds)}`), 'text/html'),
  // WHATWG Encoding: unknown labels leave it to the meta element, which is right.
  encoded('charset-unknown', Buffer.from(bodyOf(pounds)), 'text/html; charset=x-klingon'),
  // The declared charset makes another sign of the euro and the pound, and no currency is left to read.
  encoded('charset-wrong-latin', Buffer.from(withoutMeta(euros)), 'text/html; charset=iso-8859-1', 'no_price'),
  encoded('charset-wrong-utf-8', Buffer.from(bodyOf(pounds), 'latin1'), HTML, 'no_price'),
];

export const TRANSPORT: readonly Vendor[] = [...statuses, ...validated, ...bodies, ...types, ...charsets];
