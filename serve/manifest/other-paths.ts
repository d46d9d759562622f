/** OpenAPI paths that are not operations: the manifest itself, the tools, feeds, and the vendor redirect. */
import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { MistakeReport, REPORTS_PATH, ReportReceived } from '../../data/pipeline/mistake-report.ts';
import { CHANGE_FILTER_PROBLEMS } from '../interface/change-filter.ts';
import { SOURCES } from '../interface/lookup.ts';
import { type Feed, MANIFEST_PATH, TOOLS_PATH } from '../interface/published-files.ts';
import { answer, CACHED, movedFrom, NOT_MODIFIED, problems } from './answers.ts';
import { EXPORT_PATHS } from './exports.ts';

interface DocumentedFeed extends Feed {
  params: z.ZodObject;
  response?: z.ZodType;
}

export function otherPaths(feeds: readonly DocumentedFeed[]): ZodOpenApiPathsObject {
  return {
    [MANIFEST_PATH]: { get: OF_ITSELF },
    [TOOLS_PATH]: { post: TOOLS },
    [REPORTS_PATH]: { post: REPORTS },
    ...EXPORT_PATHS,
    ...Object.fromEntries(feeds.map((feed) => [feed.path, { get: feedOperation(feed) }])),
    '/go/{slug}': { get: GO },
  };
}

const OPENAPI = {
  type: 'object' as const,
  properties: {
    openapi: { type: 'string' as const },
    info: { type: 'object' as const },
    paths: { type: 'object' as const },
  },
  required: ['openapi', 'info', 'paths'],
};

const OF_ITSELF: ZodOpenApiOperationObject = {
  operationId: 'getManifest',
  summary: 'This description',
  tags: ['Dataset'],
  responses: {
    200: answer('OpenAPI 3.1.', CACHED, { 'application/json': OPENAPI }),
    ...NOT_MODIFIED,
    ...problems('get', []),
  },
};

function feedOperation({ id, path, contentType, ...feed }: DocumentedFeed): ZodOpenApiOperationObject {
  const { summary, params, response = { type: 'string' } } = feed;
  const [mediaType = ''] = contentType.split(';');
  const isInPath = path.includes('{');
  const refusals = 'slugs' in params.shape ? CHANGE_FILTER_PROBLEMS : [];
  return {
    operationId: id,
    summary,
    tags: ['Feeds'],
    requestParams: Object.keys(params.shape).length === 0 ? {} : { [isInPath ? 'path' : 'query']: params },
    responses: {
      200: answer('The feed.', CACHED, { [mediaType]: response }),
      ...NOT_MODIFIED,
      ...movedFrom(path),
      ...problems('get', isInPath ? ['not_found'] : refusals),
    },
  };
}

const GO: ZodOpenApiOperationObject = {
  operationId: 'goToVendor',
  summary: 'Redirect to the vendor’s pricing page',
  description: 'Redirects to the pricing page in the catalogue. Counts `src`; does not track visitors.',
  tags: ['Feeds'],
  parameters: [
    { name: 'slug', in: 'path', required: true, schema: { type: 'string', example: 'notion' } },
    {
      name: 'src',
      in: 'query',
      schema: { type: 'string' },
      description: `One of ${SOURCES.join(', ')}; other values count as other.`,
    },
  ],
  responses: {
    302: answer('The vendor’s pricing page.', ['Location', 'Cache-Control']),
    ...forBrowsersToo(problems('get', ['not_found', 'retired'])),
  },
};

/** Browsers get an error page. */
function forBrowsersToo(responses: Record<string, ZodOpenApiResponseObject>): Record<string, ZodOpenApiResponseObject> {
  for (const response of Object.values(responses))
    response.content = { ...response.content, 'text/html': { schema: { type: 'string' } } };
  return responses;
}

const REPORTS: ZodOpenApiOperationObject = {
  operationId: 'reportMistake',
  summary: 'Report a wrong price',
  description:
    'Has the product checked at once and opens a case for the operators. Changes no price by itself: a correction appears in `listChanges`. At most 5 reports an hour from one address.',
  tags: ['Dataset'],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: MistakeReport },
      'application/x-www-form-urlencoded': { schema: MistakeReport },
    },
  },
  responses: {
    ...problems('post', ['missing_parameter', 'not_found', 'reports_unavailable']),
    202: answer('The report is recorded.', ['Cache-Control'], { 'application/json': ReportReceived }),
    303: answer('After a form: the page that tells the outcome.', ['Location', 'Cache-Control']),
  },
};

const RpcRequest = z.object({
  jsonrpc: z.enum(['2.0']),
  id: z.union([z.string(), z.int()]).optional().meta({ description: 'Absent in a notification.' }),
  method: z.string().meta({ examples: ['tools/list', 'tools/call'] }),
  params: z.record(z.string(), z.unknown()).optional(),
});

export const RpcResponse = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int(), z.null()]),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
});

const rpc = (description: string, schema: z.ZodType = RpcResponse) =>
  answer(description, ['Cache-Control'], { 'application/json': schema });

const TOOLS: ZodOpenApiOperationObject = {
  operationId: 'callTools',
  summary: 'Tools for agents',
  description:
    'Model Context Protocol over streamable HTTP, without a session: `tools/list` describes the tools, `tools/call` takes `name` and `arguments`. Protocol errors have status 200 and an `error`; other statuses mean an invalid or forbidden request.',
  tags: ['Tools'],
  requestBody: { required: true, content: { 'application/json': { schema: RpcRequest } } },
  responses: {
    200: rpc('Result or error; of a batch, one for each request.', z.union([RpcResponse, z.array(RpcResponse)])),
    202: answer('Notification accepted.', ['Cache-Control']),
    ...problems('post', []),
    400: rpc('The body is not a JSON-RPC request, or its protocol version is not supported.'),
    403: rpc('`Host` or `Origin` is not allowed.'),
    404: rpc('Unknown method (protocol 2026-07-28).'),
    413: rpc('The body is longer than 64 KB.'),
    415: rpc('The body is not JSON or is compressed.'),
  },
};
