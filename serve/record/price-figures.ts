/** How many products have a price, from whom, and how old they are. Pure. */
import * as z from 'zod';
import type { ListedProduct } from '../../data/store/generation/content.ts';

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

export function priceFigures(listed: readonly ListedProduct[], now: Date): PriceFigures {
  const sold = listed.filter(({ retired, verification }) => !retired && verification !== undefined);
  const priced = sold.filter(({ priceState }) => priceState === 'known' || priceState === 'usage_only');
  const observed = priced.filter(({ confirmedAt }) => confirmedAt !== undefined).length;
  const ages = priced
    .flatMap(({ verification }) =>
      verification === undefined ? [] : [now.getTime() - Date.parse(verification.decaysFrom)],
    )
    .sort((a, b) => a - b);
  const median = ages[Math.ceil(ages.length / 2) - 1];
  return {
    products: sold.length,
    priced: priced.length,
    observed,
    imported: priced.length - observed,
    ...(median !== undefined && { medianAgeDays: Math.max(0, Math.floor(median / DAY_MS)) }),
  };
}
