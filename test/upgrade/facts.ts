/**
 * What a generation states, as lines that a person can read and that the next version must read from it, too: prices and
 * the words that prove them, when each held, what changed. Confidences and advice are left out, since a version may judge
 * the same facts otherwise.
 */

import type { Price, Rate, Snapshot, Tier } from '../../data/record.ts';
import type { Generation } from '../../data/store/generation/generation.ts';
import type { Ledger } from '../../data/store/ledger/ledger.ts';

export interface StatedFacts {
  /** Of each product by its slug, sorted. */
  products: Record<string, { now: string[]; past: string[] }>;
  /** In the order of the log. */
  changes: string[];
}

export function factsOf(generation: Generation): StatedFacts {
  const slugs = generation.list().map(({ slug }) => slug);
  const products = slugs.map((slug) => {
    const record = generation.record(slug);
    const quote = (id: string) => generation.evidence(id)?.evidence.quote ?? 'no words';
    const now = record === undefined ? [] : stated(record, quote);
    return [slug, { now, past: generation.snapshots(slug).map(interval) }] as const;
  });
  return { products: Object.fromEntries(products), changes: toldIn(generation.changes({ after: 0, limit: 10_000 })) };
}

/** The part of it that the ledger alone tells. */
export function changesIn(ledger: Ledger): string[] {
  return toldIn(ledger.changesSince(0, 10_000));
}

function toldIn(changes: ReturnType<Ledger['changesSince']>): string[] {
  return changes.map(({ seq, slug, type, observedAt }) => `${seq} ${observedAt} ${slug} ${type}`);
}

function interval(snapshot: Snapshot): string {
  const { validFrom, origin, tiers, rates } = snapshot;
  const end = snapshot.validTo ?? '';
  return `${validFrom}/${end} ${origin}: ${factsIn({ tiers, rates }).join('; ')}`;
}

function factsIn({ tiers, rates }: Pick<Snapshot, 'tiers' | 'rates'>): string[] {
  const prices = tiers.flatMap((tier) => [tierFact(tier), ...tier.prices.map((price) => priceFact(tier, price))]);
  return [...prices, ...rates.map(rateFact)].sort();
}

function stated({ tiers, rates }: { tiers: Tier[]; rates: Rate[] }, quote: (id: string) => string): string[] {
  const quoted = (ids: (string | undefined)[]) =>
    ids.flatMap((id) => (id === undefined ? [] : [`“${quote(id).replaceAll(/\s+/g, ' ')}”`])).join(' ');
  return [
    ...tiers.flatMap((tier) => [
      `${tierFact(tier)} ${quoted([tier.evidence])}`,
      ...tier.prices.map((price) => `${priceFact(tier, price)} ${quoted([price.evidence])}`),
    ]),
    ...rates.map((rate) => `${rateFact(rate)} ${quoted(rate.evidence)}`),
  ]
    .map((line) => line.trim())
    .sort();
}

function tierFact({ id, name, isFree, isCustom }: Tier): string {
  return `${id} "${name}"${isFree ? ' free' : ''}${isCustom ? ' custom' : ''}`;
}

function priceFact({ id }: Tier, { amount, currency, billing, per, unit, kind }: Price): string {
  return [id, kind, amount, currency, 'billed', billing ?? 'once', 'per', per, unit].filter(Boolean).join(' ');
}

function rateFact({ model, currency, inputPerMTok, outputPerMTok, cachedInputPerMTok }: Rate): string {
  return `${model} ${currency} in ${inputPerMTok} out ${outputPerMTok} cached ${cachedInputPerMTok ?? 'unknown'}`;
}
