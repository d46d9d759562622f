/** The manifest itself: complete, valid by two validators that know nothing of one another, and free of a linter’s complaints. */
import { validate } from '@readme/openapi-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { bulkFeeds, smallFeeds } from '../../../serve/files/feeds/list.ts';
import { fixedRoutes, operationRoutes, pageRoutes } from '../../../serve/http/routes.ts';
import { isFeed } from '../../../serve/interface/page.ts';
import { PROBLEMS } from '../../../serve/interface/problem.ts';
import { ASSET } from '../../../serve/interface/route.ts';
import { operations } from '../../../serve/operations/list.ts';
import { fixedPages, pages } from '../../../serve/pages/list.ts';
import { definitions } from '../../../serve/tools/toolbox.ts';
import { words } from '../../words.ts';
import { MARKET } from '../market-of-crm.ts';
import { SITE, served } from '../served.ts';
import { type Document, methodsOf } from './document.ts';

const PATH = '/api/v2/openapi.json';
/** What is no operation and no page. */
const BESIDE = [
  'post /api/mcp',
  'post /api/v2/reports',
  'get /go/{slug}',
  'get /exports/manifest.json',
  'get /exports/current.json',
  'get /exports/generations/{published}',
  'get /exports/{generation}/{file}',
];
const server = await served(MARKET);
const text = await (await server.get(PATH)).text();
const document: Document = JSON.parse(text);

describe('the manifest', () => {
  it('is OpenAPI 3.1, of version 2.0.0, as JSON, and cached as any answer is [S4.1.openapi] [S4.4.openapi]', async () => {
    const response = await server.get(PATH);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info.version).toBe('2.0.0');
    const etag = response.headers.get('etag') ?? '';
    expect((await server.get(PATH, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  it('is valid by one validator', async () => {
    const result = await new Validator().validate(JSON.parse(text));
    expect(result).toMatchObject({ valid: true });
  });

  it('is valid by another', async () => {
    expect(await validate(JSON.parse(text))).toMatchObject({ valid: true, warnings: [] });
  });

  it('gives a linter nothing to complain of', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const complaints = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    // The way to the vendor is a redirect, and has no success of its own.
    const left = complaints.filter(
      ({ ruleId, location }) =>
        !(ruleId === 'operation-2xx-response' && location[0]?.pointer?.startsWith('#/paths/~1go~1')),
    );
    expect(left.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('has every path that programs may ask, and no other [D3.paths]', () => {
    const forPeople = [...pages, ...fixedPages].filter((each) => !isFeed(each)).map(({ path }) => path);
    const asked = [...operationRoutes, ...pageRoutes, ...fixedRoutes]
      .filter(({ id, path }) => id !== ASSET && !forPeople.includes(path))
      .map(({ method, path }) => `${method} ${path}`);
    const documented = methodsOf(document).map(({ method, path }) => `${method} ${path}`);
    const bulk = bulkFeeds.map(({ path }) => `get ${path}`);
    expect(documented.toSorted()).toEqual([...asked, ...bulk, ...BESIDE].toSorted());
    for (const { rest } of operations) expect(rest.path).toMatch(/^\/api\/v2\//);
    const withoutHtml = [...pages, ...smallFeeds].filter(({ contentType }) => contentType !== undefined);
    expect(withoutHtml.filter(({ summary }) => summary === undefined)).toEqual([]);
  });

  it('says of every operation what it asks for, its errors and its group', () => {
    for (const { id, rest, params, tag } of operations) {
      const { operation } =
        methodsOf(document).find(({ operation }) => operation.operationId === id) ?? expect.fail(id);
      const named = (operation.parameters ?? []).map(({ name }) => name);
      const body = operation.requestBody?.content['application/json']?.schema.properties ?? {};
      expect([...named, ...Object.keys(body)].toSorted(), id).toEqual(Object.keys(params.shape).toSorted());
      expect(operation.tags).toEqual([tag]);
      const statuses = ['200', '400', '429', '500', '503', ...(rest.method === 'get' ? ['304'] : ['413', '415'])];
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statuses));
    }
  });

  it('describes a parameter where generators look', () => {
    const parameters = methodsOf(document).flatMap(({ operation }) => operation.parameters ?? []);
    expect(
      parameters.filter(({ description, schema }) => description === undefined && schema.description !== undefined),
    ).toEqual([]);
  });

  it('has a range of the types of its file', () => {
    for (const { operation } of methodsOf(document).filter(({ operation }) => operation.responses[206] !== undefined)) {
      const [whole, range] = [operation.responses[200], operation.responses[206]];
      expect(Object.keys(range?.content ?? {})).toEqual(Object.keys(whole?.content ?? {}));
    }
  });

  it('says which code a missing part of a report has', () => {
    const schema = document.paths['/api/v2/reports']?.post?.responses[400]?.content?.['application/problem+json'];
    expect(JSON.stringify(schema)).toContain('missing_parameter');
  });

  it('has no pattern that validators of other languages refuse', () => {
    const patterns = JSON.stringify([document, definitions()]).matchAll(/"pattern":"((?:[^"\\]|\\.){0,300})"/g);
    expect(Array.from(patterns, ([, pattern]) => pattern).filter((pattern) => /\\p\{/i.test(pattern ?? ''))).toEqual(
      [],
    );
  });

  it('names no part as TypeScript names a type, which its generators use', () => {
    const names = new Set(Object.keys(document.components.schemas));
    const builtIn = [...Object.getOwnPropertyNames(globalThis), ...words('Record Partial Required Readonly Pick Omit')];
    expect(builtIn.filter((name) => names.has(name))).toEqual([]);
  });

  it('knows every error code', () => {
    expect(document.components.schemas.Problem).toMatchObject({
      properties: { code: { enum: Object.keys(PROBLEMS) } },
    });
  });

  it('shows true answers, each under the request that it answers', () => {
    for (const { operation } of methodsOf(document).filter(({ path }) => path.startsWith('/api/v2/'))) {
      if (['getManifest', 'reportMistake'].includes(operation.operationId)) continue;
      const { examples } = operation.responses['200']?.content?.['application/json'] ?? {};
      const [first] = Object.values(examples ?? {});
      expect(
        first,
        `${operation.operationId}: no example; run UPDATE_GOLDEN=1 npx vitest run test/serve/manifest, then again without it`,
      ).toBeDefined();
      expect(first?.summary, operation.operationId).toMatch(/^(?:GET|POST) \/api\/v2\//);
    }
  });

  it('tells how to cite and where to take much, and speaks of the site that serves it [S8.large-pulls]', () => {
    expect(document.info.description).toMatch(/links\.home[\s\S]*links\.page[\s\S]*According to \[Assay\]/);
    expect(document.info.description).toMatch(/for many products, use the batch operation or the feeds/);
    expect(document.servers).toEqual([{ url: SITE.baseUrl }]);
  });

  it('names a licence that leads to the terms', async () => {
    const { url } = document.info.license;
    const page = await (await server.get(url.replace(SITE.baseUrl, ''), { headers: { Accept: 'text/html' } })).text();
    for (const said of ['non-commercial', 'attribution', 'marketData', 'CC BY 4.0', 'sell the dataset']) {
      expect(page).toContain(said);
    }
  });

  it('has no part that nothing refers to', () => {
    const referred = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, name]) => name));
    const named = Object.entries(document.components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `${kind}/${name}`),
    );
    expect(named.filter((name) => !referred.has(name))).toEqual([]);
  });
});
