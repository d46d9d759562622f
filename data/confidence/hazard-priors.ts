/**
 * Priors of the rate of change, by what a product sells and its category. `npm run calibrate -- hazard` fits them to
 * the histories in lab/calibration/.
 */
import * as z from 'zod';
import { Hazard, posterior, type Watched } from '../hazard.ts';
import type { Product } from '../product.ts';
import fitted from './hazard-priors.json' with { type: 'json' };

const Group = z.strictObject({ group: Hazard, categories: z.record(z.string(), Hazard) });

export const HazardPriors = z.strictObject({ subscription: Group, token: Group });
export type HazardPriors = z.infer<typeof HazardPriors>;

const PRIORS = HazardPriors.parse(fitted);

/** A category without histories has its group's prior. */
export function hazardOf(
  { tokenPriced, category }: Pick<Product, 'tokenPriced' | 'category'>,
  watched?: Watched,
): Hazard {
  const { group, categories } = tokenPriced ? PRIORS.token : PRIORS.subscription;
  const prior = categories[category] ?? group;
  return watched === undefined ? prior : posterior(prior, watched);
}
