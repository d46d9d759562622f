/** Names of environment variables that are almost right. Pure. */

/** Names that every system sets, one letter from ours. */
const OTHERS = new Set(['HOME', 'HOSTNAME', 'HOSTTYPE', 'PATH']);

/** Without what is only ornament: case, underscores, our name before it. */
function bare(name: string): string {
  return name
    .toUpperCase()
    .replace(/^ASSAY_/, '')
    .replaceAll(/[_-]/g, '');
}

/** Whether somebody who wrote `name` may have meant the variable. Short ones have too many neighbours to be guessed at. */
export function isAlmost(name: string, variable: string): boolean {
  if (OTHERS.has(name)) return false;
  const [said, meant] = [bare(name), bare(variable)];
  const allowed = meant.length < 6 ? 0 : meant.length < 10 ? 1 : 2;
  return Math.abs(said.length - meant.length) <= allowed && distance(said, meant) <= allowed;
}

/** Letters that differ, are missing, are too many, or have changed places (Damerau, 1964; optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i + j * +(i === 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1));
      (rows[i] ?? [])[j] = isSwapped ? Math.min(least, at(i - 2, j - 2) + 1) : least;
    }
  }
  return at(a.length, b.length);
}
