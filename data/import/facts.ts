/**
 * From rows of the material that public datasets gave (one JSON object a line) to authored files and dated facts.
 *
 * Pure: rows in, plain objects out. A value that can't be stated exactly ("???", a price that is null) is left out,
 * because an imported guess would be a guess all the same.
 */
import * as z from 'zod';
import { toAmount } from '../money.ts';
import { ImportedFact, type Product, Slug } from '../product.ts';

const Rates = z.object({ input: z.number().nullish(), output: z.number().nullish(), cacheRead: z.number().nullish() });

const RowFact = z.object({
  kind: z.string(),
  tier: z.string().nullish(),
  model: z.string().nullish(),
  value: z.union([z.number(), z.boolean(), z.string(), Rates]).nullable(),
  currency: z.string().nullable(),
  unit: z.string().nullable(),
  period: z.string().nullable(),
  asOf: z.string(),
  asOfBasis: z.string().optional(),
  sourceUrl: z.string().nullable(),
  dataset: z.string(),
  license: z.string(),
});
type RowFact = z.infer<typeof RowFact>;

export const Row = z.object({
  slug: Slug,
  name: z.string(),
  category: Slug,
  vendor: z.string(),
  homepage: z.string().nullish(),
  pricingUrl: z.string().nullish(),
  pricingUrlKind: z.string().nullish(),
  urlSeen: z.boolean(),
  tokenPriced: z.boolean(),
  riskNote: z.string().nullish(),
  facts: z.array(RowFact),
});
export type Row = z.infer<typeof Row>;

/** The file that a person goes on editing; only what the material says. */
export function productOf(row: Row): z.input<typeof Product> {
  return {
    name: row.name,
    vendor: row.vendor,
    category: row.category,
    ...(row.homepage ? { homepage: row.homepage } : {}),
    ...(row.tokenPriced ? { tokenPriced: true } : {}),
    sources: row.pricingUrl
      ? [
          {
            id: row.tokenPriced ? 'rates' : 'pricing',
            url: row.pricingUrl,
            kind: row.tokenPriced ? ('rate-card' as const) : ('pricing' as const),
            cadence: row.tokenPriced ? ('daily' as const) : ('weekly' as const),
            ...(row.urlSeen ? {} : { urlSeen: false }),
          },
        ]
      : [],
  };
}

export function factsOf(row: Row): ImportedFact[] {
  return row.facts.flatMap(factOf);
}

/** Which field of each dataset its dates were taken from, where the row does not say. */
const DATE_BASIS: [prefix: string, basis: string][] = [
  ['robchahin/', 'updated_at field'],
  ['isa-group/', 'createdAt field'],
  ['anomalyco/', 'git commit date'],
  ['pydantic/', 'git commit date'],
  ['romanshumy/', 'date column'],
  ['kimyoohan/', 'date field'],
];

function factOf(row: RowFact): ImportedFact[] {
  const origin = {
    asOf: row.asOf,
    asOfBasis:
      row.asOfBasis ?? DATE_BASIS.find(([prefix]) => row.dataset.startsWith(prefix))?.[1] ?? 'date of the dataset',
    dataset: row.dataset,
    license: row.license,
    // Some datasets name a file of their own here; only an address that a reader can open is one.
    ...(row.sourceUrl && URL.canParse(row.sourceUrl) ? { sourceUrl: row.sourceUrl } : {}),
  };
  const subject = row.model ?? row.tier;
  const named = subject ? { subject } : {};
  const { kind, value } = row;
  if (kind === 'token_rate') return ratesOf(row, origin, named);
  if (kind === 'free_tier' || kind === 'startup_program') {
    return value === true || value === 0 ? [ImportedFact.parse({ kind, ...named, value: 'true', ...origin })] : [];
  }
  if (kind === 'sso_percent_increase') {
    const percent = typeof value === 'string' ? /^(\d{1,5})%$/.exec(value)?.[1] : undefined;
    return percent === undefined ? [] : [ImportedFact.parse({ kind, value: percent, ...origin })];
  }
  if (typeof value !== 'number' || row.currency === null || isSuspect(row)) return [];
  const per = row.period === 'month' || row.period === 'year' ? { per: row.period } : {};
  return [
    ImportedFact.parse({
      kind,
      ...named,
      value: toAmount(String(value)),
      currency: row.currency,
      ...per,
      ...unitOf(row.unit),
      ...origin,
    }),
  ];
}

/** The collectors of the material call this dataset's euro rows suspect: a wrong price is worse than none. */
function isSuspect({ dataset, currency }: RowFact): boolean {
  return dataset.startsWith('isa-group/') && currency === 'EUR';
}

function ratesOf(row: RowFact, origin: object, named: object): ImportedFact[] {
  const rates = Rates.safeParse(row.value);
  if (!rates.success || row.currency === null) return [];
  const { input, output, cacheRead } = rates.data;
  return Object.entries({ input_per_mtok: input, output_per_mtok: output, cached_input_per_mtok: cacheRead }).flatMap(
    ([metric, rate]) =>
      rate === undefined || rate === null
        ? []
        : [
            ImportedFact.parse({
              kind: 'token_rate',
              ...named,
              metric,
              value: toAmount(String(rate)),
              currency: row.currency,
              ...origin,
            }),
          ],
  );
}

/** "per_user", "user/month" and "/month" say the same thing in three ways, the last of them nothing. */
function unitOf(unit: string | null): { unit?: string } {
  const name = unit?.replace(/^per_/, '').replace(/\/?(?:month|year)$/, '');
  return name ? { unit: name } : {};
}
