/** Checks of the machine: a writable data directory, free space, file descriptors, ports. */
import { constants } from 'node:fs';
import { access, mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALARMS } from '../../config/alarms.ts';
import { freePort } from '../../supervisor/port.ts';
import { bytesInWords, type Place, type Probe, placesOf, probes, reasonOf } from '../installation/probes.ts';
import { broken, type Check, type Found, type Installation, note, ok, warning } from './finding.ts';

const FEW_BYTES = 5_000_000_000;
/** The web process accepts 20,000 connections, and Node raises its own limit as far as it may. */
const LEAST_DESCRIPTORS = 4_096;

const MAKE_ROOM =
  'free some space or inodes (df -h, df -i), or move DATA_DIR to a larger disk (docs/operations.md, “DiskNearlyFull”)';

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: MAKE_ROOM,
  EDQUOT: MAKE_ROOM,
  EROFS: 'check the disk (dmesg), then mount it writable',
};

export const MACHINE: Check[] = [
  { name: 'data directory', inspect: dataDirectory },
  { name: 'free space', inspect: freeSpace },
  { name: 'file descriptors', inspect: descriptors },
  { name: 'ports', inspect: ports },
];

async function dataDirectory({ environment: { dataDir } }: Installation): Promise<Found[]> {
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(probe, 'written by the doctor', { flag: 'wx', flush: true });
    await rename(probe, `${probe}-renamed`);
    await access(`${probe}-renamed`, constants.R_OK);
    return ok(dataDir);
  } catch (error) {
    return notWritable(dataDir, error);
  } finally {
    for (const file of [probe, `${probe}-renamed`]) await rm(file, { force: true }).catch(() => {});
  }
}

export function notWritable(dataDir: string, error: unknown): Found[] {
  const owner = `give this user ownership of ${dataDir} (chown -R), or set DATA_DIR to another directory`;
  const mend = REMEDIES[(error as NodeJS.ErrnoException).code ?? ''] ?? owner;
  return broken(`${dataDir} is not writable`, { cause: reasonOf(error), mend });
}

async function freeSpace({ environment: { dataDir, generationSource } }: Installation): Promise<Found[]> {
  const { bavail, bsize } = await statfs(dataDir);
  return roomFor(bavail * bsize, generationSource === undefined ? ARCHIVE_GROWS : GENERATIONS_COME);
}

const ARCHIVE_GROWS = 'the archive grows with each page';
const GENERATIONS_COME = 'each publication writes a complete generation with its feeds and exports';

/** @param cause what fills the disk */
export function roomFor(freeBytes: number, cause = ARCHIVE_GROWS): Found[] {
  const found = `${bytesInWords(freeBytes)} free`;
  if (freeBytes >= FEW_BYTES) return ok(found);
  if (freeBytes >= ALARMS.leastFreeBytes) return warning(found, { cause, mend: MAKE_ROOM });
  return broken(found, {
    cause: 'a publication may not fit; then no data is lost, but new prices are not published',
    mend: MAKE_ROOM,
  });
}

async function descriptors(): Promise<Found[]> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const text = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
  if (text === undefined) return note('this system does not show its limit', { mend: 'ulimit -n' });
  const limit = text === 'unlimited' ? Number.POSITIVE_INFINITY : Number(text);
  if (limit >= LEAST_DESCRIPTORS) return ok(`limit: ${text}`);
  return warning(`limit: ${text}`, {
    cause: 'each connection and each visited page needs some',
    mend: 'ulimit -n 65536, or LimitNOFILE=65536 in the systemd unit',
  });
}

async function ports({ environment }: Installation): Promise<Found[]> {
  const answers = await probes(environment);
  const found = await Promise.all(
    placesOf(environment).map((place, at) => (place.port ? portFound(place, answers[at]) : [])),
  );
  return found.flat().length > 0 ? found.flat() : ok('free, or used by Assay');
}

async function portFound({ process, host, port, variable }: Place, probe: Probe | undefined): Promise<Found[]> {
  const { isLive, isReady, said: cause = '' } = probe ?? {};
  if (isReady) return [];
  if (isLive) {
    const mend = 'docs/operations.md, “A process is not ready”';
    return warning(`${process} responds on port ${port} but is not ready`, { cause, mend });
  }
  try {
    await freePort(host, port);
    return [];
  } catch (error) {
    const mend = `stop the program on that port (ss -ltnp "sport = :${port}"), or set ${variable} to another port`;
    return broken(`${process} cannot listen on ${host}:${port}`, { cause: reasonOf(error), mend });
  }
}
