/** Prices announced for a later day, as events: logged when first seen, and when retracted before that day. Pure. */
import type { Change } from '../../data/change.ts';
import { defined } from '../../data/defined.ts';
import { type Announced, announcementKey, isPending } from '../../data/pipeline/announcement.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { Fact, RecordEvidence, Tier } from '../../data/record.ts';
import { type ChangeContext, priceSide } from './changes.ts';
import { termsOf } from './statement.ts';

interface Seen {
  /** Announcements in the log that are not retracted. */
  open: readonly Announced[];
  /** Text of the page that was read; undefined where no announcement can be known to be gone. */
  pageText: string | undefined;
}

/** An announcement counts as retracted only where its words are gone from the page: a reader may miss them. */
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

/** A promotion with a last day announces the list price for the day after. */
function endsOfPromos(tier: Tier): Event[] {
  return tier.prices.flatMap((promo): Event[] => {
    const list = tier.prices.find((price) => price.kind === 'list' && termsOf(price) === termsOf(promo));
    if (promo.until === undefined || promo.kind === 'list' || promo.kind === 'struck' || list === undefined) return [];
    const before = { name: tier.name, ...priceSide(promo) };
    const after = { name: tier.name, ...priceSide(list), effectiveFrom: dayAfter(promo.until) };
    const evidence = [...new Set([promo, list].flatMap((price) => price.evidence ?? []))];
    return [{ subject: tier.id, before, after, evidence }];
  });
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
}
