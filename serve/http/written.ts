import { type Coding, encode, SMALLEST_CODED_BYTES } from './coding.ts';

/** The bytes of an answer in a coding, and the headers that speak of them. */
export interface Written {
  body: Buffer | string;
  headers: string[];
  bodyBytes: number;
}

export function written(text: string, { contentType }: { contentType: string }, coding: Coding): Written {
  const bytes = Buffer.byteLength(text);
  const isCoded = coding !== 'identity' && bytes >= SMALLEST_CODED_BYTES;
  const body = isCoded ? encode(Buffer.from(text), coding) : text;
  const bodyBytes = isCoded ? body.length : bytes;
  const headers = ['Content-Type', contentType, 'Content-Length', String(bodyBytes)];
  if (isCoded) headers.push('Content-Encoding', coding);
  return { body, headers, bodyBytes };
}
