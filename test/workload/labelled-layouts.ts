/** Pages of the vendor web with labels: random offers in every layout that plain HTTP shows whole. */
import type { LabelledPage } from '../../lab/accuracy/labelled-pages.ts';
import type { Label } from '../../lab/accuracy/score.ts';
import { layoutsOf } from '../vendor-web/layouts.ts';
import type { Truth } from '../vendor-web/offer.ts';
import { randomOffer, randomRates } from '../vendor-web/random-offer.ts';

/** Grouped by layout. */
export function labelledLayouts(seeds: number): LabelledPage[] {
  return Array.from({ length: seeds }, (_, at) => 5000 + at).flatMap((seed) =>
    [randomOffer(seed), randomRates(seed)].flatMap((offer) =>
      layoutsOf(offer, seed)
        .filter(({ render }) => render === 'http')
        .map(({ layout, format, body, truth }) => ({
          name: `${layout}-${seed}`,
          group: layout,
          source: body,
          format,
          url: 'https://vendor.example/pricing',
          label: labelOf(truth, offer.currency),
          isPartial: false,
        })),
    ),
  );
}

export function labelOf({ tiers, tokenRates }: Truth, currency: string): Label {
  return {
    currency,
    tiers: tiers.map(({ name, isFree, isCustom, prices }) => {
      const priceOf = (billing: 'monthly' | 'annual') => {
        const price = prices.find((each) => each.billing === billing && each.kind !== 'struck');
        return price === undefined ? undefined : Number(price.amount) / (price.per === 'year' ? 12 : 1);
      };
      const amounts = { monthly: priceOf('monthly'), annualPerMonth: priceOf('annual') };
      return { name, free: isFree, contactSales: isCustom, ...amounts };
    }),
    tokenRates: tokenRates.map(({ model, currency: own, inputPerMTok, outputPerMTok }) => ({
      model,
      currency: own,
      inputPerMTok: Number(inputPerMTok),
      outputPerMTok: Number(outputPerMTok),
    })),
  };
}
