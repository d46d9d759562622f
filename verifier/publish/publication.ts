/** Publishes from the stores of a data directory, for the verifier and the command `publish`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../../config/cannot-start.ts';
import type { Environment } from '../../config/env.ts';
import { type Catalogue, loadCatalogue } from '../../data/catalogue/catalogue.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import { openArchiveOf } from '../../data/store/archive/open-archive.ts';
import { keptPointers } from '../../data/store/generation/current.ts';
import { notePublication } from '../../data/store/generation/last-publication.ts';
import { openStaging, type Staging } from '../../data/store/generation/staging.ts';
import { type Ledger, openLedger } from '../../data/store/ledger/ledger.ts';
import { inSlices, type Pause } from '../../data/store/steps.ts';
import type { WordsAround } from '../judge/evidence-context.ts';
import { recordHistories } from '../record/imported-history.ts';
import { labelledReliability } from './calibration-figures.ts';
import { type PublishReport, publishInSlices, slices } from './publish.ts';

const STAGING_FILE = 'staging.db';

/** Of SQLite, where somebody deleted the file, or it is damaged. */
const LOST = /^SQLITE_(?:CANTOPEN|CORRUPT|NOTADB|IOERR|READONLY_DBMOVED)/;

export interface Stores {
  /** As it is now: the verifier's changes with its files. */
  readonly catalogue: Catalogue;
  ledger: Ledger;
  staging: Staging;
  archive: Archive;
}

type Places = Pick<Environment, 'dataDir' | 'catalogueDir'> & Partial<Pick<Environment, 'archiveBucket'>>;

/**
 * @throws {LedgerTaken} another process writes to the ledger @throws {CatalogueRefused} a file of the catalogue is wrong
 * @throws {CannotStart} the ledger was lost
 */
export async function openStores(places: Places, now: Date, open = unchanging): Promise<Stores> {
  const { dataDir, catalogueDir } = places;
  mkdirSync(dataDir, { recursive: true });
  // The ledger first: a standby verifier retries this often.
  const ledger = openLedger(join(dataDir, 'ledger.db'));
  try {
    requireLedger(ledger, dataDir);
    const catalogueNow = open(catalogueDir);
    const staging = openStaging(join(dataDir, STAGING_FILE));
    const archive = await openArchiveOf(places, now);
    return {
      ledger,
      staging,
      archive,
      get catalogue() {
        return catalogueNow();
      },
    };
  } catch (cause) {
    ledger.close();
    throw cause;
  }
}

/** A generation of an empty ledger would replace all that is known. */
function requireLedger(ledger: Ledger, dataDir: string): void {
  const dir = join(dataDir, 'generations');
  const [newest] = keptPointers(dir);
  if (ledger.position().entries > 0 || newest === undefined || newest.ledger.entries === 0) return;
  throw new CannotStart(
    `${join(dataDir, 'ledger.db')} is empty, but generation ${newest.generation} was made from ${newest.ledger.entries} entries. ` +
      `Restore a backup (assay restore DIR --force), or delete ${dir} to begin anew`,
  );
}

function unchanging(catalogueDir: string): () => Catalogue {
  const catalogue = loadCatalogue(catalogueDir);
  return () => catalogue;
}

export function closeStores({ staging, ledger }: Stores): void {
  staging.close();
  ledger.close();
}

export interface Made {
  report: PublishReport;
  /** Milliseconds without the pauses, in which observations were judged. */
  workMs: number;
}

/** Publishes what the stores hold. @throws {PublishRefused} a gate failed @throws {Error} the disk is full */
export type Publication = (now: Date) => Promise<Made>;

export function publication(stores: Stores, dataDir: string): Publication {
  const around: WordsAround = new Map();
  const labelled = labelledReliability();
  const dir = join(dataDir, 'generations');
  const copiesDir = join(dataDir, 'copies');
  let histories: { of: Catalogue; day: string } | undefined;
  let isStagingLost = false;
  return async (now) => {
    if (isStagingLost) {
      stores.staging.close();
      stores.staging = openStaging(join(dataDir, STAGING_FILE));
      isStagingLost = false;
    }
    const started = performance.now();
    const { pause, pausedMs } = measured(slices());
    const day = now.toISOString().slice(0, 10);
    // A fact that a dataset dated ahead takes effect on its day.
    const { catalogue } = stores;
    if (histories?.day !== day || histories.of !== catalogue)
      await inSlices(recordHistories(stores.ledger, catalogue, now), pause);
    histories = { of: catalogue, day };
    const publishing = publishInSlices({ ...stores, dir, copiesDir, around, labelled, now }, pause);
    const report = await publishing.catch((error: unknown) => {
      isStagingLost = error instanceof Error && 'code' in error && LOST.test(String(error.code));
      throw error;
    });
    const ms = Math.round(performance.now() - started);
    const { entries } = stores.staging.position();
    notePublication(dataDir, {
      at: new Date(now.getTime() + ms).toISOString(),
      ms,
      entries,
      generation: report.generation,
    });
    return { report, workMs: ms - pausedMs() };
  };
}

/** A pause, and how long all of them lasted. */
function measured(pause: Pause): { pause: Pause; pausedMs: () => number } {
  let ms = 0;
  return {
    pause() {
      const paused = performance.now();
      return pause()?.then(() => {
        ms += performance.now() - paused;
      });
    },
    pausedMs: () => ms,
  };
}
