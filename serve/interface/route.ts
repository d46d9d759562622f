/** The common form of operations and pages for HTTP. */
import type * as z from 'zod';
import type { Site } from '../../config/site.ts';
import type { Store } from '../store/store.ts';
import type { Method } from './operation.ts';
import { parseParameters } from './parameters.ts';

/** A validated request. */
export interface Prepared<From extends unknown[] = [store: Store, now: Date]> {
  /** Equal for equivalent requests: part of the entity tag. */
  canonical: string;
  /** @throws {Problem} @throws {Moved} */
  render(...from: From): string;
}

export interface Route<From extends unknown[] = [store: Store, now: Date]> {
  id: string;
  method: Method;
  path: string;
  contentType: string;
  parameters: readonly string[];
  /** For a posted form, with private parameters. */
  prepareTyped?(given: ReadonlyMap<string, unknown>): Prepared<From>;
  /** Value of its `Link` header. */
  link?: (site: Site) => string;
  /** @throws {Problem} */
  prepare(given: ReadonlyMap<string, unknown>): Prepared<From>;
}

/** Does not depend on what is published. */
export type FixedRoute = Route<[site: Site]>;

interface Renderer<Params extends z.ZodObject, From extends unknown[]> {
  params: Params;
  /** Parameters that only a body may have. */
  typed?: readonly string[] | undefined;
  render(given: z.output<Params>, ...from: From): string;
}

/** Id of immutable routes. */
export const ASSET = 'asset';
export const JSON_TYPE = 'application/json; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';

export function route<Params extends z.ZodObject, From extends unknown[]>(
  at: Pick<Route, 'id' | 'method' | 'path' | 'contentType' | 'link'>,
  { params: schema, render, typed = [] }: Renderer<Params, From>,
): Route<From> {
  const prepare = (given: ReadonlyMap<string, unknown>): Prepared<From> => {
    const params = parseParameters(schema, given);
    // In the schema's order of keys, so the order of the query does not matter.
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
