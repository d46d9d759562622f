/**
 * Names that a mistyped one was probably meant to be.
 *
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours count one each
 * (Boytsov, "Indexing methods for approximate dictionary searching", 2011, §2.2). Pure.
 */

const MAX_LENGTH = 80;

/** The number of edits that turn `a` into `b`, or Infinity as soon as it must exceed `most`. */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      current.push(edits);
      least = Math.min(least, edits);
    }
    // A swap reaches back two rows, so one row beyond the limit does not end it alone.
    if (least > most && Math.min(...last) > most) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = current;
  }
  const distance = at(last, b.length);
  return distance > most ? Number.POSITIVE_INFINITY : distance;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** Up to `limit` of the names, nearest first: those that begin with the text, then those a few edits away. */
export function nearest(text: string, names: Iterable<string>, limit = 5): string[] {
  const wanted = text
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .trim()
    .replaceAll(/[\s_.]+/g, '-');
  if (wanted.length < 2) return [];
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const found: { name: string; distance: number }[] = [];
  for (const name of names) {
    const lower = name.toLowerCase();
    const contains = lower.startsWith(wanted) || (wanted.length > 3 && wanted.startsWith(`${lower}-`));
    const distance = contains ? 0.5 : editDistance(wanted, lower, most);
    if (distance <= most) found.push({ name, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
}
