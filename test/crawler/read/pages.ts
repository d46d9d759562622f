/** Small pages of our own, what each reader reads on them, and that as lines that a person can compare. */
import { type ReadForm, readPage } from '../../../crawler/read/read.ts';
import { PageReading, type ReaderName, type ReadTier } from '../../../data/reading.ts';

export function read(source: string, more: Partial<ReadForm> = {}): PageReading {
  return PageReading.parse(readPage(source, { format: 'html', url: 'https://vendor.example/pricing', ...more }));
}

export function by(reader: ReaderName, source: string, more: Partial<ReadForm> = {}) {
  const reading = read(source, more).readings.find((each) => each.reader === reader);
  if (reading === undefined) throw new Error(`Cannot find the reading of ${reader}`);
  return reading;
}

/** A tier in one line: "Pro: 12.00 USD monthly/month, 10.00 USD annual/month". */
function line({ name, isFree, isCustom, prices }: ReadTier): string {
  const facts = prices.map(
    ({ amount, currency, billing, per, kind, isFloor }) =>
      `${isFloor ? 'from ' : ''}${amount} ${currency} ${billing ?? '-'}/${per}${kind === 'list' ? '' : ` ${kind}`}`,
  );
  return `${name}: ${[...(isFree ? ['free'] : []), ...(isCustom ? ['custom'] : []), ...facts].join(', ')}`;
}
export const lines = (tiers: readonly ReadTier[]) => tiers.map(line);

export const card = (name: string, price: string, rest = '<ul><li>Email support</li></ul>') =>
  `<div><h3>${name}</h3><p>${price}</p><a href="#">Get started</a>${rest}</div>`;
export const cards = (...each: string[]) => `<main><h1>Pricing</h1><div>${each.join('\n')}</div></main>`;
