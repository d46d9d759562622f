/** Products by category, price, free tier or words. */

import * as z from 'zod';
import { confirmedBy } from '../../data/confidence/decay.ts';
import { Currency, plainNumber } from '../../data/money.ts';
import { PriceState } from '../../data/prices/price-state.ts';
import { Day, Slug } from '../../data/product.ts';
import { Unit } from '../../data/reading.ts';
import { EvidenceId } from '../../data/record.ts';
import { KnownFact } from '../../data/store/generation/content.ts';
import { knownCategory } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import {
  amountParameter,
  categoryParameter,
  flagParameter,
  integerParameter,
  namesParameter,
  textParameter,
} from '../interface/parameters.ts';
import { Envelope, homeUrl, listEnvelope, productPageUrl } from '../record/envelope.ts';
import { originsOf } from '../record/origins.ts';
import { EvidenceView, Status } from '../record/shape.ts';
import { trustNow } from '../record/view.ts';
import { ORDERS } from '../search/discovery.ts';
import type { Store } from '../store/store.ts';

const Result = z.strictObject({
  slug: Slug,
  name: z.string(),
  category: Slug,
  startingPrice: z.number().nullable(),
  currency: Currency.optional(),
  unit: Unit.optional().meta({ description: 'Unit of the starting price; absent if the vendor does not state it.' }),
  priceState: PriceState,
  freeTier: z.boolean().optional().meta({ description: 'Absent when not known.' }),
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
  has: namesParameter(KnownFact.options).optional().meta({ description: 'Required facts; may be repeated.' }),
  q: textParameter(100).optional().meta({ description: 'Words of a name, slug or category; all must match.' }),
  sort: z.enum(ORDERS).default('relevance'),
  limit: integerParameter(1, 200).default(20),
  offset: integerParameter(0, 1_000_000).default(0),
});

const Found = z.strictObject({
  count: z.int().meta({ description: 'Number of results in this response.' }),
  total: z.int().meta({ description: 'Total number of results.' }),
  query: Query.partial(),
  results: z.array(Result),
  ...Envelope.shape,
});

export const discover = operation({
  id: 'discoverSoftware',
  summary: 'Find products by category, price or keyword',
  tag: 'Discovery',
  rest: { method: 'get', path: '/api/v2/discover' },
  tools: [
    {
      name: 'discover_software',
      title: 'Find products',
      description:
        'Finds products by category, maximum starting price, free tier or keywords. Products with a known price come first. Use it to find the slug for the other tools. `startingPrice` is per month in the product’s own currency; if it is null, `priceState` has the reason; null does not mean free. An unknown category is an error that lists the categories.',
      takes: ['category', 'maxPrice', 'hasFreeTier', 'has', 'q', 'limit', 'offset'],
      quotes: 'results',
      response: Found.extend({
        results: z.array(Result.extend({ evidence: EvidenceId.optional() })),
        evidence: z.array(EvidenceView),
      }),
    },
  ],
  params: Query,
  response: Found,
  problems: [],
  examples: {
    cheapest: { category: 'crm', maxPrice: '50', sort: 'startingPrice', limit: '3' },
    words: { q: 'acme' },
    unknownCategory: { category: 'spreadsheets' },
    tooMuch: { limit: '1000' },
  },
  run(store, query, now) {
    if (query.category !== undefined) knownCategory(store, query.category);
    const found = store.discovery.find(query);
    const { total } = found;
    const rows = [...found.rows];
    const known = store.derived.of(now, 'results', (): z.infer<typeof Result>[] => []);
    const results = rows.map((row) => {
      known[row] ??= resultOf(store, row, now);
      return known[row];
    });
    return { count: results.length, total, query, results, ...envelopeOf(store, query, rows) };
  },
});

/** Its page has the words or the category that were asked for, and nothing else of the request. */
function envelopeOf(
  { site, generation, discovery }: Store,
  { q, category }: z.infer<typeof Query>,
  rows: readonly number[],
): Envelope {
  const within = category === undefined ? '' : `&category=${category}`;
  const ofCategory = category === undefined ? '' : `category/${category}`;
  const page = homeUrl(site) + (q === undefined ? ofCategory : `?q=${encodeURIComponent(q)}${within}`);
  const groups = ['priceRange', 'tiers'] as const;
  const products = rows.map((row) => discovery.productAt(row));
  const imported = {
    priceRange: products.flatMap(({ startingDataset }) => startingDataset ?? []),
    tiers: products.flatMap(({ datasets }) => datasets ?? []),
  };
  return listEnvelope(site, generation, { page, groups, origins: originsOf(groups, imported) });
}

function resultOf({ site, discovery }: Store, row: number, now: Date): z.infer<typeof Result> {
  const product = discovery.productAt(row);
  const { slug, name, category, startingAmount, startingUnit, currency, confirmedAt, verification } = product;
  return {
    slug,
    name,
    category,
    startingPrice: startingAmount === undefined ? null : plainNumber(startingAmount),
    currency,
    unit: startingUnit,
    priceState: product.priceState ?? 'not_known',
    freeTier: product.freeTier,
    verifiedAt: confirmedBy(confirmedAt, now)?.slice(0, 10),
    ...trustNow(verification, now),
    links: { page: productPageUrl(site, slug) },
  };
}
