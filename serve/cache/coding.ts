/** Content coding of answers (RFC 9110 §12.5.3). */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { memoized } from '../../data/text/memoized.ts';

/** In order of preference at equal weight: zstd is nearly as small as brotli in half its time. */
export const CODINGS = ['zstd', 'br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number] | 'identity';

/** Below it, a coding saves less than its own header costs. */
export const SMALLEST_CODED_BYTES = 1024;

/** A client that refuses every coding gets `identity` instead of a 406. */
export function negotiate(acceptEncoding: string): Coding {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (name === '') continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  let best: Coding = 'identity';
  // Identity is acceptable unless refused, and worth less than a coding that the client names.
  let bestWeight = weights.get('identity') ?? 0;
  for (const coding of CODINGS) {
    const weight = weightOf(coding);
    if (weight > bestWeight || (weight === bestWeight && weight > 0 && best === 'identity')) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Few distinct headers occur, and each may have 16 kB. */
const negotiated = memoized(negotiate, 200);

export function codingOf({ headers }: Pick<IncomingMessage, 'headers'>): Coding {
  return negotiated(headers['accept-encoding'] ?? '');
}

const GZIP = { level: 6 };
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
/** Quality 9 takes twenty times as long as 4 and saves a twentieth. */
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

export function encode(body: Buffer, coding: Coding): Buffer {
  // Node retains the last output chunk of 16 kB until the next major collection, so chunks fit the body.
  const chunkSize = Math.min(Math.max(body.length >> 2, 1_024), 16_384);
  return coding === 'identity' ? body : ENCODE[coding](body, chunkSize);
}

const ENCODE: Record<Exclude<Coding, 'identity'>, (body: Buffer, chunkSize: number) => Buffer> = {
  gzip: (body, chunkSize) => gzipSync(body, { ...GZIP, chunkSize }),
  br: (body, chunkSize) =>
    brotliCompressSync(body, { chunkSize, params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  zstd: (body, chunkSize) => zstdCompressSync(body, { ...ZSTD, chunkSize }),
};

/** As a power of two: 1 MB; 4 MB would save next to nothing. */
const WINDOW = 20;

/** The same as a stream, for bodies that do not fit in memory. */
export const ENCODER: Record<Exclude<Coding, 'identity'>, () => Transform> = {
  gzip: () => createGzip(GZIP),
  br: () => createBrotliCompress({ params: { ...BROTLI, [constants.BROTLI_PARAM_LGWIN]: WINDOW } }),
  zstd: () => createZstdCompress({ params: { ...ZSTD.params, [constants.ZSTD_c_windowLog]: WINDOW } }),
};
