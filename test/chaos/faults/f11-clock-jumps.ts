/** F11: the clock of the machine is set ahead, back, and to the hours in which summer time begins and ends. */
import { join } from 'node:path';
import * as z from 'zod';
import { eventually } from '../../eventually.ts';
import { type Pipeline, startPipeline } from '../../pipeline/pipeline.ts';
import { type FalseClock, falseClockMissing, startFalseClock } from '../false-clock.ts';
import { type Fault, NotRunHere, type Remarks, type Trial } from '../fault.ts';
import { checkStore } from '../store-check.ts';
import { DAY_MS, fixedVendors } from '../vendors.ts';

const VENDORS = 6;
const PATIENCE_MS = 120_000;
/** Long before a clock that waits for its next minute of before would tick. */
const NEXT_TICK_MS = 20_000;
/** Jumps after the first four, by chance. */
const MORE = { short: 0, long: 40 };

export const clockJumps: Fault = {
  id: 'F11',
  title: 'clock jumps',
  async run(trial) {
    const missing = falseClockMissing();
    if (missing !== undefined) throw new NotRunHere(missing);
    const clock = startFalseClock(join(trial.directory(), 'clock'));
    const pipeline = await startPipeline({
      vendors: fixedVendors(VENDORS),
      clock: clock.now(),
      processes: ['scheduler', 'crawler', 'verifier', 'web'],
      dataDir: trial.directory(),
      variables: { ...clock.variables, TZ: 'Europe/Berlin', CHROMIUM_PATH: '/nowhere/chromium' },
    });
    try {
      return await jumpAbout(trial, { clock, pipeline });
    } finally {
      await pipeline.stop();
    }
  },
};

interface Scene {
  clock: FalseClock;
  pipeline: Pipeline;
}

const Answer = z.looseObject({
  verification: z.looseObject({ verifiedAt: z.string().optional(), confidence: z.number() }),
});

async function jumpAbout(trial: Trial, { clock, pipeline }: Scene): Promise<Remarks> {
  const seen = { jumps: 0, ticks: 0, visits: 0, fadedTo: 1 };
  const slugs = pipeline.products.map(({ slug }) => slug);
  const visits = (slug: string) => pipeline.web.requestsTo(slug, '/pricing').length;
  const ticks = () => pipeline.log.filter((line) => line.startsWith('scheduler') && line.includes('"event":"tick"'));
  const verification = async (slug: string) =>
    Answer.parse((await pipeline.get(`/api/v2/pricing/${slug}`)).body).verification;
  const dayNow = () => clock.now().toISOString().slice(0, 10);
  const areVerified = async (day: string) => {
    const all = await Promise.all(slugs.map(verification));
    return all.every(({ verifiedAt }) => verifiedAt === day);
  };

  /** Sets the clock and waits for the ticks of the jump and of the next minute. */
  async function jump(what: string, to: Date): Promise<void> {
    trial.say(`${what}: ${to.toISOString()}`);
    const [ticksBefore, visitsBefore] = [ticks().length, slugs.map(visits)];
    clock.set(to);
    await eventually(`the scheduler ticks after ${what}`, () => ticks().length > ticksBefore, NEXT_TICK_MS);
    const { due } = JSON.parse((ticks().at(-1) ?? '').replace('scheduler ', ''));
    if (due > 0) await eventually(`all is verified after ${what}`, () => areVerified(dayNow()), PATIENCE_MS);
    const made = slugs.map((slug, at) => visits(slug) - (visitsBefore[at] ?? 0));
    if (made.some((count) => count > 1))
      throw new Error(`A storm after ${what}: ${made.join(', ')} visits of the sources`);
    if (due === 0 && made.some((count) => count > 0))
      throw new Error(`Nothing was due after ${what}, and visits were made`);
    seen.jumps += 1;
    seen.visits += made.reduce((sum, count) => sum + count, 0);
  }

  await eventually('all is verified', () => areVerified(dayNow()), PATIENCE_MS);
  seen.fadedTo = await fades({ clock, pipeline });
  await jump('90 days ahead', new Date(clock.now().getTime() + 90 * DAY_MS));
  const visitsBefore = seen.visits;
  await jump('a day back', new Date(clock.now().getTime() - DAY_MS));
  if (seen.visits - visitsBefore !== slugs.length)
    throw new Error(`${seen.visits - visitsBefore} of ${slugs.length} sources were visited again after a day back`);
  for (const [what, to] of [
    ['before summer time begins', '2027-03-28T00:59:57Z'],
    ['before summer time ends', '2027-10-31T00:59:57Z'],
  ] as const) {
    const told = ticks().length;
    await jump(what, new Date(to));
    // One for the jump, and the one of the hour that begins.
    await eventually(`the minute ticks ${what}`, () => ticks().length >= told + 2, NEXT_TICK_MS);
  }
  for (let more = 0; more < MORE[trial.scale]; more += 1) {
    const days = Math.round((trial.random() * 2 - 0.5) * 40);
    await jump(`${days} days`, new Date(clock.now().getTime() + days * DAY_MS));
  }
  const missed = pipeline.log.filter((line) => line.includes('missed execution')).length;
  if (missed > 0) throw new Error(`The scheduler went through ${missed} minutes that never were`);
  seen.ticks = ticks().length;
  await pipeline.end('verifier', 'SIGTERM');
  return { ...seen, ...(await checkStore(pipeline.dataDir, [])) };
}

/** With nobody who visits, each later day says a lower confidence, and an earlier one none. Returns the last one. */
async function fades({ clock, pipeline }: Scene): Promise<number> {
  const { slug = '' } = pipeline.products[0] ?? {};
  await pipeline.end('crawler', 'SIGTERM');
  await pipeline.end('scheduler', 'SIGTERM');
  const began = clock.now().getTime();
  let last = 1;
  for (const days of [0, 1, 7, 30, 60, 89]) {
    clock.set(new Date(began + days * DAY_MS));
    const { confidence } = Answer.parse((await pipeline.get(`/api/v2/pricing/${slug}`)).body).verification;
    if (confidence > last || (days > 1 && confidence === last))
      throw new Error(`I9: confidence is ${confidence} after ${days} days, and was ${last}`);
    last = confidence;
  }
  clock.set(new Date(began - 2 * DAY_MS));
  const early = Answer.parse((await pipeline.get(`/api/v2/pricing/${slug}`)).body).verification;
  if (early.verifiedAt !== undefined || early.confidence > 0)
    throw new Error(`I9: two days before its last visit it is ${early.confidence} sure, verified ${early.verifiedAt}`);
  clock.set(new Date(began));
  pipeline.start('crawler');
  pipeline.start('scheduler');
  return last;
}
