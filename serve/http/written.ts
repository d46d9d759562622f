import { type Coding, encode, SMALLEST_CODED_BYTES } from '../cache/coding.ts';
import { type Body, whole } from './pieces.ts';

/** The bytes of an answer in a coding, and the headers that speak of them. */
export interface Written {
  body: Buffer | string;
  headers: string[];
  bodyBytes: number;
}

export function written(content: Body, { contentType }: { contentType: string }, coding: Coding): Written {
  const text = whole(content);
  const bytes = Buffer.byteLength(text);
  const isCoded = coding !== 'identity' && bytes >= SMALLEST_CODED_BYTES;
  const body = isCoded ? encode(typeof text === 'string' ? Buffer.from(text) : text, coding) : text;
  const bodyBytes = isCoded ? body.length : bytes;
  const headers = ['Content-Type', contentType, 'Content-Length', String(bodyBytes)];
  if (isCoded) headers.push('Content-Encoding', coding);
  return { body, headers, bodyBytes };
}
