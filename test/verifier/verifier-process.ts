/** The verifier as an operator runs it, on a real Redis, with a data directory and a catalogue of its own. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { VERIFY_JOB_OPTIONS, VERIFY_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';
import type { Observation } from '../../data/observation.ts';
import { type Archive, openArchive } from '../../data/store/archive/archive.ts';
import { readCurrent } from '../../data/store/generation/current.ts';
import { type Generation, openGeneration } from '../../data/store/generation/generation.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import { importedFact } from '../builders.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { type Program, type ProgramOptions, startProgram } from '../program.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import type { VendorPage } from './vendor-page.ts';

export interface Installation {
  dataDir: string;
  catalogueDir: string;
  archive: Archive;
}

/**
 * A data directory and a catalogue of so many products, `acme-0`, `acme-1`, …, of which the first has imported facts.
 *
 * @param root an empty directory for both; otherwise one that is gone when the test file is done
 */
export async function install(products: number, root = temporaryDirectory()): Promise<Installation> {
  const [dataDir, catalogueDir] = [join(root, 'var'), join(root, 'catalogue')];
  mkdirSync(join(catalogueDir, 'products'), { recursive: true });
  mkdirSync(join(catalogueDir, 'observed'));
  writeFileSync(join(catalogueDir, 'categories.yaml'), '- { id: crm, name: CRM }\n');
  for (let i = 0; i < products; i += 1) writeProduct(catalogueDir, `acme-${i}`);
  writeFileSync(join(catalogueDir, 'observed', 'acme-0.json'), JSON.stringify([IMPORTED]));
  return { dataDir, catalogueDir, archive: await openArchive(join(dataDir, 'archive')) };
}

const IMPORTED = importedFact({ subject: 'Solo', value: '5.00', currency: 'USD', per: 'month' });

export function writeProduct(catalogueDir: string, slug: string, more = ''): void {
  const yaml = `name: ${slug}\nvendor: Acme\ncategory: crm\nsources:\n  - { id: pricing, url: "https://${slug}.example/pricing" }\n${more}`;
  writeFileSync(join(catalogueDir, 'products', `${slug}.yaml`), yaml);
}

type Places = Pick<Installation, 'dataDir' | 'catalogueDir'>;

/** For the environment of a process. */
export function placesOf({ dataDir: DATA_DIR, catalogueDir: CATALOGUE_DIR }: Places) {
  return { DATA_DIR, CATALOGUE_DIR };
}

export function startVerifier(
  places: Places,
  redisUrl: string,
  env: Record<string, string> = {},
  options: ProgramOptions = {},
): Program {
  const environment = {
    // A command that watches its calls is to see its own alone.
    ...(options.under !== undefined && { NODE_COMPILE_CACHE: undefined }),
    ...placesOf(places),
    REDIS_URL: redisUrl,
    PUBLISH_QUIET_MS: '50',
    PUBLISH_MAX_WAIT_MS: '500',
    ...env,
  };
  return startProgram(['verifier/worker/main.ts'], environment, options);
}

/** Closed when the test file is done. */
export function openQueue(redisUrl: string): Queue {
  const queue = new Queue(VERIFY_QUEUE, { connection: redisOptions(redisUrl, 'worker') });
  // Redis is killed on purpose in some tests.
  queue.on('error', () => {});
  atEndOfFile(() => queue.close());
  return queue;
}

/** As the crawler delivers them; kept when done, so that acknowledgements can be counted. */
export async function deliver(queue: Queue, observations: Observation[]): Promise<void> {
  const opts = { ...VERIFY_JOB_OPTIONS, removeOnComplete: false };
  const jobOf = (data: Observation) => ({ name: 'observation', data, opts: { ...opts, jobId: data.id } });
  await queue.addBulk(observations.map(jobOf));
}

export async function archived(archive: Archive, ...pages: VendorPage[]): Promise<void> {
  for (const page of pages) await archive.put(page.bytes);
}

/** Ids of the observations in the ledger, read beside the writer. */
export function recordedIds({ dataDir }: Installation): string[] {
  const ids = besideWriter(join(dataDir, 'ledger.db'), (ledger) =>
    ledger.prepare<[], string>("SELECT id FROM entries WHERE kind <> 'product'").pluck().all(),
  );
  return ids ?? [];
}

/** Opens what CURRENT names, which verifies its hash; undefined before the first publication. */
export function published<T>({ dataDir }: Installation, ask: (generation: Generation) => T): T | undefined {
  const dir = join(dataDir, 'generations');
  const current = readCurrent(dir);
  if (current === undefined) return undefined;
  const generation = openGeneration(dir, current);
  try {
    return ask(generation);
  } finally {
    generation.close();
  }
}
