/**
 * A seeded source of choices. The same seed gives the same pages on every machine, so that a page on which a reader
 * fails can be named by its seed alone.
 */

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Both ends included. */
  int(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  chance(probability: number): boolean;
  /** A new list; the given one is left alone. */
  shuffle<T>(list: readonly T[]): T[];
}

export function seeded(seed: string | number): Random {
  let state = fnv1a(String(seed));
  // mulberry32 (Tommy Ettinger, public domain): one 32-bit word of state is plenty for choosing words.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(choices: readonly T[]): T => {
    if (choices.length === 0) throw new RangeError('Cannot pick from no choices');
    return choices[int(0, choices.length - 1)] as T; // The index is within the list.
  };
  const shuffle = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => ({ item, at: next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  return { next, int, pick, chance: (probability) => next() < probability, shuffle };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
