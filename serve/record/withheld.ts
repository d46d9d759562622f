/**
 * What is kept from consumers who say how sure and how fresh a field must be: it is named with the reason, never
 * answered with in silence. Pure.
 */
import type { RecordData, VerificationView, Withheld } from './shape.ts';

const DAY_MS = 86_400_000;

export interface Demands {
  minConfidence?: number | undefined;
  maxAgeDays?: number | undefined;
}

interface Trust {
  verification: Pick<VerificationView, 'confidence' | 'verifiedAt'>;
  /** The day that the answer speaks of: ages are counted up to it. */
  day: string;
  /** The whole record, of which only some fields may be asked for. */
  record?: Pick<Partial<RecordData>, 'hiddenCosts' | 'sentences'>;
}

/** `withheld` is undefined where nothing is demanded, which is not the same as nothing withheld. */
export function heldTo<Data extends Partial<RecordData>>(
  { minConfidence, maxAgeDays }: Demands,
  data: Data,
  trust: Trust,
): { data: Partial<Data>; withheld?: Withheld[] } {
  if (minConfidence === undefined && maxAgeDays === undefined) return { data };
  const kept: Partial<Data> = {};
  const withheld: Withheld[] = [];
  for (const field of Object.keys(data) as (keyof Data & string)[]) {
    if (data[field] === undefined) continue;
    const missed = missedBy(
      { minConfidence, maxAgeDays },
      trust,
      confirmedOn(field, trust.record ?? data, trust.verification),
    );
    if (missed === undefined) kept[field] = data[field];
    else withheld.push({ field, ...missed });
  }
  return { data: kept, withheld };
}

/**
 * The day that a field was last confirmed on; undefined where part of it never was on a page that we read. What a dataset
 * says of a hidden cost is not confirmed by the prices that were read since, nor is a sentence that repeats it.
 */
export function confirmedOn(
  field: string,
  { hiddenCosts = [], sentences = [] }: Pick<Partial<RecordData>, 'hiddenCosts' | 'sentences'>,
  { verifiedAt }: Pick<VerificationView, 'verifiedAt'>,
): string | undefined {
  const imported = hiddenCosts.flatMap(({ origin }, at) => (origin === 'imported' ? [`hiddenCosts.${at}`] : []));
  if (imported.length === 0) return verifiedAt;
  const repeats = sentences.some(
    ({ field: of, basis = [] }) =>
      (of === field || field === 'sentences') && basis.some((each) => imported.includes(each)),
  );
  return field === 'hiddenCosts' || repeats ? undefined : verifiedAt;
}

function missedBy(
  { minConfidence, maxAgeDays }: Demands,
  { verification: { confidence }, day }: Trust,
  confirmed: string | undefined,
): Omit<Withheld, 'field'> | undefined {
  const ageDays = confirmed === undefined ? undefined : ageInDays(confirmed, day);
  const missed: Withheld['missed'] = [];
  const reasons: string[] = [];
  if (minConfidence !== undefined && !(confidence !== undefined && confidence >= minConfidence)) {
    missed.push('minConfidence');
    reasons.push(
      confidence === undefined
        ? 'a record of the past has no confidence'
        : `its confidence is ${confidence}, below ${minConfidence}`,
    );
  }
  if (maxAgeDays !== undefined && !(ageDays !== undefined && ageDays <= maxAgeDays)) {
    missed.push('maxAgeDays');
    reasons.push(
      ageDays === undefined
        ? 'no reading of the vendor’s page ever confirmed it'
        : `it was last confirmed ${ageDays} days ago, more than ${maxAgeDays}`,
    );
  }
  if (missed.length === 0) return undefined;
  return {
    missed,
    reason: reasons.join('; '),
    ...(confidence !== undefined && { confidence }),
    ...(ageDays !== undefined && { ageDays }),
  };
}

/** Whole days from one day to a later one; what was confirmed in the course of the later one is of age 0. */
export function ageInDays(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));
}
