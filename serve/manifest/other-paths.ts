/** What the interface has beside operations: the manifest itself, the feeds, and the way to a vendor's page. */
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { SOURCES } from '../go.ts';
import type { Page } from '../page.ts';
import { cachedHeaders, headers, problems } from './answers.ts';

export const MANIFEST_PATH = '/api/v2/openapi.json';

export function otherPaths(pages: readonly Page[]): ZodOpenApiPathsObject {
  return { [MANIFEST_PATH]: { get: OF_ITSELF }, ...Object.fromEntries(pages.flatMap(feed)), '/go/{slug}': { get: GO } };
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
  summary: 'This manifest',
  tags: ['Dataset'],
  responses: {
    200: {
      description: 'OpenAPI 3.1.',
      headers: cachedHeaders(),
      content: { 'application/json': { schema: OPENAPI } },
    },
    304: { description: 'The client has the current answer, by its condition.', headers: cachedHeaders() },
    ...problems('get', []),
  },
};

/** A page for programs says what it is; those for people are not part of the interface. */
function feed({ id, path, contentType, summary, params }: Page): [string, { get: ZodOpenApiOperationObject }][] {
  if (contentType === undefined || summary === undefined) return [];
  const [mediaType = ''] = contentType.split(';');
  const operation: ZodOpenApiOperationObject = {
    operationId: id,
    summary,
    tags: ['Feeds'],
    requestParams: Object.keys(params.shape).length === 0 ? {} : { query: params },
    responses: {
      200: {
        description: 'The feed.',
        headers: cachedHeaders(),
        content: { [mediaType]: { schema: { type: 'string' } } },
      },
      304: { description: 'The client has the current answer, by its condition.', headers: cachedHeaders() },
      ...problems('get', []),
    },
  };
  return [[path, { get: operation }]];
}

const GO: ZodOpenApiOperationObject = {
  operationId: 'goToVendor',
  summary: 'To the vendor’s pricing page',
  description:
    'Leads where the catalogue says, and nowhere else. `src` is counted, and nothing is known of who followed.',
  tags: ['Feeds'],
  parameters: [
    { name: 'slug', in: 'path', required: true, schema: { type: 'string', example: 'notion' } },
    {
      name: 'src',
      in: 'query',
      schema: { type: 'string' },
      description: `One of ${SOURCES.join(', ')}; else counted as other.`,
    },
  ],
  responses: {
    302: { description: 'The vendor’s own page.', headers: headers(['Location', 'Cache-Control']) },
    ...forBrowsersToo(problems('get', ['not_found', 'retired'])),
  },
};

/** Where people come by, an error is a page for whoever prefers one. */
function forBrowsersToo(responses: ZodOpenApiResponsesObject): ZodOpenApiResponsesObject {
  for (const response of Object.values(responses) as ZodOpenApiResponseObject[]) {
    response.content = { ...response.content, 'text/html': { schema: { type: 'string' } } };
  }
  return responses;
}
