/** F16: all at once: many prices move, every vendor refuses, and half of the catalogue is gone. */
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { redisOptions } from '../../../config/redis.ts';
import { readCurrent } from '../../../data/store/generation/current.ts';
import { eventually } from '../../eventually.ts';
import { Published } from '../../pipeline/truth.ts';
import { send } from '../../vendor-web/answer.ts';
import { offer, paid } from '../../vendor-web/offers.ts';
import { offerVendor } from '../../vendor-web/page-vendor.ts';
import type { Vendor } from '../../vendor-web/vendor.ts';
import type { Fault, Remarks, Scale, Trial } from '../fault.ts';
import { figureOf } from '../metrics-page.ts';
import { DAY_MS } from '../vendors.ts';
import { startWorld, type World } from '../world.ts';

const VENDORS: Record<Scale, number> = { short: 10, usual: 40, long: 100 };
const ROUNDS: Record<Scale, number> = { short: 1, usual: 1, long: 4 };

/** What holds for all vendors of a world, and is changed between its days. */
interface Mood {
  /** How often each price moved by what is plausible, and by what is not; the same on every page of a day. */
  movedOn: Date[];
  refuses: boolean;
}

/** Of five vendors two move: one by a little, one to five times as much or back. */
const isPlausible = (index: number) => index % 5 === 0;
const isLeap = (index: number) => index % 5 === 1;
const MOVE_WITHIN_MS = 120_000;

export const massChange: Fault = {
  id: 'F16',
  title: 'mass change',
  injected:
    'in one day 40 % of the prices move, half of those fivefold; then every vendor answers 403; then half of the catalogue’s files are gone when the verifier starts',
  passes:
    'plausible moves are published, leaps are disputed with the old price in place until they come again; refused, what was known stays; a halved catalogue is not published; each is seen in metrics or log, and all of it is over afterwards; I1 to I9',
  async run(trial) {
    const mood: Mood = { movedOn: [], refuses: false };
    const world = await startWorld(trial, {
      vendors: moodyVendors(VENDORS[trial.scale], mood),
      variables: { CRAWLER_PORT: '0', VERIFIER_PORT: '0' },
    });
    const figures: Remarks = {};
    try {
      await world.settle();
      for (let round = 0; round < ROUNDS[trial.scale]; round += 1) {
        Object.assign(figures, await pricesMove(trial, world, mood));
        Object.assign(figures, await allRefuse(trial, world, mood));
        Object.assign(figures, await catalogueHalves(trial, world));
        Object.assign(figures, await world.check());
      }
      return { vendors: world.vendors.length, rounds: ROUNDS[trial.scale], ...figures };
    } finally {
      await world.stop();
    }
  },
};

function moodyVendors(count: number, mood: Mood): Vendor[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `Moody ${index}`;
    const vendor = offerVendor({
      slug: `moody-${index}`,
      name,
      layout: 'div-cards',
      offer(at) {
        const moves = mood.movedOn.filter((day) => day <= at).length;
        const base = 20 + index;
        const amount = isPlausible(index) ? base + 3 * moves : isLeap(index) && moves % 2 === 1 ? base * 5 : base;
        return offer(name, { tiers: [paid('Team', { monthly: String(amount) })] });
      },
    });
    return {
      ...vendor,
      respond(request, response, world) {
        if (mood.refuses && world.path === vendor.path) return send(response, 'No\n', { status: 403 });
        return vendor.respond(request, response, world);
      },
    };
  });
}

async function pricesMove(trial: Trial, world: World, mood: Mood): Promise<Remarks> {
  const before = await recordsOf(world);
  mood.movedOn.push(new Date(world.clock().getTime() + DAY_MS));
  await world.recovers('every vendor is looked at', MOVE_WITHIN_MS, world.dayPasses());
  await world.pipeline.isServed();
  const after = await recordsOf(world);
  const wrong: string[] = [];
  let [published, disputed] = [0, 0];
  for (const [index, { slug }] of world.vendors.entries()) {
    const [was, is] = [amountOf(before.get(slug)), amountOf(after.get(slug))];
    const status = after.get(slug)?.verification.status;
    if (isPlausible(index) && is === was) wrong.push(`the move of ${slug} by a little is not published`);
    if (isLeap(index) && (is !== was || status !== 'disputed'))
      wrong.push(`the leap of ${slug} is ${status}, and ${is} is served where ${was} was`);
    published += Number(isPlausible(index));
    disputed += Number(isLeap(index));
  }
  if (wrong.length > 0) throw new Error(`F16: ${wrong.join('\n')}`);
  trial.say(`${published} moves were published at once, ${disputed} leaps are disputed`);
  await world.settle();
  return { movesPublished: published, leapsDisputed: disputed };
}

async function allRefuse(trial: Trial, world: World, mood: Mood): Promise<Remarks> {
  const before = await recordsOf(world);
  const crawler = await world.pipeline.portOf('crawler');
  const refused = () => figureOf(crawler, /^assay_visits_total\{result="failure",failure="refused"[^}]*\} (\d+)/m);
  const earlier = await refused();
  mood.refuses = true;
  await world.recovers('every vendor was asked, and refused', MOVE_WITHIN_MS, world.dayPasses());
  await world.pipeline.isServed();
  const counted = (await refused()) - earlier;
  const after = await recordsOf(world);
  const lost = world.vendors.filter(({ slug }) => amountOf(before.get(slug)) !== amountOf(after.get(slug)));
  const renewed = world.vendors.filter(({ slug }) => verifiedAt(before.get(slug)) !== verifiedAt(after.get(slug)));
  if (lost.length > 0) throw new Error(`F16: refused, ${lost.map(({ slug }) => slug).join(', ')} lost what was known`);
  if (renewed.length > 0)
    throw new Error(`I9: refused, ${renewed.map(({ slug }) => slug).join(', ')} are verified anew`);
  if (counted < world.vendors.length)
    throw new Error(`F16: of ${world.vendors.length} refusals ${counted} are counted`);
  trial.say(`${counted} visits were refused`);
  mood.refuses = false;
  await holdsAreOver(world);
  await world.settle();
  return { refused: counted };
}

/** A host that refused is left alone for a day of Redis's clock, which nobody can wait for here. */
async function holdsAreOver({ pipeline }: World): Promise<void> {
  const redis = new Redis(redisOptions(pipeline.redis.url));
  try {
    const keys = await redis.keys('assay:refusal:*');
    for (const key of keys) await redis.hset(key, 'until', Date.now() - 1);
  } finally {
    redis.disconnect();
  }
}

async function catalogueHalves(trial: Trial, world: World): Promise<Remarks> {
  const { pipeline, directory } = world;
  const files = join(directory, 'catalogue', 'products');
  const away = join(directory, 'catalogue-away');
  mkdirSync(away, { recursive: true });
  const gone = readdirSync(files).filter((_, index) => index % 2 === 0);
  const current = () => readCurrent(join(directory, 'generations'))?.generation;
  await pipeline.isServed();
  const before = current();
  for (const file of gone) renameSync(join(files, file), join(away, file));
  await world.kill('verifier');
  const said = pipeline.log.length;
  pipeline.start('verifier');
  const refusal = () =>
    pipeline.log.slice(said).find((line) => /^verifier .*publish_failed.*PublishRefused/.test(line));
  await eventually(
    'the verifier says that it does not publish half of the catalogue',
    () => refusal() !== undefined,
    120_000,
  );
  const records = await recordsOf(world);
  if (current() !== before) throw new Error(`F16: generation ${current()} is published of half of the catalogue`);
  if (records.size !== world.vendors.length)
    throw new Error(`F16: ${records.size} of ${world.vendors.length} are served`);
  trial.say(`without ${gone.length} files: ${refusal()?.slice(0, 200)}`);
  for (const file of gone) renameSync(join(away, file), join(files, file));
  await world.kill('verifier');
  await world.revive('verifier');
  await world.settle();
  return { filesGone: gone.length };
}

async function recordsOf({ pipeline, vendors }: World): Promise<Map<string, Published>> {
  const found = new Map<string, Published>();
  for (const { slug } of vendors) {
    const { status, body } = await pipeline.get(`/api/v2/pricing/${slug}`);
    if (status === 200) found.set(slug, Published.parse(body));
  }
  return found;
}

function amountOf(record: Published | undefined): number {
  return Number(record?.tiers[0]?.prices[0]?.amount);
}

function verifiedAt(record: Published | undefined): unknown {
  return record?.verification.verifiedAt;
}
