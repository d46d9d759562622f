/** OpenAPI paths that are not operations: the manifest itself, feeds, and the vendor redirect. */
import type * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { type Feed, MANIFEST_PATH } from '../interface/published-files.ts';
import { SOURCES } from '../interface/vendor-redirect.ts';
import { answer, CACHED, movedFrom, NOT_MODIFIED, problems } from './answers.ts';
import { EXPORT_PATHS } from './exports.ts';
import { TOOLS_PATHS } from './tools.ts';

export interface DocumentedFeed extends Feed {
  params: z.ZodObject;
  response?: z.ZodType;
}

export function otherPaths(feeds: readonly DocumentedFeed[]): ZodOpenApiPathsObject {
  return {
    [MANIFEST_PATH]: { get: OF_ITSELF },
    ...TOOLS_PATHS,
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
  summary: 'This manifest',
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
  return {
    operationId: id,
    summary,
    tags: ['Feeds'],
    requestParams: Object.keys(params.shape).length === 0 ? {} : { [isInPath ? 'path' : 'query']: params },
    responses: {
      200: answer('The feed.', CACHED, { [mediaType]: response }),
      ...NOT_MODIFIED,
      ...movedFrom(path),
      ...problems('get', isInPath ? ['not_found'] : []),
    },
  };
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
    302: answer('The vendor’s own page.', ['Location', 'Cache-Control']),
    ...forBrowsersToo(problems('get', ['not_found', 'retired'])),
  },
};

/** Browsers get an error page. */
function forBrowsersToo(responses: Record<string, ZodOpenApiResponseObject>): Record<string, ZodOpenApiResponseObject> {
  for (const response of Object.values(responses))
    response.content = { ...response.content, 'text/html': { schema: { type: 'string' } } };
  return responses;
}
