/**
 * The feed that travels: what a generation states of prices and rates, today and in the past, without words and pages.
 * `packages/prices` carries a copy of it and answers from it as the API does.
 */
import {
  datasetName,
  type ImportedFrom,
  type PricingRecord,
  type Rate,
  type Snapshot,
  type Tier,
} from '../../../data/record.ts';
import { FEEDS } from '../../interface/published-files.ts';
import { listEnvelope } from '../../record/envelope.ts';
import { originsOf } from '../../record/origins.ts';
import { jsonListFeed } from './bulk-feed.ts';
import { FORMAT, TravellingPrices } from './travelling-shape.ts';

const GROUPS = ['tiers', 'rateCard', 'history'] as const;

export const travellingPrices = jsonListFeed(
  { ...FEEDS.travelling, response: TravellingPrices },
  'products',
  ({ site, generation }) => {
    const imported: ImportedFrom[] = [];
    return {
      head: { format: FORMAT, publishedAt: generation.publishedAt },
      entryOf({ record: { slug, verification } }) {
        const record = generation.record(slug);
        if (record === undefined) return undefined;
        const past = generation.snapshots(slug);
        for (const { tiers, rates } of [record, ...past]) {
          const windows = rates.flatMap(({ contextWindow }) => contextWindow?.statements ?? []);
          imported.push(...[...tiers, ...rates, ...windows].flatMap((fact) => fact.imported ?? []));
        }
        const { confirmedAt, confidence = 0, status = 'unverified' } = verification;
        return { ...productOf(record, past), status, confidence, confirmedAt };
      },
      envelope() {
        const origins = originsOf(GROUPS, Object.fromEntries(GROUPS.map((group) => [group, imported])));
        return listEnvelope(site, generation, { groups: GROUPS, origins });
      },
    };
  },
);

function productOf({ slug, name, currency, ...record }: PricingRecord, past: readonly Snapshot[]) {
  return {
    ...{ slug, name, currency },
    ...statedOf(record),
    past: past.map(({ validFrom, validTo, lastSeenAt, imported, ...snapshot }) => ({
      ...{ validFrom, validTo, lastSeenAt, dataset: imported && datasetName(imported.dataset) },
      ...statedOf(snapshot),
    })),
  };
}

function statedOf({ tiers, rates, absent }: Pick<PricingRecord, 'tiers' | 'rates' | 'absent'>) {
  return { tiers: tiers.map(tierOf), rates: rates.map(rateOf), absent };
}

/** Struck prices are not sold. What is undefined is absent in JSON. */
function tierOf({ id, name, isFree, isCustom, prices, evidence, imported }: Tier) {
  const sold = prices.flatMap(({ kind, amount, currency, per, billing, unit }) =>
    kind === 'struck' ? [] : { amount, currency, per, billing, unit, kind: kind === 'list' ? undefined : kind },
  );
  return {
    ...{ id, name },
    isFree: isFree || undefined,
    isCustom: isCustom || undefined,
    prices: sold.length === 0 ? undefined : sold,
    evidence: evidence ?? prices.find((price) => price.evidence !== undefined)?.evidence,
    ...sourceOf(imported),
  };
}

function rateOf({ model, aliases, currency, band, contextWindow, evidence: [quote], imported, ...rate }: Rate) {
  const { inputPerMTok, outputPerMTok, cachedInputPerMTok, batchInputPerMTok, batchOutputPerMTok } = rate;
  return {
    ...{ model, aliases: aliases.length === 0 ? undefined : aliases, currency, band },
    contextWindow: contextWindow?.tokens,
    ...{ inputPerMTok, outputPerMTok, cachedInputPerMTok, batchInputPerMTok, batchOutputPerMTok },
    evidence: quote,
    ...sourceOf(imported),
  };
}

function sourceOf(imported: Tier['imported']) {
  return imported && { dataset: datasetName(imported.dataset), asOf: imported.asOf };
}
