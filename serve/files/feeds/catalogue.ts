/** The whole catalogue as JSON in two older shapes: tiers with features, and prices alone. */

import * as z from 'zod';
import { Currency } from '../../../data/money.ts';
import { PriceState } from '../../../data/prices/price-state.ts';
import { Day, Slug } from '../../../data/product.ts';
import { FEEDS, type Feed } from '../../interface/published-files.ts';
import { groupsOf } from '../../operations/record-answer.ts';
import { Envelope, GROUPS, type Group, homeUrl, Links, listEnvelope } from '../../record/envelope.ts';
import { originsOfAnswers } from '../../record/origins.ts';
import { RateCard, type RecordView, Status, TierView } from '../../record/shape.ts';
import { pick } from '../../record/view.ts';
import { type BulkFeed, type FeedProduct, jsonListFeed } from './bulk-feed.ts';

const HIGHLIGHTS = 5;
const MOST_FEATURES = 40;

const Plan = z.strictObject({
  name: z.string(),
  price: TierView.shape.price,
  highlights: z.array(z.string()).meta({ description: `First ${HIGHLIGHTS} features that the vendor lists.` }),
});

const Common = z.strictObject({
  slug: Slug,
  name: z.string(),
  freePlan: z.boolean().optional().meta({ description: 'Absent when not known.' }),
  priceState: PriceState.optional(),
  startingPrice: z.number().nullable().meta({ description: 'Per month; `priceState` explains null.' }),
  currency: Currency.optional(),
  verifiedAt: Day.optional().meta({ description: 'Date of the last confirmation; absent if there is none.' }),
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
  rating: z.number().optional().meta({ description: 'User rating from a third party; absent if not known.' }),
  features: z.array(z.string()),
  ...Cited.shape,
});

const Pricing = z.strictObject({
  ...Common.shape,
  tokenPricing: RateCard.optional().meta({ description: 'Absent if the product has no token rates.' }),
  ...Cited.shape,
});

export const toolsJson = catalogueFeed(FEEDS.tools, { name: 'tools', entry: Tool, entryOf: toolOf });
export const pricingJson = catalogueFeed(FEEDS.pricing, { name: 'pricing', entry: Pricing, entryOf: pricingOf });

interface CatalogueFeed {
  /** The member that has the list. */
  name: string;
  entry: z.ZodObject;
  entryOf(product: FeedProduct): object;
}

function catalogueFeed(feed: Feed, { name, entry, entryOf }: CatalogueFeed): BulkFeed {
  const response = z.strictObject({ [name]: z.array(entry), ...Envelope.shape });
  return jsonListFeed({ ...feed, response }, name, ({ site, generation }) => {
    const present = new Set<Group>();
    const cited: Pick<RecordView, 'license' | 'datasets'>[] = [];
    return {
      entryOf(product) {
        for (const group of groupsOf([product.record])) present.add(group);
        if (product.record.datasets !== undefined) cited.push(pick(product.record, ['license', 'datasets']));
        return entryOf(product);
      },
      envelope() {
        const groups = GROUPS.filter((group) => present.has(group));
        return listEnvelope(site, generation, { page: homeUrl(site), groups, origins: originsOfAnswers(cited) });
      },
    };
  });
}

function toolOf({ record, categoryName }: FeedProduct): z.output<typeof Tool> {
  const { category, name, quickAnswer, tiers = [], marketData, source, links, attribution } = record;
  const features = new Set(tiers.flatMap((tier) => tier.features ?? []));
  return {
    ...commonOf(record),
    description: quickAnswer ?? `${name}, category ${categoryName}.`,
    category,
    categoryName,
    ...(typeof marketData?.rating === 'number' && { rating: marketData.rating }),
    features: [...features].slice(0, MOST_FEATURES),
    source,
    links,
    attribution,
  };
}

function pricingOf({ record }: FeedProduct): z.output<typeof Pricing> {
  const { rateCard, source, links, attribution } = record;
  return { ...commonOf(record), tokenPricing: rateCard, source, links, attribution };
}

function commonOf({ slug, name, freeTier, priceState, startingPrice, priceRange, verification, tiers }: RecordView) {
  const { verifiedAt, status, confidence } = verification;
  return {
    slug,
    name,
    freePlan: freeTier,
    priceState,
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
