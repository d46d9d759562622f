/** How list prices move as a whole. */
import * as z from 'zod';
import { Sha256 } from '../../data/page.ts';
import { CheapestRates, CONTEXTS } from '../../data/price-index/cheapest-rates.ts';
import { IndexMonth } from '../../data/price-index/price-index.ts';
import { BASES, type Basis } from '../../data/price-index/standing.ts';
import { knownCategory } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { categoryParameter } from '../interface/parameters.ts';
import { invalidParameter } from '../interface/problem.ts';
import { Envelope, listEnvelope } from '../record/envelope.ts';
import { licensed, originsOf } from '../record/origins.ts';
import type { Store } from '../store/store.ts';

const GROUPS = ['history'] as const;

const monthParameter = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Must be a month such as 2026-10')
  .meta({ examples: ['2026-01'] });

const basisParameter = z.enum(BASES).meta({
  description:
    '`plans`: list prices of plans as we observed them; `rates`: token rates as we observed them; `imported-plans` and `imported-rates`: the same by the dated history of public datasets.',
});

export const contextParameter = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(CONTEXTS.map(String)))
  .meta({
    description: 'Tokens. Adds `cheapest`: the cheapest token rates of models with at least such a context window.',
  });

const IndexView = z.strictObject({
  basis: basisParameter,
  category: z.string().optional().meta({ description: 'Absent for all categories.' }),
  months: z.array(IndexMonth).meta({ description: 'Oldest first; empty if no price can be compared yet.' }),
  cheapest: CheapestRates.optional().meta({
    description: 'Present if `context` is given and such a model is known. Not an index of matched models.',
  }),
  sufficient: z.boolean().meta({ description: 'Whether all months after the first are sufficient.' }),
  available: z
    .array(z.strictObject({ basis: basisParameter, category: z.string().optional() }))
    .meta({ description: 'Indices with at least one compared price.' }),
  generationSha256: Sha256.meta({ description: 'SHA-256 of the generation that it was computed for.' }),
  ...Envelope.shape,
});

export const priceIndexOperation = operation({
  id: 'getPriceIndex',
  summary: 'Index of software prices',
  description:
    'How list prices move as a whole, by month: a matched-model index in native currencies, with its interval, the number of prices and vendors behind it, and the share that is imputed. Of token rates, `context` adds the cheapest rates at a context length. `index` is as known today; `firstPublished` is by what was known then. The page `/index/method` explains the method.',
  tag: 'History',
  rest: { method: 'get', path: '/api/v2/index' },
  tools: [
    {
      name: 'get_price_index',
      title: 'Price index',
      description:
        'How software prices move as a whole, by month (100 = first month), with a 95 % interval. basis: plans or rates (token prices) as observed here; imported-plans or imported-rates by public datasets. context adds the cheapest token rates of models with such a window. Say so when `sufficient` is false.',
      takes: ['basis', 'category', 'context', 'from', 'to'],
      quotes: 'own',
      response: IndexView,
    },
  ],
  params: z.object({
    basis: basisParameter.default('plans'),
    category: categoryParameter.optional().meta({ description: 'Id of a category. Default: all.' }),
    context: contextParameter.optional(),
    from: monthParameter.optional().meta({ description: 'First month. The index keeps its base.' }),
    to: monthParameter.optional().meta({ description: 'Last month.' }),
  }),
  response: IndexView,
  problems: [],
  examples: {
    plans: {},
    category: { basis: 'plans', category: 'crm', from: '2026-01' },
    imported: { basis: 'imported-rates' },
    cheapest: { basis: 'imported-rates', context: '128000', from: '2026-01' },
  },
  run(store, { basis, category, context, from = '', to = '9999-12' }) {
    const { site, generation } = store;
    if (category !== undefined) knownCategory(store, category);
    if (from > to) throw invalidParameter('from', `Must not be after to (${to})`);
    if (context !== undefined && !hasCheapest({ basis, category }))
      throw invalidParameter('context', 'Requires the basis rates or imported-rates, and all categories');
    const index = indexOf(store, basis, category);
    const { months } = index;
    const isShown = ({ month }: { month: string }) => month >= from && month <= to;
    const cheapest = index.cheapest.find((series) => series.context === Number(context));
    const datasets = [...index.datasets, ...(cheapest?.datasets ?? [])];
    return {
      basis,
      category,
      months: months.filter(isShown),
      ...(cheapest !== undefined && { cheapest: { ...cheapest, months: cheapest.months.filter(isShown) } }),
      sufficient: months.length > 1 && months.slice(1).every((month) => month.sufficient),
      available: generation.priceIndices().map(indexNamed),
      generationSha256: generation.sha256,
      ...listEnvelope(site, generation, {
        page: `${site.baseUrl}${indexPath({ basis, category })}`,
        groups: GROUPS,
        origins: originsOf(GROUPS, { history: datasets.map(licensed) }),
      }),
    };
  },
});

export function hasCheapest({ basis, category }: { basis: Basis; category?: string | undefined }): boolean {
  return basis.endsWith('rates') && category === undefined;
}

export const METHOD_PATH = '/index/method';

export function indexPath({ basis, category }: { basis: Basis; category?: string | undefined }): string {
  return `/index?basis=${basis}${category === undefined ? '' : `&category=${encodeURIComponent(category)}`}`;
}

function indexOf({ generation, derived, listed }: Store, basis: Basis, category: string | undefined) {
  return derived.of(listed, `price index ${basis} ${category ?? ''}`, () => {
    const { months = [], datasets = [], cheapest = [] } = generation.priceIndex(basis, category) ?? {};
    return { months: z.array(IndexMonth).parse(months), datasets, cheapest: z.array(CheapestRates).parse(cheapest) };
  });
}

/** The opposite of `indexId`. */
export function indexNamed(id: string): { basis: Basis; category?: string } {
  const [basis, category] = id.split('/') as [Basis, string?];
  return { basis, ...(category !== undefined && { category }) };
}
