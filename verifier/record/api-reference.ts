/** The API reference of a product: the description that its source states, else that of a public dataset. Pure. */
import type { ApiReference, ImportedApi } from '../../data/api-reference.ts';
import type { ProductState, SourceState } from '../../data/pipeline/ledger-state.ts';
import type { CatalogueProduct, Source } from '../../data/product.ts';

export function apiReferenceOf(
  product: CatalogueProduct,
  state: ProductState,
  imported: ImportedApi | undefined,
): ApiReference | undefined {
  const sources = product.sources
    .filter(({ kind }) => kind === 'openapi')
    .map((source) => ({ source, seen: state.sources.get(source.id) }));
  const stating = sources.find(({ seen }) => seen?.statement?.api !== undefined);
  const { source, seen } = stating ?? sources[0] ?? {};
  const around = { ...attemptOf(source, seen), ...(source !== undefined && { source: source.url }) };
  const api = seen?.statement?.api;
  if (source !== undefined && seen?.confirmedAt !== undefined && api !== undefined) {
    const { pageSha256, facts } = api;
    const observed = { url: source.url, pageSha256: seen.page?.sha256 ?? pageSha256, confirmedAt: seen.confirmedAt };
    return { facts, observed, ...around };
  }
  if (imported === undefined) return undefined;
  const { facts, ...from } = imported;
  return { facts, imported: from, ...around };
}

function attemptOf(source: Source | undefined, seen: SourceState | undefined): Pick<ApiReference, 'attempt'> {
  if (source === undefined || seen?.checkedAt === undefined || seen.outcome === undefined) return {};
  const { checkedAt, outcome, failure, candidate } = seen;
  const disputed = candidate !== undefined;
  return { attempt: { url: source.url, checkedAt, outcome, ...(failure !== undefined && { failure }), disputed } };
}
