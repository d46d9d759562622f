/** What a page shows. Hidden data is believed only where the page shows the same. */
import { defined } from '../../../data/defined.ts';
import { type Amount, sameAmount } from '../../../data/money.ts';
import type { Billing, Per } from '../../../data/reading.ts';
import { onlyOf } from '../../../data/text/only.ts';
import type { Locale } from '../money/currency.ts';
import { tierKey } from '../offers/merge.ts';
import type { Document } from '../page/document.ts';
import type { Terms } from './terms.ts';

/** An amount in the page's text, with what the words around it say. */
interface ShownAmount {
  start: number;
  amount: Amount;
  currency: string;
  per?: Per;
  billing?: Billing;
}

export interface Shown {
  amounts: readonly ShownAmount[];
  /** The page's only currency; of a page without amounts, the one that it says its prices are in. */
  currency?: string;
  hasName(name: string): boolean;
}

const MAX_NAME = 60;

/** Lines and runs of the page's text are names, and what stands before the amount of a line. */
export function shownOn(
  { visible, lines, runs }: Document,
  amounts: readonly ShownAmount[],
  { stated }: Pick<Locale, 'stated'>,
): Shown {
  let names: Set<string> | undefined;
  const gather = () => {
    const heads = amounts.map(
      ({ start }) =>
        visible
          .slice(Math.max(0, start - MAX_NAME), start)
          .split(/[\n\t]/)
          .at(-1) ?? '',
    );
    const short = [...lines, ...runs].filter(({ start, end }) => end - start <= MAX_NAME);
    return new Set([...heads, ...short.map(({ start, end }) => visible.slice(start, end))].map(tierKey));
  };
  return {
    amounts,
    ...defined({
      currency: amounts.length === 0 ? stated : onlyOf(new Set(amounts.map((each) => each.currency))),
    }),
    hasName(name) {
      names ??= gather();
      return names.has(tierKey(name));
    },
  };
}

/** Period and billing of an amount as the page shows it, where it shows it in one way. */
export function termsShown({ amounts }: Shown, amount: Amount, currency: string): Pick<Terms, 'per' | 'billing'> {
  const [first, ...others] = amounts.filter(
    (each) => each.currency === currency && each.per !== undefined && sameAmount(each.amount, amount),
  );
  if (first === undefined || (first.per !== 'month' && first.per !== 'year')) return {};
  if (others.some(({ per, billing }) => per !== first.per || billing !== first.billing)) return {};
  return defined({ per: first.per, billing: first.billing });
}
