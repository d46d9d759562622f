/**
 * Writes what this version writes, for later versions to open: a ledger, an archive, a generation and the catalogue that
 * they are of, from a few vendors of the vendor web over some months, and what all that states, as facts.
 *
 * It is run once for each release, and its output is never made anew: what matters is that this version wrote it.
 *
 * Usage: node test/upgrade/write-fixture.ts DIRECTORY
 */
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { currentOf } from '../current-of.ts';
import { startPipeline } from '../pipeline/pipeline.ts';
import { GROUPS } from '../vendor-web/vendors.ts';
import { factsOf } from './facts.ts';

const HOUR = 3_600_000;
const START = new Date('2026-01-05T09:00:00Z');
/** What a ledger has rows for: changes of several kinds, a rate card, a refusal. */
const VENDORS = [
  ...GROUPS.changing.filter(({ slug }) => ['raisedonce', 'renamedtier', 'tieradded'].includes(slug)),
  ...GROUPS.rates.filter(({ render }) => render !== 'browser').slice(0, 1),
  ...GROUPS.robots.slice(0, 1),
];
const DAYS = ['2026-02-02', '2026-03-01', '2026-03-02', '2026-03-15', '2026-03-16', '2026-05-04'];

const [target = ''] = process.argv.slice(2);
if (target === '' || existsSync(target)) throw new Error('Name a directory that is not there yet');

const pipeline = await startPipeline({ vendors: VENDORS, clock: START });
try {
  await pipeline.look(START);
  for (const day of DAYS) {
    const morning = new Date(`${day}T09:00:00Z`);
    let looked = await pipeline.look(morning);
    // What contradicts the record is looked at again, as the scheduler would.
    for (let hours = 6; looked.some(({ disputed }) => disputed) && hours < 24; hours += 6)
      looked = await pipeline.look(new Date(morning.getTime() + hours * HOUR));
  }
  await pipeline.end('verifier', 'SIGTERM');
  keep(pipeline.dataDir);
} finally {
  await pipeline.stop();
}

function keep(dataDir: string): void {
  mkdirSync(join(target, 'generations'), { recursive: true });
  cpSync(join(dataDir, 'ledger.db'), join(target, 'ledger.db'));
  cpSync(join(dataDir, 'archive'), join(target, 'archive'), { recursive: true });
  cpSync(join(dataDir, 'catalogue'), join(target, 'catalogue'), { recursive: true });
  const generations = join(dataDir, 'generations');
  const current = currentOf(generations);
  for (const name of ['CURRENT', current.file]) cpSync(join(generations, name), join(target, 'generations', name));
  const generation = openGeneration(generations, current);
  writeFileSync(join(target, 'facts.json'), `${JSON.stringify(factsOf(generation), null, 2)}\n`);
  generation.close();
  const sums = filesIn(target).map((file) => `${hash('sha256', readFileSync(join(target, file)))}  ${file}\n`);
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''));
}

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => relative('.', name))
    .filter((name) => statSync(join(dir, name)).isFile())
    .sort();
}
