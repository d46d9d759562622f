/** What an operation may answer, status by status: read from its declaration and from the table of problems. */

import type * as z from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { type Answered, EXAMPLES, requestLine } from '../interface/examples.ts';
import type { Method, Operation } from '../interface/operation.ts';
import { PROBLEMS, type ProblemCode } from '../interface/problem.ts';
import type { HeaderName } from './headers.ts';

interface Examples {
  examples?: Record<string, { summary: string; value: unknown }>;
}

const CACHED: readonly HeaderName[] = ['ETag', 'Last-Modified', 'Cache-Control', 'Vary'];

/** Any request can meet these, whatever it asks for. */
const ANYWHERE: readonly ProblemCode[] = ['invalid_parameter', 'rate_limited', 'internal', 'unavailable'];
const OF_A_BODY: readonly ProblemCode[] = ['unsupported_media_type', 'payload_too_large'];

/** HTTP has narrower statuses for what is not even read as a request. */
const UNREAD = {
  408: 'The request did not arrive in time.',
  431: 'The request line and headers are longer than 16 KB.',
} as const;
const TOO_LONG = { get: { 414: 'The URL is longer than 8,000 characters.', ...UNREAD }, post: UNREAD } as const;

export function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { rest, response } = operation;
  const answered = EXAMPLES[operation.id] ?? {};
  const isCached = rest.method === 'get';
  return {
    200: {
      description: 'The answer.',
      headers: isCached ? cachedHeaders() : headers(['Cache-Control', 'Vary']),
      content: { 'application/json': { schema: response, ...examplesOf(operation, answered, 200) } },
    },
    ...(isCached
      ? { 304: { description: 'The client has the current answer, by its condition.', headers: cachedHeaders() } }
      : {}),
    ...(rest.method === 'get' ? movedFrom(rest.path) : {}),
    ...problems(
      rest.method,
      [...(hasRequired(operation) ? (['missing_parameter'] as const) : []), ...operation.problems],
      (status) => examplesOf(operation, answered, status),
    ),
  };
}

/** Where a path names a product. */
export function movedFrom(path: string): ZodOpenApiResponsesObject {
  return path.includes('{slug}')
    ? { 308: { description: 'The slug is an alias; the product goes by another.', headers: headers(['Location']) } }
    : {};
}

/** Whether a parameter beside those of the path has to be given. */
function hasRequired({ rest, params }: Operation): boolean {
  return Object.entries(params.shape).some(
    ([name, schema]) => !rest.path.includes(`{${name}}`) && !(schema as z.ZodType).safeParse(undefined).success,
  );
}

/** `particular` beside what any request of the method can meet. */
export function problems(
  method: Method,
  particular: readonly ProblemCode[],
  examples: (status: number) => Examples = () => ({}),
): ZodOpenApiResponsesObject {
  const codes = new Set([...ANYWHERE, ...(method === 'post' ? OF_A_BODY : []), ...particular]);
  const byStatus = Object.groupBy(codes, (code) => PROBLEMS[code].status);
  const common = Object.entries(byStatus).map(([key, codes]) => {
    const status = Number(key);
    const description = codes
      .map((code) => `\`${code}\`: ${PROBLEMS[code].meaning} ${PROBLEMS[code].remedy}`)
      .join('\n\n');
    return [key, { headers: headers(PROBLEM_HEADERS[status] ?? []), ...problem(description, codes, examples(status)) }];
  });
  const narrower = Object.entries(TOO_LONG[method]).map(([status, description]) => [
    status,
    { headers: headers([]), ...problem(description, ['invalid_parameter']) },
  ]);
  return Object.fromEntries([...common, ...narrower]);
}

const PROBLEM_HEADERS: Readonly<Record<number, readonly HeaderName[]>> = {
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

/** An answer of these codes alone. */
export function problem(
  description: string,
  codes: readonly ProblemCode[],
  examples: Examples = {},
): ZodOpenApiResponseObject {
  const narrowed = { type: 'object' as const, properties: { code: { type: 'string' as const, enum: [...codes] } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] };
  return { description, content: { 'application/problem+json': { schema, ...examples } } };
}

function examplesOf(operation: Operation, answered: Readonly<Record<string, Answered>>, status: number): Examples {
  const examples = Object.entries(operation.examples).flatMap(([name, given]) => {
    const answer = answered[name];
    return answer?.status === status ? [[name, { summary: requestLine(operation, given), value: answer.body }]] : [];
  });
  return examples.length === 0 ? {} : { examples: Object.fromEntries(examples) };
}

export function cachedHeaders(): ReturnType<typeof headers> {
  return headers(CACHED);
}

export function headers(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries([...names, 'X-Request-Id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
