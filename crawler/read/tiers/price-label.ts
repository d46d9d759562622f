/** What labels of rows and columns say of the cells beside or below them: prices of tiers, or amounts of something else. */
import type { Per } from '../../../data/reading.ts';
import { termsOfWords } from '../mentions/terms.ts';
import { matchAny } from '../vocabulary/vocabulary.ts';

const PRICE =
  /\b(?:price|prices|pricing|cost|costs|fee|rate|monthly|annual|annually|yearly|per month|per year|billed|subscription|charge|lifetime|one[- ]time)\b|\/ ?(?:mo|month|yr|year|user|seat)\b|preis|monatlich|jährlich|prix|tarif|mensuel|annuel|precio|mensual|anual|prezzo|mensile|preço|prijs|maandelijks|\bpris\b|\bcena\b|fiyat|\bharga\b|\bhinta\b|preț|цена|ціна|оплат|за год|стоимость|вартість|ежемесячно|价格|定价|报价|售价|价钱|月付|年付|费用|料金|価格|月額|年額|가격/i;
const OTHER =
  /\b(?:additional|added|extra|overage|add-?on|credits?|hourly|per hour|daily|included|limits?|caps?|ceilings?|thresholds?|maximum|storage|bandwidth|support|setup|savings?|discount|transaction|processing|minimum|resource|per gb|budget|spend(?:ing)?|top-?ups?|refills?|recharges?)\b|\/ ?(?:gb|hour|hr|min)\b|^(?:you(?:[’']ll)? )?saved?$|\b(?:adicional(?:es)?|additionnel(?:le)?s?|suppl[eé]mentaires?|zus[aä]tzliche[rsnm]?|aggiuntiv[oaie])\b|积分|赠送/i;
/** "Monthly price per component": of a part of what one buys. */
const OF_PART =
  /\bper (?:component|node|vm|vcpu|core|replica|shard|volume|disk|gpu|cpu|ip|address|region|cluster|host|machine|instance|broker|partition)\b/i;
/** What is measured by the month and is no price: "Monthly balance", "Annual revenue". */
const MEASURED =
  /\b(?:balance|allowance|quotas?|volume|revenue|turnover|sales|payroll|requests?|calls|messages|e-?mails|events|visits?|visitors|page ?views|transactions|orders|bookings|tokens?|minutes|hours|deposit|credit|value|equivalent|income|mrr|arr|gmv)\b/i;
const MONEY =
  /\b(?:prices?|pricing|costs?|fees?|rates?|subscriptions?|charges?|billed|billing|payments?|pay)\b|[$€£¥]|preis|kosten|prix|precio|prezzo|preço|prijs|cena|цена|价|費|费|料金|가격/i;
/** "Cost (per 1k chars)", "Price / call": what one uses, not what one subscribes to. */
const OF_USE =
  /(?:\bper|\/) ?(?:1 ?k\b|1[,.]?000\b|1 ?m\b|10[,.]?000\b|100[,.]?000\b|(?:thousand|million|chars?|characters?|tokens?|requests?|calls?|messages?|sms|e-?mails?|events?|images?|minutes?|seconds?|pages?|documents?|transactions?|queries|query|credits?|searches|scans?)\b)/i;

export function isPriceLabel(label: string): boolean {
  return PRICE.test(label);
}

/** Whether the cells hold amounts of something else, whatever else the label says. */
export function isOtherLabel(label: string): boolean {
  return OTHER.test(label) || OF_USE.test(label) || (MEASURED.test(label) && !MONEY.test(label));
}

/** Of columns also the price of a part of what one buys. */
export function isOtherColumn(label: string): boolean {
  return isOtherLabel(label) || OF_PART.test(label);
}

/** The first column is of others, whose prices a page compares or adds up. */
export function headsOthers([first = '']: readonly string[]): boolean {
  return /^(?:tools?|alternatives?|competitors?|vendors?|providers?|compan(?:y|ies)|platforms?|solutions?|software)$/i.test(
    first.trim(),
  );
}

/** "Windows | All plans | $20": what is sold to plans, and no plan. */
export function isSoldToPlans([, ...others]: readonly string[]): boolean {
  return others.some((words) => OF_PLANS.test(words));
}

/** Over which plans something is sold to. */
const OF_PLANS =
  /^(?:(?:available (?:on|in|for)|included in|for|required) )?(?:plans?|tiers?|editions?)$|^availability$/i;

/** What the amounts below the label are for. */
export function periodOf(label: string): Per | undefined {
  return termsOfWords(label, matchAny).per === 'month' ? 'month' : undefined;
}
