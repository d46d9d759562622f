import type * as z from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { EXAMPLES, requestLine } from '../interface/examples.ts';
import type { Method, Operation } from '../interface/operation.ts';
import { PROBLEMS, type ProblemCode } from '../interface/problem.ts';

/** The response headers that consumers may build on. */
export const HEADERS = {
  ETag: { description: 'Strong validator: equal tags mean equal bytes.', schema: { type: 'string' } },
  'Last-Modified': { description: 'Time of the last change.', schema: { type: 'string' } },
  'Cache-Control': { description: 'How long the response may be cached.', schema: { type: 'string' } },
  Vary: { description: 'Request headers that the response depends on.', schema: { type: 'string' } },
  Location: { description: 'URL of the canonical resource.', schema: { type: 'string', format: 'uri-reference' } },
  'X-Request-Id': {
    description: 'Id of the request in our log: the request’s `X-Request-Id`, if it has 8 to 80 plain characters.',
    schema: { type: 'string' },
  },
  'Accept-Ranges': { description: '`bytes`: ranges are supported.', schema: { type: 'string' } },
  'Content-Range': { description: 'Range and total length in bytes.', schema: { type: 'string' } },
  'Repr-Digest': { description: 'SHA-256 of the whole file (RFC 9530).', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer', minimum: 0 } },
  RateLimit: {
    description: 'Remaining requests (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'Request limit.', schema: { type: 'string' } },
} as const;
export type HeaderName = keyof typeof HEADERS;

type Responses = Record<string, ZodOpenApiResponseObject>;
type Examples = Record<string, { summary: string; value: unknown }>;

export const CACHED: readonly HeaderName[] = ['ETag', 'Last-Modified', 'Cache-Control', 'Vary'];
export const NOT_MODIFIED: Responses = {
  304: answer('Not modified: the client’s copy is current.', CACHED),
};

const ANYWHERE: readonly ProblemCode[] = ['invalid_parameter', 'rate_limited', 'internal', 'unavailable'];
const OF_A_BODY: readonly ProblemCode[] = ['unsupported_media_type', 'payload_too_large'];
const PROBLEM_HEADERS: Readonly<Record<string, readonly HeaderName[]>> = {
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

const UNREAD = {
  408: 'The request did not arrive in time.',
  431: 'The request line and headers are longer than 16 KB.',
};
const TOO_LONG = { get: { 414: 'The URL is longer than 8,000 characters.', ...UNREAD }, post: UNREAD };

export function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { rest, response } = operation;
  const isCached = rest.method === 'get';
  const success = answer('The requested data.', isCached ? CACHED : ['Cache-Control', 'Vary']);
  const required: readonly ProblemCode[] = hasRequired(operation) ? ['missing_parameter'] : [];
  return {
    200: { ...success, content: { 'application/json': { schema: response, ...examplesOf(operation, 200) } } },
    ...(isCached && { ...NOT_MODIFIED, ...movedFrom(rest.path) }),
    ...problems(rest.method, [...required, ...operation.problems], (status) => examplesOf(operation, status)),
  };
}

export function answer(
  description: string,
  names: readonly HeaderName[],
  content?: Readonly<Record<string, object>>,
): ZodOpenApiResponseObject {
  const schemas = Object.entries(content ?? {}).map(([mediaType, schema]) => [mediaType, { schema }]);
  return { description, headers: headers(names), ...(content && { content: Object.fromEntries(schemas) }) };
}

export function movedFrom(path: string): Responses {
  return path.includes('{slug}')
    ? { 308: answer('The slug is an alias. Redirects to the product’s slug.', ['Location']) }
    : {};
}

function hasRequired({ rest, params }: Operation): boolean {
  return Object.entries(params.shape).some(
    ([name, schema]) => !rest.path.includes(`{${name}}`) && !(schema as z.ZodType).safeParse(undefined).success,
  );
}

/** The given problems and those of any request. */
export function problems(
  method: Method,
  particular: readonly ProblemCode[],
  examples: (status: number) => { examples?: Examples } = () => ({}),
): Responses {
  const codes = new Set([...ANYWHERE, ...(method === 'post' ? OF_A_BODY : []), ...particular]);
  const byStatus = Object.groupBy(codes, (code) => PROBLEMS[code].status);
  const common = Object.entries(byStatus).map(([status, codes]) => {
    const meanings = codes.map((code) => `\`${code}\`: ${PROBLEMS[code].meaning} ${PROBLEMS[code].remedy}`);
    const described = problem(meanings.join('\n\n'), codes, examples(Number(status)));
    return [status, { headers: headers(PROBLEM_HEADERS[status] ?? []), ...described }];
  });
  const unread = Object.entries(TOO_LONG[method]).map(([status, description]) => [
    status,
    { headers: headers([]), ...problem(description, ['invalid_parameter']) },
  ]);
  return Object.fromEntries([...common, ...unread]);
}

export function problem(
  description: string,
  codes: readonly ProblemCode[],
  examples: { examples?: Examples } = {},
): ZodOpenApiResponseObject {
  const narrowed = { type: 'object' as const, properties: { code: { type: 'string' as const, enum: [...codes] } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] };
  return { description, content: { 'application/problem+json': { schema, ...examples } } };
}

function examplesOf({ id, rest, examples }: Operation, status: number): { examples?: Examples } {
  const shown = Object.entries(examples).flatMap(([name, given]) => {
    const answered = EXAMPLES[id]?.[name];
    return answered?.status === status ? [[name, { summary: requestLine({ rest }, given), value: answered.body }]] : [];
  });
  return shown.length === 0 ? {} : { examples: Object.fromEntries(shown) };
}

function headers(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries([...names, 'X-Request-Id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
