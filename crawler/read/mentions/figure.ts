/** Amounts that no vendor asks, since a sum, an estimate or a comparison states them: "12 × $10 = $120", "≈ $9", "vs. $30". */
import { type Matcher, saidWhole } from '../vocabulary/phrases.ts';

/** Before an amount that only a sum, an estimate or a comparison states. */
const LEADS_TO_FIGURE = /(?:[≈~∼=×*]|\b(?:vs\.?|versus|compared (?:to|with)))\s?$/iu;

export function isFigure(head: string, tail: string, match: Matcher): boolean {
  return (LEADS_TO_FIGURE.test(head) && !isLabelled(head, match)) || /^\s?[=×]/u.test(tail);
}

const BILLINGS = ['yearly', 'billedYearly', 'monthly', 'billedMonthly'] as const;

/**
 * "Annual = $190", "12 months ~ $39 / month": the sign stands for a colon where its line has named a billing and nothing
 * else. Right before the amount, "~" says that it is rounded; "12 months =" leads to a sum.
 */
function isLabelled(head: string, match: Matcher): boolean {
  const [, label, sign] = /(?:^|\n)([^\n=~]{1,40}?)(=| ~ )\s?$/u.exec(head) ?? [];
  if (label === undefined) return false;
  const isSum = sign === '=';
  if (isSum && /\p{N}/u.test(label)) return false;
  return saidWhole(label, match(label), ...BILLINGS, ...(isSum ? [] : (['year'] as const)));
}
