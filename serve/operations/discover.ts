/** Products by category, price, free tier or words. */
import * as z from 'zod';
import type { Site } from '../../config/site.ts';
import { Currency, plainNumber } from '../../data/money.ts';
import { Day, Slug } from '../../data/product.ts';
import type { Order, SoldProduct } from '../discovery.ts';
import { Envelope, homeUrl, listEnvelope, productPageUrl } from '../envelope.ts';
import { composite, lasting } from '../json-text.ts';
import { knownCategory } from '../lookup.ts';
import { operation } from '../operation.ts';
import { amountParameter, categoryParameter, flagParameter, integerParameter, textParameter } from '../parameters.ts';
import { Status } from '../record/shape.ts';
import { knownFreeTier, trustNow } from '../record/view.ts';

const Sort = z.enum(['relevance', 'startingPrice', 'name', 'verifiedAt'] satisfies Order[]);

const Result = z.strictObject({
  slug: Slug,
  name: z.string(),
  category: Slug,
  startingPrice: z.number().nullable(),
  currency: Currency.optional(),
  freeTier: z.boolean().optional(),
  verifiedAt: Day.optional(),
  confidence: z.number(),
  status: Status,
  links: z.strictObject({ page: z.url() }),
});

const Query = z.object({
  category: categoryParameter.optional(),
  maxPrice: amountParameter()
    .optional()
    .meta({ description: 'Highest starting price, in the product’s own currency.' }),
  hasFreeTier: flagParameter().optional(),
  q: textParameter(100).optional().meta({ description: 'Words to find in name, slug and category.' }),
  sort: Sort.default('relevance'),
  limit: integerParameter(1, 200).default(20),
  offset: integerParameter(0, 1_000_000).default(0),
});

export const discover = operation({
  id: 'discoverSoftware',
  summary: 'Find products by category, price or keyword',
  tag: 'Discovery',
  rest: { method: 'get', path: '/api/v2/discover' },
  tool: 'discover_software',
  params: Query,
  response: z.strictObject({
    count: z.int().meta({ description: 'Results in this answer.' }),
    total: z.int().meta({ description: 'Results in all.' }),
    query: Query.partial(),
    results: z.array(Result),
    ...Envelope.shape,
  }),
  problems: [],
  examples: {
    cheapest: { category: 'crm', maxPrice: '50', sort: 'startingPrice', limit: '3' },
    words: { q: 'acme' },
    unknownCategory: { category: 'spreadsheets' },
    tooMuch: { limit: '1000' },
  },
  run(store, query, now) {
    const { site, generation, discovery, derived } = store;
    const { category, q } = query;
    if (category !== undefined) knownCategory(store, category);
    const { total, products } = discovery.find(query);
    const day = `result ${now.getTime()}`;
    const results = composite(
      products.map((product) => derived.of(product, day, () => lasting(resultOf(site, product, now)))),
    );
    const page = q === undefined ? homeUrl(site) : `${homeUrl(site)}?q=${encodeURIComponent(q)}`;
    return {
      count: results.length,
      total,
      query,
      results,
      ...listEnvelope(site, generation, { page, groups: ['priceRange'] }),
    };
  },
});

function resultOf(site: Site, product: SoldProduct, now: Date): z.infer<typeof Result> {
  const { slug, name, category, startingAmount, currency, freeTier, confirmedAt, verification } = product;
  return {
    slug,
    name,
    category,
    startingPrice: startingAmount === undefined ? null : plainNumber(startingAmount),
    currency,
    freeTier: knownFreeTier(freeTier, confirmedAt),
    verifiedAt: confirmedAt?.slice(0, 10),
    ...trustNow(verification, now),
    links: { page: productPageUrl(site, slug) },
  };
}
