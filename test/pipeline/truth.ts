/** Holds what is published of a vendor against what its page stated: as facts, each a line that a person can read. */
import * as z from 'zod';
import type { Vendor } from '../vendor-web/vendor.ts';

const Amounts = z.looseObject({
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

export function factsPublished({ tiers, rateCard }: Pick<Published, 'tiers' | 'rateCard'>): Set<string> {
  const facts = tiers.flatMap((tier) => [
    ...(tier.isFree ? [`${key(tier.name)}: free`] : []),
    ...(tier.isCustom ? [`${key(tier.name)}: contact us`] : []),
    ...tier.prices.filter(({ amount }) => Number(amount) !== 0).map((price) => priceFact(tier.name, price)),
  ]);
  const rates = (rateCard?.models ?? []).flatMap((model) =>
    RATES.flatMap((rate) =>
      model[rate] === undefined ? [] : [rateFact(model.model, rate, model[rate], model.currency)],
    ),
  );
  return new Set([...facts, ...rates]);
}

export function factsTrue(vendor: Vendor, at: Date): Set<string> {
  const { tiers, tokenRates } = vendor.truth(at);
  const facts = tiers.flatMap((tier) => [
    ...(tier.isFree ? [`${key(tier.name)}: free`] : []),
    ...(tier.isCustom ? [`${key(tier.name)}: contact us`] : []),
    ...tier.prices.map((price) => priceFact(tier.name, price)),
  ]);
  const rates = tokenRates.flatMap((model) =>
    RATES.flatMap((rate) => {
      const value = model[rate];
      return value === undefined ? [] : [rateFact(model.model, rate, value, model.currency)];
    }),
  );
  return new Set([...facts, ...rates]);
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

function priceFact(
  tier: string,
  {
    amount,
    currency,
    billing,
    per,
    kind,
  }: { amount: string; currency: string; billing?: string | undefined; per: string; kind: string },
): string {
  // The price that a sale strikes through is the list price that it is a sale of.
  const stands = kind === 'struck' ? 'list' : kind;
  return `${key(tier)}: ${stands} ${Number(amount)} ${currency} billed ${billing ?? 'once'} per ${per}`;
}

function rateFact(model: string, rate: string, amount: string | number, currency: string): string {
  return `${key(model)}: ${rate} ${Number(amount)} ${currency}`;
}
