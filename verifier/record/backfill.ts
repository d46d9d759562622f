/** The snapshots, corrections and events that follow from a statement of a source at a past instant. Pure. */
import type { Change } from '../../data/change.ts';
import { defined } from '../../data/defined.ts';
import type { ProductPast } from '../../data/pipeline/ledger-state.ts';
import type { LedgerEntry, Statement } from '../../data/pipeline/verdict.ts';
import { type CatalogueProduct, marketOf, type Slug, sourcesOf } from '../../data/product.ts';
import { changesBetween } from './changes.ts';
import { isEmpty, sameFacts } from './facts.ts';
import { mergeSources } from './merge-sources.ts';

export interface SincePast {
  product: CatalogueProduct;
  past: ProductPast;
  source: Slug;
  statement: Statement;
  since: string;
  recordedAt: Date;
  /** `change`: the vendor did it, and it waited for a decision or for more evidence. */
  as: 'correction' | 'change';
  /** Why a change cannot be attributed to the vendor. */
  doubt?: string | undefined;
  /** Of a person's correction: in what words the events say so. */
  reason?: string | undefined;
}

const NOTHING: Statement = { tiers: [], rates: [], evidence: [] };

export function sincePast(input: SincePast): Pick<LedgerEntry, 'market' | 'snapshot' | 'corrections' | 'changes'> {
  const { product, past, source, since, recordedAt } = input;
  const market = marketOf(product, source);
  const before = past.snapshotAt(since, market) ?? (input.reason === undefined ? undefined : NOTHING);
  const after = composedAt(input, since);
  const corrections = past
    .beginnings({ after: since, before: past.nextStatement(source, since) }, market)
    .flatMap((validFrom) => {
      const composed = composedAt(input, validFrom);
      const said = past.snapshotAt(validFrom, market);
      return said !== undefined && sameFacts(said, composed) ? [] : [{ ...composed, validFrom }];
    });
  const isSame = before !== undefined && sameFacts(before, after);
  const context = {
    slug: product.slug,
    ...defined({ market }),
    observedAt: since,
    recordedAt: recordedAt.toISOString(),
    doubt: input.doubt,
  };
  const isCorrection = input.as === 'correction';
  const corrected = { ...defined({ market }), ...(corrections.length > 0 && { corrections }) };
  if (isSame) return { ...corrected, changes: [] };
  const origin = isCorrection ? ('correction' as const) : ('observed' as const);
  // The vendor changed nothing where nothing was stated before.
  const found =
    before === undefined || (isEmpty(before) && !isCorrection) ? [] : changesBetween(before, after, context);
  const changes = isCorrection ? found.map((change) => correction(change, input.reason)) : found;
  return { snapshot: { ...after, origin, validFrom: since }, ...corrected, changes };
}

function correction({ reason: _, ...change }: Change, reason: string | undefined): Change {
  return { ...change, type: 'correction', ...defined({ reason }) };
}

function composedAt({ product, past, source, statement }: SincePast, instant: string): Statement {
  const stated = new Map([...past.statementsAt(instant), [source, statement]]);
  return mergeSources(sourcesOf(product.sources, marketOf(product, source)), (id) => stated.get(id)).statement;
}
