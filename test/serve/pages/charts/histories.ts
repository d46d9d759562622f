/** Pasts as the API answers them. */
import type { LoggedChange } from '../../../../data/change.ts';
import type { Rate, Tier } from '../../../../data/record.ts';
import type { HistorySnapshot } from '../../../../serve/pages/charts/facts.ts';
import { type Panel, panelsOf } from '../../../../serve/pages/charts/panels.ts';
import { rateCard, tierView } from '../../../../serve/record/view.ts';
import { daysAfterNoon, NOON, price, tier } from '../../../builders.ts';

export interface Then extends Partial<Omit<HistorySnapshot, 'tiers'>> {
  tiers?: Tier[];
  rates?: Rate[];
}

/** Held from so many days ago on, until the next begins; seen until then. */
export function historyOf(...held: [daysAgo: number, then: Then][]): HistorySnapshot[] {
  return held.map(([daysAgo, { tiers = [], rates = [], ...rest }], index) => {
    const next = held[index + 1]?.[0];
    const isLine = rest.origin !== 'imported';
    return {
      validFrom: daysAfterNoon(-daysAgo),
      ...(next !== undefined && isLine && { validTo: daysAfterNoon(-next) }),
      lastSeenAt: daysAfterNoon(-(next ?? 0)),
      origin: 'observed',
      tiers: tiers.map((each) => tierView(each, { currency: 'USD', isFull: false })),
      rateCard: rateCard(rates),
      ...rest,
    };
  });
}

export const at = (amount: string, more = {}) => tier({ prices: [price({ amount, ...more })] });

export function panels(snapshots: HistorySnapshot[], changes: LoggedChange[] = []): Panel[] {
  return panelsOf(snapshots, { changes, present: NOON });
}
