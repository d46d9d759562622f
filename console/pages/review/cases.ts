/** The waiting cases in the order in which they are shown and decided: by group, then as sorted. */
import type { CatalogueProduct } from '../../../data/product.ts';
import { type Waiting, waitingReadings } from '../../../data/store/ledger/review.ts';
import { type Classified, classified } from '../../../verifier/review/causes.ts';
import { byWorth } from '../../../verifier/review/order.ts';
import type { Installation } from '../../installation/installation.ts';
import { type Filter, filterIn } from './filter.ts';

export interface ReviewCase extends Classified {
  waiting: Waiting;
  /** Absent where the catalogue does not have it any more. */
  product: CatalogueProduct | undefined;
}

export interface Group extends Pick<Classified, 'cause'> {
  id: string;
  change: Classified['changes'][number];
  cases: ReviewCase[];
}

/** All of them, what is worth most first. */
export function casesIn(installation: Installation): ReviewCase[] {
  const { products } = installation.catalogue;
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const waiting = installation.ledger((ledger) => waitingReadings(ledger)) ?? [];
  return byWorth(waiting, products).map((each) => ({
    waiting: each,
    product: bySlug.get(each.slug),
    ...classified(each),
  }));
}

/** Groups begin with that of the first case. */
export function groupsOf(cases: readonly ReviewCase[], filter: Filter): Group[] {
  const sorted = sortedBy(
    cases.filter((each) => isWanted(each, filter)),
    filter.sort,
  );
  const groups = Map.groupBy(sorted, ({ cause, changes }) => `${cause}-${changes[0]}`);
  return [...groups].flatMap(([id, members]): Group[] => {
    const [first] = members;
    const [change] = first?.changes ?? [];
    return first === undefined || change === undefined ? [] : [{ id, cause: first.cause, change, cases: members }];
  });
}

function isWanted(each: ReviewCase, { cause, change, category, vendor, q }: Filter): boolean {
  const { waiting, product, changes } = each;
  const words = [waiting.slug, waiting.source, product?.name, product?.vendor, ...waiting.verdict.reasons];
  const wanted = q?.toLowerCase();
  return (
    (cause === undefined || each.cause === cause) &&
    (change === undefined || changes.includes(change)) &&
    (category === undefined || product?.category === category) &&
    (vendor === undefined || product?.vendor === vendor) &&
    (wanted === undefined || words.some((each) => each?.toLowerCase().includes(wanted)))
  );
}

function sortedBy(cases: ReviewCase[], sort: Filter['sort']): ReviewCase[] {
  if (sort === 'size') return cases.toSorted((a, b) => b.size - a.size);
  if (sort === 'worth') return cases;
  return cases.toSorted((a, b) => Date.parse(a.waiting.firstSeenAt) - Date.parse(b.waiting.firstSeenAt));
}

/** The case after this one of the same filter, from the first again after the last; undefined where there is no other. */
export function caseAfter(installation: Installation, on: string, query: URLSearchParams): string | undefined {
  const ids = groupsOf(casesIn(installation), filterIn(query)).flatMap(({ cases }) =>
    cases.map(({ waiting }) => waiting.on),
  );
  const next = ids[ids.indexOf(on) + 1] ?? ids[0];
  return next === on ? undefined : next;
}
