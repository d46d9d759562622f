/** Names of environment variables that are almost right. Pure. */
import { editDistance } from '../data/text/similar-names.ts';

/** Common variables, one letter from ours. */
const OTHERS = new Set(['HOME', 'HOSTNAME', 'HOSTTYPE', 'PATH']);

/** Without case, underscores and the prefix ASSAY_. */
function bare(name: string): string {
  return name
    .toUpperCase()
    .replace(/^ASSAY_/, '')
    .replaceAll(/[_-]/g, '');
}

/** Whether `name` may be a misspelling of the variable. Short ones have too many neighbours to guess. */
export function isAlmost(name: string, variable: string): boolean {
  if (OTHERS.has(name)) return false;
  const [said, meant] = [bare(name), bare(variable)];
  const allowed = [6, 10].filter((length) => meant.length >= length).length;
  return editDistance(said, meant, allowed) <= allowed;
}
