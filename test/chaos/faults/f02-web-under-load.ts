/** F2: the web process is killed while many clients ask it. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readCurrent } from '../../../data/store/generation/current.ts';
import { type Ask, type Lost, type Met, percentileMs, startCrowd } from '../crowd.ts';
import type { Fault, Scale, Trial } from '../fault.ts';
import { steadyVendors } from '../vendors.ts';
import { inWorld, START, type World } from '../world.ts';

const VENDORS = 20;

const SIZES: Record<Scale, { kills: number; clients: number }> = {
  short: { kills: 3, clients: 8 },
  usual: { kills: 20, clients: 32 },
  long: { kills: 100, clients: 32 },
};
/** The matrix allows two seconds; the tests ask only that it comes back. */
const READY_MS: Record<Scale, number> = { short: 60_000, usual: 2_000, long: 2_000 };
const UP_MS = 1_000;

const PATHS = [
  ...Array.from({ length: VENDORS }, (_, index) => `/api/v2/pricing/steady-${index}`),
  '/api/v2/categories',
  '/api/v2/changes?limit=20',
  '/tools/steady-1/pricing',
];

export const webUnderLoad: Fault = {
  id: 'F2',
  title: 'kill -9 of the web process under load',
  injected: 'the web process is killed and started again while clients ask it as fast as they can',
  passes:
    'only requests that were on their way, or met nobody, are lost; it answers again within two seconds, from the same generation; no 5xx',
  async run(trial) {
    const { kills, clients } = SIZES[trial.scale];
    return inWorld(trial, { vendors: steadyVendors(VENDORS, START) }, async (world) => {
      await world.settle();
      const ask = (client: number, turn: number): Ask => {
        return { kind: 'read', path: PATHS[(client + turn) % PATHS.length] ?? '/' };
      };
      const crowd = startCrowd({ origin: world.pipeline.origin, clients, ask });
      const deaths: Death[] = [];
      let met: Met;
      try {
        for (let kill = 0; kill < kills; kill += 1) {
          await delay(trial.random() * UP_MS);
          deaths.push(await killOnce(trial, world));
        }
        await delay(UP_MS);
      } finally {
        met = await crowd.stop();
      }
      const inFlight = checkMet(met, deaths);
      const lost = { lostOnTheirWay: inFlight, metNobody: met.lost.length - inFlight };
      return { kills, requests: met.requests, ...lost, p99Ms: percentileMs(met, 99), ...(await world.check()) };
    });
  },
};

interface Death {
  killedAt: number;
  answeredAt: number;
}

async function killOnce(trial: Trial, world: World): Promise<Death> {
  const { pipeline, directory } = world;
  const before = readCurrent(join(directory, 'generations'))?.generation;
  const killedAt = Date.now();
  await world.kill('web');
  pipeline.start('web');
  let first: { generation?: string } = {};
  await world.recovers('the web process answers', READY_MS[trial.scale], async () => {
    const response = await fetch(`${pipeline.origin}/api/v2/categories`).catch(() => undefined); // not listening yet
    if (response?.status === 200) first = (await response.json()) as { generation: string };
    return response?.status === 200;
  });
  await world.works('web');
  if (first.generation !== before)
    throw new Error(`I5: generation ${first.generation} was served after a restart, and ${before} before`);
  return { killedAt, answeredAt: Date.now() };
}

/** @returns how many were lost on their way @throws {Error} a request failed that no death explains */
function checkMet({ lost, statuses, backwards }: Met, deaths: readonly Death[]): number {
  const others = [...statuses.values()].flatMap((each) => [...each]).filter(([status]) => status !== 200);
  if (others.length > 0) throw new Error(`I7: answers by status: ${others.map((each) => each.join(': ')).join(', ')}`);
  if (backwards > 0) throw new Error(`I5: ${backwards} answers of an older generation`);
  const isOf = ({ sentAt, failedAt }: Lost) =>
    deaths.some((death) => sentAt <= death.answeredAt && failedAt >= death.killedAt);
  const unexplained = lost.filter((each) => !isOf(each));
  if (unexplained.length > 0)
    throw new Error(`I7: ${unexplained.length} requests lost, such as ${JSON.stringify(unexplained[0])}`);
  return lost.filter(({ sentAt }) =>
    deaths.every(({ killedAt, answeredAt }) => sentAt < killedAt || sentAt > answeredAt),
  ).length;
}
