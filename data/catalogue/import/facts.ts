/** Dated facts from rows of public datasets. Pure. Values without an exact amount ("???", null) are left out. */
import * as z from 'zod';
import { toAmount } from '../../money.ts';
import { ImportedFact } from '../../product.ts';
import { originOf } from './origin.ts';
import { isOnRequest, quotedPrice } from './quoted-price.ts';

const Rates = z.object({ input: z.number().nullish(), output: z.number().nullish(), cacheRead: z.number().nullish() });

export const RowFact = z.object({
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
export type RowFact = z.infer<typeof RowFact>;

export type WordsOf = (kind: string, value: number) => string | undefined;

export function factsOf(facts: readonly RowFact[], wordsOf: WordsOf): ImportedFact[] {
  return facts.flatMap((fact) => factOf(fact, wordsOf));
}

/** The field of each dataset that its dates come from. */
const DATE_BASIS: [prefix: string, basis: string][] = [
  ['robchahin/', 'updated_at field'],
  ['isa-group/', 'createdAt field'],
  ['anomalyco/', 'git commit date'],
  ['pydantic/', 'git commit date'],
  ['romanshumy/', 'date column'],
  ['kimyoohan/', 'date field'],
];

function factOf(row: RowFact, wordsOf: WordsOf): ImportedFact[] {
  const origin = originOf(row, DATE_BASIS);
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
  const words = kind === 'tier' ? undefined : wordsOf(kind, value);
  if (words !== undefined && isOnRequest(words))
    return [ImportedFact.parse({ kind, ...named, contactSales: true, ...origin })];
  const terms = words === undefined ? termsOf(row) : quotedPrice(words, toAmount(String(value)));
  if (terms === undefined) return [];
  const money = { value: toAmount(String(value)), currency: row.currency, ...terms };
  return [ImportedFact.parse({ kind, ...named, ...money, ...origin })];
}

/** The row's own period and unit. A price with neither words nor a unit may have lost "per resource" on the way. */
function termsOf({ kind, unit, period }: RowFact): { per?: 'month' | 'year'; unit?: string } | undefined {
  const own = unitOf(unit);
  if (kind !== 'tier' && own.unit === undefined) return undefined;
  return { ...(period === 'month' || period === 'year' ? { per: period } : {}), ...own };
}

/** The collectors of this dataset call its euro rows suspect. */
function isSuspect({ dataset, currency }: RowFact): boolean {
  return dataset.startsWith('isa-group/') && currency === 'EUR';
}

function ratesOf(row: RowFact, origin: object, named: object): ImportedFact[] {
  const rates = Rates.safeParse(row.value);
  if (!rates.success || row.currency === null) return [];
  const { input, output, cacheRead } = rates.data;
  return Object.entries({ input_per_mtok: input, output_per_mtok: output, cached_input_per_mtok: cacheRead }).flatMap(
    ([metric, rate]) => {
      // These datasets also write 0 for an absent rate.
      if (!rate) return [];
      const value = toAmount(String(rate));
      return [ImportedFact.parse({ kind: 'token_rate', ...named, metric, value, currency: row.currency, ...origin })];
    },
  );
}

/** "per_user", "user/month"; "/month" has no unit. */
function unitOf(unit: string | null): { unit?: string } {
  const name = unit?.replace(/^per_/, '').replace(/\/?(?:month|year)$/, '');
  return name ? { unit: name } : {};
}
