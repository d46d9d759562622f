/** What of a page the cards that were found leave to other ways of finding some. */
import { lastAtOrBefore, type Span } from '../../page/document.ts';
import type { Name } from '../name.ts';
import type { Signal } from '../signals.ts';
import type { Card } from './twins.ts';

/** What no accepted card covers. */
export function outside(
  signals: readonly Signal[],
  names: readonly Name[],
  groups: readonly Card[][],
): { signals: Signal[]; names: Name[] } {
  const covered = groups.flat().map(({ cluster: { start, end } }) => ({ start, end }));
  covered.sort((a, b) => a.start - b.start);
  // Each ends where the last of those before it does, should one hold another.
  for (const [index, span] of covered.entries()) span.end = Math.max(span.end, covered[index - 1]?.end ?? 0);
  const isOutside = ({ start, end }: Span) => {
    const around = covered[lastAtOrBefore(covered, start)];
    return around === undefined || end > around.end;
  };
  return { signals: signals.filter(isOutside), names: names.filter(isOutside) };
}
