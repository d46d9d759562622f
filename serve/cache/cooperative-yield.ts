/** Long work beside requests: it yields to the event loop every millisecond, so that no request waits for all of it. */

const MOMENT_MS = 1;

/** Resolves at once while the moment lasts, else after pending events are handled. */
export type Pause = () => Promise<void> | undefined;

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
