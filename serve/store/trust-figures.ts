/** Trust in the records on a day. Computed from stored facts, so a stopped pipeline cannot look fresh. Pure. */
import { TRUST } from '../../config/trust.ts';
import { crossesAt, type Status, statusNow } from '../../data/confidence/decay.ts';
import type { Verification } from '../../data/record.ts';
import type { ListedProduct } from '../../data/store/generation/content.ts';

const DAY_MS = 86_400_000;
const AHEAD = [1, 7, 30] as const;
export const STATUSES = ['verified', 'aging', 'stale', 'disputed', 'unverified'] as const satisfies Status[];

export interface TrustFigures {
  /** Records of products that are sold. */
  count: number;
  byStatus: Record<Status, number>;
  /** Days since the last confirmation. */
  age?: { min: number; median: number; p90: number; sampleSize: number };
  /** Without further confirmations. */
  goingStale: { days: number; records: number }[];
}

export function trustFigures(listed: readonly ListedProduct[], now: Date): TrustFigures {
  const sold = listed.flatMap(({ retired, verification }) =>
    retired || verification === undefined ? [] : [verification],
  );
  const byStatus: Record<Status, number> = { verified: 0, aging: 0, stale: 0, disputed: 0, unverified: 0 };
  const crossings: number[] = [];
  for (const verification of sold) {
    const status = statusNow(verification, now, TRUST);
    byStatus[status] += 1;
    const isFading = status !== 'stale' && status !== 'disputed' && verification.confirmedAt !== undefined;
    const crossing = isFading ? daysToStale(verification, now) : undefined;
    if (crossing !== undefined) crossings.push(crossing);
  }
  const age = agesOf(sold, now);
  return {
    count: sold.length,
    byStatus,
    ...(age !== undefined && { age }),
    goingStale: AHEAD.map((days) => ({ days, records: crossings.filter((crossing) => crossing <= days).length })),
  };
}

function daysToStale(verification: Verification, now: Date): number | undefined {
  const at = crossesAt(verification, TRUST.staleBelow);
  return at && (at.getTime() - now.getTime()) / DAY_MS;
}

/** A confirmation later on the day has age 0. */
function agesOf(sold: readonly Verification[], now: Date): TrustFigures['age'] {
  const ages = sold
    .flatMap(({ confirmedAt }) =>
      confirmedAt === undefined ? [] : [Math.max(0, now.getTime() - Date.parse(confirmedAt))],
    )
    .sort((a, b) => a - b);
  // By nearest rank (Hyndman and Fan's type 1).
  const atRank = (share: number) => (ages[Math.max(0, Math.ceil(share * ages.length) - 1)] ?? 0) / DAY_MS;
  return ages.length === 0
    ? undefined
    : { min: atRank(0), median: atRank(0.5), p90: atRank(0.9), sampleSize: ages.length };
}
