/** What is known of each product, how fresh it is, and how it may be reused: before anyone asks for the data itself. */
import * as z from 'zod';
import { TRUST } from '../../config/trust.ts';
import { undisputed } from '../../data/confidence/decay.ts';
import { Day, Slug } from '../../data/product.ts';
import type { Verification } from '../../data/record.ts';
import { type Found, lookUpAll, Missing } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { namesParameter, slugsParameter } from '../interface/parameters.ts';
import { Envelope, GROUPS, type Group, licenseOf, listEnvelope, productPageUrl } from '../record/envelope.ts';
import { importedBy, type Origins, originsOf } from '../record/origins.ts';
import { PriceFigures, priceFigures } from '../record/price-words.ts';
import { ageInDays, confirmedOn } from '../record/withheld.ts';
import { type Store, summaryOf } from '../store/store.ts';
import { recordFields, standingToday } from './record-answer.ts';

const Freshness = z.enum(['fresh', 'aging', 'stale', 'never']);
type Freshness = z.infer<typeof Freshness>;

const GroupCoverage = z.strictObject({
  available: z.boolean().meta({ description: 'Whether any fact is known.' }),
  verifiedAt: Day.optional().meta({ description: 'When the vendor’s page last confirmed it.' }),
  ageDays: z.int().optional(),
  freshness: Freshness.meta({
    description: 'Relative to how often the product changes, like `status`; `never`: not known or never confirmed.',
  }),
  license: z.enum(['owned', 'restricted']),
});
type GroupCoverage = z.infer<typeof GroupCoverage>;

const ProductCoverage = z.strictObject({
  slug: Slug,
  name: z.string(),
  links: z.strictObject({ page: z.url() }),
  fields: z.partialRecord(z.enum(GROUPS), GroupCoverage).meta({ description: 'Coverage per field group.' }),
});
type ProductCoverage = z.infer<typeof ProductCoverage>;

export const coverage = operation({
  id: 'getCoverage',
  summary: 'Known facts per product and their freshness',
  tag: 'Discovery',
  rest: { method: 'get', path: '/api/v2/coverage' },
  params: z.object({
    slugs: slugsParameter({ least: 1, most: 200 }),
    fields: namesParameter(GROUPS).optional().meta({ description: 'Field groups; all when omitted.' }),
  }),
  response: z.strictObject({
    count: z.int(),
    products: z.array(ProductCoverage),
    prices: PriceFigures,
    ...Missing.shape,
    ...Envelope.shape,
  }),
  problems: ['too_few_slugs', 'too_many_slugs'],
  examples: {
    two: { slugs: 'acme,beta', fields: 'tiers,hiddenCosts,rateCard' },
    none: {},
    empty: { slugs: ',' },
    tooMany: { slugs: Array.from({ length: 201 }, (_, index) => `product-${index + 1}`).join(',') },
    unknownField: { slugs: 'acme', fields: 'prices' },
  },
  run(store, { slugs, fields }, now) {
    const groups = fields === undefined ? GROUPS : GROUPS.filter((group) => fields.includes(group));
    const { answers, missing } = lookUpAll(store, slugs, (found) => covered(store, found, { groups, now }));
    return {
      count: answers.length,
      products: answers,
      prices: priceFigures(summaryOf(store), now),
      ...missing,
      ...listEnvelope(store.site, store.generation, { groups, origins: originsOfCoverage(answers) }),
    };
  },
});

/** Nothing of a dataset is in the answer: no one is credited, and each group is as restricted as its most restricted product. */
function originsOfCoverage(products: readonly ProductCoverage[]): Origins {
  const restricted = products.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([group, { license }]) => (license === 'restricted' ? [group] : [])),
  );
  return { groups: new Set(restricted), credits: [] };
}

function covered(
  store: Store,
  { product: { slug, name }, record }: Found,
  { groups, now }: { groups: readonly Group[]; now: Date },
): ProductCoverage {
  const standing = standingToday(store, record, now);
  const data = {
    ...recordFields(store, { slug, standing }, { depth: 'full', fields: groups }),
    costGuide: groups.includes('costGuide') ? store.generation.research(slug)?.costGuide : undefined,
    history: groups.includes('history') ? store.generation.snapshots(slug) : [],
  };
  const freshness = freshnessOf(record.verification, now);
  const history = data.history.flatMap(({ imported }) => imported ?? []);
  const origins = originsOf(groups, { ...importedBy(record, data.positioning), history });
  const fields: Partial<Record<Group, GroupCoverage>> = {};
  for (const group of groups) {
    const available = isKnown(data[group]);
    const confirmed = available ? confirmedOn(group, data, standing.verification) : undefined;
    fields[group] = {
      available,
      verifiedAt: confirmed,
      ageDays: confirmed === undefined ? undefined : ageInDays(confirmed, standing.day),
      freshness: confirmed === undefined ? 'never' : freshness,
      license: licenseOf(group, origins),
    };
  }
  return { slug, name, links: { page: productPageUrl(store.site, slug) }, fields };
}

/** An empty list says that nothing is known of it. */
function isKnown(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** As the status of the record has it, except that a dispute says nothing of age. */
function freshnessOf(verification: Verification, now: Date): Freshness {
  const confidence = undisputed(verification, now);
  if (confidence >= TRUST.agingBelow) return 'fresh';
  return confidence < TRUST.staleBelow ? 'stale' : 'aging';
}
