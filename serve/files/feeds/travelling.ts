/**
 * The feed that travels: what a generation states of prices and rates, today and in the past, without words and pages.
 * `packages/prices` carries a copy of it and answers from it as the API does.
 */
import * as z from 'zod';
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
import type { BulkFeed } from './bulk-feed.ts';
import { FORMAT, TravellingPrices, type TravellingRate, type TravellingTier } from './travelling-shape.ts';

const GROUPS = ['tiers', 'rateCard', 'history'] as const;

export const travellingPrices: BulkFeed = {
  ...FEEDS.travelling,
  params: z.object({}),
  response: TravellingPrices,
  files({ site, generation }) {
    const imported: ImportedFrom[] = [];
    const head = { format: FORMAT, publishedAt: generation.publishedAt };
    return [
      {
        path: FEEDS.travelling.path,
        head: `${JSON.stringify(head).slice(0, -1)},"products":[`,
        product({ index, record: { slug, verification } }) {
          const record = generation.record(slug);
          if (record === undefined) return '';
          const past = generation.snapshots(slug);
          for (const { tiers, rates } of [record, ...past]) {
            const windows = rates.flatMap(({ contextWindow }) => contextWindow?.statements ?? []);
            imported.push(...[...tiers, ...rates, ...windows].flatMap((fact) => fact.imported ?? []));
          }
          const { confirmedAt, confidence = 0, status = 'unverified' } = verification;
          const entry = {
            ...productOf(record, past),
            status,
            confidence,
            ...(confirmedAt !== undefined && { confirmedAt }),
          };
          return `${index === 0 ? '\n' : ',\n'}${JSON.stringify(entry)}`;
        },
        end() {
          const origins = originsOf(GROUPS, Object.fromEntries(GROUPS.map((group) => [group, imported])));
          return `\n],${JSON.stringify(listEnvelope(site, generation, { groups: GROUPS, origins })).slice(1)}\n`;
        },
      },
    ];
  },
};

function productOf({ slug, name, currency, ...record }: PricingRecord, past: readonly Snapshot[]) {
  return {
    ...{ slug, name },
    ...(currency !== undefined && { currency }),
    ...statedOf(record),
    past: past.map(({ validFrom, validTo, lastSeenAt, imported, ...snapshot }) => ({
      ...{ validFrom, validTo, lastSeenAt },
      ...(imported !== undefined && { dataset: datasetName(imported.dataset) }),
      ...statedOf(snapshot),
    })),
  };
}

function statedOf({ tiers, rates, absent }: Pick<PricingRecord, 'tiers' | 'rates' | 'absent'>) {
  return { tiers: tiers.map(tierOf), rates: rates.map(rateOf), ...(absent !== undefined && { absent }) };
}

/** Struck prices are not sold. */
function tierOf({ id, name, isFree, isCustom, prices, evidence, imported }: Tier): TravellingTier {
  const sold = prices.flatMap(({ kind, amount, currency, per, billing, unit }) => {
    if (kind === 'struck') return [];
    const terms = { ...(billing !== undefined && { billing }), ...(unit !== undefined && { unit }) };
    return { amount, currency, per, ...terms, ...(kind !== 'list' && { kind }) };
  });
  const quote = evidence ?? prices.find((price) => price.evidence !== undefined)?.evidence;
  return {
    ...{ id, name },
    ...(isFree && { isFree }),
    ...(isCustom && { isCustom }),
    ...(sold.length > 0 && { prices: sold }),
    ...(quote !== undefined && { evidence: quote }),
    ...sourceOf(imported),
  };
}

function rateOf({
  evidence: [quote],
  imported,
  aliases,
  origin: _,
  source: __,
  research: ___,
  contextWindow,
  ...rate
}: Rate): TravellingRate {
  return {
    ...rate,
    ...(aliases.length > 0 && { aliases }),
    ...(contextWindow?.tokens !== undefined && { contextWindow: contextWindow.tokens }),
    ...(quote !== undefined && { evidence: quote }),
    ...sourceOf(imported),
  };
}

function sourceOf(imported: Tier['imported']) {
  return imported === undefined ? {} : { dataset: datasetName(imported.dataset), asOf: imported.asOf };
}
