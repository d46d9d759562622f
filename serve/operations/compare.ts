/** Comparison of two to four products: their records, and one row for each thing that they are compared in. */

import * as z from 'zod';
import { Slug } from '../../data/product.ts';
import { counted } from '../../data/text/figures.ts';
import { TeamCost } from '../cost/cost-shape.ts';
import { costForTeam } from '../cost/tier-choice.ts';
import { findAlias } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { seatsParameter, slugsParameter } from '../interface/parameters.ts';
import { isUnpriced, Problem, UNPRICED } from '../interface/problem.ts';
import { Envelope, homeUrl, listEnvelope, productPageUrl } from '../record/envelope.ts';
import { isJudged } from '../record/market.ts';
import { originsOfAnswers } from '../record/origins.ts';
import { RecordView } from '../record/shape.ts';
import type { Store } from '../store/store.ts';
import {
  groupsOf,
  notYetKnown,
  recordChoice,
  recordDemands,
  type Standing,
  standingAnswer,
  standingOf,
} from './record-answer.ts';

/** Aligned with the columns of the matrix. */
const ComparedCost = z.strictObject({
  slug: Slug,
  cost: TeamCost.optional(),
  problem: z
    .strictObject({ code: z.enum([...UNPRICED, 'withheld']), detail: z.string() })
    .optional()
    .meta({ description: 'Why no cost is given.' }),
});
type ComparedCost = z.infer<typeof ComparedCost>;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
type Value = z.infer<typeof Value>;

const Matrix = z.strictObject({
  columns: z.array(z.strictObject({ slug: Slug, name: z.string(), page: z.url() })),
  rows: z.array(
    z.strictObject({
      field: z.string(),
      label: z.string(),
      values: z.array(Value).meta({ description: 'One value per product; null if not known or withheld.' }),
    }),
  ),
});

const Comparison = z.strictObject({
  count: z.int(),
  products: z.array(RecordView),
  matrix: Matrix,
  costs: z.array(ComparedCost).optional().meta({ description: 'With `seats`: one cost per product.' }),
  ...Envelope.shape,
});

export const compare = operation({
  id: 'compareSoftware',
  summary: 'Comparison of two to four products',
  description:
    'Records and a compact matrix. With `seats`, the cost of each for a team in its cheapest paid tier (see `calculateTco`). Currencies are never converted; do not compare amounts in different currencies.',
  tag: 'Prices',
  rest: { method: 'get', path: '/api/v2/compare' },
  tools: [
    {
      name: 'compare_software',
      title: 'Compare products',
      description:
        'Compares two to four products: pricing records and a matrix of starting price, range, free tier, tiers, discounts, hidden costs, position and confidence. Records with token rates are long; depth=summary shortens them. With `seats`, the cost for a team of that size. Currencies are never converted; do not compare amounts in different currencies.',
      takes: ['slugs', 'seats', 'depth'],
      quotes: 'records',
      response: Comparison,
    },
  ],
  params: z.object({
    slugs: slugsParameter({ least: 2, most: 4 }),
    seats: seatsParameter.optional().meta({ description: 'Team size; adds the cost for it.' }),
    depth: recordChoice.depth,
    ...recordDemands,
  }),
  response: Comparison,
  problems: ['too_few_slugs', 'too_many_slugs', 'not_found', 'retired'],
  examples: {
    two: { slugs: 'delta,epsilon' },
    team: { slugs: 'acme,delta,gamma', seats: 10 },
    one: { slugs: 'acme' },
    tooMany: { slugs: 'acme,beta,delta,epsilon,zeta' },
    unknown: { slugs: 'acme,acne' },
    ended: { slugs: 'acme,bygone' },
  },
  run(store, { slugs, seats, depth, ...demands }, now) {
    const compared = distinct(store, slugs).map((found) => {
      const standing = standingOf(store, found, { ...demands, now });
      if (standing === undefined) throw notYetKnown(store, found, demands);
      const view = standingAnswer(store, { ...found, standing }, { depth, ...demands });
      return { view, cost: seats === undefined ? undefined : costOf(view, standing, seats) };
    });
    const products = compared.map(({ view }) => view);
    const costs = compared.flatMap(({ cost }) => cost ?? []);
    const page = `${homeUrl(store.site)}compare?slugs=${products.map(({ slug }) => slug).join(',')}`;
    return {
      count: products.length,
      products,
      matrix: {
        columns: products.map(({ slug, name }) => ({ slug, name, page: productPageUrl(store.site, slug) })),
        rows: [...rowsOf(ROWS, products), ...(seats === undefined ? [] : rowsOf(costRows(seats), costs))],
      },
      ...(seats !== undefined && { costs }),
      ...listEnvelope(store.site, store.generation, {
        page,
        groups: groupsOf(products),
        origins: originsOfAnswers(products),
      }),
    };
  },
});

/** Two names of one product are one product. @throws {Problem} */
function distinct(store: Store, slugs: readonly string[]) {
  const found = new Map(
    slugs.map((slug) => {
      const each = findAlias(store, slug);
      return [each.product.slug, each];
    }),
  );
  if (found.size < 2) {
    const reason = 'All slugs belong to one product; at least 2 products are required';
    throw new Problem('too_few_slugs', `slugs: ${reason}`, { errors: [{ parameter: 'slugs', reason }] });
  }
  return [...found.values()];
}

function costOf({ slug, name, withheld = [] }: RecordView, { stated }: Standing, seats: number): ComparedCost {
  const missed = withheld.find(({ field }) => field === 'tiers');
  if (missed !== undefined) return { slug, problem: { code: 'withheld', detail: missed.reason } };
  try {
    return { slug, cost: costForTeam({ ...stated, name }, { seats, billing: 'monthly', termYears: 1 }) };
  } catch (error) {
    if (!isUnpriced(error)) throw error;
    return { slug, problem: { code: error.code, detail: error.message } };
  }
}

interface Row<Of> {
  field: string;
  label: string;
  value(of: Of): Value;
}

function rowsOf<Of>(rows: readonly Row<Of>[], compared: readonly Of[]) {
  return rows.map(({ field, label, value }) => ({ field, label, values: compared.map(value) }));
}

const ROWS: readonly Row<RecordView>[] = [
  { field: 'startingPrice', label: 'Starting price', value: ({ startingPrice }) => startingPrice ?? null },
  { field: 'currency', label: 'Currency', value: ({ priceRange }) => priceRange?.currency ?? null },
  { field: 'startingPriceBasis', label: 'Basis', value: ({ startingPriceBasis }) => startingPriceBasis ?? null },
  { field: 'priceRange', label: 'Paid tiers', value: ({ priceRange }) => priceRange?.display ?? null },
  { field: 'priceState', label: 'Price state', value: ({ priceState }) => priceState ?? null },
  { field: 'freeTier', label: 'Free tier', value: ({ freeTier }) => freeTier ?? null },
  { field: 'tiers', label: 'Tiers', value: ({ tiers }) => tiers?.map(({ name }) => name).join(', ') || null },
  {
    field: 'discounts',
    label: 'Highest annual saving, percent',
    value: ({ discounts }) => discounts?.best.annualSavingsPercent ?? null,
  },
  { field: 'hiddenCosts', label: 'Known hidden costs', value: ({ hiddenCosts }) => hiddenCosts?.length ?? null },
  {
    field: 'positioning',
    label: 'Difference from the category median, percent',
    value: ({ positioning }) => (isJudged(positioning) ? positioning.percentVsMedian : null),
  },
  { field: 'verifiedAt', label: 'Verified', value: ({ verification }) => verification.verifiedAt ?? null },
  { field: 'confidence', label: 'Confidence', value: ({ verification }) => verification.confidence ?? null },
  { field: 'status', label: 'Status', value: ({ verification }) => verification.status ?? null },
];

function costRows(seats: number): readonly Row<ComparedCost>[] {
  const team = counted(seats, 'seat');
  return [
    { field: 'cost.tier', label: `Tier for ${team}`, value: ({ cost }) => cost?.tierName ?? null },
    { field: 'cost.monthly', label: `${team}, a month`, value: ({ cost }) => cost?.subscription.monthly ?? null },
    { field: 'cost.annual', label: `${team}, a year`, value: ({ cost }) => cost?.total.annual ?? null },
    { field: 'cost.complete', label: 'All costs included', value: ({ cost }) => cost?.total.complete ?? null },
    { field: 'cost.currency', label: 'Currency of the cost', value: ({ cost }) => cost?.currency ?? null },
  ];
}
