/** Terms of a price as datasets write them: "$8 per u/m", "user/month". Pure; undefined where they leave it open. */
import { Amount, sameAmount } from '../../money.ts';

export interface Terms {
  per: 'month' | 'year';
  unit?: string;
}

const PERIOD: Record<string, Terms['per']> = {
  m: 'month',
  mo: 'month',
  month: 'month',
  y: 'year',
  yr: 'year',
  year: 'year',
};
const UNIT: Record<string, string> = { u: 'user', d: 'device' };

/** "user/month", "500 users/month", "/year". */
export function quotedUnit(words: string | null | undefined): Terms | undefined {
  const [, unit = '', period = ''] = /^([a-z\d ]{0,30})\/(month|year)$/.exec(words ?? '') ?? [];
  const per = PERIOD[period];
  return per && { per, ...(unit !== '' && { unit: unit.replace(/s$/, '') }) };
}

/** An amount and its terms and nothing else; a footnote's mark may follow. */
const QUOTED =
  /^[$€£] ?([\d,]{1,12}(?:\.\d{1,4})?) ?(?:per |\/ ?)(?:(u|d|user|device|seat|member|agent|editor|host|location|connection|project|app|repository|screen|resource|asset)(?: ?\/ ?| per ))?(m|mo|month|y|yr|year)$/;

/** @param amount the dataset's amount: another number in the words is another price */
export function quotedPrice(words: string, amount: Amount): Terms | undefined {
  const [, number = '', unit, period = ''] = QUOTED.exec(plainWords(words).toLowerCase()) ?? [];
  const per = PERIOD[period];
  const stated = Amount.safeParse(number.replaceAll(',', ''));
  if (per === undefined || !stated.success || !sameAmount(stated.data, amount)) return undefined;
  return { per, ...(unit !== undefined && { unit: UNIT[unit] ?? unit }) };
}

/** "Call Us! (over $98/month)": the amount is a guess. */
export function isOnRequest(words: string): boolean {
  return /^call us\b/i.test(plainWords(words));
}

function plainWords(words: string): string {
  return words.replace(/\[\^[\w-]{1,40}\]/g, '').trim();
}
