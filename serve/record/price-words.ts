/** The words for what is not a figure. Every surface takes them from here, so that none says more than the record. */

import * as z from 'zod';
import type { PriceState } from '../../data/prices/price-state.ts';
import { daysFrom } from '../../data/prices/year-change.ts';
import type { GenerationSummary } from '../../data/store/generation/summary.ts';
import { counted, number } from '../../data/text/figures.ts';

/** In place of a starting price; of `known`, the price is by another period than the month. */
const IN_PLACE_OF_PRICE = {
  known: 'Other terms',
  usage_only: 'Usage-based',
  not_published: 'Contact sales',
  free_only: 'Free',
  not_known: 'Not known yet',
} as const satisfies Record<PriceState, string>;

export function absentPriceText(state: PriceState | undefined): string {
  return IN_PLACE_OF_PRICE[state ?? 'not_known'];
}

/** A sentence on the product's price where there is no starting price. `name` is as the surface escapes it. */
export function absentPriceSentence(name: string, state: PriceState | undefined): string {
  switch (state) {
    case 'known':
      return `The known prices of ${name} are not monthly.`;
    case 'usage_only':
      return `${name} has usage-based pricing.`;
    case 'not_published':
      return `${name} does not publish its price: contact sales.`;
    case 'free_only':
      return `${name} is free: it has no paid plans.`;
    default:
      return `The price of ${name} is not known yet. Unknown does not mean free.`;
  }
}

const FREE_PLAN = { true: 'Free plan', false: 'No free plan', undefined: 'Not known yet' } as const;

export function freePlanText(freeTier: boolean | undefined): string {
  return FREE_PLAN[`${freeTier}`];
}

/** "203 of 1,270 products have a price: 20 read on the vendor’s page, 183 from public datasets; median age: 129 days." */
export function pricedText({ products, priced, observed, imported, medianAgeDays }: PriceFigures): string {
  const known = `${number(priced)} of ${number(products)} products have a price`;
  if (medianAgeDays === undefined) return `${known}.`;
  const from = `${number(observed)} read on the vendor’s page, ${number(imported)} from public datasets`;
  return `${known}: ${from}; median age: ${counted(medianAgeDays, 'day')}.`;
}

/** Of a price of that day or instant. */
export function ageDays(at: string, now: Date): number {
  return Math.max(0, Math.floor(daysFrom(at, now.toISOString())));
}

export const PriceFigures = z
  .strictObject({
    products: z.int().meta({ description: 'Products that are currently sold.' }),
    priced: z.int().meta({ description: 'Products with a known price or rates.' }),
    observed: z.int().meta({ description: 'Priced products that we read on the vendor’s page.' }),
    imported: z.int().meta({ description: 'Priced products known from public datasets.' }),
    medianAgeDays: z.int().optional().meta({
      description: 'Median age of the prices: days since the confirmation or the dataset’s date.',
    }),
  })
  .meta({ description: 'Of all products.' });
export type PriceFigures = z.infer<typeof PriceFigures>;

export function priceFigures({ records, priced, observed, medianPrice }: GenerationSummary, now: Date): PriceFigures {
  return {
    products: records,
    priced,
    observed,
    imported: priced - observed,
    ...(medianPrice !== undefined && { medianAgeDays: ageDays(medianPrice, now) }),
  };
}
