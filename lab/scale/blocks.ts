/**
 * Loaded into a process by `--import`: writes to the file of its address's query what the event loop waited for longest,
 * five times a second.
 */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;
const WRITTEN_MS = 200;
/** Processor time in which a process loads its modules and has nothing else to do. */
const MODULES_MS = 2_500;

if (isMainThread) watch(new URL(import.meta.url).searchParams.get('to') ?? '');

function watch(path: string): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let isLoaded = false;
  const write = () => {
    const ms = Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
    if (isLoaded) appendFileSync(path, `${JSON.stringify({ at: Date.now(), ms })}\n`);
    const { user, system } = process.threadCpuUsage();
    isLoaded = (user + system) / 1_000 > MODULES_MS;
    delay.reset();
  };
  setInterval(write, WRITTEN_MS).unref();
}
