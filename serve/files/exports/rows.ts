/** From what is published to lines and rows of the exported files, but for those of the past (history-rows.ts). Pure. */
import type { Site } from '../../../config/site.ts';
import type { LoggedChange } from '../../../data/change.ts';
import type { ListedProduct } from '../../../data/store/generation/content.ts';
import { seek } from '../../interface/lookup.ts';
import { recordAnswer } from '../../operations/record-answer.ts';
import { type Credit, creditOf } from '../../record/credits.ts';
import { productPageUrl, redirectUrl } from '../../record/envelope.ts';
import type { RecordView } from '../../record/shape.ts';
import { label } from '../../record/vendor-text.ts';
import type { Store } from '../../store/store.ts';
import { CHANGE_COLUMNS, type Column } from './columns.ts';
import type { Cell } from './history-rows.ts';

export type Row = Readonly<Record<string, Cell>>;

/** What `/api/v2/pricing/{slug}` answered when the generation was published; absent for a product that has ended. */
export function exportedRecord(store: Store, slug: string, publishedAt: Date): RecordView | undefined {
  const found = seek(store, slug);
  if (found.kind !== 'found') return undefined;
  const answer = recordAnswer(store, found, publishedAt, { depth: 'full' });
  if (answer === undefined) return undefined;
  const { links } = answer;
  return links.vendor === undefined
    ? answer
    : { ...answer, links: { ...links, vendor: redirectUrl(store.site, slug, 'feed') } };
}

export function productRow(
  site: Site,
  { slug, name, vendor, category, retired, currency, startingAmount, startingBilling, startingUnit }: ListedProduct,
  record: { answer: RecordView; text: string } | undefined,
): Row {
  const { freeTier, verification } = record?.answer ?? {};
  return {
    slug,
    name: label(name, 80),
    vendor: label(vendor, 80),
    category,
    isRetired: retired,
    currency: startingAmount === undefined ? null : (currency ?? null),
    startingAmount: startingAmount ?? null,
    startingBilling: startingBilling ?? null,
    startingUnit: startingUnit ?? null,
    hasFreeTier: freeTier ?? null,
    status: verification?.status ?? null,
    confidence: verification?.confidence ?? null,
    confirmedAt: verification?.confirmedAt ?? null,
    page: productPageUrl(site, slug),
    record: record?.text ?? null,
  };
}

export function changeRow(change: LoggedChange): Row {
  const values = change as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    CHANGE_COLUMNS.map(({ name, type }) => {
      const value = values[name];
      if (value === undefined) return [name, null];
      return [name, type === 'json' ? JSON.stringify(value) : (value as Cell)];
    }),
  );
}

/** One a column of each table. */
export function columnRows(tables: readonly { name: string; columns: readonly Column[] }[]): Row[] {
  return tables.flatMap((table) =>
    table.columns.map(({ name, type, unit, meaning, license }) => ({
      table: table.name,
      name,
      type,
      unit: unit ?? null,
      meaning,
      license,
    })),
  );
}

/** Adds whom to credit for what was imported, however deep it lies in an answer. */
export function addCredits(value: unknown, credits: Map<string, Credit>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) addCredits(element, credits);
    return;
  }
  for (const [name, part] of Object.entries(value)) {
    if (name === 'imported' && isImported(part)) credits.set(...creditOf(part));
    else addCredits(part, credits);
  }
}

function isImported(value: unknown): value is { dataset: string; license: string } {
  return typeof value === 'object' && value !== null && 'dataset' in value && 'license' in value;
}
