/**
 * Any request that the manifest lets one think of is answered as the manifest says: no fault of ours, no status, header
 * or shape that it does not declare, and no work out of proportion.
 *
 * The seed stands in each title. `FUZZ_RUNS=2000 npx vitest run test/serve/fuzz` goes on for longer, from a new seed
 * each time; `FUZZ_SEED` goes back to one.
 */

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { REPORTS_PATH } from '../../../data/pipeline/mistake-report.ts';
import { fixedRoutes, operationRoutes, pageRoutes } from '../../../serve/http/routes.ts';
import { FEEDS } from '../../../serve/interface/published-files.ts';
import { manifest } from '../../../serve/manifest/document.ts';
import { operations } from '../../../serve/operations/list.ts';
import { repetitions } from '../../long.ts';
import { words } from '../../words.ts';
import { exporter } from '../files/exports/exported.ts';
import { type Document, methodsOf, type OperationObject, type Parameter } from '../manifest/document.ts';
import { FIGURES, MARKET } from '../market-of-crm.ts';
import { SITE, serve } from '../served.ts';
import { type FuzzedRequest, requestsOf } from './requests.ts';
import type { Known } from './values.ts';

const { FUZZ_RUNS, FUZZ_SEED } = process.env;
const RUNS = Number(FUZZ_RUNS ?? repetitions(30, 500));
const SEED = Number(FUZZ_SEED ?? (FUZZ_RUNS === undefined ? 20_261_121 : Date.now() % 2 ** 31));
/** Of work for one request, client and server: a hundred times the usual, so that only a stall reaches it. */
const MOST_CPU_MS = 400;

const KNOWN: Known = {
  slug: ['acme', 'acme', 'acme-crm', 'beta', 'bygone', 'delta', 'gamma', 'nobody', 'tokens', 'tokens', 'tokens'],
  slugs: words('acme acme-crm beta delta delta epsilon eta gamma tokens zeta bygone nobody'),
  id: [...(MARKET.evidence ?? []).map(({ evidence }) => evidence.id), 'ev_00000000000000000000'],
  category: ['crm', 'llm', 'nothing'],
  tier: ['pro', 'Pro', 'PRO', 'Business', 'enterprise', 'FREE', 'platinum'],
  model: ['large-1', 'large', 'SMALL-1', 'huge-1'],
  currency: ['USD', 'EUR', 'XTS'],
  generation: ['000001', '000001', '000002', '1'],
  cursor: ['0', '1', '5', '6', '999999999999999'],
};

const document = JSON.parse(manifest(SITE)) as Document;
const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'manifest', ...document });

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const installation = exporter();
installation.publish({ ...MARKET, quality: FIGURES });
await installation.make();
const server = await serve(installation.generations, { feeds: true });
KNOWN.published = [server.generations.pointer?.file ?? '', 'gen-0000000000000000.db'];
afterAll(() => agent.destroy());

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

function ask({ method, path, headers, body }: FuzzedRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(server.url, { agent, method, path, headers: { ...headers, ...length } }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) });
    });
    sent
      .on('error', (cause) => reject(new Error(`${method} ${path.slice(0, 200)} (${path.length}) broke`, { cause })))
      .end(body);
  });
}

const validators = new Map<string, ValidateFunction>();
/** Against the part of the manifest at the path. */
function validatorOf(...path: string[]): ValidateFunction {
  const pointer = path
    .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `manifest#${pointer}` });
  validators.set(pointer, known);
  return known;
}

/** What is wrong with an answer, as the manifest has it. */
function faultOf(
  asked: FuzzedRequest,
  { status, headers, body }: Answer,
  where: { method: string; path: string; operation: OperationObject },
): string | undefined {
  const declared = where.operation.responses[String(status)];
  if (status >= 500) return `a fault of ours: ${body}`;
  if (declared === undefined) return `an undeclared status: ${status} ${body}`;
  const missing = Object.keys(declared.headers ?? {}).filter((name) => headers[name.toLowerCase()] === undefined);
  if (missing.length > 0) return `${status} without ${missing.join(', ')}`;
  if (asked.method === 'HEAD' || declared.content === undefined)
    return body === '' ? undefined : `a body with ${status}`;
  const [type = ''] = String(headers['content-type']).split(';');
  if (declared.content[type] === undefined) return `${status} of an undeclared type: ${type}`;
  if (!type.endsWith('json')) return undefined;
  const json: unknown = JSON.parse(body);
  const valid = validatorOf('paths', where.path, where.method, 'responses', String(status), 'content', type, 'schema');
  if (!valid(json)) return `${status} of another shape: ${ajv.errorsText(valid.errors)} in ${body.slice(0, 2_000)}`;
  const strict = operations.find(({ id }) => id === where.operation.operationId)?.response;
  const parsed = status === 200 ? strict?.safeParse(json) : undefined;
  return parsed?.success === false ? `200 with more than it declares: ${parsed.error.message}` : undefined;
}

/** Found by longer runs. */
const FOUND: Readonly<Record<string, FuzzedRequest>> = {
  'post /api/mcp': { method: 'POST', path: '/api/mcp', headers: { 'content-type': 'application/json' }, body: '[0]' },
  'get /feed.xml': { method: 'GET', path: '/feed.xml?slugs=', headers: {} },
};

describe('what is asked at random', () => {
  // Reports are another process's to answer (test/notifier/reports.test.ts).
  const here = methodsOf(document).filter(({ path }) => path !== REPORTS_PATH);
  it.each(here.map((where) => ({ ...where, name: `${where.method} ${where.path}` })))(
    `$name is answered as the manifest says (${RUNS} requests, seed ${SEED})`,
    async (where) => {
      const statuses = new Set<number>();
      // The first of a kind pays for the compiler.
      for (const warm of fc.sample(requestsOf(where, KNOWN), { numRuns: 5, seed: SEED })) await ask(warm);
      await fc.assert(
        fc.asyncProperty(requestsOf(where, KNOWN), async (asked) => {
          const before = process.cpuUsage();
          const answer = await ask(asked);
          const { user, system } = process.cpuUsage(before);
          statuses.add(answer.status);
          expect(faultOf(asked, answer, where)).toBeUndefined();
          expect((user + system) / 1_000, 'milliseconds of work').toBeLessThan(MOST_CPU_MS);
        }),
        { numRuns: RUNS, seed: SEED, examples: [FOUND[where.name]].flatMap((each) => (each ? [[each]] : [])) },
      );
      // Else nothing was asked but nonsense. So few products have no second list of pages.
      if (where.path !== FEEDS.sitemapPart.path) expect([...statuses].some((status) => status < 400)).toBe(true);
    },
    60_000 + RUNS * 100,
  );

  it.each(
    [...operationRoutes, ...pageRoutes, ...fixedRoutes].filter(({ contentType }) =>
      contentType.startsWith('text/html'),
    ),
  )(
    `the page $path is a page, whatever it is asked (${RUNS} requests, seed ${SEED})`,
    async ({ id, path, parameters }) => {
      const asked = parameters.map((name): Parameter => {
        const schema = { type: 'string', maxLength: 100 };
        return { name, in: path.includes(`{${name}}`) ? 'path' : 'query', schema };
      });
      const operation = { operationId: id, tags: [], parameters: asked, responses: {} };
      await fc.assert(
        fc.asyncProperty(requestsOf({ method: 'get', path, operation }, KNOWN), async (asked) => {
          const { status, headers, body } = await ask({ ...asked, headers: { ...asked.headers, accept: 'text/html' } });
          expect(status).toBeLessThan(500);
          // What is too long to be read is refused before anyone knows that it was asked for a page.
          if (body !== '' && status !== 431) expect(headers['content-type']).toBe('text/html; charset=utf-8');
          // Ours load by their address, or hold data.
          expect(body).not.toMatch(/<script(?! type="(?:module" src="\/assets\/|application\/ld\+json">))/i);
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
    60_000 + RUNS * 100,
  );
});
