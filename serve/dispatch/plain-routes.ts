/**
 * Routes that are found without a router: by a path without parameters, or with a plain slug as its last part. That is
 * how nearly all requests come, and Express's way through its list takes longer than most of the work. All other paths,
 * and all that is wrong, go that way; it leads to the same answers.
 */
import { parseQuery } from '../interface/query.ts';
import type { Route } from '../interface/route.ts';

/** A batch of the longest slugs fits four times. */
export const MAX_URL_LENGTH = 8_000;
/** In no need of decoding. */
const PLAIN_SLUG = /^[a-z0-9-]{1,64}$/;
const SLUG = '{slug}';

export interface Plain {
  route: Route;
  /** @throws {Problem} the query is malformed */
  given(): Map<string, string>;
}

/** `undefined` for a URL that is not plain. */
export function plainRoutes(routes: readonly Route[]): (url: string) => Plain | undefined {
  const read = routes.filter(({ method }) => method === 'get');
  const byPath = new Map(read.filter(({ path }) => !path.includes('{')).map((route) => [route.path, route]));
  const byParent = new Map(
    read
      .filter(({ path }) => path.indexOf('{') === path.length - SLUG.length && path.endsWith(SLUG))
      .map((route) => [route.path.slice(0, -SLUG.length), route]),
  );
  return (url) => {
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = () => parseQuery(mark < 0 ? '' : url.slice(mark + 1));
    const whole = byPath.get(path);
    if (whole !== undefined) return { route: whole, given: query };
    const slugAt = path.lastIndexOf('/') + 1;
    const route = byParent.get(path.slice(0, slugAt));
    const slug = path.slice(slugAt);
    if (route === undefined || !PLAIN_SLUG.test(slug)) return undefined;
    return { route, given: () => query().set('slug', slug) };
  };
}
