/** The web process; with WEB_WORKERS, the primary and each of the workers that it starts. */
import cluster from 'node:cluster';
import { environmentOrEnd } from '../config/process.ts';
import { runPrimary } from './http/cluster.ts';
import { runWeb } from './http/web.ts';

const environment = environmentOrEnd('web');
if (environment.webWorkers > 1 && cluster.isPrimary) await runPrimary(environment);
else await runWeb(environment);
