/** Holds what is published of a vendor against what its page stated: as facts, each a line that a person can read. */
import * as z from 'zod';
import type { Vendor } from '../vendor-web/vendor.ts';

const Amounts = z.object({
  amount: z.string(),
  currency: z.string(),
  billing: z.string().optional(),
  per: z.string(),
  kind: z.string(),
});

/** The part of an answer that is compared. */
export const Published = z.looseObject({
  slug: z.string(),
  tiers: z.array(
    z.looseObject({ name: z.string(), isFree: z.boolean(), isCustom: z.boolean(), prices: z.array(Amounts) }),
  ),
  rateCard: z
    .looseObject({
      models: z.array(
        z.looseObject({
          model: z.string(),
          currency: z.string(),
          inputPerMTok: z.union([z.string(), z.number()]).optional(),
          outputPerMTok: z.union([z.string(), z.number()]).optional(),
          cachedInputPerMTok: z.union([z.string(), z.number()]).optional(),
        }),
      ),
    })
    .optional(),
  verification: z.looseObject({ outcome: z.string().optional(), status: z.string(), confidence: z.number() }),
});
export type Published = z.infer<typeof Published>;

const key = (name: string) => name.normalize('NFKC').trim().toLowerCase();
const RATES = ['inputPerMTok', 'outputPerMTok', 'cachedInputPerMTok'] as const;
type Rate = (typeof RATES)[number];
type StatedPrice = z.infer<typeof Amounts>;
type Stated = Pick<Published['tiers'][number], 'name' | 'isFree' | 'isCustom'> & { prices: readonly StatedPrice[] };

export function factsPublished({ tiers, rateCard }: Pick<Published, 'tiers' | 'rateCard'>): Set<string> {
  return factsOf(tiers, rateCard?.models ?? []);
}

export function factsTrue(vendor: Vendor, at: Date): Set<string> {
  const { tiers, tokenRates } = vendor.truth(at);
  return factsOf(tiers, tokenRates);
}

type Model = NonNullable<Published['rateCard']>['models'][number];

function factsOf(tiers: readonly Stated[], models: readonly Pick<Model, 'model' | 'currency' | Rate>[]): Set<string> {
  const ofTiers = tiers.flatMap((tier) => [
    ...(tier.isFree ? [`${key(tier.name)}: free`] : []),
    ...(tier.isCustom ? [`${key(tier.name)}: contact us`] : []),
    ...tier.prices.filter(({ amount }) => Number(amount) !== 0).map((price) => priceFact(tier.name, price)),
  ]);
  const ofModels = models.flatMap(({ model, currency, ...rates }) =>
    RATES.flatMap((rate) =>
      rates[rate] === undefined ? [] : [`${key(model)}: ${rate} ${Number(rates[rate])} ${currency}`],
    ),
  );
  return new Set([...ofTiers, ...ofModels]);
}

/** Facts that are published and that the page did not state; what the vendor tolerates is left out. */
export function falsehoods(vendor: Vendor, published: Published, at: Date): string[] {
  const tolerated = new Set((vendor.tolerated ?? []).map(Number));
  const truth = factsTrue(vendor, at);
  return [...factsPublished(published)].filter((fact) => {
    const amount = Number(/: \w+ ([\d.]+) /.exec(fact)?.[1]);
    return !truth.has(fact) && !tolerated.has(amount);
  });
}

function priceFact(tier: string, { amount, currency, billing = 'once', per, kind }: StatedPrice): string {
  // The price that a sale strikes through is the list price that it is a sale of.
  const stands = kind === 'struck' ? 'list' : kind;
  return `${key(tier)}: ${stands} ${Number(amount)} ${currency} billed ${billing} per ${per}`;
}
