/** The markets that products are compared in, with what their products start at. */
import * as z from 'zod';
import { Currency, plainNumber } from '../../data/money.ts';
import { Day, Slug } from '../../data/product.ts';
import { Billing, Unit } from '../../data/reading.ts';
import { operation } from '../interface/operation.ts';
import { Envelope, listEnvelope } from '../record/envelope.ts';
import { type Sample, samplesOf } from '../record/market.ts';
import { licensed, originsOf } from '../record/origins.ts';
import { Positioning } from '../record/shape.ts';
import { summaryOf } from '../store/store.ts';

const CategoryView = z.strictObject({
  id: Slug,
  name: z.string(),
  description: z.string().optional(),
  count: z.int().meta({ description: 'Current products in the category.' }),
  currency: Currency.optional().meta({
    description:
      'Currency of the largest group of comparable starting prices (same currency, billing and unit). Currencies are never converted.',
  }),
  billing: Billing.optional().meta({ description: 'Billing of that group.' }),
  unit: Unit.optional().meta({ description: 'Unit of that group; absent if the vendors do not state it.' }),
  median: z.number().optional().meta({ description: 'Present only if `sufficient`, like `min` and `max`.' }),
  min: z.number().optional(),
  max: z.number().optional(),
  sampleSize: z.int().meta({
    description: 'Number of starting prices in the sample: confirmed or dated within a year, with known billing.',
  }),
  vendors: z
    .int()
    .optional()
    .meta({ description: 'Facts about the sample, like the next three; absent if it is empty.' }),
  oldest: Day.optional().meta({ description: 'Date of its oldest price.' }),
  newest: Day.optional(),
  sources: Positioning.shape.sources.optional(),
  sufficient: z.boolean().meta({ description: 'True from 8 vendors.' }),
});

export const categories = operation({
  id: 'listCategories',
  summary: 'Categories with counts and starting prices',
  tag: 'Discovery',
  rest: { method: 'get', path: '/api/v2/categories' },
  params: z.object({}),
  response: z.strictObject({ count: z.int(), categories: z.array(CategoryView), ...Envelope.shape }),
  problems: [],
  examples: { all: {} },
  run(store, _params, now) {
    const { site, generation, market } = store;
    const today = now.toISOString().slice(0, 10);
    const counts = summaryOf(store).categories;
    const datasets = new Set<string>();
    const list = generation.categories().map(({ id, name, description }) => {
      const sample = samplesOf(market, id, today)[0];
      for (const dataset of sample?.sources.datasets ?? []) datasets.add(dataset);
      const figures = sample === undefined ? { sampleSize: 0, sufficient: false } : figuresOf(sample);
      return { id, name, description, count: counts[id] ?? 0, ...figures };
    });
    const groups = ['positioning'] as const;
    const origins = originsOf(groups, { positioning: [...datasets].map(licensed) });
    return { count: list.length, categories: list, ...listEnvelope(site, generation, { groups, origins }) };
  },
});

function figuresOf({ currency, billing, unit, min, median, max, starts: _, ...figures }: Sample) {
  const range = { median: plainNumber(median), min: plainNumber(min), max: plainNumber(max) };
  return { currency, billing, unit, ...(figures.sufficient && range), ...figures };
}
