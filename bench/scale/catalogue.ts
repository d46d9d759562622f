/** A catalogue of so many invented products, as files, and the names that all processes of the benchmark know them by. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** As many as our own catalogue has. */
const CATEGORIES = 45;

export function slugOf(product: number): string {
  return `product-${product}`;
}

/** Each is of another vendor, hence of another host. */
function hostOf(product: number): string {
  return `${slugOf(product)}.vendor.test`;
}

export function categoryOf(product: number): string {
  return `category-${product % CATEGORIES}`;
}

export function writeCatalogue(dir: string, products: number): void {
  const ids = Array.from({ length: CATEGORIES }, (_, at) => categoryOf(at));
  mkdirSync(join(dir, 'products'), { recursive: true });
  writeFileSync(
    join(dir, 'categories.yaml'),
    stringify(ids.map((id) => ({ id, name: id.replace('-', ' '), description: `What ${id} sells.` }))),
  );
  for (let at = 0; at < products; at += 1) writeProduct(dir, at);
}

export function writeProduct(dir: string, at: number): void {
  writeFileSync(
    join(dir, 'products', `${slugOf(at)}.yaml`),
    stringify({
      name: `Product ${at}`,
      vendor: `Vendor ${at}`,
      category: categoryOf(at),
      aliases: [`p${at}`],
      homepage: `https://${hostOf(at)}`,
      sources: [{ id: 'pricing', url: `https://${hostOf(at)}/pricing`, kind: 'pricing', cadence: 'weekly' }],
    }),
  );
}
