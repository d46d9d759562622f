/** What words by an amount, over a column or beside a row say of rates: their kind, their manner, their band. */
import { RATE_FIELDS } from '../../../data/reading.ts';
import { label } from '../page/label.ts';
import { ofMoney, unitIn } from './unit.ts';
import { anyWord, says, spelt } from './words.ts';

export type RateField = (typeof RATE_FIELDS)[number][0];
/** `pair` is input and output in one; `price` a price of whatever its row says; `other` no rate of text. */
export type Role = RateField | 'pair' | 'price' | 'model' | 'band' | 'context' | 'unit' | 'other' | 'none';

/** Under what name the evidence of each rate is kept. */
export const EVIDENCE_OF = Object.fromEntries(RATE_FIELDS) as Record<RateField, (typeof RATE_FIELDS)[number][1]>;

const MAX_LABEL = 200;
const MAX_SHORT = 30;
/** Names of interfaces, not of what is counted. */
const INTERFACE = /\b(?:chat|text) completions?\b/gi;
const MONEY = /[\p{Sc}￥円元]/u;

export function isRate(role: Role): role is RateField {
  return Object.hasOwn(EVIDENCE_OF, role);
}

export function isPriced(role: Role): boolean {
  return isRate(role) || role === 'pair' || role === 'price';
}

export function roleOf(label: string): Role {
  const words = spelt(label.slice(0, MAX_LABEL)).replace(INTERFACE, '');
  const isPrice = MONEY.test(words) || says(words, 'price', 'code');
  if (!isPrice && says(words, 'band'))
    return says(words, 'context') && !says(words, 'input', 'output') ? 'context' : 'band';
  const { isInput, isOutput } = directionsIn(words);
  const isRead = words.length <= MAX_SHORT && says(words, 'cacheRead', 'cacheWrite');
  const isCached = isRead || says(words, 'cached');
  const isOtherMode = says(words, 'notARate') || isOtherModality(words);
  if (isCached && !(isInput && isOutput)) {
    if (says(words, 'cacheMiss') && !isOtherMode) return isOutput && !isInput ? 'other' : 'inputPerMTok';
    return isOtherMode || says(words, 'cacheWrite') || isOutput ? 'other' : 'cachedInputPerMTok';
  }
  if (!isInput && !isOutput) return roleOfRest(words, isPrice, isOtherMode);
  if (isOtherMode) return 'other';
  if (isInput && isOutput) return 'pair';
  if (says(words, 'batch')) return isInput ? 'batchInputPerMTok' : 'batchOutputPerMTok';
  return isInput ? 'inputPerMTok' : 'outputPerMTok';
}

function roleOfRest(words: string, isPrice: boolean, isOtherMode: boolean): Role {
  if (isPrice) return isOtherMode ? 'other' : 'price';
  if (words.length <= 40 && says(words, 'model')) return 'model';
  if (words.length <= 20 && says(words, 'unit')) return 'unit';
  if (isOtherMode) return 'other';
  if (words.length <= 40 && says(words, 'context')) return 'context';
  const { isOther, factor } = ofMoney(unitIn(words));
  return !isOther && factor !== undefined ? 'price' : 'none';
}

/** What the words beside an amount say it is for; "in" and "out" do in short ones. */
export function ownRole(words: string): Role {
  const role = roleOf(words);
  if (role !== 'none' && role !== 'price' && role !== 'unit') return role;
  if (words.length > 60) return role;
  const [isIn, isOut] = [
    /(?<![\p{L}-])in(?![\p{L}-]|\s(?:\p{Sc}|(?:usd|eur|us|cny|the|your?|our)(?!\p{L})))/iu.test(words),
    /(?<![\p{L}-])out(?![\p{L}-])/iu.test(words),
  ];
  if (isIn === isOut) return isIn ? 'pair' : role;
  return isIn ? 'inputPerMTok' : 'outputPerMTok';
}

/** The order that words put kinds of token in: "input / cached input / output". */
export function orderIn(words: string): RateField[] | undefined {
  let run: RateField[] = [];
  for (const part of words.split(/\s?(?:\/|→|->|[·|,，、&()（）]|\band\b)\s?/)) {
    const role = part.length > 90 ? 'other' : ownRole(part);
    if (isRate(role) && !run.includes(role)) run.push(role);
    else if (run.length > 1) return run;
    else if (part.trim() !== '') run = isRate(role) ? [role] : [];
  }
  return run.length > 1 ? run : undefined;
}

/** Sound and pictures, and no text with them. */
export function isOtherModality(words: string): boolean {
  return says(words, 'otherMode') && !says(words, 'text', 'multimodal');
}

/** Output that was thought about first, where the page has another rate for output that was not. */
export function isThinking(words: string): boolean {
  return says(words, 'thinking') && !says(words, 'notThinking') && !words.includes('&');
}

export type Manner = 'batch' | 'apart' | undefined;

/** What headings or labels say of all the rates under them: of batches, or none of the model's own. */
export function mannerOf(words: string): Manner {
  if (says(words, 'apart') || isOtherModality(words)) return 'apart';
  return says(words, 'batch') && !says(words, 'live') ? 'batch' : undefined;
}

/** The same in a batch; of what is cached there is none. */
export function batched(field: RateField): RateField | undefined {
  if (field === 'cachedInputPerMTok') return undefined;
  return field.startsWith('input') || field === 'batchInputPerMTok' ? 'batchInputPerMTok' : 'batchOutputPerMTok';
}

const GENERIC = new RegExp(
  anyWord('generic', 'model', 'modelNoun', 'live', 'batch', 'text', 'otherMode', 'token', 'value', 'context', 'unit'),
  'giu',
);

/** Words that head prices and name no model. */
export function isGeneric(words: string): boolean {
  const role = roleOf(words);
  if (isRate(role) || role === 'pair' || says(words, 'price', 'billing')) return true;
  return unitIn(words).factor !== undefined || !/\p{L}/u.test(words.replace(GENERIC, ''));
}

const BAND =
  /(?:\d[\d,.]{0,9}\s?[km]?\s?)?(?:[≤≥<>＜＞]=?|(?<!\p{L})(?:up to|over|above|under|below|beyond|more than|less than|greater than))\s?(?:(?:tokens?|prompts?|inputs?|输入长度)\s?[≤<]=?\s?)?\d[\d,.]{0,9}\s?[km]?(?![\p{L}\d])|[([（]?(?<![\p{L}\d.-])\d[\d.,]{0,7}\s?[km]?\s?[-–~,]\s?\d[\d.,]{0,7}\s?[km](?![\p{L}\d])[)\]）]?|(?<![\p{L}\d.-])\d[\d.]{0,7}\s?[km]?\+(?![\p{L}\d])/iu;
const AFTER_BAND = /^\s?(?:(?:input|output|prompt|context) )?tokens?/i;
const BEFORE_BAND = /(?:(?<!\p{L})(?:prompts?|inputs?|context(?: length)?)|输入长度|输入|长度)\s?$/iu;
/** What a band is one of, and no kind of rate. */
const PROMPTS = /(?<!\p{L})(?:prompts?|context(?: length)?)\s?$|(?:输入)?长度\s?$/iu;
const ROUND_BAND = new RegExp(anyWord('context', 'token', 'input', 'band', 'of'), 'giu');

/** The stretch of context that words bind a rate to, as they put it: "prompts > 200k tokens". */
export function bandIn(words: string): string | undefined {
  const found = BAND.exec(words);
  if (found === null) return undefined;
  const before = BEFORE_BAND.exec(words.slice(0, found.index))?.[0] ?? '';
  const after = AFTER_BAND.exec(words.slice(found.index + found[0].length))?.[0] ?? '';
  return label(`${before}${found[0]}${after}`.replace(/<=/g, '≤').replace(/>=/g, '≥'), 80) || undefined;
}

/** Input, output, both or neither. */
export function directionsIn(words: string): { isInput: boolean; isOutput: boolean } {
  const plain = words.replace(INTERFACE, '');
  return { isInput: says(plain, 'input'), isOutput: says(plain, 'output') };
}

export function withoutBand(words: string): string {
  const band = BAND.exec(words);
  if (band === null) return words;
  const before = words.slice(0, band.index).replace(PROMPTS, '');
  return `${before}${words.slice(band.index + band[0].length).replace(AFTER_BAND, '')}`;
}

/** A band of context and nothing else: "↳ >200K context". */
export function wholeBand(words: string): string | undefined {
  const rest = withoutBand(words).replace(ROUND_BAND, '');
  return /[\p{L}\p{N}]/u.test(rest) ? undefined : bandIn(words);
}
