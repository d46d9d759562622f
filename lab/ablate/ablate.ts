/**
 * `ablate`: what each rule of the readers is worth. Every condition, operand and predicate of `crawler/read` is switched off
 * in turn over all labelled pages (`--corpus DIR…`) and the vendor web; the report names what it gains and costs in facts
 * (prices, rates, starting prices), on how many vendors, and ends with a table by file.
 *
 * A rule whose gain shows nowhere here is kept only as a defence that `test/` attacks.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Bench } from '../harness/benchmark.ts';
import { aligned } from '../harness/table.ts';
import type { Rule } from './instrument.ts';

const SEEDS = { full: 12, quick: 1 };

export interface Share {
  corpora: readonly string[];
  /** Random offers, each in every layout. */
  layouts: number;
  share: number;
  of: number;
}

/** What a rule does on the pages of a share. */
export interface Effect extends Rule {
  /** On which it decides something, and of which it changes the reading. */
  pages: number;
  changed: number;
  /** The code can't do without it. */
  throws: number;
  /** Facts that are right only with it or wrong only without it; and the contrary. */
  gains: number;
  costs: number;
  vendors: Set<string>;
}

/** A line of progress, or the effects of all rules at the end. */
export type Message = string | Effect[];

export async function run(bench: Bench): Promise<void> {
  const of = Math.max(1, availableParallelism());
  const layouts = SEEDS[bench.quick ? 'quick' : 'full'];
  const shares = await Promise.all(
    Array.from({ length: of }, (_, share) => measured(bench, { corpora: bench.corpus, layouts, share, of })),
  );
  // Modules may have loaded in another order, so a rule is known by its place.
  const byPlace = Map.groupBy(shares.flat(), ({ file, place }) => `${file} ${place}`);
  report(
    bench,
    [...byPlace.values()].map((effects) => effects.reduce(added)),
  );
}

function measured(bench: Bench, share: Share): Promise<Effect[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Effect[]>();
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), { workerData: share });
  worker.on('message', (message: Message) => {
    if (typeof message === 'string') bench.progress(`share ${share.share + 1} of ${share.of}: ${message}`);
    else resolve(message);
  });
  worker.once('error', reject);
  return promise;
}

function added(a: Effect, b: Effect): Effect {
  return {
    ...a,
    pages: a.pages + b.pages,
    changed: a.changed + b.changed,
    throws: a.throws + b.throws,
    gains: a.gains + b.gains,
    costs: a.costs + b.costs,
    vendors: a.vendors.union(b.vendors),
  };
}

const WORTHS = ['never decides', 'changes nothing', 'changes no fact', 'costs', 'gains', 'needed'] as const;

/** `needed`: the code fails without it, as where it says that a value is there. */
function worthOf({ pages, changed, throws, gains, costs }: Effect): (typeof WORTHS)[number] {
  if (pages === 0) return 'never decides';
  if (throws > 0) return 'needed';
  if (changed === 0) return 'changes nothing';
  if (gains + costs === 0) return 'changes no fact';
  return gains > costs ? 'gains' : 'costs';
}

function report(bench: Bench, effects: readonly Effect[]): void {
  const files = [...Map.groupBy(effects, ({ file }) => file)].sort(([a], [b]) => a.localeCompare(b));
  for (const [file, members] of files) {
    const rows = members.map((effect) => [
      `${file}:${effect.line}`,
      worthOf(effect),
      `${effect.pages}/${effect.changed}`,
      `+${effect.gains} -${effect.costs}`,
      `${effect.vendors.size}`,
      effect.text,
    ]);
    bench.progress(`\n${aligned([['rule', 'worth', 'decides/changes', 'facts', 'vendors', 'text'], ...rows])}`);
  }
  const rows = [...files, ['all', effects] as const].map(([file, members]) => [
    file,
    `${members.length}`,
    ...WORTHS.map((worth) => `${members.filter((effect) => worthOf(effect) === worth).length}`),
  ]);
  bench.progress(`\n${aligned([['file', 'rules', ...WORTHS], ...rows])}`);
}
