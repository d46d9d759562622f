/**
 * Rates in data that was made for scripts: objects with a name, an input and an output rate, whatever their shape.
 *
 * A list is believed where the page shows its models, or, where the page shows no amount at all, where the list leaves
 * no currency open. Two lists at odds about a model say nothing of it. Linear in the data, and bounded.
 */
import type { ReadModel } from '../../../data/reading.ts';
import { wordsOf } from '../declared/field.ts';
import type { DataEntry, DataObject, DataValue } from '../declared/literal.ts';
import type { Cite, PageData } from '../declared/page-data.ts';
import type { Document } from '../page/document.ts';
import { isPlain, label } from '../page/label.ts';
import { type Mentions, scaled } from './cell.ts';
import { EVIDENCE_OF, isRate, type RateField, roleOf } from './kinds.ts';
import { unitOfPage } from './surroundings.ts';
import { factorOf, type Unit, unitIn } from './unit.ts';
import { says } from './words.ts';

interface DataRate {
  field: RateField;
  /** Per million tokens. */
  amount: string;
  currency: string | undefined;
  entry: DataEntry;
}

interface DataModel {
  /** Everything that it is called, the likeliest first. */
  names: string[];
  rates: DataRate[];
}

interface ModelList {
  /** Keys and places from the root to the list. */
  path: string[];
  models: DataModel[];
}

const NAMES = 'displayName display_name name title label modelName model_name model modelId model_id id slug'.split(
  ' ',
);
const UNIT_FIELD = /^(?:per|unit|price_?unit|pricing_?unit|currency|billing_?unit)$/i;
const MAX_LISTS = 40;
const MAX_MODELS = 300;
const MAX_READ = 500;
const MAX_NODES = 100_000;
/** Of objects within a model's. */
const MAX_DEPTH = 3;
const MAX_FIELDS = 80;
const MAX_PATH = 40;
/** Of a list, so many models are looked for in the page's text, and in so much of it. */
const MAX_LOOKED_FOR = 40;
const MAX_TEXT = 400_000;
/** Less than any rate per million tokens. */
const CHEAPEST = 0.001;
/** Nothing else in a page's data is a rate's field. */
const FIELDS = /(?:input|prompt)[\w-]{0,30}["']?\s{0,5}:/i;
const NO_RATE = /(?<!\p{L})(?:min|count|threshold|ratio|peak|estimate|request|per request)(?!\p{L})/u;
const VALUE =
  /^(?:US)?[\p{Sc}￥]?\s?(\d{1,6}(?:\.\d{1,9})?)(?:\s?(?:元|€|USD|EUR|CNY))?(?:\s?(?:\/|per)\s?[\w ]{1,20})?$/iu;
const CURRENCIES: readonly [string, RegExp][] = [
  ['USD', /\bUSD\b|\$/i],
  ['EUR', /\bEUR\b|€/i],
  ['CNY', /\bCNY\b|\bRMB\b|元|人民币/i],
  ['GBP', /\bGBP\b|£/i],
  ['INR', /\bINR\b|₹/i],
];

export function modelsOf(document: Document, mentions: Mentions, parts: readonly PageData[], cite: Cite): ReadModel[] {
  // Most parts are of one text, the page's source.
  const texts = new Set(parts.map(({ text }) => text));
  if (![...texts].some((text) => FIELDS.test(text))) return [];
  const unit = unitOfPage(document, mentions);
  const shown = document.visible.slice(0, MAX_TEXT).toLowerCase();
  const [currency, ...others] = new Set(mentions.amounts.map(({ money }) => money.currency));
  const isShell = currency === undefined;
  const found = new Map<string, ReadModel | 'at odds'>();
  for (const data of parts) {
    for (const list of listsIn(data, unit)) {
      if (isShell ? !isWhole(list) : !isShown(list, shown)) continue;
      for (const model of list.models) {
        const evidenceOf = ({ entry }: DataRate) => cite(entry, data, list);
        const read = modelFrom(model, { shown, evidenceOf, currency: others.length === 0 ? currency : undefined });
        if (read === undefined || found.size >= MAX_READ) continue;
        const key = read.model.toLowerCase();
        const known = found.get(key);
        found.set(
          key,
          known === undefined || (known !== 'at odds' && isSame(known, read)) ? (known ?? read) : 'at odds',
        );
      }
    }
  }
  return [...found.values()].filter((model) => model !== 'at odds');
}

function isWhole({ models }: ModelList): boolean {
  return models.every(({ rates }) => rates.every(({ currency }) => currency !== undefined));
}

function isShown({ models }: ModelList, shown: string): boolean {
  const some = models.slice(0, MAX_LOOKED_FOR);
  return some.filter(({ names }) => nameShown(names, shown) !== undefined).length * 2 >= some.length;
}

function nameShown(names: readonly string[], shown: string): string | undefined {
  return names.find((name) => shown.includes(name.toLowerCase()));
}

interface Sight {
  shown: string;
  currency: string | undefined;
  evidenceOf(rate: DataRate): ReturnType<Cite>;
}

function modelFrom({ names, rates }: DataModel, { shown, currency, evidenceOf }: Sight): ReadModel | undefined {
  const model = label(nameShown(names, shown) ?? names[0] ?? '', 120);
  const code = rates.find((rate) => rate.currency !== undefined)?.currency ?? currency;
  if (code === undefined || model.length < 2 || !isPlain(model)) return undefined;
  const read: ReadModel = { model, currency: code, evidence: {} };
  for (const rate of rates) {
    const evidence = evidenceOf(rate);
    if (evidence === undefined || (rate.currency ?? code) !== code) return undefined;
    read[rate.field] = rate.amount;
    read.evidence[EVIDENCE_OF[rate.field]] = evidence;
  }
  return read;
}

function isSame(one: ReadModel, other: ReadModel): boolean {
  const fields = ['currency', 'inputPerMTok', 'outputPerMTok', 'cachedInputPerMTok'] as const;
  return fields.every((field) => one[field] === other[field]);
}

/** Lists of at least two models with rates, in the order of the data. */
function listsIn({ root, name }: PageData, unit: Unit): ModelList[] {
  const lists: ModelList[] = [];
  const seen = new Set<DataValue>();
  const open: { node: DataValue; path: string[] }[] = [{ node: root, path: name === '' ? [] : [name] }];
  for (let place = open.pop(); place !== undefined && lists.length < MAX_LISTS; place = open.pop()) {
    const { node, path } = place;
    if (seen.has(node) || seen.size > MAX_NODES) continue;
    seen.add(node);
    const parts = partsOf(node);
    const about = path
      .slice(-3)
      .flatMap((step) => wordsOf(step.slice(0, 60)))
      .join(' ');
    const models = parts.slice(0, MAX_MODELS).flatMap(({ key, value }) => modelOf(key, value, { about, unit }) ?? []);
    if (models.length > 1 && models.length * 2 >= parts.length) lists.push({ path, models });
    else
      open.push(
        ...parts
          .reverse()
          .map(({ key, value }) => ({ node: value, path: path.length > MAX_PATH ? path : [...path, key] })),
      );
  }
  return lists;
}

/** What a list or an object of models, by their ids, holds: objects and lists. */
function partsOf(node: DataValue): { key: string; value: DataValue }[] {
  if (node.kind !== 'array' && node.kind !== 'object') return [];
  const parts = node.kind === 'array' ? node.items.map((value, at) => ({ key: String(at), value })) : node.entries;
  return parts.filter(({ value }) => value.kind === 'array' || value.kind === 'object');
}

function modelOf(key: string, node: DataValue, { about, unit }: { about: string; unit: Unit }): DataModel | undefined {
  if (node.kind !== 'object') return undefined;
  const said = NAMES.flatMap((name) => nameAt(node, name) ?? []);
  const names = said.length > 0 ? said : /^(?=.*\d)(?=.*[a-z])[\w./:-]{3,80}$/i.test(key) ? [key] : [];
  if (names.length === 0) return undefined;
  const rates: DataRate[] = [];
  for (const { words, entry, beside } of fieldsOf(node)) {
    const role = says(`${words} ${about}`, 'price', 'code') && !NO_RATE.test(words) ? roleOf(words) : 'other';
    if (!isRate(role) || says(words, 'apart', 'former', 'elsewhere', 'otherUnit', 'notARate')) continue;
    const rate = rateOf(entry, [words, beside, about], unit);
    if (rate === undefined) continue;
    // Two rates for the same thing decide nothing.
    if (rates.some(({ field }) => field === role)) return undefined;
    rates.push({ ...rate, field: role, entry });
  }
  const isWhole = ['inputPerMTok', 'outputPerMTok'].every((field) => rates.some((rate) => rate.field === field));
  return isWhole ? { names, rates } : undefined;
}

function nameAt({ entries }: DataObject, name: string): string | undefined {
  const value = entries.find(({ key }) => key === name)?.value;
  const words = value?.kind === 'string' && value.value.length < 120 ? value.value.trim() : '';
  return words === '' ? undefined : words;
}

interface Field {
  /** Of its key and of those that it stands in. */
  words: string;
  entry: DataEntry;
  /** What the fields beside it say of unit and currency. */
  beside: string;
}

/** The numbers, and texts that hold one, of an object and of what stands in it. */
function fieldsOf(root: DataObject): Field[] {
  const fields: Field[] = [];
  const open: { node: DataObject; words: string; beside: string; depth: number }[] = [
    { node: root, words: '', beside: '', depth: 0 },
  ];
  for (let at = open.pop(); at !== undefined && fields.length < MAX_FIELDS; at = open.pop()) {
    const { node, words, depth } = at;
    const entries = node.entries.slice(0, MAX_FIELDS);
    const units = entries.flatMap(({ key, value }) =>
      value.kind === 'string' && value.value.length < 40 && UNIT_FIELD.test(key) ? [value.value] : [],
    );
    const beside = [at.beside, ...units].join(' ');
    for (const entry of entries) {
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

function rateOf(
  { value }: DataEntry,
  words: readonly string[],
  unit: Unit,
): Pick<DataRate, 'amount' | 'currency'> | undefined {
  if (value.kind !== 'number' && value.kind !== 'string') return undefined;
  const said = value.value.trim();
  const numeral = VALUE.exec(said)?.[1];
  const factor = factorOf([unitIn(said), ...words.map(unitIn), unit]);
  const amount = numeral === undefined || factor === undefined ? undefined : scaled(numeral, factor);
  if (amount === undefined || (Number(amount) < CHEAPEST && Number(amount) !== 0)) return undefined;
  const currency = [said, ...words]
    .map((each) => CURRENCIES.find(([, pattern]) => pattern.test(each))?.[0])
    .find((code) => code !== undefined);
  return { amount, currency };
}
