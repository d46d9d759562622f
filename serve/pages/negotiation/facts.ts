/** The facts that an e-mail may claim today. */
import { annualSaving } from '../../../data/prices/annual-saving.ts';
import type { PricingRecord } from '../../../data/record.ts';
import type { Grounds } from '../../../data/research.ts';
import type { TeamCost } from '../../cost/cost-shape.ts';
import { type Found, findAlias } from '../../interface/lookup.ts';
import { costGuide } from '../../operations/cost-guide.ts';
import { type tco, tcoIfPriced } from '../../operations/tco.ts';
import { isCurrent } from '../../record/research.ts';
import { verificationView } from '../../record/view.ts';
import type { Store } from '../../store/store.ts';
import type { Facts, Wishes } from './email.ts';

export interface Asked extends Pick<Wishes, 'seats' | 'termYears'> {
  tier: string | undefined;
  rival: string | undefined;
  now: Date;
}

export function factsOf(store: Store, { product, record }: Found, asked: Asked): Facts {
  const { slug, name } = product;
  const { now } = asked;
  const cost = costOf(store, slug, asked);
  const price = cost && priceOf(record, cost, now);
  const rival = asked.rival === undefined ? undefined : rivalOf(store, asked.rival, asked);
  return {
    name,
    price,
    annualSaving: price && savingOf(record, price.cost.tier),
    positioning: price && cost?.positioning,
    rival: rival?.cost.currency === price?.cost.currency ? rival : undefined,
    guide: store.generation.research(slug)?.costGuide && costGuide.run(store, { slug }, now),
  };
}

type Cost = ReturnType<typeof tco.run>;

/** For the cheapest tier, where the named one does not exist. */
function costOf(store: Store, slug: string, { seats, termYears, tier: wanted, now }: Asked): Cost | undefined {
  const tier = findAlias(store, slug).record.tiers.find(({ id }) => id === wanted)?.id;
  return tcoIfPriced(store, { slug, seats, termYears, billing: 'monthly', tier }, now);
}

/** Only a current price from the vendor's page. */
function priceOf(record: PricingRecord, cost: Cost, now: Date): Facts['price'] {
  const { status, confirmedAt } = verificationView(record.verification, now);
  const evidence = evidenceOf(cost);
  if (!isCurrent(status) || confirmedAt === undefined || evidence.length === 0) return undefined;
  return { cost, seenOn: confirmedAt.slice(0, 10), grounds: { origin: 'observed', evidence } };
}

function evidenceOf({ subscription }: TeamCost): string[] {
  return subscription.lines.flatMap((line) => line.evidence ?? []);
}

function savingOf({ tiers, currency }: PricingRecord, id: string): Facts['annualSaving'] {
  const tier = tiers.find((each) => each.id === id);
  const saving = tier && currency && annualSaving(tier, currency);
  if (!saving) return undefined;
  const evidence = [saving.monthly.evidence ?? [], saving.annual.evidence ?? []].flat();
  return {
    percent: saving.percent,
    grounds: { origin: 'derived', rule: 'annual-saving', ...(evidence.length > 0 && { evidence }) },
  };
}

function rivalOf(store: Store, slug: string, asked: Asked): Facts['rival'] {
  const { product, record } = findAlias(store, slug);
  const cost = costOf(store, slug, { ...asked, tier: undefined });
  if (cost?.total.complete !== true) return undefined;
  const evidence = evidenceOf(cost);
  const imported = record.tiers.find(({ id }) => id === cost.tier)?.imported;
  const grounds: Grounds = evidence.length > 0 ? { origin: 'observed', evidence } : { origin: 'imported', imported };
  return { name: product.name, cost, grounds };
}
