/**
 * `scale`: what a product costs at each stage when there are many of them.
 *
 * All processes of service with a real Redis, and generated vendors in a process of their own, each with a host, whose
 * share of the processor time is told: the catalogue published, all products due at once and queued, each visited and
 * judged, all published, feeds and exports made, answers given, 2,000 visited again. It is done at 1,000 products and
 * then at each size asked for (`npm run bench -- scale 10000 100000`), and the ratio is of what a product costs there
 * over what it costs at 1,000: 1 is flat, and what is quadratic shows the ratio of the sizes. Of memory and of answers
 * the ratio is of the whole. Costs are processor time, which other work on the machine moves far less than the clock.
 *
 * Above 10,000 products (`--visited N` for another number) nobody waits for the first visits: the ledger is filled with
 * what was found of the first 1,000, and all that follows is done as else.
 */
import type { Bench } from './benchmark.ts';
import { type Cost, growth } from './scale/costs.ts';
import { type House, openHouse } from './scale/house.ts';
import { serveAll } from './scale/serving.ts';
import {
  exportAll,
  fill,
  forgetJobs,
  look,
  publishAgain,
  publishAnew,
  publishCatalogue,
  publishOneMore,
  queueAll,
  type Stage,
  visitAgain,
  visitAll,
} from './scale/stages.ts';

const BASE = 1_000;
const SIZES = [10_000];
/** Above it, what was found of the first 1,000 stands for all. */
const VISITED = 10_000;
const QUICK_BASE = 20;
const QUICK_SIZES = [60];

export async function run(bench: Bench): Promise<void> {
  const sizes = bench.products ?? (bench.quick ? QUICK_SIZES : SIZES);
  const products = bench.quick ? QUICK_BASE : BASE;
  const few = await openHouse(bench, products);
  const costs: Cost[] = [];
  await goThrough(bench, few, (cost) => costs.push(cost));
  for (const size of sizes) {
    const isVisited = size <= (bench.visited ?? VISITED);
    const many = await openHouse(bench, size, isVisited ? size : products);
    const tell = (cost: Cost) => {
      const finding = growth(cost, size, { products, costs });
      if (finding !== undefined) bench.report(finding);
    };
    await goThrough(bench, many, tell, few);
  }
}

async function goThrough({ progress }: Bench, house: House, tell: (cost: Cost) => void, few?: House): Promise<void> {
  const stage: Stage = { house, progress, tell };
  try {
    if (house.isVisited || few === undefined) await visitFirst(stage);
    else {
      await (await queueAll(stage)).stop();
      await forgetJobs(house);
      fill(stage, few);
    }
    const verifier = await publishAnew(stage);
    look(stage);
    // The exporter yields to everybody else, as in service.
    await Promise.all([exportAll(stage), serveAll(stage)]);
    const crawler = await house.start('crawler', 'CRAWLER_PORT');
    await visitAgain(stage, { verifier, crawler });
    await publishAgain(stage, verifier);
    await verifier.stop();
    await publishOneMore(stage);
  } finally {
    await house.close();
  }
}

async function visitFirst(stage: Stage): Promise<void> {
  const verifier = await publishCatalogue(stage);
  const scheduler = await queueAll(stage);
  const crawler = await stage.house.start('crawler', 'CRAWLER_PORT');
  await visitAll(stage, { verifier, scheduler, crawler });
  for (const each of [scheduler, crawler, verifier]) await each.stop();
}
