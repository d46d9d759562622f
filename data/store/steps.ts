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
