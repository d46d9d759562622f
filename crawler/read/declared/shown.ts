/** What of a page is in sight, for what nobody sees is believed where the page bears it out. */
import { type Amount, sameAmount } from '../../../data/money.ts';
import type { Billing, Per } from '../../../data/reading.ts';
import { nameKey } from '../../../data/text/name-key.ts';
import type { Document, Span } from '../page/document.ts';

/** An amount in the page's text, with what the words around it say. */
export interface ShownAmount extends Span {
  amount: Amount;
  currency: string;
  per?: Per;
  billing?: Billing;
}

export interface Shown {
  amounts: readonly ShownAmount[];
  /** The page's only currency. */
  currency?: string;
  hasName(name: string): boolean;
}

const MAX_NAME = 60;

export const keyOf = (name: string): string => nameKey(name).replaceAll(' ', '');

/** Lines and runs of the page's text are names, and what stands before the amount of a line. */
export function shownOn({ visible, lines, runs }: Document, amounts: readonly ShownAmount[]): Shown {
  const [currency, ...others] = new Set(amounts.map((each) => each.currency));
  let names: Set<string> | undefined;
  const gather = () => {
    const heads = amounts.map(({ start: end }) => {
      const near = visible.slice(Math.max(0, end - MAX_NAME), end);
      return { start: end - near.length + Math.max(near.lastIndexOf('\n'), near.lastIndexOf('\t')) + 1, end };
    });
    const short = [...lines, ...runs, ...heads].filter(({ start, end }) => end > start && end - start <= MAX_NAME);
    return new Set(short.map(({ start, end }) => keyOf(visible.slice(start, end))));
  };
  return {
    amounts,
    ...(others.length === 0 && currency !== undefined && { currency }),
    hasName(name) {
      names ??= gather();
      return names.has(keyOf(name));
    },
  };
}

/** Period and billing of an amount as the page shows it, where it shows it in one way. */
export function termsShown(
  { amounts }: Shown,
  amount: Amount,
  currency: string,
): Pick<ShownAmount, 'billing'> & { per?: 'month' | 'year' } {
  const [first, ...others] = amounts.filter(
    (each) => each.currency === currency && each.per !== undefined && sameAmount(each.amount, amount),
  );
  if (first === undefined || (first.per !== 'month' && first.per !== 'year')) return {};
  if (others.some(({ per, billing }) => per !== first.per || billing !== first.billing)) return {};
  return { per: first.per, ...(first.billing !== undefined && { billing: first.billing }) };
}
