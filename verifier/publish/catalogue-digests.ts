/**
 * What a catalogue says, told apart by product: so that another catalogue makes only those products anew of which it
 * says something else. Pure.
 */
import { hash } from 'node:crypto';
import type { Catalogue } from '../../data/catalogue/catalogue.ts';
import type { Slug } from '../../data/product.ts';
import { canonicalJson } from '../../data/store/files/canonical-json.ts';
import type { CatalogueDigests } from '../../data/store/generation/staging.ts';
import { RESEARCH_VERSION } from '../research/research.ts';
import { importedFigures } from './dataset-agreement.ts';

/** A catalogue is read once and never changed, and published many times. */
const digests = new WeakMap<Catalogue, CatalogueDigests>();

/**
 * Of what is published from the catalogue itself. Its histories are published from the ledger
 * (verifier/record/imported-history.ts).
 */
export function catalogueDigests(catalogue: Catalogue): CatalogueDigests {
  const found = digests.get(catalogue) ?? digested(catalogue);
  digests.set(catalogue, found);
  return found;
}

function digested({ products, categories, observed, apis }: Catalogue): CatalogueDigests {
  // How far a dataset is trusted follows from what all of them say.
  const trusted = importedFigures(observed).datasets.map(({ dataset, reliability }) => [dataset, reliability]);
  const rules = digest({ research: RESEARCH_VERSION, trusted });
  const ofProducts = Object.fromEntries(
    products.map((product) => {
      const { slug } = product;
      return [slug, digest({ product, observed: observed.get(slug) ?? [], api: apis.get(slug) ?? null })];
    }),
  );
  return { whole: digest({ rules, categories, products: ofProducts }), rules, products: ofProducts };
}

function digest(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}

export interface Difference {
  /** Products that are new, or of which something else is said. */
  other: Slug[];
  /** Products that are in it no more. */
  gone: Slug[];
}

/** From one catalogue to the next; `undefined` where the rules are others, by which all products are made. */
export function differenceOf(before: CatalogueDigests, after: CatalogueDigests): Difference | undefined {
  if (before.rules !== after.rules) return undefined;
  return {
    other: Object.keys(after.products).filter((slug) => after.products[slug] !== before.products[slug]),
    gone: Object.keys(before.products).filter((slug) => !Object.hasOwn(after.products, slug)),
  };
}
