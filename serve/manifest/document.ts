/** The manifest: the interface as OpenAPI 3.1, made from the operations, the schemas and the table of problems. */

import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Site } from '../../config/site.ts';
import { bulkFeeds, fixedFeeds, smallFeeds } from '../files/feeds/list.ts';
import { spokenOf } from '../interface/examples.ts';
import { override } from '../interface/json-schema.ts';
import { type Operation, TAGS } from '../interface/operation.ts';
import { isFeed } from '../interface/page.ts';
import { operations } from '../operations/list.ts';
import { citationRules, homeUrl, READING, USE, VENDORS_WORDS } from '../record/envelope.ts';
import { markdown } from '../record/vendor-text.ts';
import { HEADERS, responsesOf } from './answers.ts';
import { otherPaths } from './other-paths.ts';
import { COMPONENTS } from './schemas.ts';

/** Raised with every change that a generated client would notice. */
const VERSION = '2.0.0';

const built = new WeakMap<Site, string>();

/** As JSON; made once per site. */
export function manifest(site: Site): string {
  const known = built.get(site);
  if (known !== undefined) return known;
  const text = spokenOf(site, withParameters(documentOf(site)));
  built.set(site, text);
  return text;
}

function documentOf(site: Site) {
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: `${site.brand}: software prices with proof`,
        version: VERSION,
        summary: 'Software prices with source, date and confidence.',
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

/**
 * Lists in a query are one value with commas; OpenAPI's default repeats the parameter. The description of an optional
 * parameter is in its schema, where generators and viewers do not look.
 */
function withParameters<Document extends { paths?: object }>(document: Document): Document {
  for (const path of Object.values(document.paths ?? {}))
    for (const { parameters = [] } of Object.values(path) as { parameters?: Parameter[] }[])
      for (const parameter of parameters) {
        const { type, description } = parameter.schema ?? {};
        if (description !== undefined) parameter.description ??= description;
        if (parameter.in !== 'query' || type !== 'array') continue;
        parameter.style = 'form';
        parameter.explode = false;
      }
  return document;
}

interface Parameter {
  in: string;
  description?: string;
  schema?: { type?: string; description?: string };
  style?: string;
  explode?: boolean;
}

function described(site: Site): string {
  const brand = markdown(site.brand);
  return `${brand} reads the prices that software vendors publish. Each price has its quote, source and confidence, and past prices stay available.

## Use

${USE} \`license\` states how each group of fields may be reused: \`owned\` may be cited and reused with attribution; \`restricted\` contains facts of third parties and may only be displayed, unless the licences in \`datasets\` allow more.

## Citing

${citationRules(site)
  .map((rule, index) => `${index + 1}. ${rule}`)
  .join('\n')}

## Reading answers

${READING.map((line) => `- ${line}`).join('\n')}
- Fields may be added at any time; existing fields keep their name and type. Unknown parameters are ignored; repeated or nested parameters are an error.
- ${VENDORS_WORDS}

## HTTP

GET paths also support HEAD and OPTIONS. Responses have strong entity tags and are encoded as zstd, br or gzip on request. Lists in a query are one value with commas (\`style: form\`, \`explode: false\`); configure generated clients accordingly. Errors are \`application/problem+json\` (RFC 9457) with a \`code\`; their \`type\` links to a page that explains it. Keep to a few requests a second; for many products, use the batch operation or the feeds.

Examples come from a server with a small fictional catalogue.`;
}
