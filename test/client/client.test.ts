/**
 * What a consumer gets who generates a client from the manifest: it compiles under strict, its types hold, and every
 * example that is documented comes back through it. This folder is a project of its own, with its own TypeScript.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import createClient from 'openapi-fetch';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Document, methodsOf, type OperationObject } from '../serve/manifest/document.ts';
import { FIGURES, MARKET } from '../serve/market-of-crm.ts';
import { type Served, served } from '../serve/served.ts';
import type { paths } from './generated/paths.ts';
import { arrayStyle, generate } from './manifest-client.ts';

const PROJECT = join(import.meta.dirname, '../..');

let server: Served;
let document: Document;
beforeAll(async () => {
  server = await served({ ...MARKET, quality: FIGURES });
  const manifest = `${server.url}/api/v2/openapi.json`;
  document = (await (await fetch(manifest)).json()) as Document;
  await generate(manifest);
});

function client() {
  return createClient<paths>({
    baseUrl: server.url,
    headers: { 'X-Request-Id': 'an-example' },
    querySerializer: { array: arrayStyle(document) },
  });
}

interface Documented {
  line: string;
  path: string;
  status: number;
  value: unknown;
  operation: OperationObject;
}

function documented(): Documented[] {
  return methodsOf(document).flatMap(({ path, operation }) =>
    Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ examples = {} }) =>
        Object.values(examples).map(({ summary, value }) => ({
          line: summary,
          path,
          status: Number(status),
          value,
          operation,
        })),
      ),
    ),
  );
}

/** Path and query parameters of a request line, as the client takes them: lists as lists, all else as text. */
function parametersOf({ line, path, operation }: Documented) {
  const url = new URL(line.split(' ')[1] ?? '', server.url);
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const lists = new Set(
    (operation.parameters ?? []).filter(({ schema }) => schema.type === 'array').map(({ name }) => name),
  );
  const query = [...url.searchParams].map(([name, value]) => [name, lists.has(name) ? value.split(',') : value]);
  return { path: { ...pattern.exec(url.pathname)?.groups }, query: Object.fromEntries(query) };
}

describe('a client that is generated from the manifest', () => {
  it('compiles under strict', async () => {
    const tsc = join(PROJECT, 'node_modules/.bin/tsc');
    await expect(promisify(execFile)(tsc, ['-p', import.meta.dirname])).resolves.toMatchObject({ stdout: '' });
  });

  it('knows what it may ask for and what comes back', async () => {
    const { data, error } = await client().GET('/api/v2/pricing/{slug}', {
      params: { path: { slug: 'acme' }, query: { depth: 'summary', fields: ['tiers', 'priceRange'] } },
    });
    expect(error).toBeUndefined();
    const price: number | null | undefined = data?.tiers?.find(({ id }) => id === 'pro')?.price;
    expect(price).toBe(12);
    const page: string | undefined = data?.links.page;
    expect(page).toBe('https://assay.example/tools/acme/pricing');
    const query = { depth: 'deep' } as const;
    // @ts-expect-error there is no such depth
    const deep = await client().GET('/api/v2/pricing/{slug}', { params: { path: { slug: 'acme' }, query } });
    expect(deep.error?.errors?.[0]).toMatchObject({ parameter: 'depth', allowed: ['summary', 'full'] });
    // @ts-expect-error slugs are required
    const none = await client().GET('/api/v2/pricing', { params: { query: {} } });
    expect(none.error?.code).toBe('missing_parameter');
  });

  it('gets every documented example as it is documented', async () => {
    const all = documented();
    expect(all.length).toBeGreaterThan(25);
    // The types of one call each are held above; here the calls are many, and so are their types.
    const { GET, POST } = client() as unknown as Record<'GET' | 'POST', Call>;
    for (const example of all) {
      const [method, , ...body] = example.line.split(' ');
      const call = method === 'POST' ? POST : GET;
      const answer = await call(example.path, {
        params: parametersOf(example),
        ...(method === 'POST' ? { body: JSON.parse(body.join(' ')) as unknown } : {}),
      });
      expect([answer.response.status, answer.data ?? answer.error], example.line).toEqual([
        example.status,
        example.value,
      ]);
    }
  });
});

type Call = (path: string, options: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
