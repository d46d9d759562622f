/** Digests of a catalogue by product, so that a new one recomputes only the products that it changes. Pure. */
import { hash } from 'node:crypto';
import type { Catalogue } from '../../data/catalogue/catalogue.ts';
import { CONTEXT_WINDOWS } from '../../data/models/context-window.ts';
import type { Slug } from '../../data/product.ts';
import { canonicalJson } from '../../data/store/files/canonical-json.ts';
import { type CatalogueDigests, withWhole } from '../../data/store/generation/catalogue-digests.ts';
import { each, type Steps } from '../../data/store/steps.ts';
import { COPY_VERSION } from '../../data/text/page-copy.ts';
import { RESEARCH_VERSION } from '../research/research.ts';
import { importedFigures } from './dataset-agreement.ts';

/** A catalogue never changes after loading and is published many times. */
const digests = new WeakMap<Catalogue, CatalogueDigests>();

/** Histories are left out: they are published from the ledger (verifier/record/imported-history.ts). */
export function* catalogueDigests(catalogue: Catalogue): Steps<CatalogueDigests> {
  const found = digests.get(catalogue) ?? (yield* digested(catalogue));
  digests.set(catalogue, found);
  return found;
}

function* digested({ products, categories, observed, apis }: Catalogue): Steps<CatalogueDigests> {
  // A dataset's reliability follows from all datasets.
  const { datasets } = yield* importedFigures(observed);
  const trusted = datasets.map(({ dataset, reliability }) => [dataset, reliability]);
  const ofProducts = new Map<Slug, string>();
  for (const product of products) {
    const { slug } = product;
    const windows = Object.fromEntries(CONTEXT_WINDOWS.get(slug) ?? []);
    const stated = { product, observed: observed.get(slug) ?? [], api: apis.get(slug) ?? null, windows };
    ofProducts.set(slug, digest(stated));
    yield;
  }
  return yield* withWhole({
    rules: digest({ research: RESEARCH_VERSION, copy: COPY_VERSION, trusted }),
    categories: digest(categories),
    products: ofProducts,
  });
}

function digest(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}

export interface Difference {
  /** New or different products. */
  other: Slug[];
  gone: Slug[];
}

/** From one catalogue to the next; undefined where the rules differ and all products are computed anew. */
export function* differenceOf(before: CatalogueDigests, after: CatalogueDigests): Steps<Difference | undefined> {
  if (before.rules !== after.rules) return undefined;
  const difference: Difference = { other: [], gone: [] };
  yield* each(after.products, ([slug, digest]) => {
    if (digest !== before.products.get(slug)) difference.other.push(slug);
  });
  yield* each(before.products.keys(), (slug) => {
    if (!after.products.has(slug)) difference.gone.push(slug);
  });
  return difference;
}
