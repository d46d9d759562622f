/**
 * Statements compared by what they say, whatever the words and pages that prove it. Pure.
 */
import { toAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import type { Fact, Price, Rate, Tier } from '../../data/record.ts';
import { canonicalJson } from '../../data/store/files/canonical-json.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { termsOf } from './statement.ts';

export function rateKey({ model, band }: Pick<Rate, 'model' | 'band'>): string {
  return `${model.toLowerCase()}|${band ?? ''}`;
}

/** One string a fact: the tier's name, flags and prices. Features are told but not compared; their wording drifts. */
function tierFacts(tier: Tier): string {
  const prices = tier.prices.map(priceFact).sort();
  return JSON.stringify([
    tier.id,
    nameKey(tier.name),
    tier.isFree,
    tier.isCustom,
    tier.minimumUnits ?? null,
    tier.includedUnits ?? null,
    prices,
  ]);
}

function priceFact(price: Price): string {
  return `${termsOf(price)}|${price.kind}|${toAmount(price.amount)}|${price.until ?? ''}|${price.isFloor === true}`;
}

export function rateFacts(rate: Rate): string {
  return JSON.stringify([
    rateKey(rate),
    rate.currency,
    ...RATE_FIELDS.map(([field]) => (rate[field] === undefined ? null : toAmount(rate[field]))),
  ]);
}

/** Whether two statements say the same, in whatever order and from whatever page. */
export function sameFacts(a: Statement, b: Statement): boolean {
  const facts = ({ tiers, rates }: Statement) => [...tiers.map(tierFacts), ...rates.map(rateFacts)].sort().join('\n');
  return facts(a) === facts(b);
}

/** Whether two statements also describe the tiers alike, and say the same beside their prices. */
export function sameFeatures(a: Statement, b: Statement): boolean {
  const features = ({ tiers, facts = [] }: Statement) =>
    JSON.stringify([tiers.map((tier) => [tier.id, tier.features]), facts.map(factKey).sort()]);
  return features(a) === features(b);
}

/** One string a fact, whatever words prove it. */
function factKey(fact: Fact): string {
  return canonicalJson({ ...fact, evidence: undefined });
}

export function isEmpty({ tiers, rates }: Pick<Statement, 'tiers' | 'rates'>): boolean {
  return tiers.length === 0 && rates.length === 0;
}

/** Only the evidence that the tiers, rates and facts cite, each once. */
export function citedEvidence({ tiers, rates, facts = [], evidence }: Statement): Statement['evidence'] {
  const cited = new Set<string>();
  for (const { evidence: claim, prices } of tiers) {
    if (claim !== undefined) cited.add(claim);
    for (const price of prices) if (price.evidence !== undefined) cited.add(price.evidence);
  }
  for (const rate of rates) for (const id of rate.evidence) cited.add(id);
  for (const fact of facts) cited.add(fact.evidence);
  return evidence.filter(({ id }) => cited.delete(id));
}
