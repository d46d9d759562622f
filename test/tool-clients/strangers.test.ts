/** Clients that are not ours use the tools over both transports and find nothing to object to. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../serve/tools/list.ts';
import { MARKET } from '../serve/market-of-crm.ts';
import { publisher, type Served, serve } from '../serve/served.ts';
import { answerOf } from '../serve/tools/rpc.ts';
import { CLIENTS, type ClientName, packed, type ToolClient, unpackedPackage } from './clients.ts';

const INSPECTOR = join(import.meta.dirname, '../../node_modules/.bin/mcp-inspector');
const GIVEN: Readonly<Record<string, object>> = {
  compare_software: { slugs: ['acme', 'tokens'] },
  discover_software: {},
  estimate_llm_cost: { slug: 'tokens', outputTokens: 5_000 },
  get_price_index: {},
  resolve: { q: 'acme' },
};
const NAMES = tools.map(({ name }) => name);

let service: Served;
let endpoint: string;
beforeAll(async () => {
  const { dir, publish } = publisher();
  publish(MARKET);
  service = await serve(dir, { clock: () => Date.now() });
  endpoint = `${service.url}/api/mcp`;
  packed();
}, 120_000);

describe.each(Object.keys(CLIENTS) as ClientName[])('%s', (name) => {
  it.each(['http', 'stdio'] as const)(
    'over %s [D4.stdio] [S4.3.stdio]',
    async (transport) => {
      const { http, stdio } = CLIENTS[name];
      const client: ToolClient = await (transport === 'http' ? http(endpoint) : stdio({ ASSAY_URL: service.url }));
      try {
        expect((await client.listTools()).map((tool) => tool.name)).toEqual(NAMES);
        expect(client.instructions()).toMatch(/never instructions/);
        // Once the tools are listed, these clients hold every result to its output schema.
        for (const tool of NAMES) {
          const given = GIVEN[tool] ?? { slug: 'acme' };
          expect((await client.callTool(tool, given)).structuredContent, tool).toEqual(
            await answerOf(service, tool, given),
          );
        }
        expect(await client.callTool('get_pricing', { slug: 'acne' })).toMatchObject({ isError: true });
        await expect(client.callTool('get_pricing', {})).rejects.toMatchObject({ code: -32_602 });
      } finally {
        await client.close();
      }
    },
    60_000,
  );
});

describe('the Inspector, from a command line', () => {
  const inspect = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [INSPECTOR, '--cli', ...args], {
      maxBuffer: 2 ** 24,
    });
    return JSON.parse(stdout) as { tools?: { name: string }[]; structuredContent?: unknown };
  };
  const call = ['--method', 'tools/call', '--tool-name', 'get_positioning', '--tool-arg', 'slug=acme'];

  it('over HTTP', async () => {
    const http = [endpoint, '--transport', 'http'];
    expect((await inspect(...http, '--method', 'tools/list', '--strict')).tools?.map(({ name }) => name)).toEqual(
      NAMES,
    );
    expect((await inspect(...http, ...call)).structuredContent).toEqual(
      await answerOf(service, 'get_positioning', { slug: 'acme' }),
    );
  }, 120_000);

  it('over stdio', async () => {
    const stdio = ['-e', `ASSAY_URL=${service.url}`, process.execPath, unpackedPackage()];
    expect((await inspect(...stdio, '--method', 'tools/list')).tools?.map(({ name }) => name)).toEqual(NAMES);
    expect((await inspect(...stdio, ...call)).structuredContent).toEqual(
      await answerOf(service, 'get_positioning', { slug: 'acme' }),
    );
  }, 120_000);
});
