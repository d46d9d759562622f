/**
 * Reads token rates: tables of models against kinds of token, and lists of model cards.
 *
 * A rate counts only where the page says which kind of token it is for and per how many: by the amount, over its
 * column, beside its row, around its table, or once for all its prices. Rates are kept per million tokens, exactly.
 */
import type { Reading, ReadModel, Rejected } from '../../../data/reading.ts';
import type { Document } from '../page/document.ts';
import { isPlain, label } from '../page/label.ts';
import type { Mentions, Page, Rate } from './cell.ts';
import { EVIDENCE_OF } from './kinds.ts';
import { laidOutGrids } from './laid-out.ts';
import { listedRates } from './list.ts';
import { modelName } from './names.ts';
import { unitOfPage } from './surroundings.ts';
import { type RateRow, tableRates } from './table.ts';
import { namesTokens } from './unit.ts';

const MAX_MODELS = 500;
const MAX_REJECTED = 50;
const MAX_HEADING = 48;
const BAND_WORDS = /\s?(?:input|cached|prompts?|context|tokens?)\s?/gi;
/** Spans make a small page a table of millions of cells. */
const MAX_CELLS = 20_000;

interface Found {
  models: ReadModel[];
  byKey: Map<string, ReadModel>;
  /** What each model's rates stand under. */
  headings: Map<ReadModel, string | undefined>;
  rejected: Rejected[];
}

export function readRateCards(document: Document, mentions: Mentions): Reading {
  const found: Found = { models: [], byKey: new Map(), headings: new Map(), rejected: [] };
  if (namesTokens(document.visible)) {
    const tables = { ...mentions, document, unit: unitOfPage(document, mentions) };
    const grids = [...mentions.grids, ...laidOutGrids(tables)].sort((a, b) => a.start - b.start);
    const page = { ...tables, grids };
    const rows = [...tableRows(page), ...listedRates(page)];
    inOneCurrency(rows);
    for (const row of rows) add(found, row);
  }
  return { reader: 'rate-card', tiers: [], models: found.models, rejected: found.rejected };
}

function tableRows(page: Page): RateRow[] {
  const rows: RateRow[] = [];
  let from = 0;
  let cells = 0;
  for (const grid of page.grids) {
    cells += grid.rows.reduce((sum, row) => sum + row.length, 0);
    if (cells > MAX_CELLS) break;
    rows.push(...tableRates(page, grid, from));
    from = Math.max(from, grid.end);
  }
  return rows;
}

/** "¥0.4" can't be yen, so "¥4" beside it isn't either. */
function inOneCurrency(rows: readonly RateRow[]): void {
  const rates = rows.flatMap((row) => row.rates);
  const yen = rates.filter(({ evidence }) => /[¥￥]/.test(evidence.quote));
  if (yen.some(({ currency }) => currency === 'CNY'))
    for (const rate of yen) if (rate.currency === 'JPY') rate.currency = 'CNY';
}

function add(found: Found, { model: words, bands, rates, heading }: RateRow): void {
  const name = modelName(words);
  if (name === undefined) return;
  const whole = label(bands.filter((part) => /[\d\p{L}]/u.test(part)).join(', '), 80);
  const banded = rates.map((rate) => ({ rate, band: label([whole, rate.band ?? ''].filter(Boolean).join(', '), 80) }));
  const isKnown = banded.some(({ rate, band }) =>
    isOfOther(found, found.byKey.get(keyOf(name, rate.currency, band)), { rate, heading }),
  );
  const model = isKnown && heading !== undefined ? label(`${name} (${heading})`, 120) : name;
  if (!isPlain(model)) return;
  for (const { rate, band } of banded) {
    if (band !== '' && !isPlain(band.replace(BOUNDS, ' ').trim())) continue;
    const key = keyOf(model, rate.currency, band);
    let known = found.byKey.get(key);
    if (known === undefined) {
      if (found.models.length >= MAX_MODELS) return;
      known = { model, currency: rate.currency, evidence: {}, ...(band !== '' && { band }) };
      found.models.push(known);
      found.byKey.set(key, known);
      found.headings.set(known, heading);
    }
    put(found, known, rate);
  }
}

function keyOf(model: string, currency: string, band: string): string {
  // "≤ 200K input tokens" and "≤ 200K" are one band.
  return `${model.toLowerCase()}|${band.replace(BAND_WORDS, '')}|${currency}`;
}

/** Whether a group under another heading has another rate for this model; then its heading tells the two apart. */
function isOfOther(
  { headings }: Found,
  known: ReadModel | undefined,
  { rate, heading }: { rate: Rate; heading: string | undefined },
): boolean {
  if (known === undefined || heading === undefined || (known[rate.field] ?? rate.amount) === rate.amount) return false;
  const first = headings.get(known);
  return first !== undefined && first !== heading && heading.length <= MAX_HEADING;
}

/** What bounds a band of context beside plain words; of a prompt, only its length. */
const BOUNDS = /\bprompts?(?= ?(?:length|size|tokens?|[≤≥<>]))|[≤≥<>＜＞[\]~∞]/gi;

/** The first rate that a page states stands. */
function put(found: Found, model: ReadModel, { field, amount, evidence }: Rate): void {
  const known = model[field];
  if (known === undefined) {
    model[field] = amount;
    model.evidence[EVIDENCE_OF[field]] = evidence;
  } else if (known !== amount && found.rejected.length < MAX_REJECTED) {
    const quote = label(`${model.model}: ${evidence.quote}`, 120);
    found.rejected.push({ quote, reason: 'another rate for the same model, further down' });
  }
}
