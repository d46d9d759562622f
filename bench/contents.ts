/** What a generation of so many products holds. Pure: the same count and turn give the same. */
import type { EvidenceContext, PublishedProduct } from '../data/store/generation/content.ts';
import { daysAfterNoon, product, record, snapshot, verification } from '../test/builders.ts';
import { researchOf } from '../verifier/research/research.ts';
import { stated } from './statement.ts';

const CATEGORIES = 40;
/** A product's past: what it stated before, and what it states now. */
const SNAPSHOTS = 3;

export interface Contents {
  products: PublishedProduct[];
  evidence: EvidenceContext[];
}

/** Other turns give the same products other prices. */
export function contents(count: number, turn: number): Contents {
  const products: PublishedProduct[] = [];
  const evidence: EvidenceContext[] = [];
  for (let at = 0; at < count; at += 1) {
    const slug = `product-${at}`;
    const statement = stated(slug, turn + at);
    const category = `category-${at % CATEGORIES}`;
    const stands = record({
      slug,
      category,
      ...statement,
      verification: verification({ confirmedAt: daysAfterNoon(turn) }),
    });
    products.push({
      product: product({ slug, category, aliases: [`alias-${at}`] }),
      record: stands,
      research: researchOf(stands),
      snapshots: Array.from({ length: SNAPSHOTS }, (_, back) =>
        snapshot({ slug, validFrom: daysAfterNoon(-30 * (SNAPSHOTS - back)), ...stated(slug, turn + at + back) }),
      ),
    });
    for (const cited of statement.evidence)
      evidence.push({ evidence: cited, slug, before: 'Business ', after: ' for teams that ship', finalUrl: cited.url });
  }
  return { products, evidence };
}
