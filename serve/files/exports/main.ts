/**
 * The exporter: makes each generation's feeds and files for download, beside the web processes and not in them, which
 * write nothing and have nothing long to do. It yields to every other process of the machine. Where another node makes
 * the generations (GENERATION_URL), it takes them from there first.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { listenForProbes } from '../../../config/probe.ts';
import { checkTaking, endTelling, environmentOrEnd } from '../../../config/process.ts';
import { onceToldToStop } from '../../../web/server.ts';
import { followNode } from '../replica/follow.ts';
import { thingsOf } from './export-tasks.ts';
import { follower } from './follow.ts';
import { yieldToOthers } from './priority.ts';

const POLL_MS = 1_000;

const environment = environmentOrEnd();
// Logs go to stderr: stdout is for results.
const log = pino({ name: 'exporter', level: environment.logLevel }, pino.destination({ dest: 2, sync: true }));

async function main(): Promise<void> {
  const { baseUrl, brand, dataDir, exporterPort, generationSource, host } = environment;
  checkTaking(environment);
  yieldToOthers();
  const registry = new Registry();
  const generations = join(dataDir, 'generations');
  const exporter = follower({
    generations,
    things: thingsOf({
      generations,
      feedsDir: join(dataDir, 'feeds'),
      exportsDir: join(dataDir, 'exports'),
      site: { baseUrl, brand },
      registry,
      clock: () => Date.now(),
    }),
    log,
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

main().catch(endTelling(log));
