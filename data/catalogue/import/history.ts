/**
 * Dated facts of each product's past from rows of public datasets (history.jsonl, yearly-plans.jsonl). Pure. Inexact rows,
 * and those known to be wrong, are left out with a reason.
 */
import * as z from 'zod';
import { toAmount } from '../../money.ts';
import { Slug } from '../../product.ts';
import { inOrder } from '../../text/order.ts';
import { type HistoryFact, type ImportedHistory, type LeftOut, HistoryFact as Schema } from '../imported-history.ts';
import { type Origin, originOf } from './origin.ts';
import { quotedPrice, quotedUnit } from './quoted-price.ts';

export const HistoryRow = z.object({
  slug: Slug,
  modelOrTier: z.string(),
  metric: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  currency: z.string().nullable(),
  asOf: z.iso.date(),
  source: z.string(),
  sourceUrl: z.string().nullish(),
  dateBasis: z.string().nullish(),
  license: z.string(),
  event: z.string().nullish(),
  raw: z.string().nullish(),
  previous: z.union([z.number(), z.string()]).nullish(),
});
export type HistoryRow = z.infer<typeof HistoryRow>;

/** A row of yearly-plans.jsonl: the price list of one vendor, from one archived page. */
export const PlanList = z.object({
  vendor: z.string(),
  createdAt: z.iso.date(),
  currency: z.string(),
  url: z.string().nullish(),
  path: z.string(),
  commit: z.string(),
  plans: z.array(
    z.object({ name: z.string(), price: z.union([z.number(), z.string()]).nullish(), unit: z.string().nullish() }),
  ),
});
export type PlanList = z.infer<typeof PlanList>;

/** A fact, or why there is none. */
type Judged = { slug: Slug; asOf: string; dataset: string } & ({ fact: HistoryFact } | { reason: string });

const PLANS = { dataset: 'isa-group/SaaS-analysis', license: 'CC-BY-4.0' };

/** By product, oldest first, then in the datasets' order. */
export function historiesOf(rows: readonly HistoryRow[], plans: readonly PlanList[]): Map<Slug, ImportedHistory> {
  const slugs = slugsOf(rows, plans);
  const judged = [
    ...plansOf(plans, slugs),
    ...onePerDay(rows.filter(({ metric }) => metric !== 'plan_price')).flatMap(rowOf),
  ];
  return new Map([...Map.groupBy(judged, ({ slug }) => slug)].map(([slug, own]) => [slug, historyOf(own)]));
}

function historyOf(judged: readonly Judged[]): ImportedHistory {
  const reasons = Map.groupBy(
    judged.flatMap((one) => ('reason' in one ? [one] : [])),
    ({ dataset, asOf, reason }) => JSON.stringify([dataset.split(/[:@]/)[0], asOf, reason]),
  );
  const leftOut = [...reasons.values()].flatMap(([first, ...others]): LeftOut[] =>
    first === undefined
      ? []
      : [{ dataset: first.dataset, asOf: first.asOf, rows: 1 + others.length, reason: first.reason }],
  );
  return {
    facts: judged.flatMap((one) => ('fact' in one ? [one.fact] : [])).sort(byDay),
    leftOut: leftOut.sort(byDay),
  };
}

function byDay(a: { asOf: string; dataset: string }, b: { asOf: string; dataset: string }): number {
  return inOrder(a.asOf + a.dataset, b.asOf + b.dataset);
}

/** "owner/name:path/to/file.yml@commit" → its path. */
function pathOf(source: string): string {
  const from = source.indexOf(':') + 1;
  const to = source.lastIndexOf('@');
  return from > 0 && to > from ? source.slice(from, to) : source;
}

/** Vendors of price lists by the file that both inputs name, else by their own name. */
function slugsOf(rows: readonly HistoryRow[], plans: readonly PlanList[]): Map<string, Slug> {
  const byPath = new Map(rows.map(({ source, slug }) => [pathOf(source), slug]));
  const known = plans.flatMap(({ vendor, path }): [string, Slug][] => {
    const slug = byPath.get(path);
    return slug === undefined ? [] : [[vendor, slug]];
  });
  const plain = plans.map(({ vendor }): [string, Slug] => [
    vendor,
    vendor.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ]);
  return new Map([...plain, ...known]);
}

function plansOf(plans: readonly PlanList[], slugs: ReadonlyMap<string, Slug>): Judged[] {
  const lists = plans.map((list) => ({ list, ...captureOf(list), slug: slugs.get(list.vendor) ?? list.vendor }));
  const seen = new Set<string>();
  return lists.flatMap(({ list, asOf, asOfBasis, slug }): Judged[] => {
    const dataset = `${PLANS.dataset}:${list.path}@${list.commit}`.slice(0, 300);
    const about = { slug, asOf, dataset };
    const key = `${slug} ${asOf}`;
    if (seen.has(key)) return [{ ...about, reason: 'a second list of the same archived page' }];
    seen.add(key);
    if (list.currency === 'EUR') return [{ ...about, reason: 'its collectors call the euro lists suspect' }];
    const sourceUrl = list.url && /^https?:/.test(list.url) && URL.canParse(list.url) ? { sourceUrl: list.url } : {};
    const origin = { asOf, asOfBasis, dataset, license: PLANS.license, ...sourceUrl };
    return list.plans.map((plan) => {
      const fact = planOf(plan, list.currency, origin);
      return typeof fact === 'string' ? { ...about, reason: fact } : { ...about, fact };
    });
  });
}

/** The day of the archived page, else the dataset's own date. */
function captureOf({ url, createdAt }: PlanList): { asOf: string; asOfBasis: string } {
  const [, year, month, day] = /^https?:\/\/web\.archive\.org\/web\/(\d{4})(\d{2})(\d{2})\d{6}/.exec(url ?? '') ?? [];
  const asOf = `${year}-${month}-${day}`;
  return z.iso.date().safeParse(asOf).success
    ? { asOf, asOfBasis: 'date of the archived page' }
    : { asOf: createdAt, asOfBasis: 'createdAt field' };
}

/** Without billing: the dataset mixes monthly and annual amounts. */
function planOf({ name, price, unit }: PlanList['plans'][number], currency: string, origin: Origin) {
  const subject = name.slice(0, 120);
  if (typeof price === 'string') return Schema.parse({ kind: 'tier', subject, contactSales: true, ...origin });
  if (price === null || price === undefined) return 'a tier without a price';
  const terms = quotedUnit(unit);
  if (terms === undefined)
    return price === 0
      ? Schema.parse({ kind: 'free_tier', subject, value: 'true', ...origin })
      : 'a price without a period';
  return Schema.parse({ kind: 'tier', subject, value: toAmount(String(price)), currency, ...terms, ...origin });
}

/** The last of several edits on one day: no other names it as its previous value. */
function onePerDay(rows: readonly HistoryRow[]): HistoryRow[] {
  const keyOf = ({ slug, source, modelOrTier, metric, asOf }: HistoryRow) =>
    JSON.stringify([slug, source.split(/[:@]/)[0], modelOrTier, metric, asOf]);
  return [...Map.groupBy(rows, keyOf).values()].flatMap((edits) => {
    const last = edits.filter((edit) => !edits.some((other) => other !== edit && other.previous === edit.value));
    const values = new Set(last.map(({ value }) => value));
    const [first] = last;
    if (first !== undefined && values.size === 1) return [first];
    return edits.map((edit) => ({ ...edit, event: 'ambiguous' }));
  });
}

const RATES: Record<string, HistoryFact['metric']> = {
  input_per_mtok: 'input_per_mtok',
  output_per_mtok: 'output_per_mtok',
  cache_read_per_mtok: 'cached_input_per_mtok',
};

const DATE_BASIS: [prefix: string, basis: string][] = [
  ['romanshumy/', 'date column'],
  ['kimyoohan/', 'date of the archived file'],
];

function rowOf(row: HistoryRow): Judged[] {
  const { slug, asOf, source, license } = row;
  const dataset = source.slice(0, 300);
  const about = { slug, asOf, dataset };
  const { dateBasis: asOfBasis, sourceUrl } = row;
  const fact = factOf(row, originOf({ dataset: source, license, asOf, asOfBasis, sourceUrl }, DATE_BASIS));
  return [typeof fact === 'string' ? { ...about, reason: fact } : { ...about, fact }];
}

function factOf({ metric, modelOrTier, value, currency, event, raw }: HistoryRow, origin: Origin) {
  if (event === 'ambiguous') return 'the dataset states two values on one day';
  if (metric.startsWith('pricing_change_event')) return 'an event in words, without a price';
  if (event === 'removed') return 'the dataset dropped the model';
  if (typeof value !== 'number' || currency === null) return 'no amount';
  const subject = modelOrTier.slice(0, 120);
  const money = { subject, value: toAmount(String(value)), currency };
  const rate = RATES[metric];
  if (rate !== undefined && value === 0) return 'a rate of nothing, which datasets write where there is none, too';
  if (rate !== undefined) return Schema.parse({ kind: 'token_rate', metric: rate, ...money, ...origin });
  if (metric !== 'base_price' && metric !== 'sso_price') return `no field for ${metric.slice(0, 60)}`;
  if (currency === 'EUR') return 'its collectors call the euro rows suspect';
  const terms = quotedPrice(raw ?? '', String(value));
  if (terms === undefined) return 'the words of the price do not state its terms alone';
  return Schema.parse({ kind: metric, ...money, ...terms, ...origin });
}
