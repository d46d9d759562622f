/**
 * Reads a response's body within limits: received bytes, decoded bytes, and the ratio of the two.
 *
 * Decompression is ours, because a client that decompresses for us hands over 200 MB of a 200 KB gzip before anyone
 * can count (field notes §3.5).
 */
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { FetchFailure } from './failure.ts';

/** What body() can decode; said in every request, in the order that we like them. */
export const ACCEPT_ENCODING = 'br, zstd, gzip, deflate';

/** RFC 9110 §8.4 allows any number of codings in a row; more than two is no server's honest work. */
const MAX_CODINGS = 2;

export interface BodyLimits {
  maxDecodedBytes: number;
  maxInflation: number;
  /** The ratio is judged after this many decoded bytes: a small page of spaces is no bomb. */
  inflationFloorBytes: number;
  /** At the cap: fail, or keep what came so far (robots.txt may be cut, a page may not). */
  atCap?: 'fail' | 'cut';
}

type Chunks = AsyncIterable<Buffer>;

/** @throws {FetchFailure} `too_large`, `wrong_type` for a coding that we did not offer; stream errors as they come */
export async function readBody(source: Readable, encoding: string | undefined, limits: BodyLimits): Promise<Buffer> {
  const codings = codingsOf(encoding);
  let received = 0;
  let decoded = 0;
  const counted = async function* (): Chunks {
    for await (const chunk of source as Chunks) {
      received += chunk.length;
      yield chunk;
    }
  };
  const parts: Buffer[] = [];
  // Codings are undone in the reverse of the order in which they were applied.
  for await (const part of codings.reduceRight<Chunks>((chunks, coding) => decodedBy(coding, chunks), counted())) {
    decoded += part.length;
    if (decoded > limits.maxDecodedBytes) {
      if (limits.atCap !== 'cut') throw tooLarge(`the body is larger than ${limits.maxDecodedBytes} bytes`);
      parts.push(part.subarray(0, part.length - (decoded - limits.maxDecodedBytes)));
      break;
    }
    if (decoded > limits.inflationFloorBytes && decoded > received * limits.maxInflation) {
      throw tooLarge(`the body inflates more than ${limits.maxInflation} times`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge(detail: string): FetchFailure {
  return new FetchFailure('too_large', `Cannot take the page: ${detail}`);
}

function codingsOf(encoding: string | undefined): string[] {
  const codings = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) throw tooLarge(`its body was encoded ${codings.length} times`);
  return codings;
}

function decodedBy(coding: string, chunks: Chunks): Chunks {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return through(createGunzip(), chunks);
    case 'br':
      return through(createBrotliDecompress(), chunks);
    case 'zstd':
      return through(createZstdDecompress(), chunks);
    case 'deflate':
      return inflated(chunks);
    default:
      throw new FetchFailure('wrong_type', `Cannot decode a body with Content-Encoding "${coding.slice(0, 40)}"`);
  }
}

type Decoder = ReturnType<typeof createGunzip>;

async function* through(decoder: Decoder, chunks: Chunks): Chunks {
  const input = Readable.from(chunks, { objectMode: false });
  input.on('error', (error) => decoder.destroy(error));
  input.pipe(decoder);
  try {
    yield* decoder as Chunks;
  } finally {
    input.destroy();
    decoder.destroy();
  }
}

/**
 * "deflate" means the zlib format (RFC 9110 §8.4.1.2), and many servers send the raw one. The first two bytes tell:
 * method 8, and a multiple of 31 (RFC 1950 §2.2).
 */
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
  yield* through(isZlib ? createInflate() : createInflateRaw(), all());
}
