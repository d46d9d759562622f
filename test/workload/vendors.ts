/** Any number of vendors for the vendor web, each with a page of its own that changes as days pass. */
import { HTML, JSON_TYPE, MARKDOWN, sendConditionally, TEXT } from '../vendor-web/answer.ts';
import { pageVendor } from '../vendor-web/page-vendor.ts';
import type { Vendor } from '../vendor-web/vendor.ts';
import { HTTP_LAYOUTS, sizedPage } from './sized-page.ts';

const DAY_MS = 86_400_000;
const CATEGORIES = 45;
/** Of a page's editions: one in eight states dearer prices. */
const EDITIONS_PER_RISE = 8;

export interface VendorsOptions {
  bytes: number;
  /** Share of the pages with another edition each day. */
  changedShare: number;
}

/** Half of the vendors send an ETag. */
export function vendorsOf(count: number, { bytes, changedShare }: VendorsOptions): Vendor[] {
  return Array.from({ length: count }, (_, at) => {
    const facts = { slug: `product-${at}`, name: `Product ${at}`, category: `category-${at % CATEGORIES}` };
    return pageVendor({ ...facts, expect: 'prices' }, (request, response, { now }) => {
      const edition = Math.floor((now.getTime() / DAY_MS) * changedShare + ((at * 0.618) % 1));
      const { source, format } = sizedPage({
        layout: HTTP_LAYOUTS[at % HTTP_LAYOUTS.length] ?? '',
        bytes,
        seed: at,
        edition,
        dearer: Math.floor((edition + at) / EDITIONS_PER_RISE) % 50,
      });
      const type = { html: HTML, markdown: MARKDOWN, json: JSON_TYPE, text: TEXT }[format];
      sendConditionally(request, response, source, { type, etag: at % 2 === 0 });
    });
  });
}
