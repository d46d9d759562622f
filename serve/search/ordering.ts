/** Sorts rows by one value in either direction. Pure. */
import { inOrder } from '../../data/text/order.ts';

/** A minus sorts downwards. */
export type SortBy<Key extends string> = Key | `-${Key}`;

export function sortsBy<const Key extends string>(keys: readonly Key[]): SortBy<Key>[] {
  return keys.flatMap((key): SortBy<Key>[] => [key, `-${key}`]);
}

export function keyOf<Key extends string>(sort: SortBy<Key>): { key: Key; isDown: boolean } {
  const isDown = sort.startsWith('-');
  return { key: (isDown ? sort.slice(1) : sort) as Key, isDown }; // By the type, the rest is a key.
}

interface Order<Row> {
  value(row: Row): string | number | undefined;
  /** Of an amount: amounts of two currencies are never compared. */
  currency?: ((row: Row) => string | undefined) | undefined;
  isDown: boolean;
  /** Between equal values. */
  tie(a: Row, b: Row): number;
}

/** Rows without a value come last in either direction; amounts are grouped by currency, US dollars first. */
export function sorted<Row>(rows: readonly Row[], { value, currency, isDown, tie }: Order<Row>): Row[] {
  const keyed = rows.map((row) => {
    const known = value(row);
    return { row, known, group: known === undefined ? '' : currencyRank(currency?.(row)) };
  });
  keyed.sort((a, b) => {
    if (a.known === undefined || b.known === undefined)
      return Number(a.known === undefined) - Number(b.known === undefined) || tie(a.row, b.row);
    return inOrder(a.group, b.group) || (isDown ? -1 : 1) * inOrder(a.known, b.known) || tie(a.row, b.row);
  });
  return keyed.map(({ row }) => row);
}

/** US dollars sort first, other currencies by their code. */
export function currencyRank(currency: string | undefined): string {
  return currency === undefined || currency === 'USD' ? '' : currency;
}
