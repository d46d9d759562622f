/** F3: the disk refuses one call of a verifier's life, or all from one on. */
import { join } from 'node:path';
import { eventually } from '../../eventually.ts';
import type { Program } from '../../program.ts';
import type { Fault, Remarks, Trial } from '../fault.ts';
import { checkStore } from '../store-check.ts';
import { counting, countOf, failedOn, failing, type Injection, isComplete, isScratch } from '../strace.ts';
import { traced, type VerifierInstallation, type VerifierInstallations } from '../verifier-installation.ts';

const LAST_DAY = 2;
/** pino's numbers of the levels from which somebody is told. */
const WARN = 40;
const FATAL = 60;
const PATIENCE_MS = 60_000;

const CALLS = [
  { call: 'fsync', error: 'EIO' },
  { call: 'pwrite64', error: 'ENOSPC' },
  { call: 'pwrite64', error: 'EIO' },
  { call: 'rename', error: 'EIO' },
] as const;
/** How many of each; a call that is made less often is failed at every one of its turns. */
const TRIALS = { short: 1, long: 150 };

export const failingCalls: Fault = {
  id: 'F3',
  title: 'failing disk calls',
  run: (trial) => traced((installations) => failAll(trial, installations)),
};

async function failAll(trial: Trial, installations: VerifierInstallations): Promise<Remarks> {
  const directory = trial.directory();
  const turns = await countTurns(installations, join(directory, 'counted'));
  const seen = { failed: 0, calls: 0, told: 0, ended: 0, absorbed: 0, atTheEnd: 0 };
  for (const { call, error } of CALLS) {
    for (const nth of chosen(turns.get(call) ?? 0, TRIALS[trial.scale], trial.random)) {
      const injection: Injection = { call, error, nth, isLasting: trial.random() < 0.5 };
      const said = `${call} ${nth}${injection.isLasting ? ' and all after it' : ''}: ${error}`;
      const place = join(directory, `${call}-${error}-${nth}`);
      const outcome = await failOne(installations, place, injection).catch((cause) => {
        throw new Error(said, { cause });
      });
      trial.say(`${said} → ${outcome.how}`);
      seen.failed += 1;
      seen.calls += outcome.calls;
      seen[outcome.how] += 1;
    }
  }
  return { ...seen, ...Object.fromEntries(turns) };
}

/** Different numbers from 1 to `turns`, in order: all where there are no more than asked for. */
function chosen(turns: number, count: number, random: () => number): number[] {
  const all = Array.from({ length: turns }, (_, at) => ({ nth: at + 1, rank: random() }));
  return all
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ nth }) => nth)
    .sort((a, b) => a - b);
}

async function countTurns(installations: VerifierInstallations, directory: string): Promise<Map<string, number>> {
  const calls = [...new Set(CALLS.map(({ call }) => call))];
  const installation = await installations.install(directory);
  const log = `${directory}.strace`;
  const verifier = installation.start({ under: counting(calls, log) });
  for (let day = 0; day <= LAST_DAY; day += 1) {
    await installation.deliver(day);
    await installation.settled(day);
  }
  await verifier.end('SIGTERM');
  const pid = verifier.child.pid ?? 0;
  await eventually('all is counted', () => isComplete(log, pid));
  return new Map(calls.map((call) => [call, countOf(call, log, pid)]));
}

interface Failed {
  /** Calls that were made to fail. */
  calls: number;
  /** Its log told of it, it ended, all was right in spite of it, or all was done and published before. */
  how: 'told' | 'ended' | 'absorbed' | 'atTheEnd';
}

async function failOne(installations: VerifierInstallations, directory: string, injection: Injection): Promise<Failed> {
  const installation = await installations.install(directory);
  const log = `${directory}.strace`;
  let verifier = installation.start({ under: failing(injection, log) });
  const { pid = 0 } = verifier.child;
  const trouble = troubleOf(verifier);
  for (let day = 0; day <= LAST_DAY && !trouble.isThere(); day += 1) {
    await installation.deliver(day);
    await installation.settled(day, trouble.isThere);
  }
  if (trouble.isFatal()) await verifier.exited;
  // What is seen published may fail to be flushed a moment later.
  const needsTelling = failedOn(log).find((path) => !isScratch(path));
  if (needsTelling !== undefined)
    await eventually(`somebody is told of the failure on ${needsTelling}`, trouble.isThere, PATIENCE_MS);
  const unnoticed = () => (failedOn(log).length > 0 ? 'absorbed' : 'atTheEnd');
  const how = trouble.hasEnded() ? 'ended' : trouble.isThere() ? 'told' : unnoticed();
  await checkStore(installation.dataDir, await installation.acknowledged());
  if (how !== 'told' || injection.isLasting) {
    const code = await verifier.end('SIGTERM');
    if (how === 'ended' && code === 0) throw new Error('The verifier ended as if nothing was wrong');
    await eventually('the log is whole', () => isComplete(log, pid));
    await checkStore(installation.dataDir, await installation.acknowledged());
    verifier = installation.start();
    await installation.deliverAgain(LAST_DAY);
  } else await deliverRest(installation);
  await installation.settled(LAST_DAY);
  await eventually('it takes jobs', () => verifier.log.some(({ event }) => event === 'ready'), PATIENCE_MS);
  const code = await verifier.end('SIGTERM');
  if (code !== 0) throw new Error(`I8: the verifier that went on ended with ${code}`);
  await checkStore(installation.dataDir, await installation.acknowledged());
  const calls = failedOn(log).length;
  if (calls === 0 && how !== 'atTheEnd') throw new Error('The verifier complained though nothing failed');
  return { calls, how };
}

/** Days that were not brought before the trouble came; what was is tried again by the queue. */
async function deliverRest(installation: VerifierInstallation): Promise<void> {
  for (let day = 0; day <= LAST_DAY; day += 1) await installation.deliver(day);
}

interface Trouble {
  isThere(): boolean;
  /** It is about to end, or has. */
  isFatal(): boolean;
  hasEnded(): boolean;
}

/** What a verifier tells of a fault: a line of its log, or its end. */
function troubleOf(verifier: Program): Trouble {
  let ended = false;
  void verifier.exited.then(() => {
    ended = true;
  });
  const isTold = (from: number) => verifier.log.some(({ level }) => typeof level === 'number' && level >= from);
  return { isThere: () => ended || isTold(WARN), isFatal: () => ended || isTold(FATAL), hasEnded: () => ended };
}
