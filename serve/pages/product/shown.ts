/** What the parts of a product's page share. */
import type { Billing } from '../../../data/reading.ts';
import type { PricingRecord } from '../../../data/record.ts';
import type { RecordView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import type { Range } from '../charts/start-history.ts';
import { pathWith } from '../parts/markup.ts';
import type { Proofs } from '../parts/proof.ts';

export interface Shown {
  store: Store;
  now: Date;
  /** As published; `record` is as consumers read it. */
  stated: PricingRecord;
  record: RecordView;
  proofs: Proofs;
  categoryName: string;
  asked: Asked;
}

/** From the query. */
interface Asked {
  seats?: number | undefined;
  billing?: Billing | undefined;
  range?: Range | undefined;
}

/** The page's path with its state; `undefined` drops a parameter. */
export function pathOf({ record: { slug }, asked }: Shown, changed: Partial<Asked>): string {
  return pathWith(`/tools/${slug}/pricing`, { ...asked, ...changed });
}
