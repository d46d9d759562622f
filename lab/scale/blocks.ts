/**
 * Loaded into a process by `--import`: writes to the file of its address's query what the event loop waited for longest,
 * five times a second, by the clock and by the processor time between two turns of a timer.
 */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const LOOKED_MS = 5;
const WRITTEN_MS = 200;
/** Processor time in which a process loads its modules and has nothing else to do. */
const MODULES_MS = 2_500;

if (isMainThread) watch(new URL(import.meta.url).searchParams.get('to') ?? '');

function watch(path: string): void {
  const delay = monitorEventLoopDelay({ resolution: LOOKED_MS });
  delay.enable();
  let [last, longest] = [0, 0];
  const start = () => {
    delay.reset();
    longest = 0;
  };
  const look = () => {
    const { user, system } = process.threadCpuUsage();
    const now = (user + system) / 1_000;
    longest = Math.max(longest, now - last);
    last = now;
    if (now < MODULES_MS) start();
  };
  const write = () => {
    const clock = Math.max(0, delay.max / 1e6 - LOOKED_MS);
    appendFileSync(path, `${JSON.stringify({ at: Date.now(), clock, processor: longest })}\n`);
    start();
  };
  setInterval(look, LOOKED_MS).unref();
  setInterval(write, WRITTEN_MS).unref();
}
