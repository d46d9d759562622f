/** A product's past as we state it today: the last recording for each instant. */
import type { ProductPast } from '../../pipeline/ledger-state.ts';
import { instant } from './entry.ts';
import { byDate, rightlyDated } from './misdated.ts';
import type { LedgerStatements } from './statements.ts';

/** Sorts after any instant. */
export const END_OF_TIME = '~';

export function pastOf(sql: LedgerStatements, slug: string): ProductPast {
  const stated = [...Map.groupBy(sql.datedStatements(slug), ({ source }) => source).values()]
    .flatMap((each) => rightlyDated(each, sql.isVisit))
    .sort(byDate);
  const snapshotsOf = (market?: string) => sql.ownSnapshots(slug, market).toSorted(byDate);
  return {
    statementsAt(text) {
      const at = instant(text);
      const last = new Map(stated.filter(({ validFrom }) => validFrom <= at).map(({ source, seq }) => [source, seq]));
      return new Map(
        [...last].flatMap(([source, entry]) => {
          const statement = sql.statement(entry);
          return statement === undefined ? [] : [[source, statement]];
        }),
      );
    },
    snapshotAt(text, market) {
      const at = instant(text);
      const last = snapshotsOf(market).findLast(({ validFrom }) => validFrom <= at);
      const found = last && sql.snapshot(last.seq);
      return found && { ...found, validFrom: last.validFrom };
    },
    nextStatement: (source, after) =>
      stated.find((each) => each.source === source && each.validFrom > instant(after))?.validFrom,
    beginnings({ after, before }, market) {
      const [from, to] = [instant(after), before === undefined ? END_OF_TIME : instant(before)];
      const within = snapshotsOf(market).filter(({ validFrom }) => validFrom > from && validFrom < to);
      return [...new Set(within.map(({ validFrom }) => validFrom))];
    },
  };
}
