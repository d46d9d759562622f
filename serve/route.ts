/** What operations and pages have in common, as far as HTTP cares: a path, the parameters it knows, and text to answer with. */
import * as z from 'zod';
import { jsonText } from './json-text.ts';
import { manifest } from './manifest/document.ts';
import { MANIFEST_PATH } from './manifest/other-paths.ts';
import type { Method } from './operation.ts';
import { operations } from './operations.ts';
import { pages } from './pages.ts';
import { parseParameters } from './parameters.ts';
import type { Store } from './store.ts';

/** A request that was understood, before any work on it. */
export interface Prepared {
  /** Equal for requests that mean the same: part of the entity tag. */
  canonical: string;
  render(store: Store, now: Date): string;
}

export interface Route {
  /** Name in metrics and logs. */
  id: string;
  method: Method;
  /** `{name}` is a parameter. */
  path: string;
  contentType: string;
  parameters: readonly string[];
  /** @throws {Problem} */
  prepare(given: ReadonlyMap<string, unknown>): Prepared;
}

interface Renderer<Params extends z.ZodObject> {
  params: Params;
  render(store: Store, params: z.output<Params>, now: Date): string;
}

function route<Params extends z.ZodObject>(
  at: Pick<Route, 'id' | 'method' | 'path' | 'contentType'>,
  { params: schema, render }: Renderer<Params>,
): Route {
  return {
    ...at,
    parameters: Object.keys(schema.shape),
    prepare(given) {
      const params = parseParameters(schema, given);
      // The schema's own order of keys, so that the order in the query does not matter.
      return { canonical: JSON.stringify(params), render: (store, now) => render(store, params, now) };
    },
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

export const routes: readonly Route[] = [
  route(
    { id: 'getManifest', method: 'get', path: MANIFEST_PATH, contentType: JSON_TYPE },
    { params: z.object({}), render: ({ site }) => manifest(site) },
  ),
  ...operations.map(({ id, rest, params, run }) =>
    route(
      { id, ...rest, contentType: JSON_TYPE },
      { params, render: (store, given, now) => jsonText(run(store, given, now) as object) },
    ),
  ),
  ...pages.map(({ id, path, contentType = 'text/html; charset=utf-8', params, render }) =>
    route(
      { id, method: 'get', path, contentType },
      { params, render: (store, given, now) => String(render(store, given, now)) },
    ),
  ),
];
