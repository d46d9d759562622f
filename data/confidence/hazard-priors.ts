/**
 * What is known of a product's rate of change before it was ever watched, by what it sells and its category.
 *
 * Fitted by `npm run calibrate -- hazard` to the histories in lab/calibration/; the file is data.
 */
import * as z from 'zod';
import { Hazard, posterior, type Watched } from '../hazard.ts';
import type { Product } from '../product.ts';
import fitted from './hazard-priors.json' with { type: 'json' };

const Group = z.strictObject({ group: Hazard, categories: z.record(z.string(), Hazard) });

export const HazardPriors = z.strictObject({ subscription: Group, token: Group });
export type HazardPriors = z.infer<typeof HazardPriors>;

const PRIORS = HazardPriors.parse(fitted);

/** Rates of tokens change far oftener than prices of seats; a category without histories has its group's prior. */
export function hazardOf(
  { tokenPriced, category }: Pick<Product, 'tokenPriced' | 'category'>,
  watched?: Watched,
): Hazard {
  const { group, categories } = tokenPriced ? PRIORS.token : PRIORS.subscription;
  const prior = categories[category] ?? group;
  return watched === undefined ? prior : posterior(prior, watched);
}
