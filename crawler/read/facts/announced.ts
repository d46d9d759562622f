/**
 * What a page says that a plan will cost from a day on: "From 1 March 2027, Pro will cost $30 per user / month".
 *
 * Only where one sentence holds all of it: a whole date, a verb that speaks of what comes, one amount that it leads to
 * and one plan that it is said of.
 */
import { defined } from '../../../data/defined.ts';
import { onlyOf } from '../../../data/text/only.ts';
import type { AmountMention, Mentions } from '../mentions/mentions.ts';
import { type Money, seeMoney } from '../money/money.ts';
import { findFrom } from '../money/until.ts';
import type { Document } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import { namesIn, type Place, type Source, tierAt } from './place.ts';
import { has, type Word } from './sentences.ts';
import type { FactOf } from './settle.ts';

type AnnouncedPrice = FactOf<'announced_price'>;

const MAX_NAME = 3;
/** "From 1 March 2027, each additional Pro seat will cost $5" is no price of Pro. */
const OF_FEES = ['more', 'moreTail', 'overage', 'setup', 'setupBare', 'supportName', 'addOnName'] as const;

export function announcedPrices({ document, mentions, place, sentences }: Source): AnnouncedPrice[] {
  return sentences.flatMap((sentence): AnnouncedPrice[] => {
    const { start, end, words, isQuestion } = sentence;
    const own = words.filter((word): word is Word & { amount: AmountMention } => word.amount !== undefined);
    const [first] = own;
    if (isQuestion || first === undefined || own.length > 2 || has(words, 'notAnnounced', 'others', ...OF_FEES))
      return [];
    const said = document.visible.slice(start, end).replace(/\s+/g, ' ').trim();
    const from = findFrom(said);
    const last = own.at(-1) ?? first;
    if (from === undefined || !isLedTo(words, words.indexOf(first), words.indexOf(last))) return [];
    const money =
      first === last && last.amount.money.isFloor ? upperIn(document, last, mentions.locale) : last.amount.money;
    const tier = tierIn(said, place, last.start);
    if (money === undefined || money.isUnclear === true || tier === undefined) return [];
    const { per, billing, unit } = last.amount.terms;
    const terms = defined({ billing, per: per === 'usage' ? undefined : per, unit });
    const { amount, currency } = money;
    const evidence = exact(document, sentence, 'prose');
    return [{ kind: 'announced_price', tier, amount, currency, ...terms, from: from.date, evidence }];
  });
}

/** A verb of what comes leads to the first amount, over at most a plan's name; "from $25 to $30" to the second. */
function isLedTo(words: readonly Word[], first: number, last: number): boolean {
  const verb = words.findLastIndex(({ means }, at) => at < first && means.has('will'));
  if (verb < 0 || first - verb - 1 > MAX_NAME) return false;
  const isBetween = words
    .slice(verb + 1, first)
    .every(({ text, means }) => means.has('to') || means.has('fromAmount') || /^[\p{L}\d+]+$/u.test(text));
  if (!isBetween) return false;
  return first === last || (last - first <= 6 && has(words.slice(first, last), 'to'));
}

/** Of "from $25 to $30", which is one range. */
function upperIn({ visible }: Document, { start, end }: Word, locale: Mentions['locale']): Money | undefined {
  const [, upper, ...more] = visible.slice(start, end).split(/ \p{L}{1,4} /u);
  return upper === undefined || more.length > 0 ? undefined : seeMoney(upper, locale)[0];
}

/** The one that the sentence names, else the one whose card it stands in, else the only one that has a price. */
function tierIn(said: string, place: Place, at: number): string | undefined {
  const [named, ...others] = namesIn(
    said,
    place.tiers.map(({ name }) => name),
  );
  if (named !== undefined) return others.length > 0 ? undefined : named;
  const paid = place.tiers.filter(({ prices, isFree }) => prices.length > 0 && !isFree);
  return tierAt(place, at) ?? onlyOf(paid)?.name;
}
