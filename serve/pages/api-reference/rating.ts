/**
 * How well an API is described, of 100 points, by the rubric of docs/api-reference.md: five criteria, each of a few
 * parts, each with the figures that its points follow from. Pure.
 */
import type { ApiReference } from '../../../data/api-reference.ts';
import { grouped, numberOf } from '../../record/counts.ts';

export interface Rating {
  /** 0 to 100. */
  points: number;
  criteria: Criterion[];
}

export interface Criterion {
  name: string;
  points: number;
  most: number;
  parts: Part[];
}

export interface Part {
  points: number;
  most: number;
  /** The figures. */
  because: string;
}

export function ratingOf({ facts, observed, source }: ApiReference): Rating {
  const { operations, schemes, servers, limits, samples, spec } = facts;
  const criteria = [
    criterion('Documentation', [
      share(12, operations.described, operations.total, 'operations have a summary or a description'),
      share(6, operations.describedParameters, operations.parameters, 'parameters are described'),
      share(6, operations.withExamples, operations.total, 'operations show an example of their answer'),
      share(6, operations.withErrors, operations.total, 'operations document an error'),
    ]),
    criterion('Authentication', [
      flag(10, schemes.length > 0, `${numberOf(schemes.length, 'way')} to authenticate named`),
      share(5, operations.secured + operations.open, operations.total, 'operations say whether they need it'),
      flag(
        5,
        servers.length > 0 && servers.every(({ url }) => url.startsWith('https://')),
        servers.length === 0 ? 'no base URL named' : 'base URLs by https only',
      ),
    ]),
    criterion('Limits stated', [
      flag(8, limits.stated.length > 0, `${numberOf(limits.stated.length, 'rate limit')} in numbers`),
      flag(4, limits.tooMany !== undefined, `${numberOf(limits.tooMany?.operations ?? 0, 'operation')} document 429`),
      flag(4, limits.headers.length > 0, `${numberOf(limits.headers.length, 'header')} of limits`),
      flag(4, limits.pagination.length > 0, `${numberOf(limits.pagination.length, 'parameter')} of pages`),
    ]),
    criterion('SDKs and code samples', [
      {
        points: samples.length >= 3 ? 10 : samples.length > 0 ? 5 : 0,
        most: 10,
        because: `code samples in ${numberOf(samples.length, 'language')} in the description`,
      },
    ]),
    criterion('Description available', [
      flag(10, true, 'a description in OpenAPI is public'),
      flag(5, !spec.startsWith('2'), `OpenAPI ${spec}`),
      flag(5, observed !== undefined || source !== undefined, 'an address of it that can be read again'),
    ]),
  ];
  return { points: criteria.reduce((sum, { points }) => sum + points, 0), criteria };
}

function criterion(name: string, parts: Part[]): Criterion {
  const sum = (key: 'points' | 'most') => parts.reduce((total, part) => total + part[key], 0);
  return { name, points: sum('points'), most: sum('most'), parts };
}

function flag(most: number, holds: boolean, because: string): Part {
  return { points: holds ? most : 0, most, because };
}

/** Rounded down, so that only all of them give all points; of nothing, none. */
function share(most: number, part: number, whole: number, of: string): Part {
  const points = whole === 0 ? 0 : Math.floor((most * part) / whole);
  return { points, most, because: `${grouped(part)} of ${grouped(whole)} ${of}` };
}
