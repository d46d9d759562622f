/** The web process; or with WEB_WORKERS, the one that starts several of them and the several that it starts. */
import cluster from 'node:cluster';
import { environmentOrEnd } from '../config/process.ts';

const environment = environmentOrEnd();
if (environment.webWorkers > 1 && cluster.isPrimary) {
  const { runWorkers } = await import('./workers/primary.ts');
  await runWorkers(environment);
} else {
  const { runWeb } = await import('./web.ts');
  await runWeb(environment);
}
