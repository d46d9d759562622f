/** What an e-mail to a vendor may claim today: from the record, the guide, and the record of a rival. Pure. */
import type { PricingRecord } from '../../../data/record.ts';
import type { Grounds } from '../../../data/research.ts';
import type { TeamCost } from '../../cost/cost-shape.ts';
import { isFloor } from '../../cost/floor.ts';
import { type Found, findAlias } from '../../interface/lookup.ts';
import { Problem } from '../../interface/problem.ts';
import { costGuide } from '../../operations/cost-guide.ts';
import { tco } from '../../operations/tco.ts';
import { discountsOf } from '../../record/discounts.ts';
import { isCurrent } from '../../record/research.ts';
import { verificationView } from '../../record/view.ts';
import type { Store } from '../../store/store.ts';
import type { Facts, Wishes } from './email.ts';

export interface Asked extends Pick<Wishes, 'seats' | 'termYears'> {
  tier: string | undefined;
  /** Slug of a product that is priced alike. */
  rival: string | undefined;
}

export function factsOf(store: Store, { product, record }: Found, asked: Asked, now: Date): Facts {
  const counted = costOf(store, product.slug, asked, now);
  const price = counted && priceOf(record, counted, now);
  const rival = asked.rival === undefined ? undefined : rivalOf(store, asked.rival, asked, now);
  return {
    name: product.name,
    price,
    annualSaving: price && savingOf(record, price.cost.tier),
    positioning: price && counted?.positioning,
    rival: rival?.cost.currency === price?.cost.currency ? rival : undefined,
    guide: guideOf(store, product.slug, now),
  };
}

type Counted = ReturnType<typeof tco.run>;

/** Undefined where nothing can be counted, or the person named a tier that there is not. */
function costOf(store: Store, slug: string, { seats, termYears, tier }: Asked, now: Date): Counted | undefined {
  try {
    const { tiers } = findAlias(store, slug).record;
    const known = tiers.find(({ id }) => id === tier)?.id;
    return tco.run(store, { slug, seats, termYears, billing: 'monthly', tier: known }, now);
  } catch (error) {
    if (error instanceof Problem && error.code === 'price_not_public') return undefined;
    throw error;
  }
}

/** Only what a page of the vendor’s showed, and may be said of today. */
function priceOf(record: PricingRecord, cost: Counted, now: Date): Facts['price'] {
  const { status, confirmedAt } = verificationView(record.verification, now);
  const { lines } = cost.subscription;
  const evidence = lines.flatMap((line) => line.evidence ?? []);
  if (!isCurrent(status) || confirmedAt === undefined || evidence.length === 0) return undefined;
  return { cost, seenOn: confirmedAt.slice(0, 10), grounds: { origin: 'observed', evidence } };
}

function savingOf({ tiers, currency }: PricingRecord, tier: string): Facts['annualSaving'] {
  const saving =
    currency === undefined ? undefined : discountsOf(tiers, currency)?.perTier.find((each) => each.tier === tier);
  if (saving === undefined) return undefined;
  const stated = tiers
    .find(({ id }) => id === tier)
    ?.prices.flatMap(({ kind, evidence }) => (kind === 'list' && evidence !== undefined ? evidence : []));
  return {
    percent: saving.annualSavingsPercent,
    grounds: { origin: 'derived', rule: 'annual-saving', ...(stated && stated.length > 0 && { evidence: stated }) },
  };
}

function rivalOf(store: Store, slug: string, asked: Asked, now: Date): Facts['rival'] {
  const { product, record } = findAlias(store, slug);
  const cost = costOf(store, slug, { ...asked, tier: undefined }, now);
  if (cost === undefined || isFloor(cost.total)) return undefined;
  return { name: product.name, cost, grounds: groundsOf(record, cost) };
}

function groundsOf(record: PricingRecord, { tier, subscription }: TeamCost): Grounds {
  const evidence = subscription.lines.flatMap((line) => line.evidence ?? []);
  const imported = record.tiers.find(({ id }) => id === tier)?.imported;
  return evidence.length > 0 ? { origin: 'observed', evidence } : { origin: 'imported', imported };
}

function guideOf(store: Store, slug: string, now: Date): Facts['guide'] {
  try {
    return costGuide.run(store, { slug }, now);
  } catch (error) {
    if (error instanceof Problem && error.code === 'no_cost_guide') return undefined;
    throw error;
  }
}
