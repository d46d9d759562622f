/** A seeded year of price changes, by Poisson processes with rates of the fitted priors, and of checks. */
import { CADENCE } from '../../config/cadence.ts';
import type { Demand } from '../../crawler/schedule/allocation.ts';
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { changesPerDay, type Hazard, posterior } from '../../data/hazard.ts';
import { type Random, seeded } from '../vendor-web/random.ts';

const YEAR_DAYS = 360;
/** Days between two plans. */
const MONTH_DAYS = 30;
/** Share of products priced by tokens, as in the imported catalogue; their cadence is daily. */
const TOKEN_SHARE = 1 / 6;
const DAY_MS = 86_400_000;

export interface World {
  demand: (Demand & { prior: Hazard })[];
}

/** Products with rates drawn from the priors of the plan. */
export function worldOf(size: number): World {
  const random = seeded(`freshness ${size}`);
  const isToken = Array.from({ length: size }, () => random.chance(TOKEN_SHARE));
  const priors = isToken.map((tokenPriced) => hazardOf({ tokenPriced, category: 'none' }));
  return {
    demand: priors.map((prior, host) => {
      const { weight, longestMs, shortestMs } = CADENCE[isToken[host] ? 'daily' : 'weekly'];
      const changesPerDay = Math.max(1e-9, gamma(random, prior.changes) / prior.days);
      return { changesPerDay, weight, least: DAY_MS / longestMs, most: DAY_MS / shortestMs, host, prior };
    }),
  };
}

/**
 * Share of the year, weighted by product, in which published prices are fresh.
 *
 * @param planned each month's checks a day, from the rates that the checks showed until then
 */
export function freshnessOf({ demand }: World, planned: (seen: Demand[]) => number[]): number {
  const random = seeded('a year');
  const products = demand.map((each) => {
    const rate = each.changesPerDay;
    return { ...each, rate, change: exponential(random, rate), check: 0, seen: 0, staleDays: 0 };
  });
  for (let month = 0; month < YEAR_DAYS; month += MONTH_DAYS) {
    const rateOf = ({ prior, seen }: (typeof products)[number]) =>
      changesPerDay(posterior(prior, { changes: seen, days: month }));
    const checks = planned(products.map((each) => ({ ...each, changesPerDay: rateOf(each) })));
    for (const [i, product] of products.entries()) {
      const wait = 1 / (checks[i] ?? 0);
      // A new plan keeps the phase of the old one.
      product.check = month === 0 ? random.next() * wait : Math.min(product.check, month + wait);
      for (; product.check < month + MONTH_DAYS; product.check += wait) {
        if (product.change > product.check) continue;
        product.staleDays += product.check - product.change;
        product.seen += 1;
        while (product.change <= product.check) product.change += exponential(random, product.rate);
      }
    }
  }
  let [fresh, whole] = [0, 0];
  for (const { staleDays, change, weight } of products) {
    fresh += weight * (1 - (staleDays + YEAR_DAYS - Math.min(change, YEAR_DAYS)) / YEAR_DAYS);
    whole += weight;
  }
  return fresh / whole;
}

function exponential(random: Random, rate: number): number {
  return -Math.log(1 - random.next()) / rate;
}

/** Marsaglia and Tsang, ACM TOMS 26(3), 2000; for shapes below 1 by their boost of one more uniform. */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * (1 - random.next()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
