/**
 * Real answers to the example requests of all operations, over an invented catalogue; a test verifies them
 * (`UPDATE_GOLDEN=1 npx vitest run test/serve`).
 */
import type { Site } from '../../config/site.ts';
import answers from './examples.json' with { type: 'json' };
import type { Method, Operation } from './operation.ts';

export interface Answered {
  status: number;
  body: unknown;
}

/** The site of the stored answers; the manifest replaces it by its own. */
export const EXAMPLE_SITE: Site = { brand: 'Assay', baseUrl: 'https://assay.example' };

export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, Answered>>>> = answers;

/** JSON with `site` in place of the example's. */
export function spokenOf(site: Site, value: unknown, space?: number): string {
  const here = (_: string, each: unknown) =>
    typeof each === 'string'
      ? each
          .replaceAll(EXAMPLE_SITE.baseUrl, () => site.baseUrl)
          .replaceAll(`[${EXAMPLE_SITE.brand}]`, () => `[${site.brand}]`)
      : each;
  return JSON.stringify(value, here, space);
}

/** Parameters by name. */
type Given = Readonly<Record<string, unknown>>;

export interface Request {
  method: 'GET' | 'POST';
  /** With its query. */
  target: string;
  /** JSON. */
  body: string | undefined;
}

export function requestOf({ path, method }: { path: string; method: Method }, given: Given): Request {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name] ?? '')));
  const others = Object.entries(given).filter(([name]) => !path.includes(`{${name}}`));
  if (method === 'post') return { method: 'POST', target, body: JSON.stringify(Object.fromEntries(others)) };
  const query = others.map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`);
  return { method: 'GET', target: query.length === 0 ? target : `${target}?${query.join('&')}`, body: undefined };
}

/** "GET /api/v2/pricing/acme?depth=summary", "POST /api/v2/tco {…}". */
export function requestLine({ rest }: Pick<Operation, 'rest'>, given: Given): string {
  const { method, target, body } = requestOf(rest, given);
  return `${method} ${target}${body === undefined ? '' : ` ${body}`}`;
}
