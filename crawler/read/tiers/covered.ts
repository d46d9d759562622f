/** What of a page the cards that were found leave to other ways of finding some. */
import { lastAtOrBefore, type Span } from '../page/document.ts';
import type { Cluster } from './clusters.ts';
import type { Name } from './name.ts';
import type { Signal } from './signals.ts';
import type { Card } from './twins.ts';

/** What no accepted card covers. */
export function outside(
  signals: readonly Signal[],
  names: readonly Name[],
  groups: readonly Card[][],
): { signals: Signal[]; names: Name[] } {
  const covered = spansOf(groups);
  const isOutside = ({ start, end }: Span) => {
    const around = covered[lastAtOrBefore(covered, start)];
    return around === undefined || end > around.end;
  };
  return { signals: signals.filter(isOutside), names: names.filter(isOutside) };
}

/** In text order; each ends where the last of those before it does, should one hold another. */
function spansOf(groups: readonly Card[][]): Span[] {
  const spans = groups
    .flat()
    .map(({ cluster: { start, end } }) => ({ start, end }))
    .sort((a, b) => a.start - b.start);
  let end = 0;
  for (const span of spans) {
    end = Math.max(end, span.end);
    span.end = end;
  }
  return spans;
}

/** Those whose name and price do not stand on either side of a card: there they are no pair. */
export function apartFrom(found: readonly Cluster[], groups: readonly Card[][]): Cluster[] {
  const spans = spansOf(groups);
  return found.filter(({ name, signals }) => {
    const from = Math.min(name.start, signals[0]?.start ?? name.start);
    const to = Math.max(name.end, signals.at(-1)?.end ?? name.end);
    const next = spans[lastAtOrBefore(spans, from) + 1];
    return next === undefined || next.end >= to;
  });
}
