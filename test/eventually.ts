import { setTimeout as delay } from 'node:timers/promises';

const FIRST_MS = 20;
const GROWTH = 1.2;

/**
 * Asks until it holds, ever less often: questions take the processor from what they wait for.
 *
 * @param mostMs from one question to the next
 * @throws {Error} it does not in time; the message says what was waited for
 */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
  mostMs = 250,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let wait = FIRST_MS; !(await holds()); wait *= GROWTH) {
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain: ${what}`);
    await delay(Math.min(wait, mostMs));
  }
}
