/** Long work beside requests: done a moment at a time, so that no request waits for all of it. */

const MOMENT_MS = 1;

/** Resolves at once while the moment lasts, and after everybody else's turn when it is over. */
export type Pause = () => Promise<void> | undefined;

export function takingTurns({ momentMs = MOMENT_MS } = {}): Pause {
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
