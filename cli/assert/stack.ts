/** A stack: what a team uses, at which prices, within which budget; and whether that still holds. Pure. */
import * as z from 'zod';
import { Amount, addAmounts, Currency, compareAmounts, overAmount, sameAmount, timesAmount } from '../../data/money.ts';
import { Slug } from '../../data/product.ts';
import { Billing } from '../../data/reading.ts';
import { percentOf } from '../../data/watch/percent.ts';

/** A number or text of YAML: 12, 12.5 or "12.50". */
const Price = z
  .union([z.string(), z.number().min(0)])
  .transform(String)
  .pipe(Amount);

const Item = z.strictObject({
  slug: Slug,
  /** Id or name; the cheapest paid one that the seats allow when omitted. */
  tier: z.string().min(1).max(80).optional(),
  seats: z.int().min(1).max(1_000_000).default(1),
  billing: Billing.default('monthly'),
  /** What a unit costs, as the vendor states it, when the file was written. */
  price: Price.optional(),
});
export type Item = z.infer<typeof Item>;

export const Stack = z.strictObject({
  /** Address of the service; ASSAY_URL when omitted. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** Most that the products of this currency may cost together. */
  budget: z
    .strictObject({ amount: Price, currency: Currency, per: z.enum(['month', 'year']).default('month') })
    .optional(),
  /** As many as the service answers at once. */
  products: z.array(Item).min(1).max(50),
});
export type Stack = z.infer<typeof Stack>;

/** What a product costs today, or why that is not known. */
export type Priced = Known | { problem: string };

interface Known {
  amount: Amount;
  currency: Currency;
  per: 'month' | 'year' | 'once';
  annual: Amount;
  tier: string;
  page: string;
  /** What is assumed, and whether the sum is a minimum. */
  notes: string[];
}

export interface Line extends Item {
  state: 'same' | 'moved' | 'watched' | 'not_priced';
  now?: Known;
  percent?: number;
  problem?: string;
}

export interface Judgement {
  lines: Line[];
  budget?: {
    limit: Amount;
    spent: Amount;
    currency: Currency;
    per: 'month' | 'year';
    isPassed: boolean;
    leftOut: Slug[];
  };
  holds: boolean;
}

/** @param priced in the order of the products */
export function judge({ products, budget }: Stack, priced: readonly Priced[]): Judgement {
  const lines = products.map((item, at) => lineOf(item, priced[at] ?? { problem: 'no answer' }));
  const spending = budget && spent(lines, budget);
  const isMissing = ({ state, price }: Line) => state === 'not_priced' && price !== undefined;
  const holds = !lines.some((line) => line.state === 'moved' || isMissing(line)) && spending?.isPassed !== true;
  return { lines, ...(spending && { budget: spending }), holds };
}

function lineOf(item: Item, priced: Priced): Line {
  if ('problem' in priced) return { ...item, state: 'not_priced', problem: priced.problem };
  if (item.price === undefined) return { ...item, state: 'watched', now: priced };
  if (sameAmount(item.price, priced.amount)) return { ...item, state: 'same', now: priced };
  const percent = percentOf({ before: { amount: item.price }, after: { amount: priced.amount } });
  return { ...item, state: 'moved', now: priced, ...(percent !== undefined && { percent }) };
}

function spent(lines: readonly Line[], { amount: limit, currency, per }: NonNullable<Stack['budget']>) {
  const isCounted = ({ now }: Line) => now?.currency === currency;
  const yearly = addAmounts('0.00', ...lines.flatMap(({ now }) => (now?.currency === currency ? now.annual : [])));
  const most = per === 'month' ? timesAmount(limit, 12) : limit;
  return {
    limit,
    spent: per === 'month' ? overAmount(yearly, 12) : yearly,
    currency,
    per,
    isPassed: compareAmounts(yearly, most) > 0,
    leftOut: lines.filter((line) => !isCounted(line)).map(({ slug }) => slug),
  };
}
