/** A scheduler's own catalogue that grows at each start; each of its products is visited once. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vendor } from '../vendor-web/vendor.ts';
import type { Trial } from './fault.ts';
import { readLedger } from './store-check.ts';
import { fixedVendors } from './vendors.ts';

export interface GrowingCatalogue {
  /** All that it will ever have: the world's `others`. */
  vendors: readonly Vendor[];
  /** For CATALOGUE_DIR of the schedulers. */
  directory: string;
  /** Adds the next one, as the file of the world whose data directory is given. */
  grow(dataDir: string): void;
  /** Of what is in it now. */
  slugs(): string[];
}

export function growingCatalogue(trial: Pick<Trial, 'directory'>, starts: number): GrowingCatalogue {
  const vendors = fixedVendors(starts);
  const directory = trial.directory();
  mkdirSync(join(directory, 'products'));
  writeFileSync(join(directory, 'categories.yaml'), `- { id: ${vendors[0]?.category}, name: Market }\n`);
  let grown = 0;
  return {
    vendors,
    directory,
    grow(dataDir) {
      const file = join('products', `${vendors[grown]?.slug}.yaml`);
      copyFileSync(join(dataDir, 'catalogue', file), join(directory, file));
      grown += 1;
    },
    slugs: () => vendors.slice(0, grown).map(({ slug }) => slug),
  };
}

/** @throws {Error} a product was not visited, or more than once */
export function visitedOnce(dataDir: string, slugs: readonly string[]): void {
  const visits = readLedger(dataDir).entries.filter(({ kind }) => kind !== 'product');
  const bySlug = Map.groupBy(visits, ({ slug }) => slug);
  const wrong = slugs.filter((slug) => bySlug.get(slug)?.length !== 1);
  if (wrong.length > 0) throw new Error(`I2, I8: not visited exactly once by the schedulers: ${wrong.join(', ')}`);
}
