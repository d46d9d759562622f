/** A probability from log odds: 1 / (1 + e^-x). */
export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
