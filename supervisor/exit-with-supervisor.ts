/** Loaded by `--import` into each supervised process: stops it when the supervisor dies and its IPC channel closes. */
import { SHUTDOWN_GRACE_MS } from '../config/queues.ts';

// A worker thread inherits `--import`, but not the channel.
if (process.channel) {
  process.once('disconnect', () => {
    // The log's pipe died with the supervisor; that must not cut a graceful stop short.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), SHUTDOWN_GRACE_MS).unref();
  });
  // A listener would otherwise keep the process alive.
  process.channel.unref();
}
