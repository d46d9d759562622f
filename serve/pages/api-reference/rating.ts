/** How well an API is described, of 100 points, by the rubric of docs/api-reference.md. */
import type { ApiReference } from '../../../data/api-reference.ts';
import { counted, number } from '../../../data/text/figures.ts';

export interface Rating {
  points: number;
  criteria: Criterion[];
}

interface Criterion extends Omit<Part, 'because'> {
  name: string;
  parts: Part[];
}

interface Part {
  points: number;
  most: number;
  because: string;
}

export function ratingOf({ facts, observed, source }: ApiReference): Rating {
  const { operations, schemes, servers, limits, samples, spec } = facts;
  const { total } = operations;
  const { stated, tooMany, headers, pagination } = limits;
  const isHttps = servers.length > 0 && servers.every(({ url }) => url.startsWith('https://'));
  const inLanguages = `code samples in ${counted(samples.length, 'language')}`;
  const criteria = [
    criterion('Documentation', [
      share(12, [operations.described, total], 'operations with a summary or description'),
      share(6, [operations.describedParameters, operations.parameters], 'parameters with a description'),
      share(6, [operations.withExamples, total], 'operations with an example response'),
      share(6, [operations.withErrors, total], 'operations with a documented error'),
    ]),
    criterion('Authentication', [
      flag(10, schemes.length > 0, `${counted(schemes.length, 'way')} to authenticate`),
      share(5, [operations.secured + operations.open, total], 'operations that state whether they require it'),
      flag(5, isHttps, servers.length === 0 ? 'no base URL' : 'all base URLs use https'),
    ]),
    criterion('Limits stated', [
      flag(8, stated.length > 0, `${counted(stated.length, 'rate limit')} with numbers`),
      flag(4, tooMany !== undefined, `${counted(tooMany?.operations ?? 0, 'operation')} document 429`),
      flag(4, headers.length > 0, `${counted(headers.length, 'header')} for rate limits`),
      flag(4, pagination.length > 0, `${counted(pagination.length, 'parameter')} for pagination`),
    ]),
    criterion('SDKs and code samples', [{ points: [0, 5, 5][samples.length] ?? 10, most: 10, because: inLanguages }]),
    criterion('Description available', [
      flag(10, true, 'a public OpenAPI description'),
      flag(5, !spec.startsWith('2'), `OpenAPI ${spec}`),
      flag(5, observed !== undefined || source !== undefined, 'a URL for later checks'),
    ]),
  ];
  return { points: sum(criteria, 'points'), criteria };
}

function criterion(name: string, parts: Part[]): Criterion {
  return { name, points: sum(parts, 'points'), most: sum(parts, 'most'), parts };
}

function sum<Key extends string>(parts: readonly Record<Key, number>[], key: Key): number {
  return parts.reduce((total, part) => total + part[key], 0);
}

function flag(most: number, holds: boolean, because: string): Part {
  return { points: holds ? most : 0, most, because };
}

/** Rounded down, so that only a complete share gets all points. */
function share(most: number, [part, whole]: readonly [number, number], of: string): Part {
  const points = whole === 0 ? 0 : Math.floor((most * part) / whole);
  return { points, most, because: `${number(part)} of ${number(whole)} ${of}` };
}
