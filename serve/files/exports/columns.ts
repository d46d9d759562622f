/** The columns of the exported files: the writers, the manifest and the documentation of the files read this list. */
import * as z from 'zod';
import { GROUP_LICENSES, type Group } from '../../record/envelope.ts';
import { KEPT_FIELDS, RECORD_FIELDS } from '../../record/shape.ts';

/**
 * `decimal` is exact: DECIMAL(21, 9) in Parquet, a decimal string elsewhere. `timestamp` is an instant in UTC, `date` a
 * day in UTC, `json` a nested value: as it is in JSON Lines, as text elsewhere.
 */
export const ColumnType = z.enum(['text', 'decimal', 'integer', 'number', 'boolean', 'date', 'timestamp', 'json']);
export type ColumnType = z.infer<typeof ColumnType>;

export const Column = z.strictObject({
  name: z.string(),
  type: ColumnType,
  nullable: z.boolean().meta({ description: 'Whether it may be empty: in JSON Lines, absent.' }),
  unit: z.string().optional().meta({ description: 'What a number counts.' }),
  meaning: z.string(),
  license: z.enum(['owned', 'restricted']).meta({
    description: 'Of imported rows the licence of their dataset comes on top, which each row names.',
  }),
});
export type Column = z.infer<typeof Column>;

/** Money, dates and nested values are texts. */
export type Cell = string | number | boolean | null | undefined;
/** By name of the column. */
export type Row = Readonly<Record<string, Cell>>;

type Rest = Partial<Pick<Column, 'nullable' | 'unit' | 'license'>>;

function column<Name extends string>(
  name: Name,
  type: ColumnType,
  meaning: string,
  { nullable = false, unit, license = 'owned' }: Rest = {},
): Column & { name: Name } {
  return { name, type, nullable, ...(unit !== undefined && { unit }), meaning, license };
}

const optional = { nullable: true };

/** One row a price of a tier or rate of a model over an interval. */
export const HISTORY_COLUMNS = [
  column('slug', 'text', 'Product'),
  column('product', 'text', 'Its name'),
  column('vendor', 'text', 'Who sells it'),
  column('category', 'text', 'Market that it is compared in'),
  column(
    'fact',
    'text',
    '`price`: an amount is published; `free`; `contact_us`: a price exists and is not published; `no_price`: the tier is there, and none was found; `token_rate`: what tokens cost',
  ),
  column('tier', 'text', 'Tier, by an id that is kept through renames', optional),
  column('tierName', 'text', 'Its name', optional),
  column('model', 'text', 'Of a token rate: the model', optional),
  column('rate', 'text', 'Of a token rate: `input`, `output`, `cachedInput`, `batchInput`, `batchOutput`', optional),
  column('band', 'text', 'Of a token rate: the length of prompt that it holds for, as the page words it', optional),
  column('amount', 'decimal', 'As the vendor states it; only of `price` and `token_rate`', {
    nullable: true,
    unit: '`currency`, for each `unit` and `per`',
  }),
  column('currency', 'text', 'ISO 4217', optional),
  column('billing', 'text', '`monthly` or `annual`: how one is billed at that amount', optional),
  column(
    'per',
    'text',
    'What the amount pays for in time: `month`, `year`, `week`, `day`, `once`; `usage` for what is used',
    optional,
  ),
  column('unit', 'text', 'What one amount buys, such as `user`; empty where the vendor does not say', optional),
  column('kind', 'text', '`list`, `promo` or `intro`', optional),
  column('until', 'date', 'Last day of a promo', optional),
  column('isFloor', 'boolean', 'The page says "from"'),
  column('assumed', 'text', 'What the page does not spell out and was taken by rule, separated by spaces', optional),
  column('minimumUnits', 'integer', 'Least that one may buy', { nullable: true, unit: '`unit`' }),
  column('includedUnits', 'integer', 'What the amount includes', { nullable: true, unit: '`unit`' }),
  column('validFrom', 'timestamp', 'It held from then on: valid time'),
  column('validTo', 'timestamp', 'And no longer from then on; empty while it still holds', optional),
  column('lastSeenAt', 'timestamp', 'When it was last seen; between that and `validTo` nobody looked'),
  column('gaps', 'json', '`[{ "from", "to" }]` within it, where nobody looked for more than 45 days', optional),
  column('recordedAt', 'timestamp', 'When we wrote it down: transaction time'),
  column(
    'origin',
    'text',
    'Why the interval is what it is: `observed` on the vendor’s page, `imported` from a dataset, or a `correction` of what we had said',
  ),
  column('statedBy', 'text', 'Where the price is from: `observed`, `imported`, or `research` by a person'),
  column('dataset', 'text', 'Of what is imported: the dataset, its file and its version', optional),
  column('license', 'text', 'Licence of the row: `owned`, or that of its dataset'),
  column('datasetAsOf', 'date', 'Of what is imported: the day that the dataset states it of', optional),
  column(
    'evidence',
    'text',
    'Id of the words that it was read from; of token rates read together, ids with spaces',
    optional,
  ),
  column('quote', 'text', 'Those words, as they stand on the page', optional),
  column('sourceUrl', 'text', 'Page that states it', optional),
  column('capturedAt', 'timestamp', 'When that page was captured', optional),
  column('pageSha256', 'text', 'SHA-256 of that page’s bytes', optional),
  column('page', 'text', 'Page of ours to link to when it is cited'),
] as const satisfies Column[];

/** Events of the log, as `/api/v2/changes` has them. */
export const CHANGE_COLUMNS: readonly Column[] = [
  column('seq', 'integer', 'Place in the log, from 1 on without gaps'),
  column('type', 'text', 'Kind of event; a `correction` is ours, and never a vendor’s change'),
  column('slug', 'text', 'Product'),
  column('subject', 'text', 'Tier by id, or model', optional),
  column('before', 'json', 'What held before, as far as the type has it', optional),
  column('after', 'json', 'What holds from then on', optional),
  column('evidence', 'json', 'Ids of the words that show it'),
  column('reason', 'text', 'Of a correction: what is not known of it', optional),
  column('imported', 'json', 'Of what a dataset states: which, of what day, under which licence', optional),
  column('observedAt', 'timestamp', 'When the page was captured that showed it: it happened at or before this'),
  column('recordedAt', 'timestamp', 'When we wrote it down'),
];

const RECORD_MEANINGS: Record<string, [type: ColumnType, meaning: string, rest?: Rest]> = {
  slug: ['text', 'Product'],
  name: ['text', 'Its name'],
  category: ['text', 'Market that it is compared in'],
  verification: ['json', 'When it was confirmed, how sure we were when the generation was published, and why'],
  source: ['text', 'The vendor’s URL that the prices were read from'],
  priceRange: ['json', 'Least and most of its paid tiers by the month'],
  startingPrice: [
    'number',
    'Least paid price by the month; null where none is public',
    { unit: 'currency of the record' },
  ],
  startingPriceBasis: ['text', 'How one is billed at the starting price'],
  freeTier: ['boolean', 'Whether there is a free tier; absent where nobody knows'],
  tiers: ['json', 'Tiers with their exact prices'],
  discounts: ['json', 'What paying by the year saves'],
  hiddenCosts: ['json', 'Costs beyond the sticker price'],
  positioning: ['json', 'The starting price against its category'],
  evidence: ['json', 'The words that prices were read from, by id'],
  rateCard: ['json', 'Rates per million tokens'],
  planAdvice: ['json', 'Which tier for whom'],
  verdict: ['text', 'What the price comes to, in words'],
  expertTake: ['text', 'What moves the bill'],
  quickAnswer: ['text', 'What it costs, in a sentence or two'],
  sentences: ['json', 'The sentences of the three above, each with what it follows from'],
  capabilities: ['json', 'Which tiers have what, by capability'],
  marketData: ['json', 'What third parties say of it'],
  userRating: ['json', '`marketData` under its older name'],
  links: ['json', 'Where to link when it is cited, and the way to the vendor'],
  attribution: ['text', 'Markdown to paste when it is cited'],
  license: ['json', 'How each field group may be reused'],
  licenseNote: ['text', 'Where a group is restricted: what that asks'],
  schemaVersion: ['text', 'Version of this shape'],
  generation: ['text', 'The published data that it was made from'],
};

/** Asked for by parameters, which an export has none of. */
const NEVER_EXPORTED = new Set(['asOf', 'recordedBefore', 'interval', 'withheld']);
const ALWAYS = new Set(['slug', 'name', 'category', 'verification', 'tiers', 'hiddenCosts', 'links', 'attribution']);
const ENVELOPE = ['links', 'attribution', 'license', 'licenseNote', 'schemaVersion', 'generation'];

/** Records as `/api/v2/pricing/{slug}` has them. */
export const RECORD_COLUMNS: readonly Column[] = [...KEPT_FIELDS, ...RECORD_FIELDS, ...ENVELOPE]
  .filter((name) => !NEVER_EXPORTED.has(name))
  .map((name) => {
    const said = RECORD_MEANINGS[name];
    if (said === undefined) throw new Error(`Cannot export "${name}" without saying what it means`);
    const [type, meaning, rest] = said;
    return column(name, type, meaning, {
      nullable: !ALWAYS.has(name),
      ...(isGroup(name) && { license: GROUP_LICENSES[name] }),
      ...rest,
    });
  });

/** A line a product, those that have ended too. */
export const PRODUCT_COLUMNS: readonly Column[] = [
  column('slug', 'text', 'Product'),
  column('name', 'text', 'Its name'),
  column('vendor', 'text', 'Who sells it'),
  column('category', 'text', 'Market that it is compared in'),
  column('isRetired', 'boolean', 'The vendor has ended it'),
  column('currency', 'text', 'ISO 4217, of the starting price', optional),
  column('startingAmount', 'decimal', 'Least paid price by the month', { nullable: true, unit: '`currency`' }),
  column('startingBilling', 'text', 'How one is billed at that amount', optional),
  column('startingUnit', 'text', 'What it buys', optional),
  column('hasFreeTier', 'boolean', 'Empty where nobody knows', optional),
  column('status', 'text', 'How far the record can be trusted, when the generation was published', optional),
  column('confidence', 'number', 'Probability that its prices were the vendor’s, when it was published', {
    nullable: true,
    unit: 'probability',
  }),
  column('confirmedAt', 'timestamp', 'When a reading of the vendor’s page last supported them', optional),
  column('page', 'text', 'Page of ours to link to when it is cited'),
  column('record', 'json', 'The whole record, a line of `records.jsonl`', optional),
];

/** Columns of the list of columns. */
export const COLUMN_COLUMNS: readonly Column[] = [
  column('table', 'text', 'Table'),
  column('name', 'text', 'Column'),
  column('type', 'text', 'Its type'),
  column('unit', 'text', 'What a number counts', optional),
  column('meaning', 'text', 'What it says'),
  column('license', 'text', 'How it may be reused'),
];

export const ABOUT_COLUMNS: readonly Column[] = [
  column('name', 'text', 'What is said of the file'),
  column('value', 'text', 'What it is'),
];

function isGroup(name: string): name is Group {
  return Object.hasOwn(GROUP_LICENSES, name);
}
