/** F9: Chromium is killed, its pages are, as for want of memory, and it stands still, while sources need it. */
import { setTimeout as delay } from 'node:timers/promises';
import { chromiumPath } from '../../crawler/chromium.ts';
import { offer, paid } from '../../vendor-web/offers.ts';
import { offerVendor } from '../../vendor-web/page-vendor.ts';
import type { Vendor } from '../../vendor-web/vendor.ts';
import { descendantsOf, signal } from '../descendants.ts';
import { type Fault, NotRunHere, type Remarks, type Scale, type Trial } from '../fault.ts';
import { DAY_MS, steadyVendors } from '../vendors.ts';
import { inWorld, START, type World } from '../world.ts';

interface Size {
  browsed: number;
  steady: number;
  /** Of each harm. */
  times: number;
  harms: readonly Harm[];
}
const HARMS = ['killed', 'page killed', 'stopped for a while', 'stopped for good'] as const;
type Harm = (typeof HARMS)[number];

const SIZES: Record<Scale, Size> = {
  short: { browsed: 2, steady: 4, times: 1, harms: HARMS.slice(0, 2) },
  long: { browsed: 8, steady: 24, times: 10, harms: HARMS },
};

const LOCK_MS = 10_000;
/** Sources that need no browser notice nothing: the wait of a busy queue. */
const OTHERS_MS = 60_000;
/** A visit takes 30 s, its tab as much again; a failed one is tried again after up to 45 s. */
const BROWSED_MS = 200_000;
const STOPPED_MS = 5_000;

export const browserDeath: Fault = {
  id: 'F9',
  title: 'browser killed, hung, out of memory',
  async run(trial) {
    if (chromiumPath === undefined) throw new NotRunHere('there is no Chromium on this machine');
    const { browsed, steady } = SIZES[trial.scale];
    const options = {
      vendors: [...browsedVendors(browsed), ...steadyVendors(steady, START)],
      variables: { JOB_LOCK_MS: String(LOCK_MS), CHROMIUM_PATH: chromiumPath },
    };
    return inWorld(trial, options, async (world) => {
      await world.settle();
      const figures = await harmAll(trial, world);
      if (world.deaths.length > 0) throw new Error(`F9: ${world.deaths.length} processes of ours ended of themselves`);
      return { ...figures, ...(await world.check()) };
    });
  },
};

function browsedVendors(count: number): Vendor[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `Browsed ${index}`;
    return offerVendor({
      slug: `browsed-${index}`,
      name,
      layout: 'script-only',
      offer(at) {
        const step = Math.floor((at.getTime() - START.getTime()) / DAY_MS) + index;
        return offer(name, { tiers: [paid('Team', { monthly: String(30 + (step % 5)) })] });
      },
    });
  });
}

async function harmAll(trial: Trial, world: World): Promise<Remarks> {
  const { times, harms } = SIZES[trial.scale];
  const others = world.vendors.filter(({ render }) => render === 'http').map(({ slug }) => slug);
  const slowest = { othersMs: 0, browsedMs: 0 };
  let harmed = 0;
  for (let time = 0; time < times; time += 1) {
    for (const harm of harms) {
      const isLookedAt = world.dayPasses();
      const isSeen = async () => {
        if (trial.scale === 'short') await world.retryNow();
        return isLookedAt();
      };
      const areOthersSeen = () => world.areLookedAt(others);
      await world.tick();
      await delay(200 + trial.random() * 1_500);
      const count = await inflict(world, harm);
      harmed += count;
      const othersMs = await world.recovers(`other sources are looked at, Chromium ${harm}`, OTHERS_MS, areOthersSeen);
      const browsedMs = await world.recovers(`pages are shown again, Chromium ${harm}`, BROWSED_MS, isSeen);
      trial.say(`${harm}: ${count} processes; others in ${othersMs} ms, browsed in ${browsedMs} ms`);
      slowest.othersMs = Math.max(slowest.othersMs, othersMs);
      slowest.browsedMs = Math.max(slowest.browsedMs, browsedMs);
    }
  }
  if (harmed === 0) throw new Error('F9: no process of Chromium was met');
  return { harms: times * harms.length, processes: harmed, ...slowest };
}

/** How many processes it met. */
async function inflict(world: World, harm: Harm): Promise<number> {
  const { pid } = world.pipeline.process('crawler');
  const browser = descendantsOf(pid ?? 0).filter(({ command }) => /chrom/i.test(command));
  const pages = browser.filter(({ command }) => command.includes('--type=renderer'));
  if (harm === 'page killed') return count(pages, 'SIGKILL');
  if (harm === 'killed') {
    const roots = browser.filter(({ parent }) => parent === pid);
    return count(roots, 'SIGKILL');
  }
  const stopped = count(browser, 'SIGSTOP');
  if (harm === 'stopped for a while') {
    await delay(STOPPED_MS);
    count(browser, 'SIGCONT');
  }
  return stopped;
}

function count(processes: readonly { pid: number }[], what: NodeJS.Signals): number {
  return processes.filter(({ pid }) => signal(pid, what)).length;
}
