/** How much of a product's past one answer shows. A vendor of a hundred models would flood its reader. Pure. */
import * as z from 'zod';
import { ChangeType, type LoggedChange } from '../../data/change.ts';
import { Day } from '../../data/product.ts';
import type { Snapshot } from '../../data/record.ts';

/** Models of all intervals: a past with more is large, and is shown in part unless `limit` says how much of it. */
const LARGE = 100;
/** Of a large past: models of the newest intervals, and changes. */
const MOST_MODELS = 50;
const MOST_CHANGES = 100;

export const HistorySummary = z.strictObject({
  snapshots: z.int(),
  changes: z.int(),
  changesByType: z.partialRecord(ChangeType, z.int()),
  models: z.int().meta({ description: 'Number of different models.' }),
  from: Day.optional().meta({ description: 'Start of the first interval.' }),
  to: Day.optional().meta({ description: 'Start of the last interval.' }),
});
export type HistorySummary = z.infer<typeof HistorySummary>;

export interface Past {
  /** Oldest first, as the changes. */
  snapshots: readonly Snapshot[];
  changes: readonly LoggedChange[];
}

/** The newest `limit` intervals and changes, with a summary of all where some are left out. */
export function extentOf(past: Past, limit: number | undefined): Past & { summary?: HistorySummary } {
  const shown = limit === undefined ? unlessLarge(past) : newest(past, { snapshots: limit, changes: limit });
  const isWhole = shown.snapshots.length === past.snapshots.length && shown.changes.length === past.changes.length;
  return isWhole ? past : { ...shown, summary: summaryOf(past) };
}

function unlessLarge(past: Past): Past {
  const models = past.snapshots.map(({ rates }) => rates.length);
  if (models.reduce((sum, count) => sum + count, 0) <= LARGE) return past;
  let room = MOST_MODELS;
  const left = models.findLastIndex((count) => {
    room -= count;
    return room < 0;
  });
  return newest(past, { snapshots: models.length - 1 - left, changes: MOST_CHANGES });
}

function newest({ snapshots, changes }: Past, most: { snapshots: number; changes: number }): Past {
  return {
    snapshots: snapshots.slice(Math.max(0, snapshots.length - most.snapshots)),
    changes: changes.slice(Math.max(0, changes.length - most.changes)),
  };
}

function summaryOf({ snapshots, changes }: Past): HistorySummary {
  const days = snapshots.map(({ validFrom }) => validFrom.slice(0, 10)).sort();
  const byType = [...Map.groupBy(changes, ({ type }) => type)].map(([type, of]) => [type, of.length]);
  return {
    snapshots: snapshots.length,
    changes: changes.length,
    changesByType: Object.fromEntries(byType),
    models: new Set(snapshots.flatMap(({ rates }) => rates.map(({ model }) => model))).size,
    from: days[0],
    to: days.at(-1),
  };
}
