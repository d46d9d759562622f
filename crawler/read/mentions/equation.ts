/** Amounts that a sum or an estimate states, and no vendor asks: "12 × $10 = $120", "≈ $9". */
import { type Matcher, saidWhole } from '../vocabulary/phrases.ts';

export function isOfEquation(head: string, tail: string, match: Matcher): boolean {
  return (/[≈~∼=×*]\s?$/u.test(head) && !isLabelled(head, match)) || /^\s?[=×]/u.test(tail);
}

/** "Annual = $190": the sign stands for a colon where its line has named a billing and nothing else. */
function isLabelled(head: string, match: Matcher): boolean {
  const label = /(?:^|\n)([^\n\p{N}=]{1,40})=\s?$/u.exec(head)?.[1];
  return label !== undefined && saidWhole(label, match(label), 'yearly', 'billedYearly', 'monthly', 'billedMonthly');
}
