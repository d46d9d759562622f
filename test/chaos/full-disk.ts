/**
 * A verifier and a web process on a small disk that a ballast fills again and again; the caller mounts the disk.
 *
 * Usage: node full-disk.ts DIRECTORY ROUNDS. What was seen is one line of JSON on stdout.
 */
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import type { Program } from '../program.ts';
import type { Remarks } from './fault.ts';
import { checkStore } from './store-check.ts';
import { openStreet, type VerifierHouse } from './verifier-house.ts';
import { startWebAlone, type WebAlone } from './web-alone.ts';

const PATIENCE_MS = 120_000;
/** pino's number of the level from which somebody is told. */
const WARN = 40;
/** The most room that is left: enough for entries and not always for a generation. */
const MOST_ROOM = 400_000;

const [directory = '.', rounds = '4'] = process.argv.slice(2);
const ballast = join(directory, 'ballast');

/** Leaves so many bytes of the disk. */
function fillBut(room: number): void {
  const { bavail, bsize } = statfsSync(directory);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - room)));
}

const seen = { rounds: 0, refusedEntries: 0, refusedPublications: 0, didNotStart: 0, unharmed: 0 };

async function round(day: number, { house, web, verifier }: Scene): Promise<void> {
  const room = Math.round((MOST_ROOM * (day - 1)) / Math.max(1, Number(rounds) - 1));
  fillBut(room);
  const from = verifier.log.length;
  const told = () => verifier.log.slice(from).filter(({ level }) => typeof level === 'number' && level >= WARN);
  const hasEnded = () => verifier.child.exitCode !== null;
  await house.deliver(day);
  await house.settled(day, () => told().length > 0 || hasEnded());
  await oldOrNewIsServed(web, day);
  await checkStore(house.dataDir, await house.acknowledged());
  const events = new Set(told().map(({ event }) => event));
  seen.rounds += 1;
  seen.refusedEntries += events.has('job_failed') ? 1 : 0;
  seen.refusedPublications += events.has('publish_failed') ? 1 : 0;
  seen.didNotStart += events.has('cannot_start') ? 1 : 0;
  seen.unharmed += events.size === 0 ? 1 : 0;
  process.stderr.write(`room for ${room} bytes: ${[...events].join(', ') || 'unharmed'}\n`);
  rmSync(ballast);
  await house.settled(day);
  await eventually('the new price is served', async () => (await priceServed(web)) === priceOf(day), PATIENCE_MS);
  await checkStore(house.dataDir, await house.acknowledged());
}

interface Scene {
  house: VerifierHouse;
  web: WebAlone;
  verifier: Program;
}

/** Of the second product of test/chaos/verifier-house.ts. */
function priceOf(day: number): number {
  return [15, 18, 12][day % 3] ?? 0;
}

async function priceServed(web: WebAlone): Promise<unknown> {
  const { status, body } = await web.get('/api/v2/pricing/acme-1');
  return status === 200 ? body.startingPrice : `status ${status}`;
}

async function oldOrNewIsServed(web: WebAlone, day: number): Promise<void> {
  const price = await priceServed(web);
  if (price !== priceOf(day - 1) && price !== priceOf(day))
    throw new Error(`I6, I7: ${String(price)} is served on day ${day} while the disk is full`);
}

/** A verifier that starts on a full disk ends with a reason, and starts once there is room. */
async function startsLater(day: number, { house, web, verifier }: Scene): Promise<Program> {
  await verifier.end('SIGTERM');
  fillBut(0);
  const tight = house.start();
  await house.deliver(day);
  // Nobody can look into the ledger meanwhile: its index in memory is a file, too.
  const isTold = () => tight.log.some(({ level }) => Number(level) >= WARN);
  await eventually('it says what is wrong', () => isTold() || tight.child.exitCode !== null, PATIENCE_MS);
  await oldOrNewIsServed(web, day);
  await tight.end('SIGTERM');
  rmSync(ballast);
  const free = house.start();
  await house.settled(day);
  return free;
}

async function main(): Promise<Remarks> {
  const street = await openStreet();
  let web: WebAlone | undefined;
  try {
    const place = join(directory, 'house');
    mkdirSync(place);
    const house = await street.move(place);
    let verifier = house.start();
    await house.deliver(0);
    await house.settled(0);
    web = await startWebAlone(house.dataDir);
    const first = web;
    await eventually('the first price is served', async () => (await priceServed(first)) === priceOf(0), PATIENCE_MS);
    for (let day = 1; day <= Number(rounds); day += 1) await round(day, { house, web, verifier });
    verifier = await startsLater(Number(rounds) + 1, { house, web, verifier });
    await verifier.end('SIGTERM');
    if (seen.refusedEntries + seen.refusedPublications + seen.didNotStart === 0)
      throw new Error('The disk was never full');
    return { ...seen, ...(await checkStore(house.dataDir, await house.acknowledged())) };
  } finally {
    await web?.stop();
    await street.stop();
  }
}

console.log(JSON.stringify(await main()));
