import * as z from 'zod';
import type { Site } from '../../config/site.ts';
import { fixedFeeds, smallFeeds } from '../files/feeds/list.ts';
import { MANIFEST_PATH } from '../interface/published-files.ts';
import { ASSET, type FixedRoute, HTML_TYPE, JSON_TYPE, type Route, route } from '../interface/route.ts';
import { manifest } from '../manifest/document.ts';
import { operations } from '../operations/list.ts';
import { cards } from '../pages/cards/list.ts';
import { fixedPages, pages } from '../pages/list.ts';
import { assets } from '../pages/parts/layout.ts';
import type { Store } from '../store/store.ts';

export const operationRoutes: readonly Route[] = operations.map(({ id, rest, params, run }) =>
  route(
    { id, ...rest, contentType: JSON_TYPE },
    { params, render: (given, store: Store, now: Date) => JSON.stringify(run(store, given, now)) },
  ),
);

export const pageRoutes: readonly Route[] = [...pages, ...smallFeeds].map(
  ({ id, path, contentType = HTML_TYPE, params, typed, render }) =>
    route(
      { id, method: 'get', path, contentType },
      {
        params,
        typed,
        render: (given, store: Store, now: Date) =>
          String(render(store, given, { now, manifest: () => manifest(store.site) })),
      },
    ),
);

/** As SVG; each is served as PNG too. */
export const cardRoutes: readonly Route[] = cards.map(({ id, path, params, draw }) =>
  route(
    { id, method: 'get', path: `${path}.svg`, contentType: 'image/svg+xml' },
    { params, render: (given, store: Store, now: Date) => String(draw(store, given, now)) },
  ),
);

export const fixedRoutes: readonly FixedRoute[] = [
  route(
    { id: 'getManifest', method: 'get', path: MANIFEST_PATH, contentType: JSON_TYPE },
    { params: z.object({}), render: (_given, site: Site) => manifest(site) },
  ),
  ...assets.map(({ path, contentType, body }) =>
    route<z.ZodObject, [site: Site]>(
      { id: ASSET, method: 'get', path, contentType },
      { params: z.object({}), render: body },
    ),
  ),
  ...[...fixedPages, ...fixedFeeds].map(({ id, path, contentType = HTML_TYPE, links, params, render }) =>
    route(
      { id, method: 'get', path, contentType, ...(links && { link: (site: Site) => links(site).join(', ') }) },
      { params, render: (given, site: Site) => String(render(site, given)) },
    ),
  ),
];
