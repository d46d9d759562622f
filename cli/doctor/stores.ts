/** Checks of what is stored: ledger, published generation, archive, readings, catalogue. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourcesOfOlderReaders } from '../../crawler/reread/older-readings.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { ArchiveCorrupt, pageFile, pageKey, unpackPage } from '../../data/store/archive/archive.ts';
import { openArchiveOf } from '../../data/store/archive/open-archive.ts';
import { hashFile } from '../../data/store/files/hash-file.ts';
import {
  type Current,
  GENERATION_SCHEMA,
  isReadable,
  LEAST_READABLE,
  readCurrent,
} from '../../data/store/generation/current.ts';
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
  if (!existsSync(file)) return note('none yet', { mend: 'npm start' });
  try {
    return ledgerFound(file, installation.now);
  } catch (error) {
    return broken(`${file} cannot be read`, { cause: reasonOf(error), mend: FROM_BACKUP });
  }
}

function ledgerFound(file: string, now: Date): Found[] {
  const soundness = ledgerSoundness(file);
  if (soundness === undefined) return note('it is being created');
  const { schema, damage, brokenAt } = soundness;
  if (schema > LEDGER_SCHEMA) {
    const cause = `this version reads schema ${LEDGER_SCHEMA}; a newer version wrote it`;
    return broken(`its schema version is ${schema}`, { cause, mend: 'run the newer version' });
  }
  const [first] = damage;
  if (first !== undefined)
    return broken(`the file is damaged: ${first}`, {
      cause: 'a faulty disk, or a copy of a file in use',
      mend: FROM_BACKUP,
    });
  if (brokenAt !== undefined) {
    const cause = 'the hash chain breaks there: another program changed a row';
    return broken(`entry ${brokenAt} was changed`, { cause, mend: FROM_BACKUP });
  }
  const { entries, recordedAt } = ledgerFigures(file) ?? { entries: 0 };
  if (recordedAt !== undefined && Date.parse(recordedAt) > now.getTime() + AHEAD_MS) {
    const cause = 'this clock was set back, or the earlier one was ahead; affected sources are visited again';
    return broken(`its last entry is dated ${recordedAt}`, { cause, mend: 'timedatectl set-ntp true' });
  }
  return ok(`${entries} entries, hash chain intact`);
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
    return broken('CURRENT cannot be read', { cause: reasonOf(error), mend });
  }
  if (current === undefined) {
    const found = generationSource === undefined ? 'nothing is published yet' : 'none downloaded yet';
    return note(found, { mend: 'npm start' });
  }
  const { file, sha256, schema, generation } = current;
  const path = join(dir, file);
  if (!existsSync(path)) return broken(`${file} is missing`, { cause: 'CURRENT names it', mend });
  if ((await hashFile(path)) !== sha256)
    return broken(`the SHA-256 of ${file} differs from CURRENT`, { cause: 'the file was changed', mend });
  if (!isReadable(schema)) {
    const cause = `this version reads schemas ${LEAST_READABLE} to ${GENERATION_SCHEMA}`;
    return broken(`generation ${generation} has schema ${schema}`, { cause, mend });
  }
  if (generationSource !== undefined) return ok(`generation ${generation}, SHA-256 matches`);
  const ledger = ledgerFile(installation);
  const { entries = 0 } = ledgerFigures(ledger) ?? {};
  if (entries === 0 && current.ledger.entries > 0) {
    const cause = `generation ${generation} was made from ${current.ledger.entries} entries`;
    return broken('the ledger was lost', { cause, mend: FROM_BACKUP });
  }
  if (existsSync(ledger) && !stoodAt(ledger, current.ledger)) {
    const cause = 'the ledger was replaced or is damaged: it lacks the entry that this generation was published from';
    return warning(`generation ${generation} does not belong to this ledger`, { cause, mend });
  }
  return ok(`generation ${generation}, SHA-256 and ledger match`);
}

async function archive(installation: Installation): Promise<Found[]> {
  const file = ledgerFile(installation);
  const hashes = existsSync(file) ? citedPageHashes(file) : [];
  if (hashes.length === 0) return note('no cited pages yet');
  const { dataDir, archiveBucket } = installation.environment;
  const step = Math.max(1, hashes.length / SAMPLES);
  const size = Math.min(SAMPLES, hashes.length);
  const sample = Array.from({ length: size }, (_, at) => hashes[Math.floor(at * step)] ?? '');
  const wrong: string[] = [];
  const isWhole = await wholeness(installation);
  for (const sha256 of sample) if (!(await isWhole(sha256))) wrong.push(sha256);
  const [first] = wrong;
  if (first === undefined) return ok(`${sample.length} of ${hashes.length} cited pages checked, all intact`);
  return broken(`${wrong.length} of ${sample.length} cited pages are missing or damaged; the first is ${first}`, {
    cause: 'their quotes can no longer be verified; published prices do not change',
    mend:
      archiveBucket === undefined
        ? `cp ${pageFile('BACKUP/pages', first)} ${pageFile(join(dataDir, 'archive'), first)}`
        : `restore ${pageKey(first)} in ${archiveBucket.url}, from an earlier version or a copy of the bucket`,
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
  if (!existsSync(join(dataDir, 'ledger.db'))) return ok('no readings yet');
  const sources = sourcesOfOlderReaders(dataDir);
  if (sources === 0) return ok('all sources were read by the current readers');
  const cause = 'a difference between reader versions could look like a price change by the vendor';
  return warning(`${sources} sources were last read by older readers`, { cause, mend: 'npm run replay -- --apply' });
}

function catalogue({ environment: { catalogueDir }, now }: Installation): Found[] {
  try {
    const loaded = loadCatalogue(catalogueDir);
    const { faults } = catalogueReport(loaded, now.toISOString().slice(0, 10));
    if (faults.length === 0) return ok(`${loaded.products.length} products, no faults`);
    const mend = 'run npm run catalogue and correct the files';
    const found = `${faults.length} faults; the first: ${faults[0]}`;
    return warning(found, { cause: 'invalid catalogue files', mend });
  } catch (error) {
    const cause = reasonOf(error);
    return broken(`${catalogueDir} cannot be loaded`, { cause, mend: 'correct the named files' });
  }
}
