/** The report of a re-reading, for a person at a terminal. Pure. */

import type { Terminal } from '../../data/text/terminal.ts';
import { label } from '../read/page/label.ts';
import type { Figures, PageDifference, Tally } from './tally.ts';

/** Differences shown per product; `--json` has more. */
const SHOWN = 6;
const MARKS = { gained: '+', lost: '-', moved: '~' } as const;

/** Empty for a product that reads as before. */
export function productReport({ slug, figures, differences }: Tally, { paint }: Terminal): string {
  if (differences.length === 0 && figures.unread === 0) return '';
  const head = `${paint('bold', slug)}: ${counts(figures)}`;
  const shown = differences.slice(0, SHOWN).map((each) => `  ${line(each)}`);
  const more = differences.length > SHOWN ? [`  … ${differences.length - SHOWN} more, with --json`] : [];
  return `${[head, ...shown, ...more].join('\n')}\n`;
}

export function sumReport(figures: Figures, { products, isApplied }: { products: number; isApplied: boolean }): string {
  const { vendorChanges, vendorChangesAsRead, taken, agreeing, waiting, refused } = figures;
  const lines = [
    `${products} products, ${counts(figures)}`,
    `Price changes by vendors: ${vendorChanges} with the current readers, ${vendorChangesAsRead} with the earlier readers`,
    isApplied
      ? `Written: ${taken} corrections, ${agreeing} that agree with the record, ${waiting} waiting for review (npm run review), ${refused} refused`
      : 'Nothing was written. Run with --apply to write the differences',
  ];
  return `${lines.join('\n')}\n`;
}

function counts({ pages, same, better, worse, other, unread }: Figures): string {
  const kinds = { better, worse, other, unavailable: unread };
  const told = Object.entries(kinds).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  return `${pages} pages, ${same} unchanged${told.length > 0 ? `, ${told.join(', ')}` : ''}`;
}

function line({ kind, source, observedAt, subject, terms, before, after, quote }: PageDifference): string {
  const value = before !== undefined && after !== undefined ? `${before} → ${after}` : (after ?? before ?? '');
  const words = [observedAt.slice(0, 10), source, MARKS[kind], label(subject, 80), value, terms]
    .filter(Boolean)
    .join(' ');
  return quote === undefined ? words : `${words} "${label(quote, 120)}"`;
}
