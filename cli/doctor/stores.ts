/** Checks of what is stored: ledger, published generation, archive, readings, catalogue. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourcesOfOlderReaders } from '../../crawler/reread/older-readings.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { ArchiveCorrupt, pageFile, unpackPage } from '../../data/store/archive/archive.ts';
import { openArchiveOf } from '../../data/store/archive/open-archive.ts';
import { hashFile } from '../../data/store/files/hash-file.ts';
import { type Current, GENERATION_SCHEMA, isReadable, readCurrent } from '../../data/store/generation/current.ts';
import { LEDGER_SCHEMA } from '../../data/store/ledger/database.ts';
import {
  citedPageHashes,
  ledgerFigures,
  ledgerSoundness,
  stoodAt,
} from '../../data/store/ledger-queries/inspection.ts';
import { catalogueReport } from '../../verifier/publish/catalogue-report.ts';
import { reasonOf } from '../installation/probes.ts';
import { broken, type Check, type Found, type Installation, note, ok, warning } from './finding.ts';

/** Pages to hash, spread evenly over all. */
const SAMPLES = 100;
const AHEAD_MS = 60_000;

export const STORES: Check[] = [
  { name: 'ledger', isOfPipeline: true, inspect: ledger },
  { name: 'published generation', inspect: published },
  { name: 'archive', isOfPipeline: true, inspect: archive },
  { name: 'readers', isOfPipeline: true, inspect: readers },
  { name: 'catalogue', isOfPipeline: true, inspect: catalogue },
];

const FROM_BACKUP = 'assay restore DIR --force, from the last good backup';

function ledgerFile({ environment: { dataDir } }: Installation): string {
  return join(dataDir, 'ledger.db');
}

function ledger(installation: Installation): Found[] {
  const file = ledgerFile(installation);
  if (!existsSync(file)) return note('there is none yet', { mend: 'npm start' });
  try {
    return ledgerFound(file, installation.now);
  } catch (error) {
    return broken(`${file} can't be read`, { cause: reasonOf(error), mend: FROM_BACKUP });
  }
}

function ledgerFound(file: string, now: Date): Found[] {
  const soundness = ledgerSoundness(file);
  if (soundness === undefined) return note('it is being made');
  const { schema, damage, brokenAt } = soundness;
  if (schema > LEDGER_SCHEMA) {
    const cause = `this program knows ${LEDGER_SCHEMA}: a newer version wrote it`;
    return broken(`its schema is version ${schema}`, { cause, mend: 'run the newer version' });
  }
  const [first] = damage;
  if (first !== undefined)
    return broken(`the file is damaged: ${first}`, { cause: 'a disk, or a copy of a file in use', mend: FROM_BACKUP });
  if (brokenAt !== undefined) {
    const cause = 'the hash chain breaks there: a row was changed by something else than Assay';
    return broken(`entry ${brokenAt} is not what was written`, { cause, mend: FROM_BACKUP });
  }
  const { entries, recordedAt } = ledgerFigures(file) ?? { entries: 0 };
  if (recordedAt !== undefined && Date.parse(recordedAt) > now.getTime() + AHEAD_MS) {
    const cause = 'this clock went back, or that one was ahead: what it dated is visited again and dated anew';
    return broken(`its last entry is of ${recordedAt}`, { cause, mend: 'timedatectl set-ntp true' });
  }
  return ok(`${entries} entries, whole, and the hash chain holds`);
}

async function published(installation: Installation): Promise<Found[]> {
  const { dataDir, generationSource } = installation.environment;
  const dir = join(dataDir, 'generations');
  const mend =
    generationSource === undefined ? 'assay publish' : `rm ${join(dir, 'CURRENT')}, and restart the exporter`;
  let current: Current | undefined;
  try {
    current = readCurrent(dir);
  } catch (error) {
    return broken('CURRENT can’t be read', { cause: reasonOf(error), mend });
  }
  if (current === undefined) {
    const found = generationSource === undefined ? 'nothing is published yet' : 'none was taken yet';
    return note(found, { mend: 'npm start' });
  }
  const { file, sha256, schema, generation } = current;
  const path = join(dir, file);
  if (!existsSync(path)) return broken(`${file} is not there`, { cause: 'CURRENT names it', mend });
  if ((await hashFile(path)) !== sha256)
    return broken(`${file} is not of the SHA-256 that CURRENT states`, { cause: 'the file was changed', mend });
  if (!isReadable(schema)) {
    const cause = `this program reads version ${GENERATION_SCHEMA} and the one before it`;
    return broken(`generation ${generation} is of schema ${schema}`, { cause, mend });
  }
  if (generationSource !== undefined) return ok(`${generation}, of the SHA-256 that CURRENT states`);
  const ledger = ledgerFile(installation);
  if (existsSync(ledger) && !stoodAt(ledger, current.ledger)) {
    const cause = 'the ledger was replaced or is damaged: it never stood where this generation was published from';
    return warning(`generation ${generation} is not of this ledger`, { cause, mend });
  }
  return ok(`${generation}, of the SHA-256 that CURRENT states, and of this ledger`);
}

async function archive(installation: Installation): Promise<Found[]> {
  const file = ledgerFile(installation);
  const hashes = existsSync(file) ? citedPageHashes(file) : [];
  if (hashes.length === 0) return note('no page is cited yet');
  const dir = join(installation.environment.dataDir, 'archive');
  const step = Math.max(1, hashes.length / SAMPLES);
  const size = Math.min(SAMPLES, hashes.length);
  const sample = Array.from({ length: size }, (_, at) => hashes[Math.floor(at * step)] ?? '');
  const wrong: string[] = [];
  const isWhole = await wholeness(installation);
  for (const sha256 of sample) if (!(await isWhole(sha256))) wrong.push(sha256);
  const [first] = wrong;
  if (first === undefined) return ok(`${sample.length} of ${hashes.length} cited pages hashed again, all right`);
  return broken(`${wrong.length} of ${sample.length} cited pages are missing or damaged, the first ${first}`, {
    cause: 'quotes of them can’t be proved again; what is published of them stays as it is',
    mend: `cp ${pageFile('BACKUP/pages', first)} ${pageFile(dir, first)}`,
  });
}

/** Whether a page is stored and has its hash. Without a bucket the archive is not opened, since opening may write. */
async function wholeness({ environment, now }: Installation): Promise<(sha256: string) => Promise<boolean>> {
  const dir = join(environment.dataDir, 'archive');
  const bucket = environment.archiveBucket === undefined ? undefined : await openArchiveOf(environment, now);
  return async (sha256) => {
    const path = pageFile(dir, sha256);
    try {
      if (bucket !== undefined) return (await bucket.get(sha256)) !== undefined;
      if (!existsSync(path)) return false;
      await unpackPage(await readFile(path), sha256, path);
      return true;
    } catch (error) {
      if (error instanceof ArchiveCorrupt) return false;
      throw error;
    }
  };
}

function readers({ environment: { dataDir } }: Installation): Found[] {
  if (!existsSync(join(dataDir, 'ledger.db'))) return ok('nothing was read yet');
  const sources = sourcesOfOlderReaders(dataDir);
  if (sources === 0) return ok('the archive was read by those of now');
  const cause = 'what they read otherwise on a new page would be told as a change of the vendor';
  return warning(`${sources} sources were last read by other readers`, { cause, mend: 'npm run replay -- --apply' });
}

function catalogue({ environment: { catalogueDir }, now }: Installation): Found[] {
  try {
    const loaded = loadCatalogue(catalogueDir);
    const { faults } = catalogueReport(loaded, now.toISOString().slice(0, 10));
    if (faults.length === 0) return ok(`${loaded.products.length} products, no fault`);
    const mend = 'npm run catalogue, and correct the files';
    const found = `${faults.length} faults, the first: ${faults[0]}`;
    return warning(found, { cause: 'a file states what it should not', mend });
  } catch (error) {
    const cause = reasonOf(error);
    return broken(`${catalogueDir} does not load`, { cause, mend: 'correct the files that are named' });
  }
}
