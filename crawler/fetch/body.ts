/** Reads a body within limits on received and decoded bytes and their ratio, so it decodes here (field notes §3.5). */
import { Duplex, pipeline, type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { FetchFailure } from './fetched.ts';

/** The codings that readBody can decode, in order of preference. */
export const ACCEPT_ENCODING = 'br, zstd, gzip, deflate';

/** RFC 9110 §8.4 allows any number of codings in a row; honest servers use at most two. */
const MAX_CODINGS = 2;

export interface BodyLimits {
  maxDecodedBytes: number;
  maxInflation: number;
  /** The ratio counts only after this many decoded bytes: a small page of spaces is no bomb. */
  inflationFloorBytes: number;
  /** `cut` keeps the bytes up to the cap: robots.txt may be cut, a page may not. */
  atCap?: 'fail' | 'cut';
}

type Chunks = AsyncIterable<Buffer>;

const DECODERS: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
  deflate: () => Duplex.from(inflated),
};

/** @throws {FetchFailure} `too_large`, `wrong_type` for a coding that was not offered; stream errors as they come */
export async function readBody(source: Readable, encoding: string | undefined, limits: BodyLimits): Promise<Buffer> {
  let received = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      done(null, chunk);
    },
  });
  // Codings are undone in reverse order; the loop below throws what fails here.
  const stream = pipeline([source, counter, ...decodersOf(encoding).reverse()], () => {}) as unknown as Readable;
  let decoded = 0;
  const parts: Buffer[] = [];
  for await (const part of stream as Chunks) {
    decoded += part.length;
    if (decoded > limits.maxDecodedBytes) {
      if (limits.atCap !== 'cut') throw tooLarge(`the body is larger than ${limits.maxDecodedBytes} bytes`);
      parts.push(part.subarray(0, part.length - (decoded - limits.maxDecodedBytes)));
      break;
    }
    if (decoded > limits.inflationFloorBytes && decoded > received * limits.maxInflation) {
      throw tooLarge(`the body expands more than ${limits.maxInflation} times`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge(detail: string): FetchFailure {
  return new FetchFailure('too_large', `Cannot use the page: ${detail}`);
}

function decodersOf(encoding = ''): Duplex[] {
  const all = encoding.toLowerCase().split(',');
  const codings = all.map((coding) => coding.trim()).filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) throw tooLarge(`its body was encoded ${codings.length} times`);
  return codings.map((coding) => {
    const create = DECODERS[coding];
    if (create !== undefined) return create();
    throw new FetchFailure('wrong_type', `Cannot decode a body with Content-Encoding "${coding.slice(0, 40)}"`);
  });
}

/** "deflate" means the zlib format (RFC 9110 §8.4.1.2), but many servers send it raw. Its header tells (RFC 1950). */
async function* inflated(chunks: Chunks): Chunks {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const [method = 0, flags = 0] = first.value;
  const isZlib = (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
  const all = async function* (): Chunks {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  yield* pipeline(all, isZlib ? createInflate() : createInflateRaw(), () => {}) as Chunks;
}
