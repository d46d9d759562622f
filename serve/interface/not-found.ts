import type { Store } from '../store/store.ts';
import { suggestionsFor } from './lookup.ts';
import { Problem } from './problem.ts';

/** Path segments, ours and common elsewhere, that name no product. */
const NO_NAMES: ReadonlySet<string> = new Set(
  (
    'api v1 v2 tool tools product products software pricing prices price cost cost-guide history alternatives ' +
    'negotiation-email compare category categories go'
  ).split(' '),
);

export function notFound(store: Pick<Store, 'listed' | 'derived'> | undefined, path: string): Problem {
  // The last segment is usually the subject.
  const name = namesIn(path).at(-1);
  const suggestions = name === undefined || store === undefined ? [] : suggestionsFor(store, name);
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
