/**
 * Merges what the sources of a product state, in the order of the catalogue. Each disagreement is a reason. Pure.
 * The first source that states a tier provides all of its prices: no vendor sells a tier with prices of two pages.
 */
import { sameAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { Slug } from '../../data/product.ts';
import { MAX_FACTS, RATE_FIELDS } from '../../data/reading.ts';
import { Absence, type Fact, type Rate, type RecordEvidence, type Tier } from '../../data/record.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { citedEvidence, rateKey } from './facts.ts';
import { termsOf } from './statement.ts';

export interface Merged {
  statement: Statement;
  reasons: string[];
  /** Sources that the statement takes something from. */
  contributors: Slug[];
}

/** @param sources in the catalogue's order; one without a statement is left out */
export function mergeSources(
  sources: readonly { id: Slug }[],
  statementOf: (source: Slug) => Statement | undefined,
): Merged {
  const stated = sources.flatMap(({ id: source }) => {
    const statement = statementOf(source);
    return statement === undefined ? [] : [{ source, statement }];
  });
  const tiers: Tier[] = [];
  const rates = new Map<string, Rate>();
  const evidence = new Map<string, RecordEvidence>();
  const reasons: string[] = [];
  const contributors = new Set<Slug>();
  for (const { source, statement } of stated) {
    // Two tiers of one page may share a name (two editions); tiers of two pages with one name are the same.
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
  const facts = unitedFacts(stated, tiers);
  const absent = sharedAbsences(stated);
  const stating = {
    tiers,
    rates: [...rates.values()],
    ...(facts.length > 0 && { facts }),
    ...(absent.length > 0 && { absent }),
  };
  const all = { ...stating, evidence: [...evidence.values()] };
  return { statement: { ...all, evidence: citedEvidence(all) }, reasons, contributors: [...contributors] };
}

/** What every source shows to be absent: what one page does not have, another may. */
function sharedAbsences(stated: { statement: Statement }[]): Absence[] {
  if (stated.length === 0) return [];
  return Absence.options.filter((each) => stated.every(({ statement }) => statement.absent?.includes(each) === true));
}

/** The first source with a fact on a topic wins; facts on tiers count only from the source that states these tiers. */
function unitedFacts(stated: { source: Slug; statement: Statement }[], tiers: readonly Tier[]): Fact[] {
  const facts = new Map<string, Fact>();
  for (const { source, statement } of stated) {
    const own = new Set(tiers.flatMap((tier) => (tier.source === source ? [tier.id] : [])));
    for (const fact of statement.facts ?? []) {
      const about = fact.kind === 'capability' ? fact.tiers.map(({ tier }) => tier) : [fact.tier ?? []].flat();
      const key = topicOf(fact);
      if (about.every((tier) => own.has(tier)) && !facts.has(key)) facts.set(key, fact);
    }
  }
  return [...facts.values()].slice(0, MAX_FACTS);
}

function topicOf(fact: Fact): string {
  switch (fact.kind) {
    case 'capability':
      return `capability|${fact.capability}`;
    case 'programme':
      return `programme|${fact.programme}`;
    case 'tax':
      return `tax|${fact.tax}`;
    case 'add_on':
    case 'support_fee':
      return `${fact.kind}|${fact.tier ?? ''}|${fact.name.toLowerCase()}|${fact.currency}|${fact.per ?? ''}`;
    case 'overage':
      return `overage|${fact.tier ?? ''}|${fact.unit}|${fact.currency}|${fact.per ?? ''}`;
    case 'announced_price':
      return JSON.stringify([fact.kind, fact.tier, fact.currency, fact.billing, fact.per, fact.unit, fact.from]);
    default:
      return `${fact.kind}|${fact.tier ?? ''}`;
  }
}

function tierDisagreements(winner: Tier, other: Tier): string[] {
  return winner.prices.flatMap((price) => {
    const rival = other.prices.find((each) => termsOf(each) === termsOf(price) && each.kind === price.kind);
    if (rival === undefined || sameAmount(rival.amount, price.amount)) return [];
    return [disagreement(winner.name, { ...rival, by: other.source }, { amount: price.amount, by: winner.source })];
  });
}

function rateDisagreements(winner: Rate, other: Rate): string[] {
  return RATE_FIELDS.flatMap(([field]) => {
    const [a, b] = [winner[field], other[field]];
    if (a === undefined || b === undefined || sameAmount(a, b)) return [];
    const rival = { amount: b, currency: other.currency, by: other.source };
    return [disagreement(winner.model, rival, { amount: a, by: winner.source })];
  });
}

interface Side {
  by?: Slug | undefined;
  amount: string;
}

function disagreement(subject: string, rival: Side & { currency: string }, winner: Side): string {
  const stated = `${rival.by ?? 'another source'} states ${rival.amount} ${rival.currency} for ${subject}`;
  return `${stated}, ${winner.by ?? 'the record'} ${winner.amount}`.slice(0, 160);
}
