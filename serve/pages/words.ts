/** How facts are worded and dated on pages. Pure. */
import type { Currency } from '../../data/money.ts';
import { moneyText } from '../../data/price-text.ts';
import type { PriceView, TierView } from '../record/shape.ts';
import { type Html, html } from './html.ts';

const STATUS_MEANINGS: Record<string, string> = {
  verified: 'Confirmed on the vendor’s page, and recent enough to rely on',
  aging: 'Confirmed on the vendor’s page a while ago',
  stale: 'Confirmed long ago; the price may well have changed since',
  disputed: 'The last reading contradicts this record and waits for review',
  unverified: 'Never confirmed on the vendor’s page by a reading of ours',
};

export function statusBadge(status: string): Html {
  return html`<span class="badge ${status}" title="${STATUS_MEANINGS[status]}">${status}</span>`;
}

export function statusMeaning(status: string): string {
  return STATUS_MEANINGS[status] ?? status;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "28 Jun 2026", in UTC, with the exact instant for machines. */
export function day(instant: string): Html {
  const [year, month, date] = instant.slice(0, 10).split('-');
  return html`<time datetime="${instant}">${Number(date)} ${MONTHS[Number(month) - 1]} ${year}</time>`;
}

/** "$12", "€9.50 billed annually": what a tier costs by the month, or which of the other facts holds. */
export function tierPrice({ price, isCustom, billing, unit }: TierView, currency: Currency | undefined): Html {
  if (isCustom) return html`<strong>Contact sales</strong>`;
  if (price === undefined || price === null || currency === undefined) {
    return price === 0 ? html`<strong>Free</strong>` : html`<span class="quiet">No monthly price</span>`;
  }
  if (price === 0) return html`<strong>Free</strong>`;
  return html`<strong>${moneyText(price, currency)}</strong> <span class="quiet">${perUnit(unit)}a month${billing === 'annual' && ', billed annually'}</span>`;
}

const PERIODS: Record<string, string> = {
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

function perUnit(unit: string | undefined): string {
  return unit === undefined || unit === 'flat' ? '' : `per ${unit}, `;
}

export function percent(probability: number): string {
  return `${Math.round(probability * 100)} %`;
}
