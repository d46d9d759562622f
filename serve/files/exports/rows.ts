import type { Site } from '../../../config/site.ts';
import type { LoggedChange } from '../../../data/change.ts';
import type { ListedProduct } from '../../../data/store/generation/content.ts';
import { seek } from '../../interface/lookup.ts';
import { recordAnswer } from '../../operations/record-answer.ts';
import { productPageUrl, redirectUrl } from '../../record/envelope.ts';
import { type Credit, creditOf } from '../../record/origins.ts';
import type { RecordView } from '../../record/shape.ts';
import { label } from '../../record/vendor-text.ts';
import type { Store } from '../../store/store.ts';
import { type Cell, CHANGE_COLUMNS, type Column, type Row } from './columns.ts';

/**
 * The answer of `/api/v2/pricing/{slug}` at an instant, with the vendor link marked as from a feed. Undefined for a
 * retired product.
 */
export function exportedRecord(store: Store, slug: string, now: Date): RecordView | undefined {
  const found = seek(store, slug);
  if (found.kind !== 'found') return undefined;
  const answer = recordAnswer(store, found, { depth: 'full', now });
  if (answer?.links.vendor === undefined) return answer;
  return { ...answer, links: { ...answer.links, vendor: redirectUrl(store.site, slug, 'feed') } };
}

export function productRow(
  site: Site,
  { slug, name, vendor, category, retired, currency, ...listed }: ListedProduct,
  record: { answer: RecordView; text: string } | undefined,
): Row {
  const { startingAmount, startingBilling, startingUnit } = listed;
  const { freeTier, priceState, verification } = record?.answer ?? {};
  return {
    slug,
    name: label(name, 80),
    vendor: label(vendor, 80),
    category,
    isRetired: retired,
    currency: startingAmount && currency,
    startingAmount,
    startingBilling,
    startingUnit,
    priceState,
    hasFreeTier: freeTier,
    status: verification?.status,
    confidence: verification?.confidence,
    confirmedAt: verification?.confirmedAt,
    page: productPageUrl(site, slug),
    record: record?.text,
  };
}

export function changeRow(change: LoggedChange): Row {
  const values = change as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    CHANGE_COLUMNS.map(({ name, type }) => [
      name,
      type === 'json' ? JSON.stringify(values[name]) : (values[name] as Cell),
    ]),
  );
}

export function columnRows(tables: readonly { name: string; columns: readonly Column[] }[]): Row[] {
  return tables.flatMap(({ name: table, columns }) => columns.map((column) => ({ table, ...column })));
}

/** Adds the credits of imported values at any depth of `value`. */
export function addCredits(value: unknown, credits: Map<string, Credit>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (name === 'imported' && isImported(part)) credits.set(...creditOf(part));
    else addCredits(part, credits);
  }
}

function isImported(value: unknown): value is { dataset: string; license: string } {
  return typeof value === 'object' && value !== null && 'dataset' in value && 'license' in value;
}
