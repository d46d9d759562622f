/** What a row of the fault matrix is, and what one trial of it has to work with. */

/** One row of the fault matrix. */
export interface Fault {
  /** Of the matrix, or the hour of load beside it. */
  id: `F${number}` | 'load';
  title: string;
  /** Injects it, lets the world recover, checks. @throws {NotRunHere} here it can't be @throws {Error} it did not pass */
  run(trial: Trial): Promise<Remarks>;
}

/** What was seen, as named figures: `{ kills: 1000, observations: 41210 }`. */
export type Remarks = Record<string, number | string>;

/** `short` in the tests, `long` by `npm run chaos`. */
export type Scale = 'short' | 'long';

export interface Trial {
  scale: Scale;
  /** Uniform in [0, 1), from the seed and the fault's id alone. */
  random(): number;
  /** An empty directory of this trial alone; removed when it passes, kept and named when it does not. */
  directory(): string;
  /** A line of progress for who watches. */
  say(line: string): void;
}

/** The fault can't be injected on this machine: neither passed nor failed, and never left unsaid. */
export class NotRunHere extends Error {
  override name = 'NotRunHere';
}
