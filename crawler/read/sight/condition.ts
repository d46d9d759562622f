/** When the rules in a block of a stylesheet are in force. */

/** On every screen; on some, or where a browser knows something; or for no visitor who looks at a screen. */
export type Force = 'always' | 'sometimes' | 'never';

const CONDITIONAL = new Set(['supports', 'container', 'scope']);
/** A screen, whatever its size: the words of a query that ask nothing else. */
const ANY_SCREEN = /^(?:only )?(?:screen|all)$|^not (?:print|speech)$|^$/;
const NO_SCREEN =
  /^(?:only )?(?:print|speech|tty|tv|projection|handheld|braille|embossed|aural)\b|^not (?:screen|all)$/;

/** @param name of the at-rule, in lower case */
export function forceOf(name: string, prelude: string): Force {
  if (name === 'layer') return 'always';
  if (name === 'media') return mediaForce(prelude);
  return CONDITIONAL.has(name) ? 'sometimes' : 'never';
}

/** Of a list of media queries: one of them is enough. */
export function mediaForce(media: string): Force {
  const queries = media
    .slice(0, 1000)
    .toLowerCase()
    .split(',')
    .map((query) => query.replace(/\s+/g, ' ').trim());
  if (queries.some((query) => ANY_SCREEN.test(query))) return 'always';
  return queries.every((query) => NO_SCREEN.test(query)) ? 'never' : 'sometimes';
}

export function lesser(a: Force, b: Force): Force {
  if (a === 'never' || b === 'never') return 'never';
  return a === 'sometimes' || b === 'sometimes' ? 'sometimes' : 'always';
}
