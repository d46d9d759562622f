/** How many products have a price, from whom, and how old they are. Pure. */
import * as z from 'zod';
import type { GenerationSummary } from '../../data/store/generation/summary.ts';

const DAY_MS = 86_400_000;

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
    ...(medianPrice !== undefined && {
      medianAgeDays: Math.max(0, Math.floor((now.getTime() - Date.parse(medianPrice)) / DAY_MS)),
    }),
  };
}
