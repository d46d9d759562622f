/**
 * What the front page and `/quality` say of all products, computed when a generation is made. Confidence falls by the day, so
 * the summary holds on which later day how many records change their status; it says the same as the records would. Pure.
 */
import { crossesAt, type Status, type StatusThresholds, statusNow } from '../../confidence/decay.ts';
import type { Verification } from '../../record.ts';
import type { Steps } from '../steps.ts';
import type { ListedProduct } from './content.ts';

const DAY_MS = 86_400_000;
export const STATUSES = ['verified', 'aging', 'stale', 'disputed', 'unverified'] as const satisfies Status[];
const AHEAD = [1, 7, 30] as const;
const WELL_KNOWN = 8;

export interface GenerationSummary {
  /** Start of the day from which `days` count. */
  from: string;
  /** Records of products that are sold. */
  records: number;
  /** On the first day. */
  byStatus: Record<Status, number>;
  /** By the number of days after: how many records leave a status for another, as in "verified aging". */
  moves: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Instants of the last confirmations: the newest, the median and the ninth decile of age (nearest rank). */
  confirmed?: { newest: string; median: string; p90: string; count: number };
  /** Products by category. */
  categories: Readonly<Record<string, number>>;
  /** Products with a price, those that we read, and the instant of the median price. */
  priced: number;
  observed: number;
  medianPrice?: string;
  /** Products with a starting price, the best known first. */
  wellKnown: readonly ListedProduct[];
}

interface Settings {
  thresholds: StatusThresholds;
  /** Place of a slug among well-known ones. */
  placeOf: (slug: string) => number;
  /** An instant of the first day. */
  at: string;
}

export function* generationSummary(
  listed: Iterable<ListedProduct>,
  { thresholds, placeOf, at }: Settings,
): Steps<GenerationSummary> {
  const from = new Date(`${at.slice(0, 10)}T00:00:00.000Z`);
  const byStatus: Record<Status, number> = { verified: 0, aging: 0, stale: 0, disputed: 0, unverified: 0 };
  const moves: Record<string, Record<string, number>> = {};
  const categories: Record<string, number> = {};
  const [confirmed, priced]: [string[], string[]] = [[], []];
  let [records, observed] = [0, 0];
  let wellKnown: ListedProduct[] = [];
  for (const product of listed) {
    yield;
    const { retired, verification, category, priceState, startingAmount } = product;
    if (retired) continue;
    categories[category] = (categories[category] ?? 0) + 1;
    if (verification === undefined) continue;
    records += 1;
    const status = statusNow(verification, from, thresholds);
    byStatus[status] += 1;
    for (const [day, move] of movesOf(verification, status, { from, thresholds })) {
      const ofDay = moves[day] ?? {};
      moves[day] = ofDay;
      ofDay[move] = (ofDay[move] ?? 0) + 1;
    }
    if (verification.confirmedAt !== undefined) confirmed.push(verification.confirmedAt);
    if (priceState === 'known' || priceState === 'usage_only') {
      priced.push(verification.decaysFrom);
      if (verification.confirmedAt !== undefined) observed += 1;
    }
    if (startingAmount !== undefined)
      wellKnown = [...wellKnown, product].sort((a, b) => placeOf(a.slug) - placeOf(b.slug)).slice(0, WELL_KNOWN);
  }
  const newestFirst = confirmed.sort().reverse();
  const [newest, median, p90] = [0, 0.5, 0.9].map((share) => atRank(newestFirst, share));
  const medianPrice = atRank(priced.sort().reverse(), 0.5);
  return {
    ...{ from: from.toISOString(), records, byStatus, moves, categories, observed, wellKnown },
    priced: priced.length,
    ...(newest !== undefined &&
      median !== undefined &&
      p90 !== undefined && { confirmed: { newest, median, p90, count: confirmed.length } }),
    ...(medianPrice !== undefined && { medianPrice }),
  };
}

/** By nearest rank (Hyndman and Fan's type 1). */
function atRank(sorted: readonly string[], share: number): string | undefined {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Without further confirmations: the days after `from` on which the status changes. */
function movesOf(
  verification: Verification,
  first: Status,
  { from, thresholds }: { from: Date; thresholds: Settings['thresholds'] },
): [day: number, move: string][] {
  const { decaysFrom, confirmedAt } = verification;
  if (confirmedAt === undefined) return [];
  const { agingBelow, staleBelow } = thresholds;
  // A confirmation of a later day counts from then on.
  const instants = [
    Date.parse(decaysFrom),
    ...[agingBelow, staleBelow].map((line) => crossesAt(verification, line)?.getTime()),
  ];
  const days = instants.flatMap((at) => (at === undefined ? [] : [Math.floor((at - from.getTime()) / DAY_MS)]));
  const later = [...new Set(days.flatMap((day) => [day, day + 1]))].filter((day) => day > 0).sort((a, b) => a - b);
  let before = first;
  return later.flatMap((day): [number, string][] => {
    const after = statusNow(verification, new Date(from.getTime() + day * DAY_MS), thresholds);
    const move = `${before} ${after}`;
    const isSame = after === before;
    before = after;
    return isSame ? [] : [[day, move]];
  });
}

export interface TrustFigures {
  /** Records of products that are sold. */
  count: number;
  byStatus: Record<Status, number>;
  /** Days since the last confirmation. */
  age?: { min: number; median: number; p90: number; sampleSize: number };
  /** Without further confirmations. */
  goingStale: { days: number; records: number }[];
}

/** @param now the start of a day */
export function trustFigures(
  { from, records, byStatus, moves, confirmed }: GenerationSummary,
  now: Date,
): TrustFigures {
  const today = Math.max(0, Math.floor((now.getTime() - Date.parse(from)) / DAY_MS));
  const then = { ...byStatus };
  const goingStale = AHEAD.map((days) => ({ days, records: 0 }));
  for (const [day, ofDay] of Object.entries(moves))
    for (const [move, count] of Object.entries(ofDay)) {
      const [before, after] = move.split(' ') as [Status, Status];
      if (Number(day) <= today) {
        then[before] -= count;
        then[after] += count;
      } else if (after === 'stale')
        for (const ahead of goingStale) if (Number(day) <= today + ahead.days) ahead.records += count;
    }
  // A confirmation later on the day has age 0.
  const age = (at: string) => Math.max(0, now.getTime() - Date.parse(at)) / DAY_MS;
  return {
    count: records,
    byStatus: then,
    ...(confirmed !== undefined && {
      age: {
        min: age(confirmed.newest),
        median: age(confirmed.median),
        p90: age(confirmed.p90),
        sampleSize: confirmed.count,
      },
    }),
    goingStale,
  };
}
