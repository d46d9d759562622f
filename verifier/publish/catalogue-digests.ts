/** Digests of a catalogue by product, so that a new one recomputes only the products that it changes. Pure. */
import { hash } from 'node:crypto';
import type { Catalogue } from '../../data/catalogue/catalogue.ts';
import { CONTEXT_WINDOWS } from '../../data/models/context-window.ts';
import type { Slug } from '../../data/product.ts';
import { canonicalJson } from '../../data/store/files/canonical-json.ts';
import type { CatalogueDigests } from '../../data/store/generation/staging.ts';
import type { Steps } from '../../data/store/steps.ts';
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
  const trusted = importedFigures(observed).datasets.map(({ dataset, reliability }) => [dataset, reliability]);
  const rules = digest({ research: RESEARCH_VERSION, copy: COPY_VERSION, trusted });
  const ofProducts: Record<string, string> = {};
  for (const product of products) {
    const { slug } = product;
    const windows = Object.fromEntries(CONTEXT_WINDOWS.get(slug) ?? []);
    ofProducts[slug] = digest({ product, observed: observed.get(slug) ?? [], api: apis.get(slug) ?? null, windows });
    yield;
  }
  return { whole: digest({ rules, categories, products: ofProducts }), rules, products: ofProducts };
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
export function differenceOf(before: CatalogueDigests, after: CatalogueDigests): Difference | undefined {
  if (before.rules !== after.rules) return undefined;
  return {
    other: Object.keys(after.products).filter((slug) => after.products[slug] !== before.products[slug]),
    gone: Object.keys(before.products).filter((slug) => !Object.hasOwn(after.products, slug)),
  };
}
