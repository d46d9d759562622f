/**
 * The quotes of the prices in a tool's result. Every price that an agent shows needs one; REST clients can ask for
 * them.
 */

import { monthlyPrice, startingPrice } from '../../data/prices/starting-price.ts';
import type { RecordEvidence } from '../../data/record.ts';
import { find } from '../interface/lookup.ts';
import type { Quotes } from '../interface/operation.ts';
import { standingOf } from '../operations/record-answer.ts';
import type { EvidenceView } from '../record/shape.ts';
import { evidenceIn, evidenceView, type Stated } from '../record/view.ts';
import type { Store } from '../store/store.ts';

export interface Answer {
  slug?: string;
  asOf?: string | undefined;
  evidence?: readonly EvidenceView[] | undefined;
  products?: readonly Answer[];
  results?: readonly { slug: string; startingPrice: number | null }[];
  [field: string]: unknown;
}

/** Fields derived from the prices of tiers. */
const OF_PRICES = ['startingPrice', 'priceRange', 'freeTier', 'discounts', 'positioning', 'snapshot'];

/** The answer with its quotes in `evidence`. */
export function withQuotes(store: Store, answer: Answer, { quotes, now }: { quotes: Quotes; now: Date }): Answer {
  switch (quotes) {
    case 'own':
      return answer;
    case 'record':
      return quoting(store, answer, ofRecord(store, answer, now));
    case 'records':
      return {
        ...answer,
        products: (answer.products ?? []).map((each) => quoting(store, each, ofRecord(store, each, now))),
      };
    case 'history':
      return quoting(store, answer, ofHistory(store, answer));
    case 'results':
      return withQuotedResults(store, answer);
    default:
      return quotes satisfies never;
  }
}

/** Adds the cited evidence that the answer lacks. */
function quoting({ site }: Store, { evidence = [], ...answer }: Answer, { cited, known }: Cited): Answer {
  const own = new Set(evidence.map(({ id }) => id));
  const added = known.filter(({ id }) => cited.has(id) && !own.has(id));
  return { ...answer, evidence: [...evidence, ...added.map(evidenceView(site))] };
}

interface Cited {
  cited: ReadonlySet<string>;
  /** Each id once. */
  known: readonly RecordEvidence[];
}

function ofRecord(store: Store, answer: Answer, now: Date): Cited {
  const standing = standingOf(store, find(store, answer.slug ?? ''), { now, asOf: answer.asOf });
  if (standing === undefined) return { cited: new Set(), known: [] };
  const { stated } = standing;
  const isOfPrices = answer.tiers === undefined && OF_PRICES.some((field) => answer[field] !== undefined);
  const cited = new Set([...citedIn(answer), ...(isOfPrices ? ofMonthlyPrices(stated) : [])]);
  return { cited, known: evidenceIn(stated) };
}

/** The basis of ranges, medians and savings. */
function ofMonthlyPrices({ tiers, currency }: Stated): string[] {
  return tiers.flatMap((tier) => {
    const price = currency === undefined ? undefined : monthlyPrice(tier, currency)?.price;
    return [price?.evidence ?? [], (tier.isFree && tier.evidence) || []].flat();
  });
}

function ofHistory({ generation }: Store, answer: Answer): Cited {
  const slug = answer.slug ?? '';
  // A retired product has no record.
  const recorded = generation.record(slug)?.evidence ?? [];
  const proofs = [...generation.snapshots(slug).flatMap(({ evidence }) => evidence), ...recorded];
  return { cited: citedIn(answer), known: [...new Map(proofs.map((proof) => [proof.id, proof])).values()] };
}

function withQuotedResults({ site, generation }: Store, answer: Answer): Answer {
  const evidence: EvidenceView[] = [];
  const results = (answer.results ?? []).map((result) => {
    const record = generation.record(result.slug);
    if (record === undefined || result.startingPrice === null) return result;
    const id = startingPrice(record.tiers, record.currency)?.price.evidence;
    const proof = record.evidence.find((each) => each.id === id);
    if (proof === undefined) return result;
    evidence.push(evidenceView(site)(proof));
    return { ...result, evidence: proof.id };
  });
  return { ...answer, results, evidence };
}

function citedIn(value: unknown): Set<string> {
  const cited = new Set<string>();
  const visit = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    for (const [name, part] of Object.entries(each)) {
      if (name !== 'evidence') visit(part);
      else for (const id of [part].flat()) if (typeof id === 'string') cited.add(id);
    }
  };
  visit(value);
  return cited;
}
