/** What the interface has beside operations: the manifest itself, the exports, the feeds, and the way to a vendor's page. */

import type * as z from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { Feed } from '../interface/published-files.ts';
import { MANIFEST_PATH } from '../interface/published-files.ts';
import { SOURCES } from '../interface/vendor-redirect.ts';
import { cachedHeaders, headers, movedFrom, problems } from './answers.ts';
import { EXPORT_PATHS } from './exports.ts';
import { TOOLS_PATHS } from './tools.ts';

/** A feed with what it may be asked with, and the shape of what it answers where that is JSON. */
export interface DocumentedFeed extends Feed {
  params: z.ZodObject;
  response?: z.ZodType;
}

export function otherPaths(feeds: readonly DocumentedFeed[]): ZodOpenApiPathsObject {
  const paths = feeds.map((feed) => [feed.path, { get: feedOperation(feed) }] as const);
  return {
    [MANIFEST_PATH]: { get: OF_ITSELF },
    ...TOOLS_PATHS,
    ...EXPORT_PATHS,
    ...Object.fromEntries(paths),
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
    200: {
      description: 'OpenAPI 3.1.',
      headers: cachedHeaders(),
      content: { 'application/json': { schema: OPENAPI } },
    },
    304: { description: 'The client has the current answer, by its condition.', headers: cachedHeaders() },
    ...problems('get', []),
  },
};

function feedOperation({
  id,
  path,
  contentType,
  summary,
  params,
  response,
}: DocumentedFeed): ZodOpenApiOperationObject {
  const [mediaType = ''] = contentType.split(';');
  const isInPath = path.includes('{');
  return {
    operationId: id,
    summary,
    tags: ['Feeds'],
    requestParams: Object.keys(params.shape).length === 0 ? {} : { [isInPath ? 'path' : 'query']: params },
    responses: {
      200: {
        description: 'The feed.',
        headers: cachedHeaders(),
        content: { [mediaType]: { schema: response ?? { type: 'string' } } },
      },
      304: { description: 'The client has the current answer, by its condition.', headers: cachedHeaders() },
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
