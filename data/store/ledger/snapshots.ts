/** A product's past as we state it today: the last recording for each instant. */
import type Database from 'better-sqlite3';
import type { ProductPast } from '../../pipeline/ledger-state.ts';
import { instant, unpackStatement } from './entry.ts';
import { byDate, type DatedRow, ownSnapshotsIn, rightlyDated, visitsIn } from './misdated.ts';

/** Sorts after any instant. */
export const END_OF_TIME = '~';

export function pastOf(ledger: Database.Database, slug: string): ProductPast {
  const isVisit = visitsIn(ledger);
  const recorded = ledger
    .prepare<[string], DatedRow & { source: string }>(`
      SELECT seq, seq AS entry, source, observed_at AS validFrom, recorded_at AS recordedAt FROM entries
      WHERE slug = ? AND seq IN (SELECT entry FROM statements) ORDER BY seq`)
    .all(slug);
  const stated = [...Map.groupBy(recorded, ({ source }) => source).values()]
    .flatMap((each) => rightlyDated(each, isVisit))
    .sort(byDate);
  const snapshots = ownSnapshotsIn(ledger)(slug).toSorted(byDate);
  const snapshotBody = ledger.prepare<[number], Buffer>('SELECT body FROM snapshots WHERE seq = ?').pluck();
  const body = ledger.prepare<[number], Buffer>('SELECT body FROM statements WHERE entry = ?').pluck();
  return {
    statementsAt(text) {
      const at = instant(text);
      const last = new Map(stated.filter(({ validFrom }) => validFrom <= at).map(({ source, seq }) => [source, seq]));
      return new Map(
        [...last].flatMap(([source, entry]) => {
          const found = body.get(entry);
          return found === undefined ? [] : [[source, unpackStatement(found)]];
        }),
      );
    },
    snapshotAt(text) {
      const at = instant(text);
      const last = snapshots.findLast(({ validFrom }) => validFrom <= at);
      const found = last && snapshotBody.get(last.seq);
      return last && found && { ...unpackStatement(found), validFrom: last.validFrom };
    },
    nextStatement: (source, after) =>
      stated.find((each) => each.source === source && each.validFrom > instant(after))?.validFrom,
    beginnings(after, before) {
      const [from, to] = [instant(after), before === undefined ? END_OF_TIME : instant(before)];
      const within = snapshots.filter(({ validFrom }) => validFrom > from && validFrom < to);
      return [...new Set(within.map(({ validFrom }) => validFrom))];
    },
  };
}
