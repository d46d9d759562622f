/** For prompts of which length a band of a rate card holds, out of the vendor's words for it. Pure. */

/** In tokens: `over` is not in it, `upTo` is. */
export interface Bounds {
  over: number;
  upTo: number;
}

const SCALES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };
const NOISE = /\s|(?<=\d),(?=\d{3})|prompts?|inputs?|outputs?|contexts?|length|tokens?|[()]/giu;
const ONE =
  /^(≤|<=|upto|<|under|below|lessthan|>|over|above|beyond|morethan|greaterthan|≥|>=)?(\d{1,9}(?:\.\d{1,3})?)([km]?)(\+?)$/iu;
const RANGE = /^(\d{1,9}(?:\.\d{1,3})?)([km]?)[-–~](\d{1,9}(?:\.\d{1,3})?)([km]?)$/iu;

/** Undefined where the words say more than a length, or nothing of it: then nobody can tell when the rate holds. */
export function boundsOf(band: string): Bounds | undefined {
  const words = band.replace(NOISE, '').toLowerCase();
  const range = RANGE.exec(words);
  if (range !== null) {
    const [, from = '', fromScale = '', to = '', toScale = ''] = range;
    return ordered({ over: tokens(from, fromScale || toScale), upTo: tokens(to, toScale) });
  }
  const one = ONE.exec(words);
  if (one === null) return undefined;
  const [, sign = '', count = '', scale = '', plus = ''] = one;
  const length = tokens(count, scale);
  if (plus === '+') return sign === '' ? { over: length - 1, upTo: Number.POSITIVE_INFINITY } : undefined;
  switch (sign) {
    case '≤':
    case '<=':
    case 'upto':
      return { over: -1, upTo: length };
    case '<':
    case 'under':
    case 'below':
    case 'lessthan':
      return { over: -1, upTo: length - 1 };
    case '≥':
    case '>=':
      return { over: length - 1, upTo: Number.POSITIVE_INFINITY };
    case '':
      return undefined;
    default:
      return { over: length, upTo: Number.POSITIVE_INFINITY };
  }
}

export function holds({ over, upTo }: Bounds, length: number): boolean {
  return length > over && length <= upTo;
}

function tokens(count: string, scale: string): number {
  return Number(count) * (SCALES[scale] ?? 1);
}

/** A range from nothing holds for an empty prompt too. */
function ordered({ over, upTo }: Bounds): Bounds | undefined {
  return upTo > over ? { over: over === 0 ? -1 : over, upTo } : undefined;
}
