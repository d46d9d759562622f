/** Long work as a generator: it yields between its steps, where its caller may do something else. */
export type Steps<Result> = Generator<void, Result>;

/** Takes all steps, with a pause between them. */
export async function inSlices<Result>(steps: Steps<Result>, pause: Pause): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}

/** Takes all steps without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Cheap items, which are taken in one step. */
const ITEMS_PER_STEP = 100;

/** Takes each item in turn. */
export function* each<Item>(items: Iterable<Item>, take: (item: Item) => void): Steps<void> {
  let taken = 0;
  for (const item of items) {
    take(item);
    taken += 1;
    if (taken % ITEMS_PER_STEP === 0) yield;
  }
}

/** Takes items some at a time: each time costs something of its own, as a query does. */
export function* inParts<Item, Part>(
  items: readonly Item[],
  take: (some: readonly Item[]) => Part,
): Generator<void, Part[]> {
  const parts: Part[] = [];
  for (let at = 0; at < items.length; at += ITEMS_PER_STEP) {
    parts.push(take(items.slice(at, at + ITEMS_PER_STEP)));
    yield;
  }
  return parts;
}

/** As `Array.from`. */
export function* collected<Item>(items: Iterable<Item>): Steps<Item[]> {
  const all: Item[] = [];
  yield* each(items, (item) => all.push(item));
  return all;
}

/** Items that are sorted in one step: a millisecond. */
const SORTED_PER_STEP = 2_000;

/** As `toSorted`, and as stable. */
export function* sorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Steps<Item[]> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += SORTED_PER_STEP) {
    runs.push(items.slice(at, at + SORTED_PER_STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* collected(mergedOf(runs[at] ?? [], runs[at + 1] ?? [], compare)));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedOf<Item>(left: Item[], right: Item[], compare: (a: Item, b: Item) => number): Generator<Item> {
  let at = 0;
  for (const item of left) {
    for (let other = right[at]; other !== undefined && compare(item, other) > 0; other = right[at]) {
      yield other;
      at += 1;
    }
    yield item;
  }
  yield* right.slice(at);
}

const MOMENT_MS = 1;

/** Undefined where none is due. */
export type Pause = () => Promise<void> | undefined;

/** Yields to the event loop every moment, so that long work does not delay what else the process does. */
export function cooperativeYield({ momentMs = MOMENT_MS } = {}): Pause {
  let until = performance.now() + momentMs;
  return () => {
    if (performance.now() < until) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        until = performance.now() + momentMs;
        resolve();
      });
    });
  };
}
