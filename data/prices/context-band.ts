/** The lengths of prompts that a band of a rate card applies to, from the vendor's words for it. */

/** In tokens: above `over`, and up to and including `upTo`. */
export interface Bounds {
  over: number;
  upTo: number;
}

const SCALES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };
const NOISE =
  /\s|(?<=\d),(?=\d{3})|prompts?|inputs?|outputs?|contexts?|length|tokens?|(?:输入|上下文)?长度|输入|[()（）]/giu;
const ONE =
  /^(≤|<=|upto|<|under|below|lessthan|>|over|above|beyond|morethan|greaterthan|≥|>=)?(\d{1,9}(?:\.\d{1,3})?)([km]?)(\+?)$/iu;
/** "[32k, 128k)": a round bracket leaves the length beside it out. */
const INTERVAL = /([[(（])([^[\](),（）]{1,12})[,，]([^[\](),（）]{1,12})([\])）])$/u;
const RANGE = /^(\d{1,9}(?:\.\d{1,3})?)([km]?)[-–~](\d{1,9}(?:\.\d{1,3})?)([km]?)$/iu;

/** Tokens by which the bound lies below the stated length, by the sign before it and the plus behind it. */
const UP_TO: Readonly<Record<string, number>> = { '≤': 0, '<=': 0, upto: 0, '<': 1, under: 1, below: 1, lessthan: 1 };
const OVER: Readonly<Record<string, number>> = {
  ...{ '>': 0, over: 0, above: 0, beyond: 0, morethan: 0, greaterthan: 0 },
  ...{ '≥': 1, '>=': 1, '+': 1 },
};

/** Undefined where the words state more than a length, or no length. */
export function boundsOf(band: string): Bounds | undefined {
  const [, open, , , close] = INTERVAL.exec(band) ?? [];
  const words = band.replace(INTERVAL, '$2-$3').replace(NOISE, '').toLowerCase();
  const range = RANGE.exec(words);
  if (range !== null) return boundsOfRange(range, { isFrom: open === '[', isBelow: /[)）]/.test(close ?? '') });
  const [, sign = '', count = '', scale = '', plus = ''] = ONE.exec(words) ?? [];
  const length = tokens(count, scale);
  const [less, from] = [UP_TO[sign + plus], OVER[sign + plus]];
  if (less !== undefined) return { over: -1, upTo: length - less };
  return from === undefined ? undefined : { over: length - from, upTo: Number.POSITIVE_INFINITY };
}

function boundsOfRange(range: readonly string[], { isFrom, isBelow }: { isFrom: boolean; isBelow: boolean }) {
  const [, from = '', fromScale = '', to = '', toScale = ''] = range;
  const [first, last] = [tokens(from, fromScale || toScale), tokens(to, toScale)];
  // A range from nothing applies to an empty prompt too.
  const over = first === 0 || isFrom ? first - 1 : first;
  return last > first ? { over, upTo: isBelow ? last - 1 : last } : undefined;
}

export function holds({ over, upTo }: Bounds, length: number): boolean {
  return length > over && length <= upTo;
}

function tokens(count: string, scale: string): number {
  return Number(count) * (SCALES[scale] ?? 1);
}
