/** An event of the log in words. Pure. */
import { Decimal } from 'decimal.js';
import type { LoggedChange } from '../../data/change.ts';
import { isZero } from '../../data/money.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import { moneyText } from '../../data/text/price-text.ts';

/** Of a million tokens. */
const RATE_WORDS: ReadonlyMap<string, string> = new Map(RATE_FIELDS.map(([field, name]) => [field, rateWords(name)]));

/** "cachedInput" becomes "cached input". */
export function rateWords(name: (typeof RATE_FIELDS)[number][1]): string {
  return name.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);
}

/** "Pro: $10 per user/month, was $8 per user/month". */
export function changeWords({ type, subject = '', before, after }: LoggedChange): string {
  const [was, is] = [sideText(before), sideText(after)];
  const of = changeSubject({ subject, before, after });
  const moved = [is, was === undefined ? undefined : `was ${was}`].filter((word) => word !== undefined).join(', ');
  const from = after?.effectiveFrom === undefined ? '' : ` from ${after.effectiveFrom} on`;
  switch (type) {
    case 'product_added':
      return 'added to the catalogue';
    case 'product_retired':
      return 'no longer sold';
    case 'tier_renamed':
      return `${before?.name ?? subject} is now called ${after?.name ?? subject}`;
    case 'correction':
      return `our correction of ${of}${moved === '' ? '' : `: ${moved}`}`;
    case 'changed_with_redesign':
      return `changed with a redesign, cause unknown: ${of}${moved === '' ? '' : `, ${moved}`}`;
    case 'announced':
      return `announced: ${of}${is === undefined ? '' : `, ${is}`}${from}`;
    case 'announcement_retracted':
      return `announcement removed: ${of}${is === undefined ? '' : `, ${is}`}${from}`;
    default:
      return `${type.replaceAll('_', ' ')}: ${of}${moved === '' ? '' : `, ${moved}`}`;
  }
}

/** A tier by its name; or of a model which rate, with the band of context that it holds for. */
export function changeSubject({
  subject = '',
  before,
  after,
}: Pick<LoggedChange, 'subject' | 'before' | 'after'>): string {
  const { name, rate } = after ?? before ?? {};
  if (rate === undefined) return name ?? subject;
  return [subject, name === subject ? undefined : name, RATE_WORDS.get(rate) ?? rate]
    .filter((word) => word !== undefined)
    .join(', ');
}

/** A rise or fall in whole percent; undefined where before and after are not on the same terms. */
export function percentMoved({ before, after }: Pick<LoggedChange, 'before' | 'after'>): number | undefined {
  if (before?.amount === undefined || after?.amount === undefined || isZero(before.amount)) return undefined;
  const terms = ['currency', 'billing', 'per', 'unit', 'rate'] as const;
  if (terms.some((term) => before[term] !== after[term])) return undefined;
  return new Decimal(after.amount).dividedBy(before.amount).minus(1).times(100).round().toNumber();
}

/** A price that an event is from or to; undefined where it names none. */
export function sideText(side: LoggedChange['before']): string | undefined {
  if (side?.isCustom === true) return 'contact sales';
  if (side?.amount === undefined || side.currency === undefined) return undefined;
  const { amount, currency, per, unit, billing, rate } = side;
  const terms = rate === undefined ? [unit, per].filter((word) => word !== undefined).join('/') : 'million tokens';
  const billed = billing === 'annual' ? ', billed annually' : '';
  return `${moneyText(amount, currency)}${terms === '' ? '' : ` per ${terms}`}${billed}`;
}
