/** What speaks for and against a statement or the rates of a model, as numbers from 0 to 1. */
import type { Reading, ReadModel, ReadPrice, ReadTier } from '../../../data/reading.ts';
import { headingAbove } from '../offers/headings.ts';
import type { Features } from '../offers/logistic.ts';
import type { Page } from '../offers/page.ts';
import { lastAtOrBefore } from '../page/document.ts';
import { anyMeans } from '../vocabulary/phrases.ts';
import { saysSame, shareRead, statedIn, tiersOfOffers } from './stated.ts';

/** Features of a statement about a tier, in the order of the weights. */
export const FACT_FEATURES = [
  'one',
  'read by repeated structure too',
  'read by repeated structure alone',
  'read by it under the same name',
  'read by another reader too',
  'in a table',
  'on request',
  'period assumed',
  'from',
  'a tier word in the name',
  'share of names with a tier word',
  'name of more than three words',
  'heading of plans',
  'amounts around',
  'share of the amounts that are read',
  'amount of several tiers',
] as const;
export type FactFeatures = Features<(typeof FACT_FEATURES)[number]>;

/** What a statement is seen among. */
export interface Among {
  page: Page;
  tiers: readonly ReadTier[];
  readings: readonly Reading[];
}

const LONG_NAME = 3;
const AROUND = 300;
const USUAL_AROUND = 2;
const MANY_AROUND = 6;

/** The features of every statement about the tiers: of a price, and by its tier of a claim. */
export function featuresIn({ page, tiers, readings }: Among): Map<ReadPrice | ReadTier, FactFeatures> {
  const all = statedIn(tiers);
  const byOffers = statedIn(tiersOfOffers(readings));
  const byReader = readings
    .filter(({ reader }) => reader !== 'offers' && reader !== 'recipe' && reader !== 'model')
    .map((reading) => statedIn(reading.tiers));
  const named = new Set(tiers.filter((tier) => isNamedAsTier(page, tier)));
  const usual = {
    one: 1,
    'share of names with a tier word': named.size / Math.max(1, tiers.length),
    'share of the amounts that are read': shareRead(all, page.mentions.amounts),
  };
  return new Map(
    all.map((each) => {
      const { tier, price, claim } = each;
      const evidence = price?.evidence ?? tier.evidence;
      const isAlone = evidence?.method === 'offers';
      const twins = isAlone ? [] : byOffers.filter((other) => saysSame(each, other));
      const readers = byReader.filter((stated) => stated.some((other) => saysSame(each, other))).length;
      const features: FactFeatures = {
        ...usual,
        'read by repeated structure too': Number(twins.length > 0),
        'read by repeated structure alone': Number(isAlone),
        'read by it under the same name': Number(twins.some((twin) => twin.tier.name === tier.name)),
        'read by another reader too': Number(readers > 1),
        'in a table': Number(evidence?.method === 'table'),
        'on request': Number(claim === 'custom'),
        'period assumed': Number(price?.assumed?.includes('per') === true),
        from: Number(price?.isFloor === true),
        'a tier word in the name': Number(named.has(tier)),
        'name of more than three words': Number(tier.name.split(/\s+/).length > LONG_NAME),
        'amount of several tiers': Number(price !== undefined && isRepeated(price.amount, tier, tiers)),
        ...placeFeatures(page, evidence?.scope === 'text' ? evidence.textStart : undefined),
      };
      return [price ?? tier, features];
    }),
  );
}

function isNamedAsTier({ mentions }: Page, { name }: ReadTier): boolean {
  return anyMeans(mentions.match(name), 'tier');
}

function isRepeated(amount: string, tier: ReadTier, tiers: readonly ReadTier[]): boolean {
  return tiers.some((other) => other !== tier && other.prices.some((price) => price.amount === amount));
}

/** @param offset of the words that state it; undefined where no visitor sees them */
function placeFeatures(page: Page, offset: number | undefined) {
  if (offset === undefined) return { 'heading of plans': 0, 'amounts around': 0 };
  const heading = page.mentions.match(headingAbove(page, offset));
  const { amounts } = page.mentions;
  const around = lastAtOrBefore(amounts, offset + AROUND) - lastAtOrBefore(amounts, offset - AROUND);
  return {
    'heading of plans': Number(anyMeans(heading, 'sectionPlan')),
    'amounts around': Math.min(1, Math.max(0, around - USUAL_AROUND) / MANY_AROUND),
  };
}

/** In the order of the weights. */
export const RATE_FEATURES = ['one', 'a band'] as const;

export function rateFeatures({ band }: ReadModel): Features<(typeof RATE_FEATURES)[number]> {
  return { one: 1, 'a band': Number(band !== undefined) };
}
