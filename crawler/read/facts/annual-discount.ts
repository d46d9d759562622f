/** What paying by the year is said to save, and whether the prices that were read bear it out. */
import { Decimal } from 'decimal.js';
import type { ReadPrice, ReadTier } from '../../../data/reading.ts';

export interface AnnualDiscount {
  percent?: number;
  monthsFree?: number;
  isUpTo?: true;
}

const ANNUAL =
  /(?<!\p{L})(?:annual(?:ly)?|yearly|per year|by the year|a year upfront|12 months? upfront|jährlich\w*|annuel\w*|à l[’']année|anual\w*|annuale|annualmente)(?!\p{L})|年付|按年|年払い|年額/iu;
/** What a year has that is no way to pay. */
const NO_BILLING =
  /(?<!\p{L})(?:annual|yearly|per year)[ -](?:report|cost|costs|spend|spending|revenue|budget|energy|salary|income|review|event|conference|recurring|savings? of|sales|volume|bill(?!ing|ed)s?)(?!\p{L})/iu;
const SAVES =
  /(?<!\p{L})(?:save|saves|saving|savings?|off|discount\w*|cheaper|less|spar\w*|rabatt|nachlass|günstiger|économis\w*|réduction|remise|ahorr\w*|descuento|risparmi\w*|sconto|desconto|economize)(?!\p{L})|省|割引|優惠|优惠/iu;
const PERCENT = /(?<![\d.,])(\d{1,2}(?:[.,]\d)?) ?(?:%|％|percent(?!\p{L})|Prozent)/giu;
const MINUS = /(?:^|[\s(])[-–−] ?(\d{1,2}) ?%/u;
const UP_TO =
  /(?<!\p{L})(?:up to|as much as|over|more than|bis zu|jusqu[’']à|hasta|fino a|até)(?: an? (?:extra|additional))?[^\d]{0,6}$|最高$/iu;
const MONTHS =
  /(?<![\d.,-])(\d|one|two|three|four|ein|eine|zwei|drei|un|deux|trois|dos|tres) ?(?:(?:full )?(?:months?) (?:for )?(?:free|on us)|free months?|Monate? (?:gratis|kostenlos|geschenkt|frei)|mois (?:offerts?|gratuits?)|meses gratis|mesi gratis)(?!\p{L})|送 ?(\d) ?个月|(\d) ?[かヶ]月(?:分)?無料/iu;
const COUNTS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  ein: 1,
  eine: 1,
  zwei: 2,
  drei: 3,
  un: 1,
  deux: 2,
  trois: 3,
  dos: 2,
  tres: 3,
};
/** Sales, coupons, other people's savings, discounts for some. */
const OTHER =
  /\?\s*$|(?<!\p{L})(?:first (?:year|\d{1,9} years|\d{1,9} months|annual)|black friday|cyber|coupon|code|promo\w{0,20}|limited|until|today|new customers?|non-?profits?|charit\w{0,20}|students?|educat\w{0,20}|startups?|teachers?|customers? (?:save|saved|have)|average|on average|compared|vs\.?|versus|competitors?|of your time|hours?|costs? by|energy|revenue|no (?:\d{1,9} ?% )?(?:annual )?discount|not|don[’']t|two[- ]year|three[- ]year|2[- ]year|3[- ]year|multi-?year|\d{1,9} users|volume|refer\w{0,20}|kein\w{0,20}|pas de|erste[ns]? jahr|première année|primer año)(?!\p{L})/iu;

export function annualDiscountIn(words: string): AnnualDiscount | undefined {
  if (!ANNUAL.test(words) || NO_BILLING.test(words) || OTHER.test(words)) return undefined;
  return reductionIn(words);
}

/** "Save 20%", "2 months free": the words beside a switch that itself says "Annual". */
export function reductionIn(words: string): AnnualDiscount | undefined {
  if (OTHER.test(words)) return undefined;
  const percents = [...words.matchAll(PERCENT)];
  const [only] = percents;
  const months = MONTHS.exec(words);
  if (percents.length > 1 || (only !== undefined && months !== null)) return undefined;
  if (only?.[1] !== undefined && (SAVES.test(words) || MINUS.test(words))) {
    const percent = Number(only[1].replace(',', '.'));
    if (percent <= 0 || percent > 80) return undefined;
    return { percent, ...(UP_TO.test(words.slice(0, only.index)) && { isUpTo: true }) };
  }
  const count = months?.[1] ?? months?.[2] ?? months?.[3];
  if (count === undefined) return undefined;
  const monthsFree = COUNTS[count.toLowerCase()] ?? Number(count);
  return monthsFree >= 1 && monthsFree <= 6 ? { monthsFree } : undefined;
}

/** A label of a switch: "Annual", "Billed yearly". */
export function isAnnualLabel(words: string): boolean {
  return /^(?:(?:billed|pay|paid|bill) )?(?:annual(?:ly)?|yearly|jährlich(?:e zahlung)?|annuel(?:lement)?|anual(?:mente)?|annuale|年付|年払い|按年付费)(?: (?:billing|plan|plans|payment))?[:,]?$/iu.test(
    words,
  );
}

/** Undefined where no tier states both ways of paying in one currency for one unit. */
export function agreesWith(
  { percent, monthsFree, isUpTo }: AnnualDiscount,
  tiers: readonly ReadTier[],
): boolean | undefined {
  const share =
    monthsFree === undefined ? new Decimal(percent ?? 0).dividedBy(100) : new Decimal(monthsFree).dividedBy(12);
  const pairs = tiers.flatMap(({ prices }) => pairsOf(prices));
  if (pairs.length === 0) return undefined;
  const is = pairs.map(({ monthly, annual }) => {
    const expected = monthly.times(new Decimal(1).minus(share));
    // Annual prices are rounded to the whole unit, or to the cent; a percentage is rounded too.
    const tolerance = Decimal.max(annual.isInteger() ? '0.5' : '0.05', monthly.times('0.006'));
    const gap = annual.minus(expected);
    return gap.abs().lte(tolerance) ? 'equal' : gap.isNegative() ? 'more' : 'less';
  });
  if (isUpTo === true) return is.includes('equal') && !is.includes('more');
  return is.every((each) => each === 'equal');
}

function pairsOf(prices: readonly ReadPrice[]): { monthly: Decimal; annual: Decimal }[] {
  const list = prices.filter(({ kind, isFloor }) => kind === 'list' && isFloor !== true);
  return list
    .filter(({ billing, per }) => billing === 'monthly' && per === 'month')
    .flatMap((monthly) => {
      const annual = list.find(
        ({ billing, currency, unit, per }) =>
          billing === 'annual' &&
          (per === 'month' || per === 'year') &&
          currency === monthly.currency &&
          unit === monthly.unit,
      );
      if (annual === undefined || new Decimal(monthly.amount).isZero()) return [];
      const amount = new Decimal(annual.amount);
      return [{ monthly: new Decimal(monthly.amount), annual: annual.per === 'year' ? amount.dividedBy(12) : amount }];
    });
}
