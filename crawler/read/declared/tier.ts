/** From a plan in data to a tier with evidence; a price of which anything is open is left out, and counted. */
import { defined } from '../../../data/defined.ts';
import { Amount, fromMinorUnits, minorDigits } from '../../../data/money.ts';
import type { Evidence, ReadPrice, ReadTier } from '../../../data/reading.ts';
import type { DataEntry } from './literal.ts';
import type { Plan, PlanPrice } from './plan.ts';
import { type Shown, termsShown } from './shown.ts';

/** Where ISO 4217 and the payment services that write minor units differ. */
const DISPUTED_MINOR = new Set(['ISK', 'UGX', 'MGA', 'HUF', 'TWD']);

interface Witness {
  shown: Shown;
  cite(entry: DataEntry): Evidence | undefined;
}

export interface Made {
  tier: ReadTier;
  /** How many prices were left out. */
  open: number;
}

export function tierOf(plan: Plan, witness: Witness): Made {
  const { names, free, custom } = plan;
  const prices = plan.prices.flatMap((price) => priceOf(price, witness) ?? []);
  const alone = prices.filter((price) => !prices.some((other) => isRival(price, other)));
  const claim = free ?? custom;
  const evidence = claim && witness.cite(claim);
  const tier: ReadTier = {
    name: names.find((name) => witness.shown.hasName(name)) ?? names[0] ?? '',
    isFree: free !== undefined && evidence !== undefined,
    isCustom: custom !== undefined && evidence !== undefined,
    prices: alone.slice(0, 24),
    features: [],
    ...defined({ evidence }),
  };
  return { tier, open: plan.prices.length - alone.length + (plan.isOnSale ? 1 : 0) };
}

/** Two amounts for one thing. */
function isRival(a: ReadPrice, b: ReadPrice): boolean {
  const isAlike = a.per === b.per && a.billing === b.billing && a.currency === b.currency && a.unit === b.unit;
  return isAlike && a.amount !== b.amount;
}

function priceOf(price: PlanPrice, { shown, cite }: Witness): ReadPrice | undefined {
  const currency = price.currency ?? shown.currency;
  if (currency === undefined) return undefined;
  if (price.isMinor && DISPUTED_MINOR.has(currency)) return undefined;
  const amount = price.isMinor ? fromMinorUnits(price.amount, currency) : price.amount;
  const evidence = cite(price.entry);
  if (evidence === undefined || !Amount.safeParse(amount).success) return undefined;
  // The quote must say that it is in minor units.
  if (price.isMinor && minorDigits(currency) > 0 && !evidence.quote.includes(price.entry.key)) return undefined;
  const seen = termsShown(shown, amount, currency);
  const per = price.per ?? seen.per;
  const said = price.billing ?? seen.billing ?? (per === 'year' ? 'annual' : undefined);
  // What the page says of an amount alone does not say that it is the month's price, and not a share of the year's.
  if (per === undefined || (price.per === undefined && said === undefined)) return undefined;
  const assumed: NonNullable<ReadPrice['assumed']> = [];
  if (price.currency === undefined || price.isCurrencyAssumed) assumed.push('currency');
  if (said === undefined) assumed.push('billing');
  return {
    amount,
    currency,
    billing: said ?? 'monthly',
    per,
    kind: 'list',
    ...defined({ unit: price.unit, isFloor: price.isFloor, assumed: assumed.length > 0 ? assumed : undefined }),
    evidence,
  };
}

export const saysSomething = ({ prices, isFree, isCustom }: ReadTier): boolean =>
  prices.length > 0 || isFree || isCustom;
