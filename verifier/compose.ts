/**
 * What a product's sources state together: the catalogue's order is the order of trust.
 *
 * The first source that states a tier wins all of its prices, since a tier pieced together from two pages is one
 * that nobody sells; rates are united. Where sources disagree, the loser is named in a reason. Pure.
 */
import { sameAmount } from '../data/money.ts';
import type { Slug } from '../data/product.ts';
import type { Rate, RecordEvidence, Tier } from '../data/record.ts';
import type { Statement } from '../data/verdict.ts';
import { citedEvidence, nameKey, rateKey } from './facts.ts';
import { RATE_FIELDS } from './recut.ts';
import { termsOf } from './statement.ts';

export interface Composed {
  statement: Statement;
  /** In words, one for each disagreement. */
  reasons: string[];
  /** Sources that the statement takes something from. */
  contributors: Slug[];
}

/** @param stated in the catalogue's order of sources */
export function compose(stated: { source: Slug; statement: Statement }[]): Composed {
  const tiers: Tier[] = [];
  const rates = new Map<string, Rate>();
  const evidence = new Map<string, RecordEvidence>();
  const reasons: string[] = [];
  const contributors = new Set<Slug>();
  for (const { source, statement } of stated) {
    // Two tiers of one page may share a name (two editions); a tier of another page by that name is the same one.
    const earlier = [...tiers];
    for (const tier of statement.tiers) {
      const winner = earlier.find(({ id, name }) => id === tier.id || nameKey(name) === nameKey(tier.name));
      if (winner === undefined) {
        tiers.push(tier);
        contributors.add(source);
      } else reasons.push(...tierDisagreements(winner, tier));
    }
    for (const rate of statement.rates) {
      const winner = rates.get(rateKey(rate));
      if (winner === undefined) {
        rates.set(rateKey(rate), rate);
        contributors.add(source);
      } else if (winner.source !== source) reasons.push(...rateDisagreements(winner, rate));
    }
    for (const each of statement.evidence) if (!evidence.has(each.id)) evidence.set(each.id, each);
  }
  const united = [...rates.values()];
  return {
    statement: { tiers, rates: united, evidence: citedEvidence(tiers, united, [...evidence.values()]) },
    reasons,
    contributors: [...contributors],
  };
}

function tierDisagreements(winner: Tier, other: Tier): string[] {
  return winner.prices.flatMap((price) => {
    const rival = other.prices.find((each) => termsOf(each) === termsOf(price) && each.kind === price.kind);
    if (rival === undefined || sameAmount(rival.amount, price.amount)) return [];
    return [
      reason(
        `${other.source ?? 'another source'} states ${rival.amount} ${rival.currency} for ${winner.name}, ${winner.source ?? 'the record'} ${price.amount}`,
      ),
    ];
  });
}

function rateDisagreements(winner: Rate, other: Rate): string[] {
  return RATE_FIELDS.flatMap(([field]) => {
    const [a, b] = [winner[field], other[field]];
    if (a === undefined || b === undefined || sameAmount(a, b)) return [];
    return [
      reason(
        `${other.source ?? 'another source'} states ${b} ${other.currency} for ${winner.model}, ${winner.source ?? 'the record'} ${a}`,
      ),
    ];
  });
}

function reason(words: string): string {
  return words.slice(0, 160);
}
