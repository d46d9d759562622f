/**
 * `mcp`: what it costs to ask for the same data as a tool.
 *
 * The subject is `POST /api/mcp` of the web process as it runs in service, on calls that were made before. `rest` is
 * the same process asked for the same data by GET: a result of a tool holds it twice, as JSON and as text, and its
 * request has a body. `sdk` is the official SDK answering by itself on `node:http` from the same generation: a server
 * for each request, as its authors have it for servers without sessions. Ratios are of requests a second and of the
 * processor time that a request costs the server; where `busy` is well below 1, only the latter counts.
 *
 * Server and load are bound to a processor each where the machine has two and `taskset`.
 */
import { join } from 'node:path';
import type { Bench } from './benchmark.ts';
import { inRounds } from './measure.ts';
import { figure, findingOf } from './measurement.ts';
import { processorMs } from './processor.ts';
import { type Program, startProgram } from './programs.ts';
import { LOADER, type Target } from './serve/load.ts';
import { PROCESSOR, publishTurns, startOurs } from './serve/ours.ts';
import { type Sample, sampleOf } from './serve/sample.ts';
import { median } from './statistics.ts';

const PRODUCTS = 500;

const BASELINES = { rest: 'the same data by REST', sdk: 'the official SDK by itself' };

interface Case {
  name: string;
  /** Of the product with that number. */
  tool: (product: number) => { method: string; name?: string; given?: object };
  rest?: (product: number) => string;
  isModern?: true;
}

const slug = (product: number) => `product-${product}`;

const CASES: readonly Case[] = [
  {
    name: 'full record',
    tool: (product) => ({ method: 'tools/call', name: 'get_pricing', given: { slug: slug(product) } }),
    rest: (product) => `/api/v2/pricing/${slug(product)}`,
  },
  {
    name: 'full record, modern era',
    tool: (product) => ({ method: 'tools/call', name: 'get_pricing', given: { slug: slug(product) } }),
    rest: (product) => `/api/v2/pricing/${slug(product)}`,
    isModern: true,
  },
  {
    name: 'summary',
    tool: (product) => ({
      method: 'tools/call',
      name: 'get_pricing',
      given: { slug: slug(product), depth: 'summary' },
    }),
    rest: (product) => `/api/v2/pricing/${slug(product)}?depth=summary`,
  },
  {
    name: 'history',
    tool: (product) => ({ method: 'tools/call', name: 'get_price_history', given: { slug: slug(product) } }),
    rest: (product) => `/api/v2/history/${slug(product)}`,
  },
  { name: 'list of tools', tool: () => ({ method: 'tools/list' }) },
];

export async function run(bench: Bench): Promise<void> {
  bench.progress(`load by ${LOADER}`);
  const products = bench.quick ? 20 : PRODUCTS;
  const dataDir = join(bench.dir, `mcp-${products}`);
  publishTurns(dataDir, products, 1);
  const ours = await startOurs(bench, dataDir);
  const sdk = await startProgram(bench, 'bench/mcp/by-sdk.ts', {
    args: (port) => [String(port), join(dataDir, 'generations')],
    processor: PROCESSOR,
  });
  for (const asked of CASES) await measure(bench, asked, { ours, sdk, products });
  for (const server of [ours, sdk]) server.stop();
}

interface Servers {
  ours: Program;
  sdk: Program;
  products: number;
}

async function measure(bench: Bench, { name, tool, rest, isModern }: Case, { ours, sdk, products }: Servers) {
  const all = Array.from({ length: products }, (_, product) => product);
  const calls = all.map((product) => targetOf({ ...tool(product), id: product, isModern: isModern ?? false }));
  const contenders: Record<string, () => Promise<Sample>> = {
    ours: () => sampleOf(bench, ours, calls),
    sdk: () => sampleOf(bench, sdk, calls),
  };
  if (rest !== undefined) {
    const gets = all.map((product) => ({ path: rest(product), headers: {} }));
    contenders.rest = () => sampleOf(bench, ours, gets);
  }
  const samples = await inRounds(contenders, {
    rounds: bench.rounds,
    progress: (done) => bench.progress(`${name}, round ${done} of ${bench.rounds}`),
  });
  const taken = (contender: string, what: (sample: Sample) => number) => (samples[contender] ?? []).map(what);
  for (const baseline of ['rest', 'sdk'] as const) {
    if (samples[baseline] === undefined) continue;
    const pair = (what: (sample: Sample) => number) => ({
      baseline: BASELINES[baseline],
      subject: taken('ours', what),
      against: taken(baseline, what),
    });
    bench.report(
      findingOf({
        ...pair(({ rate }) => rate),
        case: `requests a second, ${name}`,
        better: 'higher',
        unit: 'requests/s',
      }),
    );
    if (processorMs(ours.pid) === undefined) continue;
    bench.report(
      findingOf({
        ...pair(({ processorUs }) => processorUs),
        case: `processor time a request, ${name}`,
        better: 'lower',
        unit: 'µs',
        figures: { busy: figure(median(taken('ours', ({ busy }) => busy)), 'of the time') },
      }),
    );
  }
}

const VERSION = '2026-07-28';
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Call {
  id: number;
  method: string;
  name?: string;
  given?: object;
  isModern: boolean;
}

function targetOf({ id, method, name, given, isModern }: Call): Target {
  const params = { ...(name !== undefined && { name, arguments: given }), ...(isModern && { _meta: ENVELOPE }) };
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  if (isModern) Object.assign(headers, { 'mcp-protocol-version': VERSION, 'mcp-method': method });
  if (isModern && name !== undefined) headers['mcp-name'] = name;
  return { path: '/api/mcp', headers, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) };
}
