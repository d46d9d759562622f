/** An event of the log in words. Pure. */
import type { LoggedChange } from '../change.ts';
import { type Market, marketName } from '../product.ts';
import { RATE_FIELDS } from '../reading.ts';
import { moneyText } from './price-text.ts';

/** Of a million tokens. */
const RATE_WORDS: ReadonlyMap<string, string> = new Map(RATE_FIELDS.map(([field, name]) => [field, rateWords(name)]));

/** "cachedInput" becomes "cached input". */
export function rateWords(name: (typeof RATE_FIELDS)[number][1]): string {
  return name.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);
}

/** "Pro: $10 per user/month, was $8 per user/month". */
export function changeWords({ type, subject = '', market, before, after }: LoggedChange): string {
  const [was, is] = [sideText(before), sideText(after)];
  const of = changeSubject({ subject, market, before, after });
  const moved = [is, was === undefined ? undefined : `was ${was}`].filter((word) => word !== undefined).join(', ');
  const from = after?.effectiveFrom === undefined ? '' : ` from ${after.effectiveFrom} on`;
  switch (type) {
    case 'product_added':
      return 'added to the catalogue';
    case 'product_retired':
      return 'no longer sold';
    case 'tier_renamed':
      return inMarket(`${before?.name ?? subject} is now called ${after?.name ?? subject}`, market);
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

/** A tier by its name; or of a model which rate, with the band of context that it holds for; and the market. */
export function changeSubject({
  subject = '',
  market,
  before,
  after,
}: Pick<LoggedChange, 'subject' | 'market' | 'before' | 'after'>): string {
  const { name, rate } = after ?? before ?? {};
  if (rate === undefined) return inMarket(name ?? subject, market);
  const words = [subject, name === subject ? undefined : name, RATE_WORDS.get(rate) ?? rate];
  return inMarket(words.filter((word) => word !== undefined).join(', '), market);
}

/** "Pro (Germany)"; of the default market the words alone. */
export function inMarket(words: string, market: Market | undefined): string {
  return market === undefined ? words : `${words} (${marketName(market)})`;
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
