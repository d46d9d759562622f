/**
 * Whether what something costs grows faster than its input, told from times that a busy machine disturbs.
 *
 * Disturbance only adds: the least of several times is nearest to the truth. Between sizes of 16 to 1 linear (16) and
 * quadratic (256) growth stay apart however the machine trembles.
 */

/** Milliseconds for an input of so many units. */
export type Cost = (units: number) => number;

export interface Growth {
  ratio: number;
  from: number;
  to: number;
  /** What it takes at the end. */
  ms: number;
}

/** What is exponential shows before a thousand units, or never. */
const SMALL = [12, 18, 24, 30, 36, 42, 48, 60, 120, 250, 1000];
const LARGE = 16_000;
/** Below this a clock tells nothing. */
const LEAST_MS = 4;
/** For a small input, more than anything takes that is not to be accused. */
const MOST_MS = 40;
/** A large input that takes longer is not made larger still; one of a quarter that does need not be. */
const [SHORT_MS, LONG_MS] = [15, 60];
/** Looks before something is acquitted, and before it is condemned. */
const [FEW, MANY] = [3, 8];

/** The growth that is too fast; undefined where there is none. */
export function growthOf(cost: Cost): Growth | undefined {
  for (const [at, units] of SMALL.entries()) {
    if (cost(units) < MOST_MS) continue;
    const before = SMALL[at - 1] ?? 1;
    const found = between(cost, before, units, 2.2 * (units / before));
    if (found !== undefined && found.ms >= MOST_MS) return found;
  }
  // Beyond the bounds that repetitions have, if it can be waited for; one time of that length may be the machine's.
  const isSlow = Array.from({ length: FEW }).every(() => cost(LARGE / 4) > LONG_MS);
  const taken = isSlow ? LONG_MS : cost(LARGE);
  if (taken < LEAST_MS) return undefined;
  const to = isSlow ? LARGE / 4 : taken > SHORT_MS ? LARGE : LARGE * 4;
  return between(cost, to / 16, to, 64);
}

function between(cost: Cost, from: number, to: number, limit: number): Growth | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let look = 1; look <= MANY; look += 1) {
    least = Math.min(least, cost(from));
    const taken = cost(to);
    most = Math.min(most, taken);
    if (look >= FEW && (most / least < limit || taken > LONG_MS)) break;
  }
  const ratio = most / Math.max(least, 0.001);
  return ratio < limit ? undefined : { ratio, from, to, ms: most };
}
