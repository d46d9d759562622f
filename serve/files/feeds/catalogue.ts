/**
 * The whole catalogue as JSON, in the two shapes that older consumers read: each product with its tiers and features, and
 * each with its prices alone. Both say less of a product than its own answer does, and nothing else.
 *
 * The envelope stands at the end: which groups there are is known when all products are written.
 */
import * as z from 'zod';
import { Currency } from '../../../data/money.ts';
import { Day, Slug } from '../../../data/product.ts';
import { FEEDS } from '../../interface/published-files.ts';
import { groupsOf } from '../../operations/record-answer.ts';
import { Envelope, GROUP_LICENSES, type Group, homeUrl, Links, listEnvelope } from '../../record/envelope.ts';
import { RateCard, type RecordView, Status, TierView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import type { BulkFeed, FeedProduct } from './bulk-feed.ts';

/** Features that stand for a tier, and of a product at most. */
const HIGHLIGHTS = 5;
const MOST_FEATURES = 40;

const Plan = z.strictObject({
  name: z.string(),
  price: TierView.shape.price,
  highlights: z.array(z.string()).meta({ description: `The first ${HIGHLIGHTS} features that the vendor lists.` }),
});

/** What both have of a product, beside how to cite it. */
const Common = z.strictObject({
  slug: Slug,
  name: z.string(),
  freePlan: z.boolean().optional().meta({ description: 'Absent when not known.' }),
  startingPrice: z.number().nullable().meta({ description: 'Per month; null when unknown or on request only.' }),
  currency: Currency.optional(),
  verifiedAt: Day.optional().meta({ description: 'Day of the last confirmation; absent when there never was one.' }),
  status: Status.optional(),
  confidence: z.number().min(0).max(1).optional(),
  plans: z.array(Plan),
});

const Cited = z.strictObject({ source: z.url().optional(), links: Links, attribution: z.string() });

const Tool = z.strictObject({
  ...Common.shape,
  description: z.string(),
  category: Slug,
  categoryName: z.string(),
  rating: z.number().optional().meta({ description: 'Of users, from a third party; absent when not known.' }),
  features: z.array(z.string()),
  ...Cited.shape,
});

const Pricing = z.strictObject({
  ...Common.shape,
  tokenPricing: RateCard.optional().meta({ description: 'Absent for a product that is not priced by tokens.' }),
  ...Cited.shape,
});

export const toolsJson: BulkFeed = {
  ...FEEDS.tools,
  params: z.object({}),
  response: z.strictObject({ tools: z.array(Tool), ...Envelope.shape }),
  files: (store) => [jsonFile(store, { path: FEEDS.tools.path, name: 'tools', entryOf: toolOf })],
};

export const pricingJson: BulkFeed = {
  ...FEEDS.pricing,
  params: z.object({}),
  response: z.strictObject({ pricing: z.array(Pricing), ...Envelope.shape }),
  files: (store) => [jsonFile(store, { path: FEEDS.pricing.path, name: 'pricing', entryOf: pricingOf })],
};

interface JsonFeed {
  path: string;
  name: string;
  entryOf(product: FeedProduct): object;
}

function jsonFile({ site, generation }: Store, { path, name, entryOf }: JsonFeed) {
  const held = new Set<Group>();
  return {
    path,
    head: `{${JSON.stringify(name)}:[`,
    product(product: FeedProduct): string {
      for (const group of groupsOf([product.record])) held.add(group);
      return `${product.index === 0 ? '\n' : ',\n'}${JSON.stringify(entryOf(product))}`;
    },
    end(): string {
      const groups = (Object.keys(GROUP_LICENSES) as Group[]).filter((group) => held.has(group));
      const envelope = listEnvelope(site, generation, { page: homeUrl(site), groups });
      return `\n],${JSON.stringify(envelope).slice(1)}\n`;
    },
  };
}

function toolOf({ record, categoryName }: FeedProduct): z.output<typeof Tool> {
  const { category, name, quickAnswer, tiers = [], marketData } = record;
  const features = new Set(tiers.flatMap((tier) => tier.features ?? []));
  return {
    ...commonOf(record),
    description: quickAnswer ?? `${name}, of the category ${categoryName}.`,
    category,
    categoryName,
    ...(typeof marketData?.rating === 'number' && { rating: marketData.rating }),
    features: [...features].slice(0, MOST_FEATURES),
    ...citedOf(record),
  };
}

function pricingOf({ record }: FeedProduct): z.output<typeof Pricing> {
  return { ...commonOf(record), tokenPricing: record.rateCard, ...citedOf(record) };
}

function commonOf({ slug, name, freeTier, startingPrice, priceRange, verification, tiers }: RecordView) {
  const { verifiedAt, status, confidence } = verification;
  return {
    slug,
    name,
    freePlan: freeTier,
    startingPrice: startingPrice ?? null,
    currency: priceRange?.currency,
    verifiedAt,
    status,
    confidence,
    plans: (tiers ?? []).map((tier) => ({
      name: tier.name,
      price: tier.price,
      highlights: (tier.features ?? []).slice(0, HIGHLIGHTS),
    })),
  };
}

function citedOf({ source, links, attribution }: RecordView): z.output<typeof Cited> {
  return { source, links, attribution };
}
