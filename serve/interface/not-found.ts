/** A path at which there is nothing, and which products one may have meant by it. Pure. */

import type { Store } from '../store/store.ts';
import { namesOf } from './lookup.ts';
import { Problem } from './problem.ts';

/** Of paths, ours and those that others have for the like; they name no product. */
const NO_NAMES: ReadonlySet<string> = new Set(
  (
    'api v1 v2 tool tools product products software pricing prices price cost cost-guide history alternatives ' +
    'negotiation-email compare category categories go'
  ).split(' '),
);

const MOST_SUGGESTED = 5;

/** @param store absent before anything is published */
export function notFound(store: Pick<Store, 'listed' | 'derived'> | undefined, path: string): Problem {
  // The last is what the path is about, most of the time; the way to it can be long.
  const name = namesIn(path).at(-1);
  const suggestions = name === undefined || store === undefined ? [] : namesOf(store).nearest(name, MOST_SUGGESTED);
  return new Problem('not_found', 'There is nothing at this path', {
    ...(suggestions.length > 0 && { members: { suggestions } }),
  });
}

/** The segments of a path that may name a product, in lower case. */
export function namesIn(path: string): string[] {
  return path.split('/').flatMap((segment) => {
    const name = decoded(segment).toLowerCase();
    return name === '' || NO_NAMES.has(name) ? [] : [name];
  });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
