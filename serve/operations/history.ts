/** What a product's prices were, when they changed, and how steady they are. */

import * as z from 'zod';
import { CATALOGUE_EVENTS, type ChangeType, LoggedChange, standing } from '../../data/change.ts';
import { Currency } from '../../data/money.ts';
import { recordCurrency } from '../../data/prices/record-currency.ts';
import { type CatalogueProduct, Instant, Market, Slug } from '../../data/product.ts';
import { ImportedFrom, type PricingRecord, type Snapshot } from '../../data/record.ts';
import type { Generation } from '../../data/store/generation/generation.ts';
import { latestOf } from '../../data/store/ledger/snapshot-intervals.ts';
import { find, seek } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { dayParameter, integerParameter, slugParameter, textParameter } from '../interface/parameters.ts';
import { Problem } from '../interface/problem.ts';
import { Tombstone } from '../interface/problem-shape.ts';
import { Envelope, productEnvelope } from '../record/envelope.ts';
import { extentOf, HistorySummary, type Past } from '../record/history-extent.ts';
import { PriceStability, PriceTrend, priceStability, priceTrend } from '../record/price-history.ts';
import { EvidenceView, RateCard, TierView, VerificationView } from '../record/shape.ts';
import { tierHistory } from '../record/tier-history.ts';
import {
  changeView,
  importedView,
  pick,
  rateCard,
  tierView,
  verificationThen,
  verificationView,
} from '../record/view.ts';
import type { Store } from '../store/store.ts';
import { endOf, marketParameter } from './record-answer.ts';

/**
 * What held over an interval. Between `lastSeenAt` and `validTo` the page was not checked. Imported ones are intervals of their
 * datasets, beside ours and beside one another.
 */
const SnapshotView = z.strictObject({
  market: Market.optional(),
  validFrom: Instant,
  validTo: Instant.optional(),
  lastSeenAt: Instant,
  gaps: z
    .array(z.strictObject({ from: Instant, to: Instant }))
    .optional()
    .meta({ description: 'Periods without a check for more than 45 days.' }),
  recordedAt: Instant,
  origin: z.enum(['observed', 'imported', 'correction']),
  imported: ImportedFrom.optional().meta({ description: 'Dataset, date and licence.' }),
  currency: Currency.optional(),
  tiers: z.array(TierView),
  rateCard: RateCard.optional(),
});
type SnapshotView = z.infer<typeof SnapshotView>;

/** All that a page shows. */
export const MOST_SHOWN = 1_000;

const HistoryView = z.strictObject({
  slug: Slug,
  name: z.string(),
  market: Market.optional().meta({ description: 'The requested market; absent for the default one.' }),
  retired: Tombstone.optional().meta({ description: 'The product is discontinued; its history stays available.' }),
  priceStability: PriceStability,
  priceTrend: PriceTrend,
  latestSnapshot: SnapshotView.optional(),
  lastObservedChange: LoggedChange.optional(),
  summary: HistorySummary.optional().meta({
    description:
      'Counts of the complete selection; present if only the newest intervals and changes are shown. Use `limit`, `from` and `to` for the others.',
  }),
  snapshots: z.array(SnapshotView).meta({
    description: 'Oldest first. Intervals with origin `imported` come from datasets and do not end our own intervals.',
  }),
  changes: z.array(LoggedChange).meta({ description: 'In the order of recording.' }),
  verification: VerificationView,
  ...Envelope.shape,
});

export const history = operation({
  id: 'getPriceHistory',
  summary: 'Price history of one product',
  tag: 'History',
  rest: { method: 'get', path: '/api/v2/history/{slug}' },
  tools: [
    {
      name: 'get_price_history',
      title: 'Price history',
      description:
        'Past prices of a product: stability, trend, intervals with their prices, and every change with its dates. `sufficient: false` means that there is not enough data for a trend. After `lastSeenAt` the page was not checked; origin `imported` marks public datasets. If `summary` is present, only the newest entries are shown and `summary` counts all; narrow the query with since, from, to or limit.',
      takes: ['slug', 'from', 'to', 'since', 'limit', 'tier'],
      quotes: 'history',
      response: HistoryView.extend({ evidence: z.array(EvidenceView) }),
    },
  ],
  params: z.object({
    slug: slugParameter,
    market: marketParameter.optional(),
    from: dayParameter.optional(),
    to: dayParameter.optional(),
    since: dayParameter.optional().meta({
      description: 'Only intervals that began, and changes that were seen, on this date (UTC) or later.',
    }),
    limit: integerParameter(1, MOST_SHOWN).optional().meta({
      description:
        'Maximum number of intervals and of changes, newest first. Default: all, except for large rate cards.',
    }),
    recordedBefore: dayParameter.optional().meta({
      description: 'The data as recorded at the end of this date (UTC), without later corrections.',
    }),
    tier: textParameter(80)
      .optional()
      .meta({ description: 'Only the history of this tier (id or name, case-insensitive).' }),
  }),
  response: HistoryView,
  problems: ['not_found', 'unknown_tier'],
  examples: {
    all: { slug: 'acme' },
    oneTier: { slug: 'acme', tier: 'Pro', from: '2026-01-01' },
    ended: { slug: 'bygone' },
    unknown: { slug: 'nobody' },
    unknownTier: { slug: 'acme', tier: 'platinum' },
    newest: { slug: 'acme', limit: '1' },
    backwards: { slug: 'acme', from: '2026-02-01', to: '2026-01-01' },
  },
  run(store, { slug, market, from = EVER.from, to = EVER.to, since = EVER.from, limit, tier, recordedBefore }, now) {
    const { site, generation } = store;
    const { product, record, retired } = everSold(store, slug);
    if (from > to) {
      throw new Problem('invalid_parameter', 'from is after to', {
        errors: [{ parameter: 'from', reason: 'Must not be after `to`' }],
      });
    }
    const known = recordedBefore === undefined ? undefined : endOf(recordedBefore);
    const today = market === undefined ? generation.snapshots(slug) : generation.snapshotsIn(market, slug);
    const all = known === undefined ? today : generation.snapshotsKnownBy(slug, known, market);
    const ids = tier === undefined ? undefined : tierIds(all, tier);
    const past = ids === undefined ? all : tierHistory(all, ids);
    const log = changesOf(generation, slug).filter(
      ({ recordedAt, subject = '', market: where }) =>
        where === market && (known === undefined || recordedAt <= known) && (ids === undefined || ids.has(subject)),
    );
    const latest = latestOf(past);
    const lastChange = log
      .toReversed()
      .filter(standing())
      .find(({ type }) => !NOT_THE_VENDORS.includes(type));
    const { snapshots, changes, summary } = extentOf(
      asked({ snapshots: past, changes: log }, { from, to, since }),
      limit,
    );
    const current = market === undefined ? record : record?.markets?.find((each) => each.market === market);
    const verification = current ? verificationView(current.verification, now) : lastVerification(latestOf(all), now);
    return {
      slug,
      name: product.name,
      market,
      retired,
      priceStability: priceStability(past, log, now),
      priceTrend: priceTrend(past, log),
      latestSnapshot: latest && snapshotView(latest),
      lastObservedChange: lastChange && changeView(lastChange),
      summary,
      snapshots: snapshots.map(snapshotView),
      changes: changes.map(changeView),
      verification,
      ...productEnvelope({ site, generation }, product, {
        verifiedAt: verification.verifiedAt,
        groups: ['history'],
        imported: { history: importedIn(snapshots, latest, changes) },
      }),
    };
  },
});

function importedIn(snapshots: readonly Snapshot[], latest: Snapshot | undefined, changes: readonly LoggedChange[]) {
  return [...snapshots, ...(latest === undefined ? [] : [latest]), ...changes].flatMap(
    ({ imported }) => imported ?? [],
  );
}

interface EverSold {
  product: CatalogueProduct;
  record?: PricingRecord;
  retired?: Tombstone;
}

/** What held or was seen from one day to another, and began or was seen since a third. */
function asked({ snapshots, changes }: Past, { from, to, since }: Record<'from' | 'to' | 'since', string>): Past {
  const dayOf = (instant: string) => instant.slice(0, 10);
  return {
    snapshots: snapshots.filter(
      ({ validFrom, validTo }) =>
        dayOf(validFrom) <= to && (validTo === undefined || dayOf(validTo) > from) && dayOf(validFrom) >= since,
    ),
    changes: changes.filter(
      ({ observedAt }) => dayOf(observedAt) >= from && dayOf(observedAt) <= to && dayOf(observedAt) >= since,
    ),
  };
}

/** A product that is no longer sold has no record any more, and still its past. @throws {Problem} @throws {Moved} */
function everSold(store: Store, slug: string): EverSold {
  const sought = seek(store, slug);
  return sought.kind === 'retired' ? { product: sought.product, retired: sought.tombstone } : find(store, slug);
}

function lastVerification(latest: Snapshot | undefined, now: Date): VerificationView {
  return latest === undefined ? { reasons: [] } : verificationThen(latest, now.toISOString());
}

const EVER = { from: '0000-01-01', to: '9999-12-31' };

/** What the log says of our catalogue, of itself and of announcements, not of a price that the vendor changed. */
const NOT_THE_VENDORS: readonly ChangeType[] = [
  ...CATALOGUE_EVENTS,
  'correction',
  'announced',
  'announcement_retracted',
];

/** All changes of a product in every market, a page at a time. */
export function changesOf(generation: Generation, slug: string): LoggedChange[] {
  const log: LoggedChange[] = [];
  for (;;) {
    const page = generation.changes({ after: log.at(-1)?.seq ?? 0, limit: 1_000, slug });
    log.push(...page);
    if (page.length < 1_000) return log;
  }
}

/** @throws {Problem} `unknown_tier` with the tiers that there ever were */
function tierIds(snapshots: readonly Snapshot[], wanted: string): ReadonlySet<string> {
  const text = wanted.trim().toLowerCase();
  const tiers = snapshots.flatMap((snapshot) => snapshot.tiers);
  const ids = new Set(tiers.flatMap(({ id, name }) => (id === text || name.trim().toLowerCase() === text ? [id] : [])));
  if (ids.size > 0) return ids;
  const allowed = [...new Set(tiers.map(({ id }) => id))];
  throw new Problem('unknown_tier', 'Unknown tier', {
    errors: [{ parameter: 'tier', reason: 'Unknown tier', allowed }],
  });
}

function snapshotView(snapshot: Snapshot): SnapshotView {
  const { market, imported, tiers, rates } = snapshot;
  const currency = recordCurrency(tiers, rates);
  return {
    market,
    ...pick(snapshot, ['validFrom', 'validTo', 'lastSeenAt', 'gaps', 'recordedAt', 'origin']),
    imported: imported && importedView(imported),
    currency,
    tiers: tiers.map((tier) => tierView(tier, { market, currency, isFull: false })),
    rateCard: rateCard(rates),
  };
}
