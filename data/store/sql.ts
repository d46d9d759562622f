/** Prepared queries as functions. A column that is NULL is absent from its row, and an input that is undefined is NULL. */
import type Database from 'better-sqlite3';

export type Queries = ReturnType<typeof queriesOf>;

/** Prepares each query when it is made, so that a fault in its SQL shows when the store is opened. */
export function queriesOf(database: Database.Database) {
  return {
    /** The first row; undefined where there is none. */
    row<In extends unknown[], Row>(sql: string) {
      const statement = database.prepare<In, Row>(sql);
      return (...input: In): Row | undefined => {
        const row = statement.get(...input);
        return row && present(row);
      };
    },
    rows<In extends unknown[], Row>(sql: string) {
      const statement = database.prepare<In, Row>(sql);
      return (...input: In): Row[] => statement.all(...input).map(present);
    },
    /** The first column of the first row; undefined where there is no row, or NULL in it. */
    value<In extends unknown[], Value>(sql: string) {
      const statement = database.prepare<In, Value | null>(sql).pluck();
      return (...input: In): Value | undefined => statement.get(...input) ?? undefined;
    },
    /** The same, as `parse` makes it of what is stored. */
    parsed<In extends unknown[], Stored, Value>(sql: string, parse: (stored: Stored) => Value) {
      const statement = database.prepare<In, Stored | null>(sql).pluck();
      return (...input: In): Value | undefined => {
        const stored = statement.get(...input) ?? undefined;
        return stored === undefined ? undefined : parse(stored);
      };
    },
    /** The first column of every row. */
    values<In extends unknown[], Value>(sql: string) {
      const statement = database.prepare<In, Value>(sql).pluck();
      return (...input: In): Value[] => statement.all(...input);
    },
    /** A statement that returns no rows. */
    run<In extends unknown[]>(sql: string) {
      const statement = database.prepare<In>(sql);
      return (...input: In): void => void statement.run(...input);
    },
  };
}

function present<Row>(row: Row): Row {
  const found: Partial<Row> = {};
  for (const column in row) if (row[column] !== null) found[column] = row[column];
  return found as Row;
}
