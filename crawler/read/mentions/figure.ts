/** Amounts that no vendor asks, since a sum, an estimate or a comparison states them: "12 × $10 = $120", "≈ $9", "vs. $30". */
import { type Matcher, saidWhole } from '../vocabulary/phrases.ts';

/** Before an amount that only a sum, an estimate or a comparison states. */
const LEADS_TO_FIGURE = /(?:[≈~∼=×*]|\b(?:vs\.?|versus|compared (?:to|with)))\s?$/iu;

export function isFigure(head: string, tail: string, match: Matcher): boolean {
  return (LEADS_TO_FIGURE.test(head) && !isLabelled(head, match)) || /^\s?[=×]/u.test(tail);
}

/** "Annual = $190": the sign stands for a colon where its line has named a billing and nothing else. */
function isLabelled(head: string, match: Matcher): boolean {
  const label = /(?:^|\n)([^\n\p{N}=]{1,40})=\s?$/u.exec(head)?.[1];
  return label !== undefined && saidWhole(label, match(label), 'yearly', 'billedYearly', 'monthly', 'billedMonthly');
}
