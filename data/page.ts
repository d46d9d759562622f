/** A page: what a source answered at an instant. The archive has its bytes under their SHA-256. */
import * as z from 'zod';
import { Instant } from './product.ts';

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export type Sha256 = z.infer<typeof Sha256>;

/** HTTP(S) only: a browser would run `javascript:` and `data:` URLs. */
export const WebUrl = z.url({ protocol: /^https?$/ });

export const PageFormat = z.enum(['html', 'markdown', 'json', 'yaml', 'text']);
export type PageFormat = z.infer<typeof PageFormat>;

export const Page = z.strictObject({
  url: WebUrl,
  /** Where the redirects ended. */
  finalUrl: WebUrl,
  status: z.int().min(100).max(599),
  format: PageFormat,
  /** IANA name; offsets depend on it. */
  charset: z.string().min(1).max(40),
  sha256: Sha256,
  bytes: z.int().min(0),
  fetchedAt: Instant,
  /** `browser`: the bytes are the serialised DOM after scripts ran. */
  via: z.enum(['http', 'browser']),
  etag: z.string().max(300).optional(),
  lastModified: z.string().max(60).optional(),
  /** Of it around its first price, in the archive, where Chromium read it and its amounts were new. */
  picture: Sha256.optional(),
});
export type Page = z.infer<typeof Page>;

/** Attribute that the browser fetch gives to elements which Chromium did not draw, whatever style sheet hides them. */
export const NOT_DRAWN_MARK = 'data-not-drawn';

const MOST_PICTURE_BYTES = 200 * 1024;

/** Whether bytes are a WebP file by their header (RFC 9649), and not too large for a picture of a page. */
export function isPicture(bytes: Uint8Array): boolean {
  const text = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString('latin1');
  return bytes.length <= MOST_PICTURE_BYTES && text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP';
}
