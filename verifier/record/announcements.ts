/**
 * What a product's pages announce for a day to come, as events: logged when it is first seen, and again when it is
 * taken back before its day. No announcement sets a price; that is the page's to state once the day has come. Pure.
 */

import type { Change } from '../../data/change.ts';
import { type Announced, announcementKey, isPending } from '../../data/pipeline/announcement.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { Fact, Price, RecordEvidence, Tier } from '../../data/record.ts';
import type { ChangeContext } from './changes.ts';
import { termsOf } from './statement.ts';

interface Seen {
  /** Announcements that stand in the log. */
  open: readonly Announced[];
  /** Words of the page that was read; of another source's page nothing is known to be gone. */
  pageText: string | undefined;
}

/**
 * @param stated what the product's sources state together. What was announced and is not stated any more counts as
 * taken back only where its words are gone from the page: a reader that misses them retracts nothing.
 */
export function announcementChanges(stated: Statement, { open, pageText }: Seen, context: ChangeContext): Change[] {
  const now = announcementsIn(stated)
    .map((event): Change => ({ type: 'announced', ...event, ...context }))
    .filter((change) => isPending(change, context.observedAt));
  const said = new Set(now.map(announcementKey));
  const known = new Set(open.map(({ change }) => announcementKey(change)));
  const retracted = open
    .filter(({ change }) => change.imported === undefined && isPending(change, context.observedAt))
    .filter(({ change, evidence }) => !said.has(announcementKey(change)) && isGone(evidence(), pageText))
    .map(({ change }): Change => ({ ...change, type: 'announcement_retracted', ...context }));
  return [...retracted, ...now.filter((change) => !known.has(announcementKey(change)))];
}

function isGone(evidence: readonly RecordEvidence[], pageText: string | undefined): boolean {
  return pageText !== undefined && (evidence.length === 0 || !evidence.every(({ quote }) => pageText.includes(quote)));
}

type Event = Pick<Change, 'subject' | 'before' | 'after' | 'evidence'>;

function announcementsIn({ tiers, facts = [] }: Statement): Event[] {
  return [...facts.flatMap((fact) => announcedIn(fact, tiers)), ...tiers.flatMap(endsOfPromos)];
}

function announcedIn(fact: Fact, tiers: readonly Tier[]): Event[] {
  if (fact.kind !== 'announced_price') return [];
  const { tier: id, evidence, from, amount, currency, billing, per, unit } = fact;
  const tier = tiers.find((each) => each.id === id);
  if (tier === undefined) return [];
  const after = { name: tier.name, amount, currency, ...defined({ billing, per, unit }), effectiveFrom: from };
  return [{ subject: tier.id, after, evidence: [evidence] }];
}

/** A promo that names its last day announces the list price beside it for the day after. */
function endsOfPromos(tier: Tier): Event[] {
  return tier.prices.flatMap((promo): Event[] => {
    const list = tier.prices.find((price) => price.kind === 'list' && termsOf(price) === termsOf(promo));
    if (promo.until === undefined || promo.kind === 'list' || promo.kind === 'struck' || list === undefined) return [];
    return [
      {
        subject: tier.id,
        before: { name: tier.name, ...sideOf(promo) },
        after: { name: tier.name, ...sideOf(list), effectiveFrom: dayAfter(promo.until) },
        evidence: [...new Set([promo, list].flatMap(({ evidence }) => evidence ?? []))],
      },
    ];
  });
}

function sideOf({ amount, currency, billing, per, unit }: Price) {
  return { amount, currency, per, ...defined({ billing, unit }) };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
}

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
