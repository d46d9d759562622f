/**
 * Finds lists of models with token rates in data that was made for scripts: objects with a name, an input and an
 * output rate, whatever their shape.
 *
 * A rate counts only where its field, one beside it, or the page says per how many tokens, and in what money. Which
 * list is believed is for the caller (state.ts). Linear in the data, and bounded.
 */
import { Decimal } from 'decimal.js';
import { toAmount } from '../../../data/money.ts';
import { wordsOf } from '../declared/field.ts';
import type { DataEntry as JsonEntry, DataValue as JsonNode, DataObject as JsonObject } from '../declared/literal.ts';
import type { PageData } from '../declared/page-data.ts';
import type { RateField } from '../rates/token-rate.ts';
import { currencyIn, perMillion, type Scale } from '../rates/token-rate.ts';

export interface DataRate {
  field: RateField;
  /** Per million tokens. */
  amount: string;
  currency: string | undefined;
  entry: JsonEntry;
}

export interface DataModel {
  /** Everything that it is called, the likeliest first. */
  names: string[];
  rates: DataRate[];
}

export interface ModelList {
  /** Keys and places from the root to the list. */
  path: string[];
  models: DataModel[];
}

const NAMES = [
  'displayName',
  'display_name',
  'name',
  'title',
  'label',
  'modelName',
  'model_name',
  'model',
  'modelId',
  'model_id',
  'id',
  'slug',
];
const MAX_LISTS = 40;
const MAX_MODELS = 300;
const MAX_NODES = 100_000;
/** Of objects within a model's. */
const MAX_DEPTH = 3;
const MAX_FIELDS = 80;
/** Less than any rate per million tokens, and dearer than any. */
const CHEAPEST = 0.001;
const DEAREST = 5000;

const MONEY = /pric|cost|rate|usd|eur|cny|fee/;
/** Counts, and rates of what is no text, of training, of certain hours. */
const OTHER =
  /max|min|limit|context|window|length|count|total|audio|image|video|speech|vision|pixel|request|second|minute|search|training|finetun|discount|original|old|former|official|peak|priority|flex|usage|estimate|threshold|multiplier|ratio/;

interface Setting {
  scale: Scale | undefined;
  /** The words of what the list is called and stands in. */
  about: string;
}

interface Place {
  node: JsonNode;
  path: string[];
}

/** Lists of at least two models with rates, in the order of the data. `scale` is what the page says for all its rates. */
export function modelsIn({ root, name }: PageData, scale: Scale | undefined): ModelList[] {
  const lists: ModelList[] = [];
  const seen = new Set<JsonNode>();
  const open: Place[] = [{ node: root, path: name === '' ? [] : [name] }];
  for (let place = open.pop(); place !== undefined && lists.length < MAX_LISTS; place = open.pop()) {
    const { node, path } = place;
    if (seen.has(node) || seen.size > MAX_NODES) continue;
    seen.add(node);
    const parts = partsOf(node);
    const about = path
      .slice(-3)
      .flatMap((step) => wordsOf(step.slice(0, 60)))
      .join(' ');
    const models = parts.slice(0, MAX_MODELS).flatMap(({ key, value }) => modelOf(key, value, { scale, about }) ?? []);
    if (models.length > 1 && models.length * 2 >= parts.length) lists.push({ path, models });
    else
      open.push(
        ...parts.reverse().map(({ key, value }) => ({ node: value, path: path.length > 40 ? path : [...path, key] })),
      );
  }
  return lists;
}

/** What a list or an object of models, by their ids, holds: objects and lists. */
function partsOf(node: JsonNode): { key: string; value: JsonNode }[] {
  const parts =
    node.kind === 'array'
      ? node.items.map((value, at) => ({ key: String(at), value }))
      : node.kind === 'object'
        ? node.entries
        : [];
  return parts.filter(({ value }) => value.kind === 'array' || value.kind === 'object');
}

function modelOf(key: string, node: JsonNode, { scale, about }: Setting): DataModel | undefined {
  if (node.kind !== 'object') return undefined;
  const said = NAMES.flatMap((name) => wordsAt(node, name) ?? []);
  const names = said.length > 0 ? said : /^(?=.*\d)(?=.*[a-z])[\w./:-]{3,80}$/i.test(key) ? [key] : [];
  if (names.length === 0) return undefined;
  const rates: DataRate[] = [];
  for (const { words, entry, beside } of fieldsOf(node)) {
    const field = MONEY.test(words) || MONEY.test(about) ? fieldOf(words) : undefined;
    const rate = field && rateOf(entry, `${about} ${words} ${beside}`, scale);
    if (field === undefined || rate === undefined) continue;
    // Two rates for the same thing decide nothing.
    if (rates.some((other) => other.field === field)) return undefined;
    rates.push({ ...rate, field, entry });
  }
  const isWhole = ['inputPerMTok', 'outputPerMTok'].every((field) => rates.some((rate) => rate.field === field));
  return isWhole ? { names, rates } : undefined;
}

function wordsAt({ entries }: JsonObject, name: string): string | undefined {
  const value = entries.find(({ key }) => key === name)?.value;
  return value?.kind === 'string' && value.value.trim() !== '' && value.value.length < 120
    ? value.value.trim()
    : undefined;
}

interface Field {
  /** Of its key and of those that it stands in. */
  words: string;
  entry: JsonEntry;
  /** What the fields beside it say of unit and currency. */
  beside: string;
}

/** The numbers, and texts that hold one, of an object and of what stands in it. */
function fieldsOf(root: JsonObject): Field[] {
  const fields: Field[] = [];
  const open: { node: JsonObject; words: string; beside: string; depth: number }[] = [
    { node: root, words: '', beside: '', depth: 0 },
  ];
  for (let at = open.pop(); at !== undefined && fields.length < MAX_FIELDS; at = open.pop()) {
    const { node, words, depth } = at;
    const beside = `${at.beside} ${unitsIn(node)}`;
    for (const entry of node.entries.slice(0, MAX_FIELDS)) {
      const { key, value } = entry;
      const own = `${words} ${wordsOf(key.slice(0, 60)).join(' ')}`;
      if (value.kind === 'number' || value.kind === 'string') fields.push({ words: own, entry, beside });
      const only = value.kind === 'array' && value.items.length === 1 ? value.items[0] : value;
      if (only?.kind === 'object' && depth < MAX_DEPTH && open.length < MAX_FIELDS)
        open.push({ node: only, words: own, beside, depth: depth + 1 });
    }
  }
  return fields;
}

/** "currency": "EUR", "per": "1M tokens". */
function unitsIn({ entries }: JsonObject): string {
  return entries
    .slice(0, MAX_FIELDS)
    .flatMap(({ key, value }) =>
      value.kind === 'string' &&
      value.value.length < 40 &&
      /^(?:per|unit|price_?unit|pricing_?unit|currency|billing_?unit)$/i.test(key)
        ? [value.value]
        : [],
    )
    .join(' ');
}

function fieldOf(words: string): RateField | undefined {
  if (OTHER.test(words)) return undefined;
  const isInput = /\binput|\bprompt/.test(words);
  const isOutput = /\boutput|\bcompletion/.test(words);
  if (/\bcache/.test(words)) return /write|creat|stor|miss|output/.test(words) ? undefined : 'cachedInputPerMTok';
  if (isInput === isOutput) return undefined;
  if (/\bbatch/.test(words)) return isInput ? 'batchInputPerMTok' : 'batchOutputPerMTok';
  return isInput ? 'inputPerMTok' : 'outputPerMTok';
}

const VALUE = /^(?:US)?[$€£¥￥]?\s?\d{1,6}(?:\.\d{1,9})?(?:\s?(?:元|€|USD|EUR|CNY))?(?:\s?(?:\/|per)\s?[\w ]{1,20})?$/i;

function rateOf(
  { value }: JsonEntry,
  words: string,
  ofPage: Scale | undefined,
): Pick<DataRate, 'amount' | 'currency'> | undefined {
  if (value.kind !== 'number' && value.kind !== 'string') return undefined;
  const said = value.value.trim();
  const numeral = VALUE.test(said) ? /\d{1,6}(?:\.\d{1,9})?/.exec(said)?.[0] : undefined;
  const scale = perMillion(said) ?? scaleIn(words) ?? ofPage;
  if (numeral === undefined || scale === undefined) return undefined;
  const rate = new Decimal(numeral).times(scale);
  if ((rate.lt(CHEAPEST) && !rate.isZero()) || rate.gt(DEAREST)) return undefined;
  return { amount: toAmount(rate), currency: currencyIn(said) ?? currencyIn(words.toUpperCase()) };
}

/** "input price per 1m", "cost per million input tokens", "1M tokens". */
function scaleIn(words: string): Scale | undefined {
  if (/\b(?:per|usd|eur)? ?(?:1 ?)?m ?tok|\bper ?(?:1 ?)?(?:m|million)\b|\bmillion\b/i.test(words)) return 1;
  if (/\bper ?(?:1 ?)?(?:k|thousand|1000)\b|\b1k\b/i.test(words)) return 1000;
  return perMillion(words);
}
