/**
 * Parses the query strictly: each name once, flat, and well-formed, so that no two programs read a request differently.
 */
import { invalidParameter, Problem } from './problem.ts';

/** Lists that may be given more than once, as well as with commas. */
const REPEATABLE: ReadonlySet<string> = new Set(['has']);

/** @throws {Problem} `invalid_parameter` */
export function parseQuery(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const end = equals < 0 ? part.length : equals;
    const [name, value] = [decode(part.slice(0, end)), decode(part.slice(end + 1))];
    if (/[[\]]/.test(name)) throw invalidParameter(shownName(name), 'Nested parameters are not supported');
    const before = parameters.get(name);
    if (before !== undefined && !REPEATABLE.has(name)) throw invalidParameter(shownName(name), 'Occurs more than once');
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return parameters;
}

export function searchOf({ url }: { url: string }): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new Problem('invalid_parameter', 'The query has invalid percent-encoding', { cause });
  }
}

/** Limits what an error repeats of the request. */
export function shownName(name: string): string {
  return /^[\w.-]{1,40}$/.test(name) ? name : name.replaceAll(/[^\w.[\]-]/g, '').slice(0, 40) || 'query';
}
