/** A page is what a source answered at an instant. Its bytes live in the archive under their SHA-256. */
import * as z from 'zod';
import { Instant } from './product.ts';

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export type Sha256 = z.infer<typeof Sha256>;

/** Of the web: what a browser would run (`javascript:`, `data:`) is no address of a page. */
export const WebUrl = z.url({ protocol: /^https?$/ });

export const PageFormat = z.enum(['html', 'markdown', 'json', 'yaml', 'text']);
export type PageFormat = z.infer<typeof PageFormat>;

export const Page = z.strictObject({
  /** What the product's file asked for. */
  url: WebUrl,
  /** Where the redirects ended. */
  finalUrl: WebUrl,
  status: z.int().min(100).max(599),
  format: PageFormat,
  /** IANA name that the bytes were decoded with; part of the page because offsets depend on it. */
  charset: z.string().min(1).max(40),
  sha256: Sha256,
  bytes: z.int().min(0),
  fetchedAt: Instant,
  /** `browser`: the bytes are the serialised DOM after scripts ran. */
  via: z.enum(['http', 'browser']),
  etag: z.string().max(300).optional(),
  lastModified: z.string().max(60).optional(),
});
export type Page = z.infer<typeof Page>;
