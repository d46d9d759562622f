/** Products by category, price, free tier or words. */
import * as z from 'zod';
import { Currency, compareAmounts, plainNumber } from '../../data/money.ts';
import { Day, Slug } from '../../data/product.ts';
import type { ListedProduct } from '../../data/store/generation-content.ts';
import { Envelope, homeUrl, listEnvelope, productPageUrl } from '../envelope.ts';
import { knownCategory } from '../lookup.ts';
import { operation } from '../operation.ts';
import { amountParameter, categoryParameter, flagParameter, integerParameter, textParameter } from '../parameters.ts';
import { Status } from '../record-shape.ts';
import { knownFreeTier, trustNow } from '../record-view.ts';
import { relevance } from '../relevance.ts';

const Sort = z.enum(['relevance', 'startingPrice', 'name', 'verifiedAt']);
type Sort = z.infer<typeof Sort>;

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
    const { site, generation, listed } = store;
    const { category, maxPrice, hasFreeTier, q, sort, limit, offset } = query;
    if (category !== undefined) knownCategory(store, category);
    const names = new Map(generation.categories().map(({ id, name }) => [id, name]));
    const matches = listed.flatMap((row) => {
      if (row.verification === undefined || (category !== undefined && row.category !== category)) return [];
      if (hasFreeTier !== undefined && knownFreeTier(row.freeTier, row.confirmedAt) !== hasFreeTier) return [];
      if (maxPrice !== undefined && !(row.startingAmount !== undefined && plainNumber(row.startingAmount) <= maxPrice))
        return [];
      const rank = q === undefined ? 1 : relevance(q, { ...row, categoryName: names.get(row.category) ?? '' });
      return rank > 0 ? [{ row, rank, verification: row.verification }] : [];
    });
    const results = matches
      .sort(ORDERS[sort])
      .slice(offset, offset + limit)
      .map(({ row, verification }) => ({
        slug: row.slug,
        name: row.name,
        category: row.category,
        startingPrice: row.startingAmount === undefined ? null : plainNumber(row.startingAmount),
        currency: row.currency,
        freeTier: knownFreeTier(row.freeTier, row.confirmedAt),
        verifiedAt: row.confirmedAt?.slice(0, 10),
        ...trustNow(verification, now),
        links: { page: productPageUrl(site, row.slug) },
      }));
    const page = q === undefined ? homeUrl(site) : `${homeUrl(site)}?q=${encodeURIComponent(q)}`;
    return {
      count: results.length,
      total: matches.length,
      query,
      results,
      ...listEnvelope(site, generation, { page, groups: ['priceRange'] }),
    };
  },
});

interface Match {
  row: ListedProduct;
  rank: number;
}

/** What is not known comes last; what is equal otherwise goes by name. */
const ORDERS: Record<Sort, (a: Match, b: Match) => number> = {
  relevance: (a, b) => b.rank - a.rank || byName(a, b),
  name: byName,
  startingPrice(a, b) {
    const [ours, theirs] = [a.row.startingAmount, b.row.startingAmount];
    if (ours === undefined || theirs === undefined)
      return Number(ours === undefined) - Number(theirs === undefined) || byName(a, b);
    return compareAmounts(ours, theirs) || byName(a, b);
  },
  verifiedAt(a, b) {
    const [ours, theirs] = [a.row.confirmedAt ?? '', b.row.confirmedAt ?? ''];
    return ours === theirs ? byName(a, b) : ours < theirs ? 1 : -1;
  },
};

function byName(a: Match, b: Match): number {
  const [ours, theirs] = [a.row.name.toLowerCase(), b.row.name.toLowerCase()];
  if (ours !== theirs) return ours < theirs ? -1 : 1;
  return a.row.slug < b.row.slug ? -1 : 1;
}
