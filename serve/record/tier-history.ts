/** The past of one tier: the intervals over which its own prices stayed the same. Pure. */
import { toAmount } from '../../data/money.ts';
import { daysFrom } from '../../data/prices/year-change.ts';
import { GAP_DAYS, type Price, type Snapshot, type Tier } from '../../data/record.ts';

/** The product's intervals that have a tier of these ids, with nothing else, joined where only other tiers changed. */
export function tierHistory(snapshots: readonly Snapshot[], ids: ReadonlySet<string>): Snapshot[] {
  const joined: Snapshot[] = [];
  for (const snapshot of snapshots) {
    const tiers = snapshot.tiers.filter(({ id }) => ids.has(id));
    if (tiers.length === 0) continue;
    const next = { ...snapshot, tiers, rates: [] };
    const at = joined.findLastIndex((each) => each.validTo === next.validFrom && isSame(each, next));
    const before = joined[at];
    if (before === undefined) joined.push(next);
    else joined[at] = together(before, next);
  }
  return joined;
}

function isSame(a: Snapshot, b: Snapshot): boolean {
  return a.origin === b.origin && a.imported?.dataset === b.imported?.dataset && stated(a.tiers) === stated(b.tiers);
}

function stated(tiers: readonly Tier[]): string {
  return JSON.stringify(
    tiers.map(({ id, name, isFree, isCustom, minimumUnits, includedUnits, prices }) => [
      ...[id, name, isFree, isCustom, minimumUnits, includedUnits],
      prices.map(factOf).sort(),
    ]),
  );
}

/** Without what differs between readings of the same price. */
function factOf({ evidence: _, confidence: __, assumed: ___, amount, ...terms }: Price): string {
  return JSON.stringify([toAmount(amount), terms]);
}

function together(before: Snapshot, { validFrom, validTo, lastSeenAt, gaps = [] }: Snapshot): Snapshot {
  const { validTo: _, gaps: earlier = [], ...first } = before;
  const isGap = daysFrom(before.lastSeenAt, validFrom) > GAP_DAYS;
  const all = [...earlier, ...(isGap ? [{ from: before.lastSeenAt, to: validFrom }] : []), ...gaps];
  return { ...first, lastSeenAt, ...(validTo !== undefined && { validTo }), ...(all.length > 0 && { gaps: all }) };
}
