/** Since when a product's price is known: the vendor's page confirmed it, or a dataset has a date. */
import { confirmedBy } from '../../../data/confidence/decay.ts';
import type { ListedProduct } from '../../../data/store/generation/content.ts';
import { counted } from '../../../data/text/figures.ts';
import { type Html, html } from '../../../web/html.ts';
import { ageDays } from '../../record/price-words.ts';
import { dayText } from './wording.ts';

const MONTH_DAYS = 30.44;

export interface PriceDate {
  at: string;
  /** Where no vendor's page confirmed it. */
  dataset?: string;
}

export function priceDate(product: ListedProduct, now: Date): PriceDate | undefined {
  const { startingAmount, startingDataset, datasets = [], confirmedAt } = product;
  const confirmed = confirmedBy(confirmedAt, now);
  const stating = startingAmount === undefined && confirmed === undefined ? newest(datasets) : startingDataset;
  if (stating !== undefined) return { at: stating.asOf, dataset: stating.dataset };
  return confirmed === undefined ? undefined : { at: confirmed };
}

function newest<Of extends { asOf: string }>(datasets: readonly Of[]): Of | undefined {
  return datasets.toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1))[0];
}

/** "12 days" or "today", with the date and the dataset as a hint. */
export function ageCell({ at, dataset }: PriceDate, now: Date): Html {
  const from = dataset === undefined ? 'Confirmed on the vendor’s page' : `Dataset ${dataset}`;
  return html`<time datetime="${at}" title="${from}, ${dayText(at)}">${ageText(ageDays(at, now))}</time>`;
}

function ageText(days: number): string {
  if (days === 0) return 'today';
  if (days < 2 * MONTH_DAYS) return counted(days, 'day');
  const months = Math.floor(days / MONTH_DAYS);
  return months < 24 ? counted(months, 'month') : counted(Math.floor(months / 12), 'year');
}
