/**
 * What the price index needs of a product: the amounts that each source states, over time, without names, quotes and
 * features. Pure.
 */
import { isZero } from '../money.ts';
import { RATE_FIELDS } from '../reading.ts';
import { datasetName, type Snapshot } from '../record.ts';
import { intervalsKnownBy } from '../store/ledger/snapshot-intervals.ts';
import { endOfMonth, monthOf } from './months.ts';

/** List prices and token rates by key; equal keys have the same currency, billing, period and unit. */
export type Amounts = Readonly<Record<string, string>>;

export interface PricedInterval {
  from: string;
  /** Absent while it holds. */
  to?: string;
  /** When it was last read, or last stated by the dataset. */
  seen: string;
  gaps?: readonly { from: string; to: string }[];
  /** Our own earlier mistake ended, or began: the vendor changed nothing. */
  isCorrection?: true;
  amounts: Amounts;
  /** Tiers that are free, and tiers for which one contacts sales. */
  free: number;
  contactUs: number;
}

export interface PriceLine {
  /** A dataset; absent for our own observations. */
  dataset?: string;
  intervals: readonly PricedInterval[];
}

/** The amounts at the end of a month and of the one before, as they were known at its end, by month. */
export type FirstKnown = Readonly<Record<string, { before: Amounts; after: Amounts }>>;

export interface PricedProduct {
  vendor: string;
  category: string;
  lines: readonly PriceLine[];
  /** Of our own observations, where they were known otherwise than today. */
  firstKnown?: FirstKnown;
}

type Sold = Pick<PricedProduct, 'vendor' | 'category'>;

/** @param recorded of all markets, with superseded ones; undefined where there is no amount */
export function pricedProduct({ vendor, category }: Sold, recorded: readonly Snapshot[]): PricedProduct | undefined {
  const own = recorded.filter(({ market }) => market === undefined);
  const standing = own.filter(({ superseded }) => superseded !== true);
  const lines = [...Map.groupBy(standing, lineOf)].flatMap(([dataset, snapshots]) => {
    const intervals = snapshots.map(pricedInterval);
    const isStated = intervals.some(
      ({ amounts, free, contactUs }) => Object.keys(amounts).length + free + contactUs > 0,
    );
    return isStated ? [{ ...(dataset !== undefined && { dataset }), intervals }] : [];
  });
  // What was corrected away was published all the same.
  const firstKnown = firstKnownOf(own.filter((snapshot) => lineOf(snapshot) === undefined));
  const isRevised = Object.keys(firstKnown).length > 0;
  return lines.length === 0 && !isRevised ? undefined : { vendor, category, lines, ...(isRevised && { firstKnown }) };
}

function lineOf({ imported }: Snapshot): string | undefined {
  return imported === undefined ? undefined : datasetName(imported.dataset);
}

function pricedInterval(snapshot: Snapshot): PricedInterval {
  const { validFrom, validTo, lastSeenAt, gaps, origin, tiers } = snapshot;
  return {
    from: validFrom,
    ...(validTo !== undefined && { to: validTo }),
    seen: lastSeenAt,
    ...(gaps !== undefined && { gaps }),
    ...(origin === 'correction' && { isCorrection: true as const }),
    amounts: amountsOf(snapshot),
    free: tiers.filter(({ isFree }) => isFree).length,
    contactUs: tiers.filter(({ isCustom }) => isCustom).length,
  };
}

/** Of several prices under equal terms the first, which is the one that is sold alone. */
function amountsOf({ tiers, rates }: Pick<Snapshot, 'tiers' | 'rates'>): Amounts {
  const amounts = new Map<string, string>();
  const add = (key: string, amount: string | undefined) => {
    if (amount !== undefined && !isZero(amount) && !amounts.has(key)) amounts.set(key, amount);
  };
  for (const { id, prices } of tiers)
    for (const { kind, amount, currency, billing, per, unit } of prices)
      if (kind === 'list') add(keyOf('plan', [id, currency, billing, per, unit]), amount);
  for (const rate of rates)
    for (const [field, name] of RATE_FIELDS)
      add(keyOf('rate', [rate.model, rate.band, rate.currency, name]), rate[field]);
  return Object.fromEntries(amounts);
}

function keyOf(kind: 'plan' | 'rate', terms: readonly (string | undefined)[]): string {
  return [kind, ...terms.map((term = '') => term.replaceAll('|', '/'))].join('|');
}

export function isRateKey(key: string): boolean {
  return key.startsWith('rate|');
}

/** @param key of a rate, with or without its kind */
export function rateTermsOf(key: string): { model: string; band: string; currency: string } {
  const [, model = '', band = '', currency = ''] = key.split('|');
  return { model, band, currency };
}

/** Id of the tier, or name of the model. */
export function subjectOf(key: string): string {
  return key.split('|', 2)[1] ?? '';
}

/** Empty where every month was known at its end as it is known today. */
function firstKnownOf(recorded: readonly Snapshot[]): FirstKnown {
  const times = recorded.map(({ recordedAt }) => recordedAt).sort();
  const [first = '', last = ''] = [times[0], times.at(-1)];
  const isPlain = recorded.every(
    ({ superseded, validFrom, recordedAt }) => superseded !== true && monthOf(validFrom) === monthOf(recordedAt),
  );
  if (isPlain) return {};
  const today = recorded.filter(({ superseded }) => superseded !== true);
  const found: Record<string, { before: Amounts; after: Amounts }> = {};
  for (let month = monthOf(first); month < monthOf(last); month += 1) {
    const [start, end] = [endOfMonth(month - 1), endOfMonth(month)];
    const known = intervalsKnownBy(recorded, end);
    const [before, after] = [amountsAt(known, start), amountsAt(known, end)];
    if (!sameAmounts(before, amountsAt(today, start)) || !sameAmounts(after, amountsAt(today, end)))
      found[month] = { before, after };
  }
  return found;
}

function amountsAt(snapshots: readonly Snapshot[], instant: string): Amounts {
  const found = snapshots.findLast(
    ({ validFrom, validTo }) => validFrom < instant && (validTo === undefined || validTo >= instant),
  );
  return found === undefined ? {} : amountsOf(found);
}

function sameAmounts(a: Amounts, b: Amounts): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
