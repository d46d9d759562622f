/**
 * The index of endpoints for programs: a linkset (RFC 9264) at the path of RFC 9727, made from the list of operations.
 */

import * as z from 'zod';
import type { Site } from '../../../config/site.ts';
import { fixedPage } from '../../interface/page.ts';
import { EXPORTS, FEEDS, feeds, MANIFEST_PATH, manifestPath, TOOLS_PATH } from '../../interface/published-files.ts';
import { operations } from '../../operations/list.ts';
import { homeUrl } from '../../record/envelope.ts';

const API = '/api/v2';

/** RFC 9264 §4.2: a link target, by its members. */
const Target = z.object({ href: z.url(), type: z.string().optional(), title: z.string().optional() });
type Target = z.infer<typeof Target>;

const Context = z.object({ anchor: z.url() }).catchall(z.array(Target));

export const apiCatalog = fixedPage({
  ...FEEDS.apiCatalog,
  params: z.object({}),
  response: z.strictObject({ linkset: z.array(Context) }),
  links: (site) => [
    `<${site.baseUrl}${FEEDS.apiCatalog.path}>; rel="api-catalog"; type="application/linkset+json"`,
    ...endpoints(site).map(({ href }) => `<${href}>; rel="item"`),
  ],
  render: (site) => `${JSON.stringify({ linkset: linkset(site) }, undefined, 2)}\n`,
});

function linkset(site: Site) {
  const { baseUrl } = site;
  return [
    { anchor: `${baseUrl}${FEEDS.apiCatalog.path}`, item: endpoints(site) },
    {
      anchor: `${baseUrl}${API}`,
      'service-desc': [{ href: `${baseUrl}${MANIFEST_PATH}`, type: 'application/vnd.oai.openapi+json;version=3.1' }],
      'service-doc': [{ href: `${baseUrl}${FEEDS.llms.path}`, type: mediaType(FEEDS.llms.contentType) }],
      'terms-of-service': [{ href: `${baseUrl}/terms`, type: 'text/html' }],
      status: [{ href: `${baseUrl}/readyz`, type: 'application/json' }],
      author: [{ href: homeUrl(site), type: 'text/html' }],
    },
  ];
}

/** Operations with path parameters link to their description in the manifest. */
function endpoints({ baseUrl }: Site): Target[] {
  return [
    ...operations.map(({ rest: { path, method }, summary }) => ({
      href: `${baseUrl}${path.includes('{') ? manifestPath(path, method) : path}`,
      type: 'application/json',
      title: `${method.toUpperCase()} ${path}: ${summary}`,
    })),
    { href: `${baseUrl}${TOOLS_PATH}`, type: 'application/json', title: `POST ${TOOLS_PATH}: tools for agents (MCP)` },
    ...feeds
      .filter(({ path }) => path !== FEEDS.apiCatalog.path && !path.includes('{'))
      .map(({ path, contentType, summary }) => ({
        href: `${baseUrl}${path}`,
        type: mediaType(contentType),
        title: summary,
      })),
    { href: `${baseUrl}${EXPORTS.path}`, type: 'application/json', title: EXPORTS.summary },
  ];
}

function mediaType(contentType: string): string {
  return contentType.split(';', 1)[0] ?? contentType;
}
