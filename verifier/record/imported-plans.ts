/**
 * The plans of a product by public sources: one list, of one source and day. Lists of others are compared with it and never
 * mixed in, since they may hold former plans and another billing. Pure.
 */
import { datasetOf } from '../../data/datasets.ts';
import { isZero, sameAmount } from '../../data/money.ts';
import type { ImportedFact } from '../../data/product.ts';
import { datasetName } from '../../data/record.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { termsKey } from './imported-rates.ts';

const YEAR_MS = 365 * 86_400_000;

export interface PlanList {
  /** By plan, each with one fact for the same terms. */
  plans: ImportedFact[][];
  /** What other facts state differently, and which sources state the same. */
  reasons: string[];
}

/** @param facts named tiers; those with `compareOnly` are in no list */
export function planListOf(facts: readonly ImportedFact[]): PlanList {
  const list = bestOf(facts.filter(({ compareOnly }) => compareOnly === undefined));
  const plans = [...Map.groupBy(list, planKey).values()].map((plan) => [
    ...new Map(plan.map((fact) => [termsKey(fact), fact])).values(),
  ]);
  const listed = plans.flat();
  const others = facts.filter((fact) => !listed.includes(fact));
  return { plans, reasons: [...differences(listed, others), ...agreements(listed, others)] };
}

/** The vendor's own, unless another is a year newer; else the newest. One without paid plans comes last. */
function bestOf(facts: readonly ImportedFact[]): ImportedFact[] {
  const lists = [...Map.groupBy(facts, ({ dataset, asOf }) => `${asOf} ${dataset}`).values()];
  const newest = lists.filter(isPaid).flat().map(dayOf).sort().at(-1) ?? '';
  const rank = (list: readonly ImportedFact[]) => {
    const [first] = list;
    const isCurrent = first !== undefined && isWithinYear(dayOf(first), newest);
    return `${Number(isPaid(list))} ${Number(isCurrent && isVendors(first))} ${first?.asOf}`;
  };
  return lists.reduce((best, list) => (best.length === 0 || rank(list) >= rank(best) ? list : best), []);
}

function isPaid(list: readonly ImportedFact[]): boolean {
  return list.some(({ value }) => value !== undefined && !isZero(value));
}

function isVendors(fact: ImportedFact): boolean {
  return datasetOf(fact)?.publisher === 'vendor';
}

function dayOf({ asOf }: ImportedFact): string {
  return asOf;
}

function isWithinYear(a: string, b: string): boolean {
  return Math.abs(Date.parse(a) - Date.parse(b)) <= YEAR_MS;
}

function planKey({ subject = '' }: ImportedFact): string {
  return nameKey(subject);
}

function differences(listed: readonly ImportedFact[], others: readonly ImportedFact[]): string[] {
  return others.flatMap((other) => {
    const own = listed.find((fact) => planKey(fact) === planKey(other) && termsKey(fact) === termsKey(other));
    if (own?.value === undefined || own.value === other.value) return [];
    const kept = own.asOf >= other.asOf ? 'the newer fact' : 'the vendor’s own source';
    const { dataset, value, currency, asOf } = other;
    return [
      `${datasetName(dataset)} said ${value} ${currency} for ${tierName(own.subject ?? '')} on ${asOf}; ${kept} is kept`,
    ];
  });
}

/** Of other authors, at most a year apart. */
function agreements(listed: readonly ImportedFact[], others: readonly ImportedFact[]): string[] {
  const same = others.flatMap((other) => {
    const own = listed.find((fact) => isSamePrice(fact, other) && authorOf(fact) !== authorOf(other));
    return own?.subject === undefined
      ? []
      : [{ plan: tierName(own.subject), by: `${datasetName(other.dataset)} on ${other.asOf}` }];
  });
  return [...Map.groupBy(same, ({ by }) => by)].map(
    ([by, plans]) => `the same is stated by ${by} for ${[...new Set(plans.map(({ plan }) => plan))].join(', ')}`,
  );
}

/** A term that one does not state contradicts nothing. */
function isSamePrice(a: ImportedFact, b: ImportedFact): boolean {
  if (a.value === undefined || b.value === undefined || isZero(a.value) || !sameAmount(a.value, b.value)) return false;
  if (planKey(a) !== planKey(b) || a.currency !== b.currency || a.per !== b.per) return false;
  const isOpen = (one?: string, other?: string) => one === undefined || other === undefined || one === other;
  return isOpen(a.unit, b.unit) && isOpen(a.billing, b.billing) && isWithinYear(a.asOf, b.asOf);
}

function authorOf({ dataset }: ImportedFact): string {
  return dataset.split('/', 1)[0] ?? dataset;
}

/** "BUSINESS_PLUS" is a dataset's identifier, not the vendor's spelling. */
export function tierName(subject: string): string {
  if (!/^[A-Z][A-Z\d_ +.-]{3,}$/.test(subject)) return subject.slice(0, 80);
  const words = subject
    .split(/[_ ]+/)
    .map((word) => (/[AEIOUY]/.test(word) ? word[0] + word.slice(1).toLowerCase() : word));
  return words.join(' ').slice(0, 80);
}
