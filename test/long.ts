/** `npm run test:long`: beside its `*.long.test.ts` files (vitest.config.ts) it repeats more and takes screenshots of whole pages. */
export const IS_LONG = process.env.TEST_LONG === '1';

/** How often a case is repeated: in `npm test`, and in `npm run test:long`. */
export function repetitions(short: number, long: number): number {
  return IS_LONG ? long : short;
}

/** Of a table of cases the first, one of each class, in `npm test`; all of them in `npm run test:long`. */
export function firstOf<T>(count: number, cases: readonly T[]): T[] {
  return IS_LONG ? [...cases] : cases.slice(0, count);
}
