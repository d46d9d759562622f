/** Requests of one operation, right and wrong: read from the manifest, so that what is not documented is not asked. */
import fc from 'fast-check';
import { words } from '../../words.ts';
import type { OperationObject, Parameter, Schema } from '../manifest/document.ts';
import { type Known, memberFor, plainMemberFor, plainTextFor, textFor } from './values.ts';

export interface FuzzedRequest {
  method: string;
  /** As it goes over the wire. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

type Part = readonly [name: string, value: string];

/** Parameters given twice, nested, or broken; what no client would send by itself. */
const broken = fc.constantFrom(...words('a=%zz % slug=%C0%AF &&& = =a __proto__[x]=1 utm_source=x a[b][c]=1'));

const headers = fc.record(
  {
    'if-none-match': fc.constantFrom('*', '"other"', 'W/"x", "y"', '"', ','.repeat(500)),
    'if-modified-since': fc.constantFrom('yesterday', 'Sat, 21 Nov 2026 12:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'),
    'x-request-id': fc.constantFrom('a-plain-request-id', '<b>', 'short'),
    accept: fc.constantFrom('*/*', 'text/html', 'application/json', 'image/png'),
    origin: fc.constantFrom('https://elsewhere.example', 'null'),
  },
  { requiredKeys: [] },
);

export function requestsOf(
  { method, path, operation }: { method: string; path: string; operation: OperationObject },
  known: Known,
): fc.Arbitrary<FuzzedRequest> {
  return fc.oneof(
    { weight: 1, arbitrary: asked({ method, path, operation }, known, { isPlain: true }) },
    { weight: 3, arbitrary: asked({ method, path, operation }, known, { isPlain: false }) },
  );
}

/** Plain: of values that the schemas take, and of each once. */
function asked(
  { method, path, operation }: { method: string; path: string; operation: OperationObject },
  known: Known,
  { isPlain }: { isPlain: boolean },
): fc.Arbitrary<FuzzedRequest> {
  const { parameters = [], requestBody } = operation;
  const textOf = isPlain ? plainTextFor : textFor;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const verb = method === 'get' ? fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD') : fc.constant('POST');
  return fc
    .record({
      verb,
      segments: fc.record(Object.fromEntries(inPath.map((each) => [each.name, textOf(each.name, each.schema, known)]))),
      query: isPlain ? plainQueryOf(inQuery, known) : queryOf(inQuery, known),
      headers,
      body:
        requestBody === undefined
          ? fc.constant(undefined)
          : (isPlain ? plainBodies : bodies)(requestBody.content['application/json']?.schema ?? {}, known),
    })
    .map(({ verb, segments, query, headers, body }) => {
      const there = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(segments[name] ?? ''));
      return {
        method: verb,
        path: query === '' ? there : `${there}?${query}`,
        headers: { ...headers, ...body?.headers },
        ...(body === undefined ? {} : { body: body.text }),
      };
    });
}

function plainQueryOf(parameters: readonly Parameter[], known: Known): fc.Arbitrary<string> {
  const parts = parameters.map(({ name, required, schema }) => {
    const given = plainTextFor(name, schema, known).map((value): Part[] => [[name, value]]);
    return required === true ? given : fc.oneof({ weight: 1, arbitrary: given }, { weight: 3, arbitrary: none });
  });
  return fc.tuple(...parts).map((all) => written(all.flat()));
}

const none = fc.constant<Part[]>([]);

function written(parts: readonly Part[]): string {
  return parts.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
}

function queryOf(parameters: readonly Parameter[], known: Known): fc.Arbitrary<string> {
  const parts = parameters.map(({ name, required, schema }) => {
    const given = textFor(name, schema, known).map((value): Part[] => [[name, value]]);
    return fc.oneof(
      { weight: required === true ? 8 : 3, arbitrary: given },
      { weight: required === true ? 1 : 6, arbitrary: none },
      { weight: 1, arbitrary: given.map((parts) => [...parts, ...parts]) },
      { weight: 1, arbitrary: given.map((parts) => parts.map(([name, value]): Part => [`${name}[]`, value])) },
    );
  });
  const all = fc.tuple(...parts).map((each) => written(each.flat()));
  return fc.oneof(
    { weight: 9, arbitrary: all },
    { weight: 1, arbitrary: fc.tuple(all, broken).map((both) => both.join('&')) },
  );
}

function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',');
}

interface Body {
  headers: Record<string, string>;
  text: string;
}

function plainBodies({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<Body> {
  const members: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, plainMemberFor(name, schema, known)]),
  );
  const object = fc.record(members, { requiredKeys: required as string[] });
  return object.map((value) => ({ headers: { 'content-type': 'application/json' }, text: JSON.stringify(value) }));
}

function bodies({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<Body> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, memberFor(name, schema, known)]),
  );
  const object = fc.oneof(
    { weight: 8, arbitrary: fc.record(members, { requiredKeys: required as string[] }) },
    { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) },
  );
  const slug = known.slug?.[0] ?? 'a';
  const text = fc.oneof(
    { weight: 12, arbitrary: object.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '"acme"',
        '\0',
        '\uFEFF{}',
        `{"slug":"${slug}","slug":"nobody"}`,
        `{"slug":"${slug}","__proto__":{"seats":1}}`,
        `{"slug":"${slug}","seats":1e400}`,
        `{"slug":{"slug":"${slug}"}}`,
        `{"slug":"${slug}","unknown":${'['.repeat(4_000)}${']'.repeat(4_000)}}`,
        `{"slug":"${'a'.repeat(10_240)}"}`,
        `{"slug":"${'a'.repeat(20_480)}"}`,
      ),
    },
  );
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Record<string, string>>(
        {},
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/json; charset=utf-16' },
        { 'content-type': 'application/json; charset=UTF-8' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      ),
    },
  );
  return fc.record({ headers: type, text });
}
