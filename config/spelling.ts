/** Names of environment variables that are almost right. Pure. */
import { editDistance } from '../data/text/similar-names.ts';

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
  return editDistance(said, meant, allowed) <= allowed;
}
