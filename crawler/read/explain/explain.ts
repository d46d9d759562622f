/**
 * A reading for a person at a terminal: the verdict, the tiers with their quotes and who found what, what was not
 * taken and why. Pure: the terminal's width and colours are arguments.
 */
import { sameAmount } from '../../../data/money.ts';
import type { PageReading, ReaderName, ReadModel, ReadPrice, ReadTier } from '../../../data/reading.ts';
import { counted } from '../../../data/text/figures.ts';
import { PLAIN, type Row, type Terminal, table, wrapped } from '../../../data/text/terminal.ts';
import { sameSlot, tierKey } from '../offers/merge.ts';
import { label } from '../page/label.ts';
import { factLines } from './explain-facts.ts';

const RATES = {
  inputPerMTok: 'input',
  outputPerMTok: 'output',
  cachedInputPerMTok: 'cached',
  batchInputPerMTok: 'batch in',
  batchOutputPerMTok: 'batch out',
} as const;
const RATE_FIELDS = Object.keys(RATES) as (keyof typeof RATES)[];
/** Quotes shown of each reason for which something was not taken. */
const SHOWN_QUOTES = 3;

export function explain(reading: PageReading, url: string, terminal: Terminal = PLAIN): string {
  const { verdict, reason, tiers, models } = reading;
  const isRead = verdict === 'pricing' && tiers.length + models.length > 0;
  const sections = [
    [
      ...painted('bold', label(url, 400), terminal),
      ...painted(isRead ? 'green' : 'yellow', `${verdict}: ${label(reason, 200)}`, terminal),
      ...recipeLines(reading, terminal),
    ],
    tierLines(reading, terminal),
    modelLines(models, terminal),
    factLines(reading.facts ?? [], terminal),
    readerLines(reading, terminal),
    rejectedLines(reading, terminal),
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}

/** "recipe abstained: one plan is missing". */
function recipeLines({ recipe }: PageReading, terminal: Terminal): string[] {
  if (recipe === undefined) return [];
  const words = [`recipe ${recipe.outcome}`, recipe.faults.map((fault) => label(fault, 200)).join('; ')];
  return painted(recipe.outcome === 'met' ? 'green' : 'yellow', words.filter(Boolean).join(': '), terminal);
}

function painted(style: Parameters<Terminal['paint']>[0], words: string, { width, paint }: Terminal): string[] {
  return wrapped('', words, width).map((line) => paint(style, line));
}

/** Readers whose own reading has this price of this tier. */
export function findersOf(reading: PageReading, tier: ReadTier, price: ReadPrice): ReaderName[] {
  const isSaid = (other: ReadPrice) => sameSlot(price, other) && sameAmount(price.amount, other.amount);
  return readersOf(reading, tier, ({ prices }) => prices.some(isSaid));
}

/** Readers who say that the tier is free, or that its price is on request. */
export function stateFindersOf(reading: PageReading, tier: ReadTier): ReaderName[] {
  return readersOf(reading, tier, ({ isFree, isCustom }) => isFree === tier.isFree && isCustom === tier.isCustom);
}

/** Readers who read a tier of this name of which the test holds. */
function readersOf({ readings }: PageReading, { name }: ReadTier, holds: (tier: ReadTier) => boolean): ReaderName[] {
  const key = tierKey(name);
  const found = readings.filter(({ tiers }) => tiers.some((tier) => tierKey(tier.name) === key && holds(tier)));
  return found.map(({ reader }) => reader);
}

/** "from 12.00 USD / month". */
export function priceWords({ amount, currency, per, isFloor }: ReadPrice): string {
  return `${isFloor === true ? 'from ' : ''}${amount} ${currency} ${per === 'once' || per === 'usage' ? per : `/ ${per}`}`;
}

const TIER_COLUMNS = ['tier', 'price', 'billing', 'unit', 'kind', 'sure', 'found by', 'quote'] as const;

function tierLines(reading: PageReading, terminal: Terminal): string[] {
  const rows = reading.tiers.flatMap((tier) => tierRows(reading, tier));
  return rows.length === 0 ? [] : table(TIER_COLUMNS, rows, terminal);
}

function tierRows(reading: PageReading, tier: ReadTier): Row[] {
  const state = stateOf(tier);
  const rows: Row[] = tier.prices.map((price) => [
    priceWords(price),
    `${price.billing ?? ''}${isAssumed(price, 'billing')}`,
    `${price.unit ?? ''}${isAssumed(price, 'unit')}`,
    kindWords(price),
    percent(price.confidence),
    findersOf(reading, tier, price).join(', '),
    quoted(price.evidence.quote),
  ]);
  if (state !== undefined) {
    const quote = tier.evidence === undefined ? '' : quoted(tier.evidence.quote);
    rows.unshift([state, '', '', '', percent(tier.confidence), stateFindersOf(reading, tier).join(', '), quote]);
  }
  return rows.map((row, index) => [index === 0 ? tierName(tier) : '', ...row]);
}

export function kindWords({ kind, until }: ReadPrice): string {
  if (kind === 'list') return '';
  return until === undefined ? kind : `${kind} until ${until}`;
}

export function stateOf({ isFree, isCustom, prices }: ReadTier): string | undefined {
  if (isFree) return 'free';
  if (isCustom) return 'contact us';
  return prices.length === 0 ? 'no price' : undefined;
}

function tierName({ name, minimumUnits, includedUnits }: ReadTier): string {
  const counts = [minimumUnits && `at least ${minimumUnits}`, includedUnits && `${includedUnits} included`];
  const words = counts.filter(Boolean).join(', ');
  return words === '' ? name : `${name} (${words})`;
}

/** "97 %"; nothing where the confidence is not known. */
function percent(confidence: number | undefined): string {
  return confidence === undefined ? '' : `${Math.floor(confidence * 100)} %`;
}

/** A mark on what the reader took from a rule and not from the page's words. */
export function isAssumed({ assumed }: ReadPrice, what: 'billing' | 'unit'): string {
  return assumed?.includes(what) === true ? ' (assumed)' : '';
}

/** "Puffin 2 (> 200K)": with the band of its rates. */
export function modelName({ model, band }: ReadModel): string {
  return band === undefined ? model : `${model} (${band})`;
}

function modelLines(models: readonly ReadModel[], terminal: Terminal): string[] {
  if (models.length === 0) return [];
  const fields = RATE_FIELDS.filter((field) => models.some((model) => model[field] !== undefined));
  const rows = models.map((model): Row => {
    const evidence = model.evidence.input ?? model.evidence.output;
    return [
      modelName(model),
      ...fields.map((field) => model[field] ?? ''),
      model.currency,
      evidence === undefined ? '' : quoted(evidence.quote),
    ];
  });
  const columns = ['model, per 1M tokens', ...fields.map((field) => RATES[field]), 'currency', 'quote'];
  return table(columns, rows, terminal);
}

function readerLines(reading: PageReading, { width, paint }: Terminal): string[] {
  const lines = readersSay(reading).flatMap(({ reader, says }) =>
    wrapped(`  ${reader.padEnd(9)} `, says.join('; '), width),
  );
  return lines.length === 0 ? [] : [paint('bold', 'Readers'), ...lines];
}

/** What each reader found by itself, and where it says otherwise than the composed reading. */
export function readersSay({ readings, tiers: composed }: PageReading): { reader: ReaderName; says: string[] }[] {
  return readings.map(({ reader, tiers, models }) => {
    const found = [
      ...(tiers.length > 0 ? [`${counted(tiers.length, 'tier')}: ${tiers.map(({ name }) => name).join(', ')}`] : []),
      ...(models.length > 0 ? [counted(models.length, 'model')] : []),
    ];
    const differing = tiers.flatMap((tier) => differences(tier, composed));
    return {
      reader,
      says: [...(found.length === 0 ? ['abstained'] : found), ...differing.map((words) => `differs on ${words}`)],
    };
  });
}

/** What a reader says of a tier's price that the composed reading says otherwise. */
function differences(tier: ReadTier, composed: readonly ReadTier[]): string[] {
  const twin = composed.find(({ name }) => tierKey(name) === tierKey(tier.name));
  return tier.prices
    .filter((price) => {
      const same = twin?.prices.filter((other) => sameSlot(price, other)) ?? [];
      return same.length > 0 && !same.some(({ amount }) => sameAmount(amount, price.amount));
    })
    .map((price) => `${tier.name}: ${priceWords(price)}`);
}

function rejectedLines(reading: PageReading, { width, paint }: Terminal): string[] {
  const groups = notTaken(reading);
  if (groups.length === 0) return [];
  const lines = groups.flatMap(({ reason, count, readers, quotes }) => {
    const more = quotes.length > SHOWN_QUOTES ? `, and ${quotes.length - SHOWN_QUOTES} more` : '';
    const shown = quotes.slice(0, SHOWN_QUOTES).map(quoted).join(', ');
    return wrapped(
      `  ${String(count).padStart(4)} × `,
      `${label(reason, 120)} (${readers.join(', ')}): ${shown}${more}`,
      width,
    );
  });
  return [paint('bold', 'Not taken'), ...lines];
}

interface NotTaken {
  reason: string;
  count: number;
  readers: ReaderName[];
  /** Each once. */
  quotes: string[];
}

/** What looked like a price and was not taken, by the reason, the most frequent first. */
export function notTaken({ readings }: PageReading): NotTaken[] {
  const all = readings.flatMap(({ reader, rejected }) => rejected.map((each) => ({ reader, ...each })));
  return [...Map.groupBy(all, ({ reason }) => reason)]
    .map(([reason, found]) => ({
      reason,
      count: found.length,
      readers: [...new Set(found.map(({ reader }) => reader))],
      quotes: [...new Set(found.map(({ quote }) => quote))],
    }))
    .sort((a, b) => b.count - a.count);
}

/** On one line, without what could steer a terminal. */
function quoted(quote: string): string {
  return `"${label(quote, 400)}"`;
}
