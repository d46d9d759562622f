/** What is stored: the ledger, the published generation, the archive, the catalogue; each is what it says it is. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourcesOfOlderReaders } from '../../crawler/reread/older-readings.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { ArchiveCorrupt, pageFile, unpackPage } from '../../data/store/archive/archive.ts';
import { openArchiveOf } from '../../data/store/archive/open-archive.ts';
import { type Current, GENERATION_SCHEMA, hashFile, readCurrent } from '../../data/store/generation/current.ts';
import { LEDGER_SCHEMA } from '../../data/store/ledger/database.ts';
import {
  citedPageHashes,
  ledgerFigures,
  ledgerSoundness,
  stoodAt,
} from '../../data/store/ledger-queries/inspection.ts';
import { catalogueReport } from '../../verifier/publish/catalogue-report.ts';
import { reasonOf } from '../installation/probes.ts';
import { type Check, type Found, ok, type Patient } from './finding.ts';

/** Pages that are hashed again, spread over all. */
const SAMPLES = 100;
/** Clocks of two machines differ a little. */
const AHEAD_MS = 60_000;

export const STORES: Check[] = [
  { name: 'ledger', isOfPipeline: true, look: ledger },
  { name: 'published generation', look: published },
  { name: 'archive', isOfPipeline: true, look: archive },
  { name: 'readers', isOfPipeline: true, look: readers },
  { name: 'catalogue', isOfPipeline: true, look: catalogue },
];

const FROM_BACKUP = 'assay restore DIR --force, from the last good backup';

function ledgerFile({ environment: { dataDir } }: Patient): string {
  return join(dataDir, 'ledger.db');
}

function ledger(patient: Patient): Found[] {
  const file = ledgerFile(patient);
  if (!existsSync(file)) return [{ severity: 'note', found: 'there is none yet', mend: 'npm start' }];
  try {
    return ledgerFound(file, patient.now);
  } catch (error) {
    return [{ severity: 'broken', found: `${file} can't be read`, cause: reasonOf(error), mend: FROM_BACKUP }];
  }
}

function ledgerFound(file: string, now: Date): Found[] {
  const soundness = ledgerSoundness(file);
  if (soundness === undefined) return [{ severity: 'note', found: 'it is being made' }];
  const { schema, damage, brokenAt } = soundness;
  if (schema > LEDGER_SCHEMA) {
    const cause = `this program knows ${LEDGER_SCHEMA}: a newer version wrote it`;
    return [{ severity: 'broken', found: `its schema is version ${schema}`, cause, mend: 'run the newer version' }];
  }
  const [first] = damage;
  if (first !== undefined)
    return [
      {
        severity: 'broken',
        found: `the file is damaged: ${first}`,
        cause: 'a disk, or a copy of a file in use',
        mend: FROM_BACKUP,
      },
    ];
  if (brokenAt !== undefined) {
    const cause = 'the hash chain breaks there: a row was changed by something else than Assay';
    return [{ severity: 'broken', found: `entry ${brokenAt} is not what was written`, cause, mend: FROM_BACKUP }];
  }
  const { entries, recordedAt } = ledgerFigures(file) ?? { entries: 0 };
  if (recordedAt !== undefined && Date.parse(recordedAt) > now.getTime() + AHEAD_MS) {
    const cause = 'this clock went back, or that one was ahead: what it dated is visited again and dated anew';
    return [
      { severity: 'broken', found: `its last entry is of ${recordedAt}`, cause, mend: 'timedatectl set-ntp true' },
    ];
  }
  return ok(`${entries} entries, whole, and the hash chain holds`);
}

async function published(patient: Patient): Promise<Found[]> {
  const { dataDir, generationSource } = patient.environment;
  const dir = join(dataDir, 'generations');
  const mend =
    generationSource === undefined ? 'assay publish' : `rm ${join(dir, 'CURRENT')}, and restart the exporter`;
  let current: Current | undefined;
  try {
    current = readCurrent(dir);
  } catch (error) {
    return [{ severity: 'broken', found: 'CURRENT can’t be read', cause: reasonOf(error), mend }];
  }
  if (current === undefined) {
    const found = generationSource === undefined ? 'nothing is published yet' : 'none was taken yet';
    return [{ severity: 'note', found, mend: 'npm start' }];
  }
  const { file, sha256, schema, generation } = current;
  const path = join(dir, file);
  if (!existsSync(path))
    return [{ severity: 'broken', found: `${file} is not there`, cause: 'CURRENT names it', mend }];
  if ((await hashFile(path)) !== sha256)
    return [
      {
        severity: 'broken',
        found: `${file} is not of the SHA-256 that CURRENT states`,
        cause: 'the file was changed',
        mend,
      },
    ];
  if (schema !== GENERATION_SCHEMA) {
    const cause = `this program reads version ${GENERATION_SCHEMA}, and serves nothing else`;
    return [{ severity: 'broken', found: `generation ${generation} is of schema ${schema}`, cause, mend }];
  }
  if (generationSource !== undefined) return ok(`${generation}, of the SHA-256 that CURRENT states`);
  const ledger = ledgerFile(patient);
  if (existsSync(ledger) && !stoodAt(ledger, current.ledger)) {
    const cause = 'the ledger was replaced or is damaged: it never stood where this generation was published from';
    return [{ severity: 'warning', found: `generation ${generation} is not of this ledger`, cause, mend }];
  }
  return ok(`${generation}, of the SHA-256 that CURRENT states, and of this ledger`);
}

async function archive(patient: Patient): Promise<Found[]> {
  const file = ledgerFile(patient);
  const hashes = existsSync(file) ? citedPageHashes(file) : [];
  if (hashes.length === 0) return [{ severity: 'note', found: 'no page is cited yet' }];
  const dir = join(patient.environment.dataDir, 'archive');
  const step = Math.max(1, hashes.length / SAMPLES);
  const sample = Array.from(
    { length: Math.min(SAMPLES, hashes.length) },
    (_, at) => hashes[Math.floor(at * step)] ?? '',
  );
  const wrong: string[] = [];
  const isWhole = await wholeness(patient);
  for (const sha256 of sample) if (!(await isWhole(sha256))) wrong.push(sha256);
  const [first] = wrong;
  if (first === undefined) return ok(`${sample.length} of ${hashes.length} cited pages hashed again, all right`);
  return [
    {
      severity: 'broken',
      found: `${wrong.length} of ${sample.length} cited pages are missing or damaged, the first ${first}`,
      cause: 'quotes of them can’t be proved again; what is published of them stays as it is',
      mend: `cp ${pageFile('BACKUP/pages', first)} ${pageFile(dir, first)}`,
    },
  ];
}

/** Whether a page is there and its own. A directory is only read; the bucket's client brings pages to it. */
async function wholeness({ environment, now }: Patient): Promise<(sha256: string) => Promise<boolean>> {
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

function readers({ environment: { dataDir } }: Patient): Found[] {
  if (!existsSync(join(dataDir, 'ledger.db'))) return ok('nothing was read yet');
  const sources = sourcesOfOlderReaders(dataDir);
  if (sources === 0) return ok('the archive was read by those of now');
  const cause = 'what they read otherwise on a new page would be told as a change of the vendor';
  return [
    {
      severity: 'warning',
      found: `${sources} sources were last read by other readers`,
      cause,
      mend: 'npm run replay -- --apply',
    },
  ];
}

function catalogue({ environment: { catalogueDir }, now }: Patient): Found[] {
  try {
    const loaded = loadCatalogue(catalogueDir);
    const { faults } = catalogueReport(loaded, now.toISOString().slice(0, 10));
    if (faults.length === 0) return ok(`${loaded.products.length} products, no fault`);
    const found = `${faults.length} faults, the first: ${faults[0]}`;
    return [
      {
        severity: 'warning',
        found,
        cause: 'a file states what it should not',
        mend: 'npm run catalogue, and correct the files',
      },
    ];
  } catch (error) {
    const cause = reasonOf(error);
    return [
      { severity: 'broken', found: `${catalogueDir} does not load`, cause, mend: 'correct the files that are named' },
    ];
  }
}
