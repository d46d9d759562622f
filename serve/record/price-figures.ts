/** How many products have a price, from whom, and how old they are. Pure. */
import type { ListedProduct } from '../../data/store/generation/content.ts';

const DAY_MS = 86_400_000;

/** How many products have a price or rates, from whom, and how old they are. */
export interface PriceFigures {
  products: number;
  priced: number;
  /** Of the priced: read on the vendor's page by us; the others are from public datasets. */
  observed: number;
  imported: number;
  /** Since the confirmation, or the day that the dataset's fact is as of. Absent where nothing is priced. */
  medianAgeDays?: number;
}

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
