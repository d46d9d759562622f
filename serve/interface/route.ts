/** What operations and pages have in common, as far as HTTP cares: a path, the parameters it knows, and text to answer with. */
import type * as z from 'zod';
import type { Site } from '../../config/site.ts';
import type { Store } from '../store/store.ts';
import type { Method } from './operation.ts';
import { parseParameters } from './parameters.ts';

/** A request that was understood, before any work on it. */
export interface Prepared<From extends unknown[] = [store: Store, now: Date]> {
  /** Equal for requests that mean the same: part of the entity tag. */
  canonical: string;
  /** @throws {Problem} @throws {Moved} */
  render(...from: From): string;
}

export interface Route<From extends unknown[] = [store: Store, now: Date]> {
  /** Name in metrics and logs. */
  id: string;
  method: Method;
  /** `{name}` is a parameter. */
  path: string;
  contentType: string;
  parameters: readonly string[];
  /** Of a page that is asked by a form too: how its body is understood, with what a person typed into it. */
  prepareTyped?(given: ReadonlyMap<string, unknown>): Prepared<From>;
  /** Value of its `Link` header. */
  link?: (site: Site) => string;
  /** @throws {Problem} */
  prepare(given: ReadonlyMap<string, unknown>): Prepared<From>;
}

/** Answers the same whatever is published, and before anything is. */
export type FixedRoute = Route<[site: Site]>;

interface Renderer<Params extends z.ZodObject, From extends unknown[]> {
  params: Params;
  /** Those that only a body may have. */
  typed?: readonly string[] | undefined;
  render(given: z.output<Params>, ...from: From): string;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export function route<Params extends z.ZodObject, From extends unknown[]>(
  at: Pick<Route, 'id' | 'method' | 'path' | 'contentType' | 'link'>,
  { params: schema, render, typed = [] }: Renderer<Params, From>,
): Route<From> {
  const prepare = (given: ReadonlyMap<string, unknown>): Prepared<From> => {
    const params = parseParameters(schema, given);
    // The schema's own order of keys, so that the order in the query does not matter.
    return { canonical: JSON.stringify(params), render: (...from) => render(params, ...from) };
  };
  if (typed.length === 0) return { ...at, parameters: Object.keys(schema.shape), prepare };
  return {
    ...at,
    parameters: Object.keys(schema.shape).filter((name) => !typed.includes(name)),
    prepare: (given) => prepare(new Map([...given].filter(([name]) => !typed.includes(name)))),
    prepareTyped: prepare,
  };
}
