/** F14: an upgrade and its undoing (docs/operations.md): the next version serves what this one published, which refuses the next's. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeBackup } from '../../../data/store/backup/backup.ts';
import { restore } from '../../../data/store/backup/restore.ts';
import { GENERATION_SCHEMA, readCurrent } from '../../../data/store/generation/current.ts';
import { LEDGER_SCHEMA } from '../../../data/store/ledger/database.ts';
import { eventually } from '../../eventually.ts';
import { startProgram } from '../../program.ts';
import { recordedIds } from '../../verifier/verifier-process.ts';
import type { Fault, Remarks, Trial } from '../fault.ts';
import { checkOutNextVersion, NEXT_GENERATION_SCHEMA, NEXT_LEDGER_SCHEMA } from '../next-version.ts';
import { checkStore } from '../store-check.ts';
import {
  generationsOf,
  openInstallations,
  type VerifierInstallation,
  type VerifierInstallations,
} from '../verifier-installation.ts';
import { startWebAlone, type WebAlone } from '../web-alone.ts';

const PATIENCE_MS = 60_000;
const LOOK_MS = 20;

export const twoVersions: Fault = {
  id: 'F14',
  title: 'two versions side by side',
  async run(trial) {
    const installations = await openInstallations();
    const ending: (() => unknown)[] = [];
    try {
      return await upgradeAndRollBack(trial, { installations, atEnd: (end) => ending.push(end) });
    } finally {
      for (const end of ending.reverse()) await end();
      await installations.stop();
    }
  },
};

interface Stage {
  installations: VerifierInstallations;
  /** To be done at the end, whatever happens. */
  atEnd(end: () => unknown): void;
}

async function upgradeAndRollBack(trial: Trial, { installations, atEnd }: Stage): Promise<Remarks> {
  const next = join(trial.directory(), 'next');
  checkOutNextVersion(next);
  const installation = await installations.install(trial.directory());
  const { dataDir } = installation;
  const backups = trial.directory();
  const web = async (project?: string, at = dataDir) => {
    const started = await startWebAlone(at, project);
    const witness = watch(started);
    atEnd(async () => {
      witness.end();
      await started.stop();
    });
    return { ...started, witness };
  };

  let verifier = installation.start();
  await installation.deliver(0);
  await installation.settled(0);
  const oldWeb = await web();
  await serves(oldWeb, { day: 0 });
  const farDir = trial.directory();
  await takesFrom(farDir, oldWeb, 'taken', atEnd);
  const farWeb = await web(undefined, farDir);
  await serves(farWeb, { day: 0 });

  trial.say('the next web process, before its verifier');
  const newWeb = await startWebAlone(dataDir, next);
  atEnd(() => newWeb.stop());
  const newWitness = watch(newWeb);
  atEnd(newWitness.end);
  await serves(newWeb, { day: 0 });

  trial.say('the next verifier');
  const { name } = await makeBackup({ dataDir, dir: backups, now: new Date() });
  await verifier.end('SIGTERM');
  const acknowledgedBefore = new Set(await installation.acknowledged());
  verifier = installation.start({ project: next });
  await installation.deliver(1);
  await serves(newWeb, { day: 1 });
  await refuses(oldWeb);
  await serves(oldWeb, { day: 0 });
  await takesFrom(farDir, newWeb, 'refused', atEnd);
  await serves(farWeb, { day: 0 });
  const published = schemaPublished(installation);
  if (published !== NEXT_GENERATION_SCHEMA) throw new Error(`Schema ${published} is published`);

  trial.say('rolled back');
  await verifier.end('SIGTERM');
  await refusesLedger(installation);
  const upgraded = Number(readCurrent(generationsOf(installation))?.generation);
  await restore({ dir: backups, name, dataDir, now: new Date(), force: true });
  verifier = installation.start();
  await eventually('the old one publishes', () => schemaPublished(installation) === GENERATION_SCHEMA, PATIENCE_MS);
  const lost = recordedIds(installation).length;
  await installation.deliverAgain(1);
  await installation.settled(1);
  await serves(oldWeb, { day: 1 });
  const rolledBack = Number(readCurrent(generationsOf(installation))?.generation);
  if (rolledBack <= upgraded) throw new Error(`I5: generation ${rolledBack} is published after ${upgraded}`);
  await serves(newWeb, { day: 1 });
  await takesFrom(farDir, oldWeb, 'taken', atEnd);
  await serves(farWeb, { day: 1 });
  await verifier.end('SIGTERM');
  const found = await checkStore(dataDir, acknowledgedBefore);
  const witnesses = [oldWeb.witness, farWeb.witness, newWitness];
  const faults = witnesses.flatMap((witness) => witness.faults);
  if (faults.length > 0) throw new Error(`I5, I7: ${[...new Set(faults)].slice(0, 5).join('; ')}`);
  return {
    ...found,
    answers: witnesses.reduce((sum, witness) => sum + witness.answers, 0),
    keptByRestore: lost,
    schemas: `${GENERATION_SCHEMA} and ${NEXT_GENERATION_SCHEMA}, ledger ${LEDGER_SCHEMA} and ${NEXT_LEDGER_SCHEMA}`,
  };
}

interface Witness {
  answers: number;
  faults: string[];
  end(): void;
}

/** Asks for as long as it may: an answer that is no 200, or of an earlier generation, is a fault. */
function watch(web: WebAlone): Witness {
  const witness = { answers: 0, faults: [] as string[], end: () => ending.abort() };
  const ending = new AbortController();
  const ask = async () => {
    for (let last = ''; !ending.signal.aborted; await delay(LOOK_MS)) {
      const { status, body } = await web.get('/api/v2/pricing/acme-1');
      witness.answers += 1;
      const generation = String(body.generation);
      if (status !== 200) witness.faults.push(`status ${status}`);
      else if (generation < last) witness.faults.push(`generation ${generation} after ${last}`);
      last = status === 200 ? generation : last;
    }
  };
  // A connection that is cut at the end is no answer.
  void ask().catch((error) => ending.signal.aborted || witness.faults.push(String(error)));
  return witness;
}

/** The pages of test/chaos/verifier-installation.ts. */
const PRICES = [15, 18];

async function serves(web: WebAlone, { day }: { day: number }): Promise<void> {
  const price = async () => (await web.get('/api/v2/pricing/acme-1')).body.startingPrice;
  await eventually(`the price of day ${day} is served`, async () => (await price()) === PRICES[day], PATIENCE_MS);
}

async function refuses(web: WebAlone): Promise<void> {
  const isSaid = ({ event, err }: Record<string, unknown>) =>
    event === 'refused' && /unknown schema \d+/.test(JSON.stringify(err));
  const before = web.log.filter(isSaid).length;
  web.lookAgain();
  await eventually('it refuses what is published', () => web.log.filter(isSaid).length > before, PATIENCE_MS);
}

function schemaPublished(installation: VerifierInstallation): number | undefined {
  return readCurrent(generationsOf(installation))?.schema;
}

/** The old verifier on the new ledger. @throws {Error} it starts, does not say why it does not, or changes a byte */
async function refusesLedger(installation: VerifierInstallation): Promise<void> {
  const sum = () => hash('sha256', readFileSync(join(installation.dataDir, 'ledger.db')));
  const before = sum();
  const verifier = installation.start();
  const code = await verifier.exited;
  const why = `its schema version is ${NEXT_LEDGER_SCHEMA}; this program reads up to ${LEDGER_SCHEMA}`;
  const isSaid = verifier.log.some(({ event, msg }) => event === 'cannot_start' && String(msg).includes(why));
  if (code !== 1 || !isSaid) throw new Error(`The old verifier ends with ${code} on the ledger of the next version`);
  if (sum() !== before) throw new Error('The old verifier changed the ledger that it refuses');
}

/** An exporter of this version over a directory of its own, until it has told what it makes of the other node's. */
async function takesFrom(dataDir: string, source: WebAlone, event: string, atEnd: Stage['atEnd']): Promise<void> {
  const exporter = startProgram(['serve/exporter.ts'], {
    DATA_DIR: dataDir,
    GENERATION_URL: source.origin,
    GENERATION_POLL_MS: '100',
    BASE_URL: 'https://far.example',
  });
  atEnd(() => exporter.child.kill('SIGKILL'));
  await exporter.until(event);
  await exporter.end('SIGTERM');
}
