/** F13: each prefix of what a verifier asks of the disk is rebuilt as a power loss may leave it, and reopened. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readCurrent } from '../../../data/store/generation/current.ts';
import { openStaging } from '../../../data/store/generation/staging.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { eventually } from '../../eventually.ts';
import type { Fault, Remarks, Trial } from '../fault.ts';
import { ALL_SURVIVES, LossyDisk, NOTHING_UNSYNCED, type Survival, someSurvives } from '../lossy-disk.ts';
import { checkStore } from '../store-check.ts';
import { isComplete, recording } from '../strace.ts';
import { traced, type VerifierInstallation, type VerifierInstallations } from '../verifier-installation.ts';
import { type DiskEvent, diskEvents } from '../write-log.ts';

/** `share`: of prefixes that are tried; `fates`: of unsynced writes; `revived`: disks on which a verifier goes on. */
const SCALES = {
  short: { lives: 2, days: 2, syncs: 0.3, share: 0.04, fates: 1, revived: 1 },
  long: { lives: 4, days: 12, syncs: 1, share: 1, fates: 3, revived: 40 },
};

/** What whoever listened to the verifier had been told when the power went. */
interface Told {
  acknowledged: string[];
  /** Number of the last publication that it called done. */
  published: number;
}

export const powerLoss: Fault = {
  id: 'F13',
  title: 'power loss',
  run: (trial) => traced((installations) => tryPrefixes(trial, installations)),
};

async function tryPrefixes(trial: Trial, installations: VerifierInstallations): Promise<Remarks> {
  const { lives, days, syncs, share, fates, revived } = SCALES[trial.scale];
  const installation = await installations.install(trial.directory());
  const events = await recorded(installation, { lives, days, logs: trial.directory() });
  trial.say(`${events.length} calls recorded`);
  const later = installation.elsewhere(trial.directory());
  const disk = new LossyDisk(installation.dataDir);
  const told: Told = { acknowledged: [], published: 0 };
  const revivals = new Set(Array.from({ length: revived }, () => Math.floor(trial.random() * events.length)));
  const chance = (share: number) => trial.random() < share;
  let reopenings = 0;
  for (const [at, event] of events.entries()) {
    disk.apply(event);
    if (event.kind === 'said') listen(told, event.text);
    const tried: Survival[] = [
      // Between two syncs nothing more lasts, and no more is asked of it unless something was said.
      ...(event.kind === 'said' || (event.kind === 'sync' && chance(syncs)) ? [NOTHING_UNSYNCED] : []),
      ...(chance(share) ? [ALL_SURVIVES] : []),
      ...Array.from({ length: fates }, () => someSurvives(trial.random)).filter(() => chance(share)),
      ...(revivals.has(at) ? [someSurvives(trial.random)] : []),
    ];
    try {
      for (const survives of tried) {
        rebuild(later.dataDir, disk.after(survives));
        await reopened(later.dataDir, told);
      }
      if (revivals.has(at)) await goesOn(later, { lastDay: lives * days - 1, told });
    } catch (cause) {
      throw new Error(`Power lost after call ${at + 1} of ${events.length} (${event.kind})`, { cause });
    }
    reopenings += tried.length;
  }
  return {
    calls: events.length,
    syncs: events.filter(({ kind }) => kind === 'sync').length,
    acknowledged: told.acknowledged.length,
    reopened: reopenings,
    revived: revivals.size,
  };
}

/** Lives that end well, and a last one that is killed, of one installation. */
async function recorded(
  installation: VerifierInstallation,
  { lives, days, logs }: { lives: number; days: number; logs: string },
): Promise<DiskEvent[]> {
  const events: DiskEvent[] = [];
  for (let life = 0; life < lives; life += 1) {
    const log = join(logs, `${life}.strace`);
    const verifier = installation.start({ under: recording(log) });
    for (let day = life * days; day < (life + 1) * days; day += 1) {
      await installation.deliver(day);
      await installation.settled(day);
    }
    await verifier.end(life === lives - 1 ? 'SIGKILL' : 'SIGTERM');
    await eventually('all is recorded', () => isComplete(log, verifier.child.pid ?? 0));
    events.push(...diskEvents(readFileSync(log, 'latin1')));
    rmSync(log);
  }
  return events;
}

/** A line of the verifier's log, which is written before the queue is told. */
function listen(told: Told, text: string): void {
  for (const line of text.split('\n').filter((each) => each.startsWith('{'))) {
    const { event, id, generation } = JSON.parse(line);
    if (event === 'verified') told.acknowledged.push(id);
    if (event === 'published') told.published = Number(generation);
  }
}

/** The archive stays as it is: it is written by others, who sync each page before they tell of it. */
function rebuild(place: string, tree: ReadonlyMap<string, Buffer>): void {
  for (const name of readdirSync(place))
    if (name !== 'archive') rmSync(join(place, name), { recursive: true, force: true });
  for (const [name, content] of tree) {
    const file = join(place, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** As the next verifier opens it. @throws {Error} it can't be opened, or what was told is not there */
async function reopened(place: string, { acknowledged, published }: Told): Promise<void> {
  const ledger = openLedger(join(place, 'ledger.db'));
  const staging = openStaging(join(place, 'staging.db'));
  const isOfLedger = ledger.continues(staging.position());
  staging.close();
  ledger.close();
  if (!isOfLedger) throw new Error('I3: the staging database is ahead of the ledger');
  await checkStore(place, acknowledged);
  const current = readCurrent(join(place, 'generations'));
  if (Number(current?.generation ?? 0) < published)
    throw new Error(`I4: CURRENT names ${current?.generation ?? 'nothing'} after ${published} was published`);
}

/** A verifier is started on what was left, is brought what is due, and publishes the truth. */
async function goesOn(
  installation: VerifierInstallation,
  { lastDay, told }: { lastDay: number; told: Told },
): Promise<void> {
  const verifier = installation.start();
  await installation.deliverAgain(lastDay);
  await installation.settled(lastDay);
  // Where nothing was lost, all is settled before it has even started.
  await eventually('the verifier that goes on has started', () => verifier.log.some(({ event }) => event === 'ready'));
  const code = await verifier.end('SIGTERM');
  if (code !== 0) throw new Error(`I8: the verifier that goes on ends with ${code}`);
  await checkStore(installation.dataDir, [...told.acknowledged, ...(await installation.acknowledged())]);
}
