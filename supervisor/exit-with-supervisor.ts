/**
 * Loaded by `--import` before the program of every process that the supervisor starts: when the supervisor is gone,
 * by whatever death, the channel to it closes, and the process stops as if it had been asked to. Without this a
 * `kill -9` of the supervisor would leave a crawler crawling that nobody sees.
 *
 * The programs know nothing of it, and run as well alone.
 */
import { SHUTDOWN_GRACE_MS } from '../config/queues.ts';

// A worker thread inherits `--import`, but not the channel.
if (process.channel !== undefined && process.channel !== null) {
  process.once('disconnect', () => {
    // The log's pipe died with the supervisor; that must not cut a graceful stop short.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), SHUTDOWN_GRACE_MS).unref();
  });
  // A listener would keep the process alive for the channel's sake.
  process.channel.unref();
}
