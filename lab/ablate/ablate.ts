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

export interface Effect {
  /** On which it decides something, and of which it changes the reading. */
  pages: number;
  changed: number;
  /** The code can't do without it. */
  throws: number;
  /** Facts that are right only with it or wrong only without it; and the contrary. */
  gains: number;
  costs: number;
  vendors: string[];
}

type Message = { pages: number; rules: Rule[] } | { done: number; all: number } | { effects: [number, Effect][] };

const NONE: Effect = { pages: 0, changed: 0, throws: 0, gains: 0, costs: 0, vendors: [] };

export async function run(bench: Bench): Promise<void> {
  const of = Math.max(1, availableParallelism());
  const shares = await Promise.all(
    Array.from({ length: of }, (_, share) =>
      measured(bench, { corpora: bench.corpus, layouts: SEEDS[bench.quick ? 'quick' : 'full'], share, of }),
    ),
  );
  // Modules may have loaded in another order, so a rule is known by its place.
  const sums = new Map<string, { rule: Rule; effect: Effect }>();
  for (const { rules, effects } of shares) {
    const inFile = new Map<string, number>();
    for (const [at, rule] of rules.entries()) {
      const place = inFile.get(rule.file) ?? 0;
      inFile.set(rule.file, place + 1);
      const id = `${rule.file} ${place}`;
      const effect = sums.get(id)?.effect ?? NONE;
      sums.set(id, { rule, effect: added(effect, effects.get(at) ?? NONE) });
    }
  }
  report(bench, [...sums.values()]);
}

function measured(bench: Bench, share: Share): Promise<{ rules: Rule[]; effects: Map<number, Effect> }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ rules: Rule[]; effects: Map<number, Effect> }>();
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), { workerData: share });
  let rules: Rule[] = [];
  worker.on('message', (message: Message) => {
    if ('rules' in message) {
      ({ rules } = message);
      bench.progress(`share ${share.share + 1} of ${share.of}: ${message.pages} pages, ${rules.length} rules`);
    } else if ('effects' in message) resolve({ rules, effects: new Map(message.effects) });
    else bench.progress(`share ${share.share + 1}: ${message.done} of ${message.all} rules`);
  });
  worker.once('error', reject);
  return promise;
}

function added(a: Effect, b: Effect): Effect {
  return {
    pages: a.pages + b.pages,
    changed: a.changed + b.changed,
    throws: a.throws + b.throws,
    gains: a.gains + b.gains,
    costs: a.costs + b.costs,
    vendors: [...new Set([...a.vendors, ...b.vendors])],
  };
}

type Worth = 'never decides' | 'changes nothing' | 'changes no fact' | 'gains' | 'costs' | 'needed';
const WORTHS: readonly Worth[] = ['never decides', 'changes nothing', 'changes no fact', 'costs', 'gains', 'needed'];

/** `needed`: the code fails without it, as where it says that a value is there. */
function worthOf({ pages, changed, throws, gains, costs }: Effect): Worth {
  if (pages === 0) return 'never decides';
  if (throws > 0) return 'needed';
  if (changed === 0) return 'changes nothing';
  if (gains + costs === 0) return 'changes no fact';
  return gains > costs ? 'gains' : 'costs';
}

function report(bench: Bench, measures: readonly { rule: Rule; effect: Effect }[]): void {
  const files = [...Map.groupBy(measures, ({ rule }) => rule.file)].sort(([a], [b]) => a.localeCompare(b));
  for (const [file, members] of files) {
    const rows = members.map(({ rule, effect }) => [
      `${file}:${rule.line}`,
      worthOf(effect),
      `${effect.pages}/${effect.changed}`,
      `+${effect.gains} -${effect.costs}`,
      `${effect.vendors.length}`,
      rule.text,
    ]);
    bench.progress(`\n${aligned([['rule', 'worth', 'decides/changes', 'facts', 'vendors', 'text'], ...rows])}`);
  }
  const counts = (members: typeof measures) =>
    WORTHS.map((worth) => String(members.filter(({ effect }) => worthOf(effect) === worth).length));
  const rows = files.map(([file, members]) => [file, String(members.length), ...counts(members)]);
  bench.progress(
    `\n${aligned([['file', 'rules', ...WORTHS], ...rows, ['all', `${measures.length}`, ...counts(measures)]])}`,
  );
}
