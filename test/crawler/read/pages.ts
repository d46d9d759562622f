/** Small pages of our own, what each reader reads on them, and that as lines that a person can compare. */
import { type ReadForm, readPage } from '../../../crawler/read/read.ts';
import {
  type Evidence,
  PageReading,
  type ReaderName,
  type ReadModel,
  type ReadPrice,
  type ReadTier,
} from '../../../data/reading.ts';

export function read(source: string, more: Partial<ReadForm> = {}): PageReading {
  return PageReading.parse(readPage(source, { format: 'html', url: 'https://vendor.example/pricing', ...more }));
}

export function by(reader: ReaderName, source: string, more: Partial<ReadForm> = {}) {
  const reading = read(source, more).readings.find((each) => each.reader === reader);
  if (reading === undefined) throw new Error(`Cannot find the reading of ${reader}`);
  return reading;
}

/** Of all prices, claims and rates. */
export function evidenceOf({ tiers, models }: Pick<PageReading, 'tiers' | 'models'>): Evidence[] {
  return [
    ...tiers.flatMap(({ evidence, prices }) => [
      ...(evidence === undefined ? [] : [evidence]),
      ...prices.map((price) => price.evidence),
    ]),
    ...models.flatMap(({ evidence }) => Object.values(evidence).filter((each) => each !== undefined)),
  ];
}

/** A price in one line: "from 12.00 USD monthly/month per user promo". */
export function priceLine({ isFloor, amount, currency, billing, per, unit, kind }: ReadPrice): string {
  const words = [isFloor ? 'from' : '', amount, currency, `${billing ?? '-'}/${per}`];
  return [...words, unit === undefined ? '' : `per ${unit}`, kind === 'list' ? '' : kind].filter(Boolean).join(' ');
}

/** A tier in one line: "Pro: 12.00 USD monthly/month per user, 10.00 USD annual/month per user". */
export function tierLine({ name, isFree, isCustom, prices }: ReadTier): string {
  return `${name}: ${[...(isFree ? ['free'] : []), ...(isCustom ? ['custom'] : []), ...prices.map(priceLine)].join(', ')}`;
}

/** A model in one line: input, output, cached and batch rates, "-" where there is none. */
export function modelLine({ model, currency, band, ...rates }: ReadModel): string {
  const { inputPerMTok, outputPerMTok, cachedInputPerMTok, batchInputPerMTok, batchOutputPerMTok } = rates;
  const hasBatch = batchInputPerMTok !== undefined || batchOutputPerMTok !== undefined;
  const batch = hasBatch ? ['batch', batchInputPerMTok ?? '-', batchOutputPerMTok ?? '-'] : [];
  const line = [model, currency, inputPerMTok ?? '-', outputPerMTok ?? '-', cachedInputPerMTok ?? '-', ...batch];
  return `${line.join(' ')}${band === undefined ? '' : ` [${band}]`}`;
}

/** Tiers without the units of their prices. */
export const lines = (tiers: readonly ReadTier[]) =>
  tiers.map((tier) => tierLine({ ...tier, prices: tier.prices.map(({ unit: _, ...price }) => price) }));

export const card = (name: string, price: string, rest = '<ul><li>Email support</li></ul>') =>
  `<div><h3>${name}</h3><p>${price}</p><a href="#">Get started</a>${rest}</div>`;
export const cards = (...each: string[]) => `<main><h1>Pricing</h1><div>${each.join('\n')}</div></main>`;
