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

function described(site: Site): string {
  const brand = markdown(site.brand);
  return `${brand} reads the prices that software vendors publish, keeps the words that each was read from, says how sure it is, and keeps every price that it saw.

## Use

${USE} \`license\` names the reuse of each group of fields: \`owned\` may be cited and reused with attribution, \`restricted\` holds facts of third parties and may only be shown, unless the licences in \`datasets\` allow more.

## Citing

${citationRules(site)
  .map((rule, index) => `${index + 1}. ${rule}`)
  .join('\n')}

## Reading answers

${READING.map((line) => `- ${line}`).join('\n')}
- Fields may be added at any time; none is renamed or given another type. Parameters that an operation does not know are ignored; given twice or nested they are an error.
- ${VENDORS_WORDS}

## HTTP

GET answers HEAD and OPTIONS too. Answers have strong entity tags and are coded as zstd, br or gzip where asked for. Lists in a query are one value with commas (\`style: form\`, \`explode: false\`); a generated client that repeats parameters instead has to be set so. Errors are \`application/problem+json\` (RFC 9457) with a \`code\`; their \`type\` leads to a page that explains it. A few requests a second are fine; for many products, use the batch operation or the feeds.

The examples are the answers of a server with a small invented catalogue.`;
}
