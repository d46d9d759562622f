/**
 * Reads token rates: tables of models against kinds of token in either direction, and lists of model cards.
 *
 * A rate counts only where the page says which kind of token it is for and per how many: in the cell, the header, a
 * unit column or the words just above. Rates are kept per million tokens, exactly.
 */
import { timesAmount } from '../../data/money.ts';
import type { Reading, ReadModel, Rejected } from '../../data/reading.ts';
import { type Document, isCell, lineAt, type PageElement, parentOf } from './document.ts';
import { evidenceFor, exact } from './evidence.ts';
import { type Cell, type Grid, gridsOf, headingBefore } from './grid.ts';
import { isPlain, label } from './label.ts';
import { numeralAt } from './numeral.ts';
import type { AmountSignal, Signals } from './signals.ts';
import { talkIn } from './term.ts';
import { currencyIn, perMillion, RATE_FIELDS, type RateField, type Role, roleOf } from './token-rate.ts';

const MAX_MODELS = 500;
const WORDS_ABOVE = 500;

const TOKEN_WORDS =
  /\b(?:input|output|cached|prompt|completion|tokens?|million|thousand|mtok|batch|cache|hits?|read)\b/gi;

interface Found {
  models: ReadModel[];
  byKey: Map<string, ReadModel>;
  rejected: Rejected[];
}

export function readRateCards(document: Document, signals: Signals): Reading {
  const found: Found = { models: [], byKey: new Map(), rejected: [] };
  for (const grid of gridsOf(document)) {
    if (!readRows(document, signals, grid, found)) readColumns(document, signals, grid, found);
  }
  readList(document, signals, found);
  return { reader: 'rate-card', tiers: [], models: found.models, rejected: found.rejected.slice(0, 50) };
}

interface Heads {
  roles: Role[];
  words: string[];
  /** Index of the first row of rates. */
  body: number;
}

/** Models are rows. */
function readRows(document: Document, signals: Signals, grid: Grid, found: Found): boolean {
  const heads = headsOf(grid);
  if (heads === undefined) return false;
  const isBatch = /batch|批量/i.test(headingBefore(document, grid.start, 600));
  const above = wordsAbove(document, grid);
  const modelColumn = modelColumnOf(heads, grid);
  if (modelColumn === undefined) return false;
  const bandColumns = heads.roles.flatMap((role, column) => (role === 'band' ? [column] : []));
  const unitColumn = heads.roles.indexOf('unit');
  for (const row of grid.rows.slice(heads.body)) {
    const name = row[modelColumn];
    if (name === undefined) continue;
    const rates: Rate[] = [];
    for (const [column, role] of heads.roles.entries()) {
      const cell = row[column];
      if (cell === undefined || !isRate(role)) continue;
      const unit = unitColumn < 0 ? '' : (row[unitColumn]?.words ?? '');
      const rate = rateIn(document, signals, cell, [heads.words[column] ?? '', unit, above]);
      if (rate !== undefined) rates.push({ ...rate, field: batched(role, isBatch) });
    }
    add(
      found,
      name.words,
      bandColumns.map((column) => row[column]?.words ?? ''),
      rates,
    );
  }
  return true;
}

/** Models are columns, kinds of token rows. */
function readColumns(document: Document, signals: Signals, grid: Grid, found: Found): void {
  const [head] = grid.rows;
  if (head === undefined || head.length < 2) return;
  const above = wordsAbove(document, grid);
  const first = firstColumnOf(head);
  const rows = grid.rows.slice(1).flatMap((row) => {
    const words = row
      .slice(0, first)
      .map(({ words }) => words)
      .join(' ');
    const role = roleOf(words);
    return isRate(role) && row[0] !== undefined && !holdsAmount(signals, row[0]) ? [{ row, role, words }] : [];
  });
  if (!rows.some(({ role }) => role === 'inputPerMTok' || role === 'outputPerMTok')) return;
  for (let column = first; column < head.length; column += 1) {
    const name = head[column];
    if (name === undefined) continue;
    const rates = rows.flatMap(({ row, role, words }) => {
      const cell = row[column];
      const rate =
        cell === undefined ? undefined : rateIn(document, signals, cell, [words, head[0]?.words ?? '', above]);
      return rate === undefined ? [] : [{ ...rate, field: role }];
    });
    add(found, name.words, [], rates);
  }
}

function holdsAmount({ amounts }: Signals, cell: Cell): boolean {
  return amounts.some(({ start, end }) => start >= cell.start && end <= cell.end);
}

/** A header cell that spans two columns labels both; the models begin after it. */
function firstColumnOf(head: readonly Cell[]): number {
  let column = 1;
  while (column < head.length && head[column] === head[0]) column += 1;
  return column;
}

function headsOf(grid: Grid): Heads | undefined {
  const width = Math.max(...grid.rows.slice(0, 3).map((row) => row.length));
  let body = 0;
  for (const row of grid.rows.slice(0, 3)) {
    if (row.some(({ words, isHeader }) => !isHeader && /^\W{0,4}\d[\d.,]*/.test(words))) break;
    body += 1;
  }
  if (body === 0 || body >= grid.rows.length) return undefined;
  const words = Array.from({ length: width }, (_, column) =>
    [...new Set(grid.rows.slice(0, body).map((row) => row[column]?.words ?? ''))].join(' ').trim(),
  );
  const roles = words.map(roleOf);
  if (!roles.some((role) => role === 'inputPerMTok' || role === 'outputPerMTok' || role === 'batchInputPerMTok'))
    return undefined;
  return { roles, words, body };
}

function modelColumnOf({ roles, body }: Heads, grid: Grid): number | undefined {
  const named = roles.indexOf('model');
  if (named >= 0) return named;
  const rows = grid.rows.slice(body, body + 8);
  const column = roles.findIndex(
    (role, index) => role === 'other' && rows.every((row) => /\p{L}/u.test(row[index]?.words ?? '')),
  );
  return column < 0 ? undefined : column;
}

function isRate(role: Role): role is RateField {
  return (RATE_FIELDS as readonly string[]).includes(role);
}

function batched(field: RateField, isBatch: boolean): RateField {
  if (!isBatch) return field;
  return field === 'inputPerMTok' ? 'batchInputPerMTok' : field === 'outputPerMTok' ? 'batchOutputPerMTok' : field;
}

interface RateValue {
  amount: string;
  currency: string;
  evidence: ReturnType<typeof exact>;
}

interface Rate extends RateValue {
  field: RateField;
}

/** `context` in the order in which it is believed: header, unit cell, words above. The cell itself comes first. */
function rateIn(
  document: Document,
  { amounts }: Signals,
  cell: Cell,
  context: readonly string[],
): RateValue | undefined {
  if (cell.start < 0 || cell.words.length > 120) return undefined;
  const inside = amounts.filter(({ start, end }) => start >= cell.start && end <= cell.end);
  const [money, other] = inside;
  if (other !== undefined && money !== undefined && other.money.currency === money.money.currency) return undefined;
  const scale = [cell.words, ...context].map(perMillion).find((factor) => factor !== undefined);
  if (scale === undefined) return undefined;
  const evidence = exact(document, cell.start, Math.min(cell.end, cell.start + 160), 'rate-card');
  if (money !== undefined)
    return { amount: timesAmount(money.money.amount, scale), currency: money.money.currency, evidence };
  const currency = context.map(currencyIn).find((code) => code !== undefined);
  const digits = /\d/.exec(document.visible.slice(cell.start, cell.end));
  if (currency === undefined || digits === null || !/^[\d.,\s]+$/.test(cell.words)) return undefined;
  const numeral = numeralAt(document.visible, cell.start + digits.index, { dots: false, spaces: false });
  return numeral === undefined ? undefined : { amount: timesAmount(numeral.value, scale), currency, evidence };
}

function wordsAbove(document: Document, grid: Grid): string {
  return document.visible.slice(Math.max(0, grid.start - WORDS_ABOVE), grid.start);
}

function add(found: Found, words: string, bands: readonly string[], rates: readonly Rate[]): void {
  const [first] = rates;
  const model = modelName(words);
  if (first === undefined || model === undefined) return;
  const band = label(bands.filter((part) => /[\d\p{L}]/u.test(part)).join(', '), 80);
  const same = rates.filter(({ currency }) => currency === first.currency);
  const key = `${model.toLowerCase()}|${band}|${first.currency}`;
  const known = found.byKey.get(key);
  if (known === undefined) {
    if (found.models.length >= MAX_MODELS) return;
    const made: ReadModel = { model, currency: first.currency, evidence: {}, ...(band !== '' && { band }) };
    for (const rate of same) put(made, rate);
    found.models.push(made);
    found.byKey.set(key, made);
    return;
  }
  for (const rate of same) {
    if (known[rate.field] === undefined) put(known, rate);
    else if (known[rate.field] !== rate.amount && found.rejected.length < 50) {
      found.rejected.push({
        quote: label(`${model}: ${rate.evidence.quote}`, 120),
        reason: 'another rate for the same model, further down',
      });
    }
  }
}

const EVIDENCE_OF = {
  inputPerMTok: 'input',
  outputPerMTok: 'output',
  cachedInputPerMTok: 'cachedInput',
  batchInputPerMTok: 'batchInput',
  batchOutputPerMTok: 'batchOutput',
} as const;

function put(model: ReadModel, { field, amount, evidence }: Rate): void {
  if (model[field] !== undefined) return;
  model[field] = amount;
  model.evidence[EVIDENCE_OF[field]] = evidence;
}

function modelName(words: string): string | undefined {
  const name = label(words, 120)
    .replace(/\( ?(?:deprecated|legacy|retired|\d{1,2}) ?\)/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  return name.length < 2 || !/\p{L}/u.test(name) || !isPlain(name) ? undefined : name;
}

/** Model cards: amounts "per M input tokens" in pairs, each pair under the first words of its own element. */
function readList(document: Document, signals: Signals, found: Found): void {
  const rates = signals.amounts.flatMap((signal) => rateOf(document, signal));
  if (rates.length === 0) return;
  const groups: Listed[][] = [];
  for (const rate of rates) {
    const last = groups.at(-1);
    if (
      last !== undefined &&
      !last.some(({ field }) => field === rate.field) &&
      rate.signal.start - (last[0]?.signal.start ?? 0) < 400
    )
      last.push(rate);
    else groups.push([rate]);
  }
  for (const [index, group] of groups.entries()) {
    const before = groups[index - 1]?.at(-1)?.signal.end ?? -1;
    const after = groups[index + 1]?.[0]?.signal.start ?? Number.POSITIVE_INFINITY;
    const first = group[0];
    if (first === undefined) continue;
    let root: PageElement = first.signal.element;
    for (let up = 0; up < 12; up += 1) {
      const parent = parentOf(root);
      if (parent === undefined || parent.start <= before || parent.end > after || parent.name === 'body') break;
      root = parent;
    }
    const line = lineAt(document, root.start);
    if (line === undefined || line.end > first.signal.start) continue;
    const name = document.visible.slice(line.start, Math.min(line.end, line.start + 100));
    add(
      found,
      name,
      [],
      group.map(({ field, signal, scale }) => ({
        field,
        amount: timesAmount(signal.money.amount, scale),
        currency: signal.money.currency,
        evidence: evidenceFor(document, signal, 'rate-card', signal.end + Math.min(signal.terms.reach, 60)),
      })),
    );
  }
}

interface Listed {
  field: RateField;
  scale: 1 | 1000;
  signal: AmountSignal;
}

function rateOf(document: Document, signal: AmountSignal): Listed[] {
  let at: PageElement | undefined = signal.element;
  for (let up = 0; up < 6 && at !== undefined; up += 1) {
    if (isCell(at)) return [];
    at = parentOf(at);
  }
  const { line, start } = signal;
  if (line.end - line.start > 70 || talkIn(document.visible.slice(line.start, line.end).replace(TOKEN_WORDS, '')) > 16)
    return [];
  const tail = document.visible.slice(signal.end, Math.min(line.end, signal.end + 60));
  const scale = perMillion(tail);
  if (scale === undefined) return [];
  const role = roleOf(tail.length > 0 && isRate(roleOf(tail)) ? tail : document.visible.slice(line.start, start));
  return isRate(role) ? [{ field: role, scale, signal }] : [];
}
