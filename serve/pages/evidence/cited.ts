/** A quote with the product that cites it, and the address of its page. */
import type { CatalogueProduct } from '../../../data/product.ts';
import { EvidenceId, type PricingRecord, type RecordEvidence } from '../../../data/record.ts';
import type { EvidenceContext } from '../../../data/store/generation/content.ts';
import { Problem } from '../../interface/problem.ts';
import { evidencePath } from '../../record/envelope.ts';
import type { Store } from '../../store/store.ts';
import { pathWith } from '../parts/markup.ts';

export interface Cited extends EvidenceContext {
  product: CatalogueProduct;
  /** Absent for a product that is no longer sold. */
  record: PricingRecord | undefined;
  /** Every product that cites the same words. */
  citing: readonly string[];
}

/** @throws {Problem} the generation has no such evidence, or the product does not cite it */
export function citedBy({ generation }: Store, id: string, slug: string | undefined): Cited {
  const citing = EvidenceId.safeParse(id).success ? generation.citing(id) : [];
  const owner = slug ?? citing[0] ?? '';
  const found = citing.includes(owner)
    ? generation.evidenceOf(owner).find(({ evidence }) => evidence.id === id)
    : undefined;
  const product = found && generation.product(owner);
  if (found === undefined || product === undefined)
    throw new Problem('not_found', 'No evidence with this id in the current generation');
  return { ...found, product, record: generation.record(owner), citing };
}

/** Of a quote's page, for this product. */
export function address(
  { generation }: Store,
  { evidence, slug }: { evidence: RecordEvidence; slug: string },
  query: Record<string, string> = {},
): string {
  const isFirst = generation.citing(evidence.id)[0] === slug;
  return pathWith(evidencePath(evidence.id), { slug: isFirst ? undefined : slug, ...query });
}
