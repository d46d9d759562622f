/** A corpus folder as a web with a history: its vendors, and the page at each URL from which day on. Pure. */
import * as z from 'zod';
import { type CatalogueProduct, type Category, Product, Slug } from '../../data/product.ts';
import { jsonLines } from '../../data/text/json-lines.ts';

const ManifestLine = z.object({
  name: z.string().min(1),
  file: z.string().regex(/^[\w.-]+$/, 'not a plain file name'),
  slug: Slug,
  vendor: z.string().min(1),
  category: Slug,
  url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  date: z.string().regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/, 'not a date such as 2026-01-31'),
});
type ManifestLine = z.infer<typeof ManifestLine>;

/** One saved page: the answer of a product's source from this instant on. */
export interface Capture {
  slug: string;
  source: string;
  url: string;
  at: Date;
  file: string;
  contentType: string;
}

export interface Corpus {
  products: CatalogueProduct[];
  categories: Category[];
  /** In order of time. */
  captures: Capture[];
}

/** @throws {Error} naming the line that is no manifest line */
export function readManifest(text: string): Corpus {
  const lines = jsonLines(text, ManifestLine, 'the manifest');
  const bySlug = Map.groupBy(lines, ({ slug }) => slug);
  const products = [...bySlug].map(([slug, pages]) => productOf(slug, pages));
  const categories = [...new Set(lines.map(({ category }) => category))]
    .sort()
    .map((id) => ({ id, name: titleOf(id) }));
  const captures = products.flatMap((product) => capturesOf(product, bySlug.get(product.slug) ?? []));
  return { products, categories, captures: captures.sort((a, b) => a.at.getTime() - b.at.getTime()) };
}

function productOf(slug: string, pages: ManifestLine[]): CatalogueProduct {
  const urls = [...new Set(pages.map(urlOf))];
  const [first] = pages;
  if (first === undefined) throw new Error(`Cannot make a product of "${slug}": it has no page`);
  const idOf = (index: number) => (index === 0 ? 'pricing' : `pricing-${index + 1}`);
  const sources = urls.map((url, index) => ({ id: idOf(index), url, cadence: 'daily' }));
  return { ...Product.parse({ name: first.vendor, vendor: first.vendor, category: first.category, sources }), slug };
}

function capturesOf(product: CatalogueProduct, pages: ManifestLine[]): Capture[] {
  return product.sources.flatMap(({ id, url }) =>
    pages
      .filter((page) => urlOf(page) === url)
      .map(({ file, date }) => ({
        slug: product.slug,
        source: id,
        url,
        // A year or a month counts from its first day.
        at: new Date(date + '-01-01'.slice(date.length - 4)),
        file,
        contentType: file.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/html; charset=utf-8',
      })),
  );
}

function urlOf({ url, slug }: ManifestLine): string {
  return url === '' ? `https://${slug}.invalid/pricing` : url.replace(/^http:/, 'https:');
}

function titleOf(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');
}
