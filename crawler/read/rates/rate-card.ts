/**
 * Reads token rates: tables of models against kinds of token, and lists of model cards.
 *
 * A rate counts only where the page says which kind of token it is for and per how many: in the cell, the header, a
 * unit column, the words just above, or once for all its prices. Rates are kept per million tokens, exactly.
 */
import type { Reading, ReadModel, Rejected } from '../../../data/reading.ts';
import type { Document } from '../page/document.ts';
import { isPlain, label } from '../page/label.ts';
import type { Signals } from '../tiers/signals.ts';
import { laidOutGrids } from './laid-out.ts';
import { scaleOfPage } from './page-scale.ts';
import type { Rate } from './rate-cell.ts';
import { listedRates } from './rate-list.ts';
import { rateRows } from './rate-table.ts';
import type { RateRow } from './table-cells.ts';
import { EVIDENCE_OF, tellsOfTokens } from './token-rate.ts';

const MAX_MODELS = 500;
const MAX_REJECTED = 50;
const MAX_CELLS = 20_000;

interface Found {
  models: ReadModel[];
  /** Of each model, its letters and digits alone. */
  plain: string[];
  byKey: Map<string, ReadModel>;
  rejected: Rejected[];
  /** Of models whose rates stand under a heading of one channel. */
  offers: Map<ReadModel, string>;
}

export function readRateCards(document: Document, signals: Signals): Reading {
  const found: Found = { models: [], plain: [], byKey: new Map(), rejected: [], offers: new Map() };
  const scale = scaleOfPage(document, signals);
  const budget = { cells: MAX_CELLS };
  const rows: RateRow[] = [];
  let from = 0;
  const grids = tellsOfTokens(document.visible) ? [...signals.grids, ...laidOutGrids(document)] : signals.grids;
  for (const grid of grids) {
    rows.push(...rateRows(document, signals, grid, { from, scale, budget }));
    from = Math.max(from, grid.end);
  }
  const listed = listedRates(document, signals, scale);
  inOneYen([...rows, ...listed]);
  for (const row of rows) add(found, row);
  for (const row of listed) if (!isSaid(found, row)) add(found, row);
  return { reader: 'rate-card', tiers: [], models: found.models, rejected: found.rejected };
}

/** "¥0.4" can't be yen, so "¥4" beside it isn't either: a page whose "¥" is yuan in one rate has it in all. */
function inOneYen(rows: readonly RateRow[]): void {
  const signed = rows.flatMap(({ rates }) => rates.filter(({ evidence }) => /[¥￥]/.test(evidence.quote)));
  if (!signed.some(({ currency }) => currency === 'CNY')) return;
  for (const rate of signed) if (rate.currency === 'JPY') rate.currency = 'CNY';
}

function add(found: Found, { model: words, bands, rates, offer }: RateRow): void {
  const name = modelName(words);
  if (name === undefined) return;
  const model = offer === undefined || !isOffered(found, name, offer, rates) ? name : label(`${name} (${offer})`, 120);
  const whole = label(bands.filter((part) => /[\d\p{L}]/u.test(part)).join(', '), 80);
  for (const rate of rates) {
    const band = label([whole, rate.band ?? ''].filter(Boolean).join(', '), 80);
    if (band !== '' && !isPlain(band.replace(BOUNDS, ' ').trim())) continue;
    const key = `${model.toLowerCase()}|${band}|${rate.currency}`;
    let known = found.byKey.get(key);
    if (known === undefined) {
      if (found.models.length >= MAX_MODELS) return;
      known = { model, currency: rate.currency, evidence: {}, ...(band !== '' && { band }) };
      found.models.push(known);
      found.plain.push(plainKey(model));
      if (offer !== undefined) found.offers.set(known, offer);
      found.byKey.set(key, known);
    }
    put(found, known, rate);
  }
}

/** Whether another channel's rates for this model are known and differ; then both are named by their channels. */
function isOffered({ models, offers }: Found, name: string, offer: string, rates: readonly Rate[]): boolean {
  const own = label(`${name} (${offer})`, 120);
  if (models.some((known) => known.model === own)) return true;
  const others = models.filter((known) => {
    const of = offers.get(known);
    if (of === undefined || of === offer) return false;
    return known.model === name || known.model === label(`${name} (${of})`, 120);
  });
  const differs = others.some((known) => rates.some(({ field, amount }) => (known[field] ?? amount) !== amount));
  if (!differs || !isPlain(own)) return false;
  for (const known of others)
    if (known.model === name) known.model = label(`${name} (${offers.get(known) ?? ''})`, 120);
  return true;
}

/** "Puffin 2" with the rates of "acme/puffin-2": the name that people read of the model already known by its id. */
function isSaid({ models, plain }: Found, { model, rates }: RateRow): boolean {
  const key = plainKey(model);
  return models.some((known, index) => {
    const other = plain[index] ?? '';
    const [short, long] = key.length < other.length ? [key, other] : [other, key];
    if (short.length < 5 || short === long || !long.endsWith(short)) return false;
    const isId = (known.model.length > model.length ? known.model : model).includes('/');
    return isId && rates.every(({ field, amount, currency }) => known[field] === amount && known.currency === currency);
  });
}

function plainKey(model: string): string {
  return model.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** What bounds a band of context beside plain words; of a prompt, only its length. */
const BOUNDS = /\bprompts?(?= ?(?:length|size|tokens?|[≤≥<>]))|[≤≥<>[\]~∞]/gi;

/** The first rate that a page states stands. */
function put(found: Found, model: ReadModel, { field, amount, evidence }: Rate): void {
  const known = model[field];
  if (known === undefined) {
    model[field] = amount;
    model.evidence[EVIDENCE_OF[field]] = evidence;
  } else if (known !== amount && found.rejected.length < MAX_REJECTED) {
    found.rejected.push({
      quote: label(`${model.model}: ${evidence.quote}`, 120),
      reason: 'another rate for the same model, further down',
    });
  }
}

function modelName(words: string): string | undefined {
  const name = label(words, 120)
    .replace(/\( ?(?:deprecated|legacy|retired|\d{1,2}) ?\)/gi, '')
    .replace(/\s?\[?\^\d{1,2}\]?|\s?[*†‡]{1,3}$/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s?[:：]\s?$/, '')
    // "@scope/model": a name that begins so would be a formula in a spreadsheet.
    .replace(/^@(?=[\w-]{1,40}\/\w)/, '')
    .trim();
  return name.length < 2 || !/\p{L}/u.test(name) || !isPlain(name) ? undefined : name;
}
