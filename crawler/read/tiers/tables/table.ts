/**
 * Reads tables of tiers in either direction: tiers as columns with a row of prices, tiers as rows with price columns.
 *
 * A row or column counts as prices because its label says so or because its cells are prices and nothing else; a
 * table of features, of hardware by the hour or of credits is none.
 */
import { Decimal } from 'decimal.js';
import { isZero } from '../../../../data/money.ts';
import type { Billing, Per, Reading, ReadTier, Rejected } from '../../../../data/reading.ts';
import { matcherOn } from '../../mentions/matcher.ts';
import { namesRange } from '../../mentions/range-name.ts';
import { billingSaid, type Terms, termsOfWords } from '../../mentions/terms.ts';
import { findMoney } from '../../money/money.ts';
import { type Document, lineAt, within } from '../../page/document.ts';
import type { Cell, Grid } from '../../page/grid.ts';
import { isBadge, wordsOf } from '../../page/inline.ts';
import type { Concept } from '../../vocabulary/concepts.ts';
import { anyMeans } from '../../vocabulary/phrases.ts';
import { headingSays, matchAny, saysOnly } from '../../vocabulary/vocabulary.ts';
import { amountBetween } from '../alike-elements.ts';
import { isAboutPrices } from '../cards/only-card.ts';
import { isPaidThoughFree } from '../cards/tier-checks.ts';
import { contradict } from '../claims.ts';
import { headingBefore } from '../heading.ts';
import { isTierTable, MAX_BELOW_HEADING } from '../section.ts';
import type { Signal, Signals, WordSignal } from '../signals.ts';
import { billingNamed } from '../term-names.ts';
import { tierOf, tierParts } from '../tier.ts';
import { isTrial } from '../trial.ts';
import { tierKey, unpricedColumns, unpricedSections } from '../unpriced.ts';
import { hasTierWord, isCalledFree, isFreeName, namedPrice, nameIn } from '../words.ts';
import { headsOthers, isByMonth, isOtherColumn, isOtherLabel, isPriceLabel, isSoldToPlans } from './price-label.ts';
import { type TermSlot, termSlots } from './term-table.ts';
import { tiersFirst } from './tiers-first.ts';

const MAX_TIERS = 60;
const MAX_PRICES = 24;
const MAX_IN_CELL = 20;
/** A year costs between seven and twelve months of the monthly price. */
const MIN_MONTHS = 7;
const MAX_MONTHS = 12.2;

interface Slot extends TermSlot {
  /** What the head says of the tier beside its name. */
  said?: WordSignal;
}

/** What the page says in a table and above it. */
interface Around {
  signals: readonly Signal[];
  heading: string;
}

export function readTables(document: Document, signals: Signals): Reading {
  const all: Signal[] = [...signals.seen, ...signals.words].sort((a, b) => a.start - b.start);
  const tables: TierTable[] = [];
  const rejected: Rejected[] = [];
  for (const grid of signals.grids.map(tiersFirst)) {
    if (!amountBetween(all, grid.start, grid.end) || !isTierTable(document, grid)) continue;
    const heading = headingBefore(document, grid.start, MAX_BELOW_HEADING);
    const terms = termSlots(document, grid, signals.seen);
    if (terms?.length === 0) continue;
    for (const slots of [terms, columnsOf(document, grid, all), rowsOf(document, grid, { signals: all, heading })]) {
      const found = slots === undefined ? [] : tiersOf(document, slots, { signals: all, heading, rejected });
      if (found.length === 0 || tables.flatMap(({ tiers }) => tiers).length + found.length > MAX_TIERS) continue;
      const table = { heading, tiers: found };
      const again = tables.find((other) => shareNames(other, table));
      if (again === undefined || areRanges(again, table)) tables.push(table);
      else addBillings(again.tiers, found);
      break;
    }
  }
  const tiers = tables.flatMap((table) =>
    tables.some((other) => other !== table && shareNames(other, table)) ? ofRange(table) : table.tiers,
  );
  tiers.push(...unpricedBeside(document, signals, tiers));
  return { reader: 'table', tiers, models: [], rejected: rejected.slice(0, 50) };
}

interface TierTable {
  heading: string;
  tiers: ReadTier[];
}

const namesakesOf = ({ name }: ReadTier, { tiers }: TierTable) => tiers.filter((tier) => tier.name === name);

const shareNames = (one: TierTable, other: TierTable) => one.tiers.some((tier) => namesakesOf(tier, other).length > 0);

/** Their headings name two ranges of plans, whose prices contradict each other. */
function areRanges(one: TierTable, other: TierTable): boolean {
  if (one.heading === other.heading || ![one, other].every(({ heading }) => namesRange(heading))) return false;
  return one.tiers.some((tier) => namesakesOf(tier, other).some(({ prices }) => contradict(tier.prices, prices)));
}

const ofRange = ({ heading, tiers }: TierTable) => tiers.map((tier) => ({ ...tier, name: `${heading} ${tier.name}` }));

/** What the page's tables, or in a document's source its sections, say of further tiers without a price. */
function unpricedBeside(document: Document, signals: Signals, known: readonly ReadTier[]): ReadTier[] {
  const keys = new Set(known.map(({ name }) => tierKey(name)));
  const found = (isAboutPrices(document, '') ? signals.grids : [])
    .flatMap((grid) => {
      const tiers = unpricedColumns(document, grid, signals);
      return tiers.length > 0 && isTierTable(document, grid) ? tiers : [];
    })
    .filter(({ name }) => !keys.has(tierKey(name)) && keys.add(tierKey(name)));
  if (document.format !== 'markdown') return found;
  return [...found, ...unpricedSections(document, signals, { known: [...known, ...found], method: 'table' })];
}

/** The same tiers again, in a table of the other billing: their prices under it are added. */
function addBillings(tiers: ReadTier[], again: readonly ReadTier[]): void {
  for (const { name, prices } of again) {
    const index = tiers.findIndex((tier) => tier.name === name);
    const tier = tiers[index];
    if (tier === undefined || tier.prices.length === 0) continue;
    const added = prices.filter(({ billing }) => !tier.prices.some((price) => price.billing === billing));
    tiers[index] = { ...tier, prices: [...tier.prices, ...added].slice(0, MAX_PRICES) };
  }
}

/**
 * Tiers are columns: the first row names them, a labelled row prices them, or the first row itself. A cell that reaches
 * down from the first row labels none below it.
 */
function columnsOf(document: Document, grid: Grid, signals: readonly Signal[]): Slot[] | undefined {
  const [head, ...body] = grid.rows;
  if (head === undefined || head.length < 2) return undefined;
  const isPriced = (cell: Cell) => holdsAmount(signals, cell);
  // A first column that has prices where others have theirs is a tier's.
  const from = hasLabels(document, head) && !body.some((row) => row.length > 1 && row.every(isPriced)) ? 1 : 0;
  const heads = head.slice(from).map((cell) => ({ cell, name: headName(document, cell) }));
  if (heads.filter(({ name }) => name !== undefined).length < Math.min(2, heads.length)) return undefined;
  const label = (row: readonly Cell[]) => (from === 0 || row[0] === head[0] ? '' : (row[0]?.words ?? ''));
  const rows = body.filter((row) => isPriceRow(row.slice(from), label(row), signals));
  // A header that speaks of prices heads columns of prices, not of tiers: "Per call", but not "Call" over a row "Price".
  const isLabelled = rows.some((row) => saysOnly(label(row), 'labelPrice'));
  if (!isLabelled && heads.some(({ cell }) => isPriceLabel(cell.words) && !isPriced(cell) && !hasTierWord(cell.words)))
    return undefined;
  // Beside heads with amounts, one that says "Custom" below its name is priced as well.
  const arePriced = heads.some(({ cell }) => isPriced(cell));
  const slots = heads.flatMap(({ cell: headCell, name }, index): Slot[] => {
    if (name === undefined) return [];
    const own = arePriced ? [{ cell: headCell, label: '' }] : [];
    const cells = rows.flatMap((row) => {
      const cell = row[index + from];
      return cell === undefined || cell.start < 0 ? [] : [{ cell, label: label(row) }];
    });
    const said = saidIn(document, headCell, isCalledFree(name) && cells.every(({ cell }) => isDash(cell)));
    return [{ name, cells: [...own, ...cells], ...(said !== undefined && { said }) }];
  });
  return slots.some(({ cells }) => cells.length > 0) ? slots : undefined;
}

/** The first column labels the rows, unless a tier heads it as well. */
function hasLabels(document: Document, [first]: readonly Cell[]): boolean {
  if (first === undefined || isTierHead(first)) return true;
  return !hasTierWord(headName(document, first) ?? '');
}

/** It heads a column of tiers, or says nothing. */
function isTierHead(cell: Cell | undefined): boolean {
  return cell === undefined || cell.words === '' || headingSays(cell.words).has('ofTiers');
}

const isDash = ({ words }: Cell) => /^[-–—]$/.test(words);

/** "Hobby (free)" at the head of a column, or "Free" over a dash where others have a price. */
function saidIn(document: Document, cell: Cell, isFree: boolean): WordSignal | undefined {
  const kind = isFree ? 'free' : namedPrice(cell.words)?.kind;
  const line = cell.start < 0 ? undefined : lineAt(document, cell.start);
  if (kind === undefined || line === undefined) return undefined;
  return { kind, start: cell.start, end: cell.end, line, element: cell.element };
}

function isPriceRow(row: readonly Cell[], label: string, signals: readonly Signal[]): boolean {
  if (isOtherLabel(label)) return false;
  const cells = row.filter((cell) => cell.words !== '' && !isDash(cell));
  if (!cells.some((cell) => holdsAmount(signals, cell)))
    return isPriceLabel(label) && cells.some((cell) => signalsIn(signals, cell).length > 0);
  if (label !== '' && !isPriceLabel(label)) return false;
  return cells.every((cell) => signalsIn(signals, cell).length > 0 || cell.words.length < 24);
}

/** Tiers are rows: the first column names them, price columns price them. */
function rowsOf(document: Document, grid: Grid, { signals, heading }: Around): Slot[] | undefined {
  const [head, ...body] = grid.rows;
  if (head === undefined || head.length < 2 || body.length === 0 || !hasLabels(document, head)) return undefined;
  const family = headingSays(head[0]?.words ?? '').has('ofSizes') ? familyIn(heading) : undefined;
  const named = body.flatMap((row) => {
    const own = row[0] && headName(document, row[0]);
    const name = own !== undefined && family !== undefined ? nameIn(`${family} ${own}`, true) : own;
    return name === undefined ? [] : [{ row, name }];
  });
  const knownNames = named.filter(({ name }) => hasTierWord(name)).length;
  const heads = head.map(({ words }) => words);
  const isOfOthers = headsOthers(heads) || (knownNames === 0 && (isSoldToPlans(heads) || isOpen(heads, heading)));
  if (named.length === 0 || isOfOthers || (!isTierHead(head[0]) && knownNames * 2 < named.length)) return undefined;
  const columns = head.flatMap((cell, column) => {
    if (column === 0 || isOtherColumn(cell.words)) return [];
    const cells = named.flatMap(({ row }) => row[column] ?? []);
    const stated = cells.filter((inside) => signalsIn(signals, inside).length > 0);
    const isPriced = stated.some((inside) => holdsAmount(signals, inside));
    return isPriced && (isPriceLabel(cell.words) || stated.length * 2 >= cells.length)
      ? [{ column, label: cell.words }]
      : [];
  });
  if (columns.length === 0) return undefined;
  return named.map(({ row, name }) => ({
    name,
    cells: columns.flatMap(({ column, label }) => (row[column] === undefined ? [] : [{ cell: row[column], label }])),
  }));
}

/** Heads of a first column that says of its rows no more than that they have names. */
const OPEN_HEAD = /^(?:products?|name|users?|type|account(?: type)?|)$/i;
const SAYS_TIERS: readonly Concept[] = ['planWord', 'sectionPlan', 'labelPrice'];

/** Rows under "Product" or "Users", below a heading that says neither plans nor prices, may list anything at all. */
function isOpen([first = '']: readonly string[], heading: string): boolean {
  if (heading === '' || !OPEN_HEAD.test(first)) return false;
  // Word by word: "our plans" means more than "plans" does.
  const phrases = heading.split(/\s+/).flatMap((word) => matchAny(word));
  return !anyMeans(phrases, ...SAYS_TIERS);
}

/** "Essential (ALL_IN_ONE) bundle" over a table of sizes: each of them is an "Essential". */
function familyIn(heading: string): string | undefined {
  const words = (heading.split(/[([{:–—]/, 1)[0] ?? '').replace(/\b(?:plans?|tiers?|editions?|bundles?)\b/gi, ' ');
  const name = nameIn(words.replace(/\s+/g, ' ').trim(), true);
  return name !== undefined && hasTierWord(name) ? name : undefined;
}

/** A number that counts the next word; "CX2" and "Server 4" are names. */
const NOT_OF_NAME = /^\d|(?<=\s)\d(?=[\d.,]{0,12} ?[^\s\d.,])/;

function headName(document: Document, cell: Cell): string | undefined {
  if (cell.start < 0) return undefined;
  const end = Math.min(cell.end, cell.start + 200);
  // In HTML a cell has lines of its own.
  const lines = within(document.lines, { start: cell.start, end });
  const said =
    lines.length === 0
      ? document.visible.slice(cell.start, end).split('\n')
      : lines.map((line) => wordsOf(document, line, document.visible.slice(line.start, Math.min(line.end, end))));
  const first = said.find((words) => !isBadge(words)) ?? said[0] ?? '';
  // "Pro $12/month" in one header cell: the words before the amount.
  const [money] = findMoney(first, { lang: document.lang });
  const words = (first.slice(0, money?.start).split(NOT_OF_NAME)[0] ?? '').trim().replace(/(?<!\s)\s*[(–—:-]$/, '');
  // At the head of a row or column even what a button or a menu says elsewhere is a name.
  if (/^(?:custom|start|company|cloud|self-?host(?:ed|ing)?)$/i.test(words) || isFreeName(words)) return words;
  return namedPrice(first.trim())?.name ?? nameIn(words === '' ? first : words, true);
}

const signalsIn = (signals: readonly Signal[], cell: Cell) =>
  within(signals, cell, MAX_IN_CELL).filter(({ end }) => end <= cell.end);

const holdsAmount = (signals: readonly Signal[], cell: Cell) =>
  signalsIn(signals, cell).some(({ kind }) => kind === 'money');

function tiersOf(
  document: Document,
  slots: readonly Slot[],
  { signals, heading, rejected }: Around & { rejected: Rejected[] },
): ReadTier[] {
  const match = matcherOn(document);
  const stated = billingSaid(match(heading));
  const stating = ({ cells }: Slot) =>
    cells.flatMap(({ cell, label }) =>
      signalsIn(signals, cell).map((signal) => labelled(signal, { label, from: termsOfWords(label, match), stated })),
    );
  // Beside "Annual" as a tier of its own stands the month's price in "Monthly".
  const ofMonth = slots.filter(({ name }) => billingNamed(name) === 'month').flatMap(stating);
  const tiers = slots.flatMap((slot): ReadTier[] => {
    const { name, cells, said } = slot;
    const inside = stating(slot);
    const unique = placedInTime(
      inside.filter((signal, index) => inside.findIndex(({ start }) => start === signal.start) === index),
      ofMonth,
    );
    const per = cells.some(({ label }) => isByMonth(label)) ? 'month' : undefined;
    const parts = tierParts(document, said === undefined ? unique : [said, ...unique], { method: 'table', per });
    rejected.push(...parts.rejected);
    const saysNothing = parts.prices.length === 0 && !parts.isFree && !parts.isCustom;
    if (parts.isTorn || parts.isMetered || saysNothing || isPaidThoughFree({ name, parts })) return [];
    const cell = cells.find((each) => signalsIn(unique, each.cell).length > 0)?.cell;
    if (isTrial(document, { name, parts, signals: unique }, cell?.end)) return [];
    const words = cells.map((each) => document.visible.slice(Math.max(0, each.cell.start), Math.max(0, each.cell.end)));
    return [tierOf(name, parts, { words: words.join('\n') })];
  });
  const isPriced = tiers.some(({ prices }) =>
    prices.some(({ kind, per }) => kind !== 'struck' && (per === 'month' || per === 'year')),
  );
  const names = new Set(tiers.map(({ name }) => name.toLowerCase()));
  // Under the label of a price even tiers that are free or for the asking are told from features.
  const isLabelled = slots.some(({ cells }) => cells.some(({ label }) => saysOnly(label, 'labelPrice')));
  if ((!isPriced && !isLabelled) || names.size < tiers.length) return [];
  const isCalled = [...tiers, ...(isLabelled ? slots : [])].some(({ name }) => hasTierWord(name));
  return tiers.length >= 2 || isCalled ? tiers : [];
}

/** The signal with what its row's or column's label says where its own words don't, or else the table's heading. */
function labelled(
  signal: Signal,
  { label, from, stated }: { label: string; from: Terms; stated: Billing | undefined },
): Signal {
  if (signal.kind !== 'money' || (label === '' && stated === undefined)) return signal;
  const { terms } = signal;
  const isOfYear = terms.per === undefined && from.per === 'year';
  const ofLabel = isOfYear ? undefined : from.per;
  const per = terms.per ?? ofLabel ?? (isByMonth(label) ? 'month' : undefined);
  const billing =
    terms.billing ??
    from.billing ??
    (from.per === 'year' ? 'annual' : undefined) ??
    (IS_BILLING.test(label) ? undefined : stated) ??
    billingOf(label, per);
  const own = per === 'once' || per === 'usage' ? terms.billing : billing;
  return { ...signal, terms: { ...terms, per, billing: own, unit: terms.unit ?? from.unit, isOfYear } };
}

/**
 * "Annual" over a bare amount leaves open whether it is the year's total or a month's share of it: the monthly amount
 * beside it decides, by arithmetic, and without one the amount is left out.
 */
function placedInTime(signals: readonly Signal[], ofMonth: readonly Signal[]): Signal[] {
  const monthly = [...signals, ...ofMonth].find(
    (signal) => signal.kind === 'money' && signal.terms.per === 'month' && signal.terms.billing !== 'annual',
  );
  return signals.flatMap((signal): Signal[] => {
    if (signal.kind !== 'money' || signal.terms.billing !== 'annual' || signal.terms.per !== undefined) return [signal];
    if (monthly?.kind !== 'money' || isZero(monthly.money.amount)) {
      if (signal.terms.isOfYear) return [{ ...signal, terms: { ...signal.terms, per: 'year' } }];
      return isZero(signal.money.amount) ? [signal] : [];
    }
    const ratio = new Decimal(signal.money.amount).dividedBy(monthly.money.amount);
    const isYear = ratio.gte(MIN_MONTHS) && ratio.lte(MAX_MONTHS);
    if (!isYear && ratio.gt(1)) return [];
    return [{ ...signal, terms: { ...signal.terms, per: isYear ? 'year' : 'month' } }];
  });
}

/** Says by itself how what stands below is billed, whatever the heading; "per month" does not. */
const IS_BILLING = /^(?:(?:billed|paid) )?monthly$|^annual|^yearly/i;

/** "Annual" over an amount that says "/month" is how it is billed. */
function billingOf(label: string, per: Per | undefined): Billing | undefined {
  const phrases = matchAny(label);
  const says = (...any: Concept[]) => anyMeans(phrases, ...any);
  if (says('year', 'yearly', 'billedYearly')) return 'annual';
  return says('month', 'monthly', 'billedMonthly') && per !== 'year' ? 'monthly' : undefined;
}
