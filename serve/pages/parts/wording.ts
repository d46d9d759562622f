/** How facts are worded and dated on pages. */
import type { Currency } from '../../../data/money.ts';
import type { Outcome } from '../../../data/source-facts.ts';
import { moneyText, monthlyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { absentPriceText } from '../../record/price-words.ts';
import type { PriceView, RateView, TierView } from '../../record/shape.ts';

const STATUS_MEANINGS: Record<string, string> = {
  verified: 'Recently confirmed on the vendor’s page',
  aging: 'Confirmed on the vendor’s page some time ago',
  stale: 'Confirmed long ago: the price may have changed',
  disputed: 'The last reading differs and is waiting for review',
  unverified: 'Not confirmed on the vendor’s page, or read with low confidence',
};

/** Of the last check. */
export const OUTCOMES = {
  confirmed: 'confirmed',
  changed: 'changed',
  contradicted: 'reading not published',
  unsupported: 'no prices found',
  unreadable: 'not readable',
} as const satisfies Record<Outcome, string>;

export function statusBadge(status: string): Html {
  return html`<span class="badge ${status}" title="${STATUS_MEANINGS[status]}">${status}</span>`;
}

export function statusMeaning(status: string): string {
  return STATUS_MEANINGS[status] ?? status;
}

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "28 Jun 2026", in UTC, with the exact instant for machines. */
export function day(instant: string): Html {
  return html`<time datetime="${instant}">${dayText(instant)}</time>`;
}

export function dayText(instant: string): string {
  const [year, month, date] = instant.slice(0, 10).split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}

export function tierPrice({ price, prices, isCustom, billing, unit }: TierView, currency: Currency | undefined): Html {
  if (isCustom) return html`<strong>Contact sales</strong>`;
  if (price === 0) return html`<strong>Free</strong>`;
  if (price === undefined || price === null || currency === undefined)
    return html`<span class="quiet">${prices[0] === undefined ? absentPriceText('not_known') : priceText(prices[0])}</span>`;
  return html`<strong>${monthlyText(price, currency, billing)}</strong> <span class="quiet">${perUnit(unit)}a month${billing === 'annual' && ', billed annually'}</span>`;
}

export const PERIODS: Record<PriceView['per'], string> = {
  month: 'a month',
  year: 'a year',
  week: 'a week',
  day: 'a day',
  once: 'once',
  usage: '',
};

export function priceText({ amount, currency, per, unit, billing, kind, until, isFloor }: PriceView): string {
  return [
    isFloor ? 'from ' : '',
    moneyText(amount, currency),
    unit === undefined || unit === 'flat' ? '' : ` per ${unit}`,
    PERIODS[per] === '' ? '' : ` ${PERIODS[per]}`,
    billing === 'annual' ? ', billed annually' : '',
    billing === 'monthly' && per === 'month' ? ', billed monthly' : '',
    kind === 'list' ? '' : ` (${kind}${until === undefined ? '' : ` until ${until}`})`,
  ].join('');
}

/** "per user "; empty for a flat price or an unknown unit. */
export function perUnit(unit: string | undefined): string {
  return unit === undefined || unit === 'flat' ? '' : `per ${unit} `;
}

/** "per user a month, billed annually". */
export function monthlyTerms({ unit, billing }: { unit?: string | undefined; billing?: string | undefined }): string {
  return `${perUnit(unit)}a month${billing === 'annual' ? ', billed annually' : ''}`;
}

/** "12 % above the median". */
export function againstMedian(percentVsMedian: number, equal: string): string {
  if (percentVsMedian === 0) return equal;
  return `${Math.abs(percentVsMedian)} % ${percentVsMedian > 0 ? 'above' : 'below'} the median`;
}

export function percent(probability: number): string {
  return `${Math.round(probability * 100)} %`;
}

/** Rates per million tokens, by field. */
export const RATE_NAMES = [
  ['inputPerMTok', 'input'],
  ['cachedInputPerMTok', 'cached input'],
  ['outputPerMTok', 'output'],
  ['batchInputPerMTok', 'batch input'],
  ['batchOutputPerMTok', 'batch output'],
] as const satisfies [keyof RateView, string][];

/** "2026-11" → "Nov 2026" */
export function monthText(month: string): string {
  const [year, number] = month.split('-');
  return `${MONTHS[Number(number) - 1] ?? ''} ${year}`;
}
