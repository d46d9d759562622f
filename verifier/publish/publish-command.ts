/** The command `publish`: publishes by the running verifier, or in this process where none runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printJson, progress, UsageFault } from '../../config/command.ts';
import { type Environment, readEnvironment } from '../../config/env.ts';
import { withHandOver } from '../../config/hand-over.ts';
import { runningRedis } from '../../config/redis.ts';
import { LedgerTaken } from '../../data/store/ledger/lock.ts';
import { closeStores, openStores, publication } from './publication.ts';
import type { PublishReport } from './publish.ts';

/** @throws {UsageFault} there is no ledger, or no queue to its writer @throws {Error} a gate failed, or the disk is full */
export async function publish({ json }: { json: boolean }): Promise<number> {
  const report = await publishedNow(readEnvironment(), new Date());
  if (json) printJson(report);
  else process.stdout.write(publishText(report));
  return 0;
}

async function publishedNow(environment: Environment, now: Date): Promise<PublishReport> {
  const { dataDir } = environment;
  if (!existsSync(join(dataDir, 'ledger.db')))
    throw new UsageFault(`Cannot publish: no ledger in ${dataDir}. Start Assay with npm start, or set DATA_DIR`);
  const stores = await openStores(environment, now).catch((error: unknown) => {
    if (error instanceof LedgerTaken) return undefined;
    throw error;
  });
  if (stores === undefined) return publishedByVerifier(environment);
  try {
    progress('no verifier runs; publishing in this process');
    return (await publication(stores, dataDir)(now)).report;
  } finally {
    closeStores(stores);
  }
}

async function publishedByVerifier(environment: Environment): Promise<PublishReport> {
  const redisUrl = runningRedis(environment);
  if (redisUrl === undefined)
    throw new UsageFault('Cannot publish: another process holds the ledger, and its queue is unknown. Set REDIS_URL');
  progress('asking the running verifier');
  return (await withHandOver(redisUrl, ({ published }) => published())) as PublishReport;
}

function publishText(report: PublishReport): string {
  const { generation, file, sha256, bytes, unchanged, products, recomputed, changes, gates, health } = report;
  const lines = [
    unchanged ? `No changes since generation ${generation}` : `Published generation ${generation}`,
    `  file      ${file}, ${bytes} bytes`,
    `  sha256    ${sha256}`,
    `  products  ${products}, ${recomputed} recomputed`,
    `  changes   ${changes} new`,
    ...gates.map(({ gate, said }) => `  passed    ${gate}: ${said}`),
    ...health.alarms.map(({ name, sources }) => `  alarm     ${name}: ${sources} sources`),
  ];
  return `${lines.join('\n')}\n`;
}
