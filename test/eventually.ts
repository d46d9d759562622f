import { setTimeout as delay } from 'node:timers/promises';

/** Asks, every so often, until it holds. @throws {Error} it does not in time; the message says what was waited for */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
  everyMs = 50,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain: ${what}`);
    await delay(everyMs);
  }
}
