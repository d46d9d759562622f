/** The past of products by datasets: a snapshot a day with a new statement. A later day is an announcement. */
import type { Catalogue } from '../../data/catalogue/catalogue.ts';
import type { HistoryFact } from '../../data/catalogue/imported-history.ts';
import type { Change } from '../../data/change.ts';
import { defined } from '../../data/defined.ts';
import { Amount, toAmount } from '../../data/money.ts';
import { type Announced, announcementKey, isPending } from '../../data/pipeline/announcement.ts';
import { datasetName, type Rate, type Tier } from '../../data/record.ts';
import type { Ledger } from '../../data/store/ledger/ledger.ts';
import type { ImportedSnapshot } from '../../data/store/ledger/writer.ts';
import type { Steps } from '../../data/store/steps.ts';
import { freeTier, tierOf, withUniqueIds } from './imported.ts';
import { importedFrom, importedRate, isRate, RATE_FIELD } from './imported-rates.ts';
import { tierSlug } from './reconcile.ts';

/** Of a step: one transaction each. */
const PRODUCTS_PER_STEP = 50;

/** Idempotent. What a dataset does not state any more is withdrawn. */
export function* recordHistories(ledger: Ledger, { products, history }: Catalogue, now: Date): Steps<void> {
  for (let at = 0; at < products.length; at += PRODUCTS_PER_STEP) {
    const entries = products.slice(at, at + PRODUCTS_PER_STEP).flatMap(({ slug }) => {
      const facts = history.get(slug)?.facts ?? [];
      const open = ledger.announced(slug);
      const told = snapshotsOf(facts, now);
      const importedSnapshots = [...told, ...withdrawn(ledger.importedStarts(slug), told)];
      const changes = announcementsOf(slug, facts, { open, now });
      return importedSnapshots.length + changes.length === 0 ? [] : [{ slug, changes, importedSnapshots }];
    });
    if (entries.length > 0) ledger.recordProducts(entries, now);
    yield;
  }
}

export function snapshotsOf(facts: readonly HistoryFact[], now: Date): ImportedSnapshot[] {
  const past = facts.filter((fact) => !isToCome(fact, now) && isExact(fact) && isSold(fact));
  return [...Map.groupBy(past, ({ dataset }) => datasetName(dataset)).values()].flatMap((stated) => {
    const days = [...Map.groupBy(stated, ({ asOf }) => asOf)].sort(([a], [b]) => (a < b ? -1 : 1));
    const standing = new Map<string, HistoryFact>();
    return days.flatMap(([day, today]): ImportedSnapshot[] => {
      for (const fact of today) if (!isListed(fact)) standing.set(keyOf(fact), fact);
      return snapshotOf(day, [...today.filter(isListed), ...standing.values()], today);
    });
  });
}

/** False for a base price or a price with single sign-on, which name no tier. */
function isSold({ kind }: HistoryFact): boolean {
  return kind !== 'base_price' && kind !== 'sso_price';
}

/** Part of a price list, which the next list replaces whole. */
function isListed({ kind }: HistoryFact): boolean {
  return kind === 'tier' || kind === 'free_tier';
}

function isExact({ value, contactSales, kind }: HistoryFact): boolean {
  return contactSales === true || kind === 'free_tier' || Amount.safeParse(value).success;
}

function isToCome({ asOf }: HistoryFact, now: Date): boolean {
  return asOf > now.toISOString().slice(0, 10);
}

function keyOf({ kind, subject, metric, currency }: HistoryFact): string {
  return JSON.stringify([kind, subject.toLowerCase(), metric, currency]);
}

function snapshotOf(day: string, facts: readonly HistoryFact[], today: readonly HistoryFact[]): ImportedSnapshot[] {
  const [first] = today;
  const [tiers, rates] = [tiersOf(facts), ratesOf(facts)];
  if (first === undefined || tiers.length + rates.length === 0) return [];
  const at = `${day}T00:00:00.000Z`;
  return [{ tiers, rates, evidence: [], imported: importedFrom(first), validFrom: at, lastSeenAt: at }];
}

function tiersOf(facts: readonly HistoryFact[]): Tier[] {
  const named = facts.filter(({ kind }) => kind !== 'token_rate');
  const tiers = [...Map.groupBy(named, ({ kind, subject }) => `${kind} ${subject}`).values()].flatMap((stated) => {
    const [first] = stated;
    return (first?.kind === 'free_tier' ? freeTier(first) : tierOf(stated)) ?? [];
  });
  return withUniqueIds(tiers);
}

function ratesOf(facts: readonly HistoryFact[]): Rate[] {
  const byModel = Map.groupBy(facts.filter(isRate), ({ subject, currency }) => `${subject.toLowerCase()} ${currency}`);
  return [...byModel.values()].flatMap((own) => {
    const [newest] = own.toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1));
    return newest === undefined ? [] : [importedRate({ model: newest.subject, aliases: [] }, newest, own)];
  });
}

function withdrawn(
  recorded: readonly { dataset: string; validFrom: string }[],
  told: readonly ImportedSnapshot[],
): ImportedSnapshot[] {
  const said = new Set(told.map(({ imported, validFrom }) => `${datasetName(imported.dataset)} ${validFrom}`));
  return recorded
    .filter(({ dataset, validFrom }) => !said.has(`${dataset} ${validFrom}`))
    .map(({ dataset, validFrom }) => {
      const imported = { dataset, license: 'unknown', asOf: validFrom.slice(0, 10), asOfBasis: 'withdrawn' };
      return { tiers: [], rates: [], evidence: [], imported, validFrom, lastSeenAt: validFrom };
    });
}

function announcementsOf(
  slug: string,
  facts: readonly HistoryFact[],
  { open, now }: { open: readonly Announced[]; now: Date },
): Change[] {
  const recordedAt = now.toISOString();
  const said = facts.flatMap((fact) => (isToCome(fact, now) ? (announcementOf(slug, fact, recordedAt) ?? []) : []));
  const [known, still] = [open.map(({ change }) => announcementKey(change)), said.map(announcementKey)];
  const retracted = open
    .filter(({ change }) => change.imported !== undefined && isPending(change, recordedAt))
    .filter(({ change }) => !still.includes(announcementKey(change)))
    .map(({ change }): Change => ({ ...change, type: 'announcement_retracted', observedAt: recordedAt, recordedAt }));
  return [...said.filter((change) => !known.includes(announcementKey(change))), ...retracted];
}

function announcementOf(slug: string, fact: HistoryFact, recordedAt: string): Change | undefined {
  const { kind, subject, metric, value, currency, per, unit, asOf } = fact;
  if (!isExact(fact) || !isSold(fact) || value === undefined || currency === undefined) return undefined;
  const rate = metric === undefined ? defined({ per, unit }) : { rate: RATE_FIELD[metric] };
  return {
    type: 'announced',
    slug,
    subject: kind === 'token_rate' ? subject : tierSlug(subject),
    after: { name: subject, amount: toAmount(value), currency, ...rate, effectiveFrom: asOf },
    evidence: [],
    imported: importedFrom(fact),
    observedAt: recordedAt,
    recordedAt,
  };
}
