/** The manifest: the interface as OpenAPI 3.1, made from the operations, the schemas and the table of problems. */

import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Site } from '../../config/site.ts';
import { bulkFeeds, fixedFeeds, smallFeeds } from '../files/feeds/list.ts';
import { spokenOf } from '../interface/examples.ts';
import { override } from '../interface/json-schema.ts';
import { type Operation, TAGS } from '../interface/operation.ts';
import { isFeed } from '../interface/page.ts';
import { operations } from '../operations/list.ts';
import { homeUrl } from '../record/envelope.ts';
import { responsesOf } from './answers.ts';
import { described } from './description.ts';
import { HEADERS } from './headers.ts';
import { otherPaths } from './other-paths.ts';
import { COMPONENTS } from './schemas.ts';

/** Raised with every change that a generated client would notice. */
const VERSION = '2.0.0';

const built = new WeakMap<Site, string>();

/** As JSON; made once per site. */
export function manifest(site: Site): string {
  const known = built.get(site);
  if (known !== undefined) return known;
  const text = spokenOf(site, withListsInCommas(documentOf(site)));
  built.set(site, text);
  return text;
}

function documentOf(site: Site) {
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: `${site.brand}: software prices with their proof`,
        version: VERSION,
        summary: 'Sourced, dated prices of software, and how sure each of them is.',
        description: described(site),
        contact: { name: site.brand, url: homeUrl(site) },
        license: { name: 'Free for non-commercial use with attribution', url: `${homeUrl(site)}terms` },
      },
      servers: [{ url: site.baseUrl }],
      security: [],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths: { ...pathsOf(operations), ...otherPaths([...smallFeeds, ...fixedFeeds, ...bulkFeeds].filter(isFeed)) },
      components: { schemas: COMPONENTS, headers: HEADERS },
    },
    { override },
  );
}

function pathsOf(list: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of list) {
    const { rest } = operation;
    paths[rest.path] = { ...paths[rest.path], [rest.method]: operationObject(operation) };
  }
  return paths;
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { id, summary, description, tag, rest, params } = operation;
  const names = Object.keys(params.shape);
  const inPath = names.filter((name) => rest.path.includes(`{${name}}`));
  const others = names.filter((name) => !inPath.includes(name));
  const given = params.pick(mask(others));
  const isPost = rest.method === 'post';
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    requestParams: {
      ...(inPath.length > 0 && { path: params.pick(mask(inPath)) }),
      ...(others.length > 0 && !isPost && { query: given }),
    },
    ...(isPost && { requestBody: { required: true, content: { 'application/json': { schema: given } } } }),
    responses: responsesOf(operation),
  };
}

function mask(names: readonly string[]): Record<string, true> {
  return Object.fromEntries(names.map((name) => [name, true] as const));
}

/** Lists in a query are one value with commas; OpenAPI's default repeats the parameter. */
function withListsInCommas<Document extends { paths?: object }>(document: Document): Document {
  for (const path of Object.values(document.paths ?? {}))
    for (const { parameters = [] } of Object.values(path) as { parameters?: Parameter[] }[])
      for (const parameter of parameters)
        if (parameter.in === 'query' && parameter.schema?.type === 'array') {
          parameter.style = 'form';
          parameter.explode = false;
        }
  return document;
}

interface Parameter {
  in: string;
  schema?: { type?: string };
  style?: string;
  explode?: boolean;
}
