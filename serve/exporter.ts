/**
 * The exporter makes the feeds and export files of each generation at the lowest priority. Where another node publishes
 * (GENERATION_URL), it copies the generations first.
 */
import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { beatInto } from '../config/heartbeat.ts';
import { listenForProbes } from '../config/probe.ts';
import { checkTaking, endTelling, environmentOrEnd } from '../config/process.ts';
import { onceToldToStop } from '../web/server.ts';
import { follower } from './files/exporter/follow.ts';
import { exporterTasks } from './files/exporter/tasks.ts';
import { followNode } from './files/replica/follow.ts';

const POLL_MS = 1_000;
const THREADS = '/proc/self/task';

const environment = environmentOrEnd('exporter');
// Logs go to stderr: stdout is for results.
const log = pino({ name: 'exporter', level: environment.logLevel }, pino.destination({ dest: 2, sync: true }));

async function main(): Promise<void> {
  const { baseUrl, brand, dataDir, exporterPort, generationSource, host } = environment;
  checkTaking(environment);
  yieldToOthers();
  const registry = new Registry();
  const generations = join(dataDir, 'generations');
  const heart = beatInto(dataDir, 'exporter', () => new Date());
  const exporter = follower({
    generations,
    tasks: exporterTasks(dataDir, { baseUrl, brand }),
    onMade: heart.worked,
    registry,
    log,
    clock: () => Date.now(),
    stopwatch: () => performance.now(),
    processorMs() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
  });
  const unfollow =
    generationSource &&
    followNode({ ...generationSource, dir: generations, log, registry, now: () => new Date(), random: Math.random });
  const timer = setInterval(() => void exporter.look(), POLL_MS);
  const { notReady } = exporter;
  const probes = await listenForProbes({ port: exporterPort, host, registry, notReady, log });
  onceToldToStop(async () => {
    clearInterval(timer);
    probes?.close();
    await Promise.all([exporter.stop(), unfollow?.()]);
    log.info({ event: 'stopped' });
  });
  log.info({ event: 'ready' }, 'Following the published generations');
  void exporter.look();
}

/** Linux gives each thread its own priority, and V8 starts its threads before the program. */
function yieldToOthers(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [];
  for (const id of [process.pid, ...threads]) setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
}

main().catch(endTelling(log));
