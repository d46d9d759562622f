/** Yields to the event loop every millisecond, so that long work does not delay requests. */

const MOMENT_MS = 1;

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
