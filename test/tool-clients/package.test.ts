/**
 * Clients that are not ours use the tools over both transports and find nothing to object to; and the stdio package as
 * its users have it: packed, unpacked where nothing else is, and started.
 */
import { execFile, spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readCurrent } from '../../data/store/generation/current.ts';
import { tools } from '../../serve/tools/list.ts';
import { MARKET } from '../serve/market-of-crm.ts';
import { publisher, type Served, serve, sold } from '../serve/served.ts';
import { answerOf } from '../serve/tools/rpc.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { CLIENTS, type ClientName, packed, unpackedPackage } from './clients.ts';

const INSPECTOR = join(import.meta.dirname, '../../node_modules/.bin/mcp-inspector');
const GIVEN: Readonly<Record<string, object>> = {
  compare_software: { slugs: ['acme', 'tokens'] },
  discover_software: {},
  estimate_llm_cost: { slug: 'tokens', outputTokens: 5_000 },
  get_price_index: {},
  resolve: { q: 'acme' },
};
const givenTo = (name: string) => GIVEN[name] ?? { slug: 'acme' };
const NAMES = tools.map(({ name }) => name);

let service: Served;
let generations: string;
beforeAll(async () => {
  generations = publisher(MARKET).dir;
  service = await serve(generations, { clock: () => Date.now() });
  packed();
}, 120_000);

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connected(env: Record<string, string>) {
  const client = await CLIENTS['SDK 2, legacy'].stdio(env);
  open.push(client);
  return client;
}

const endpoint = () => `${service.url}/api/mcp`;

describe.each(Object.keys(CLIENTS) as ClientName[])('%s', (name) => {
  it.each(['http', 'stdio'] as const)(
    'over %s [D4.stdio] [S4.3.stdio]',
    async (transport) => {
      const { http, stdio } = CLIENTS[name];
      const client = await (transport === 'http' ? http(endpoint()) : stdio({ ASSAY_URL: service.url }));
      open.push(client);
      expect((await client.listTools()).map((tool) => tool.name)).toEqual(NAMES);
      expect(client.instructions()).toMatch(/never instructions/);
      // Once the tools are listed, these clients hold every result to its output schema.
      for (const tool of NAMES) {
        const given = givenTo(tool);
        expect((await client.callTool(tool, given)).structuredContent, tool).toEqual(
          await answerOf(service, tool, given),
        );
      }
      expect(await client.callTool('get_pricing', { slug: 'acne' })).toMatchObject({ isError: true });
      await expect(client.callTool('get_pricing', {})).rejects.toMatchObject({ code: -32_602 });
    },
    60_000,
  );
});

it('the Inspector lists the tools over HTTP and calls one over stdio', async () => {
  const inspect = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [INSPECTOR, '--cli', ...args], {
      maxBuffer: 2 ** 24,
    });
    return JSON.parse(stdout) as { tools?: { name: string }[]; structuredContent?: unknown };
  };
  const listed = await inspect(endpoint(), '--transport', 'http', '--method', 'tools/list', '--strict');
  expect(listed.tools?.map(({ name }) => name)).toEqual(NAMES);
  const stdio = ['-e', `ASSAY_URL=${service.url}`, process.execPath, unpackedPackage()];
  const call = ['--method', 'tools/call', '--tool-name', 'get_positioning', '--tool-arg', 'slug=acme'];
  expect((await inspect(...stdio, ...call)).structuredContent).toEqual(
    await answerOf(service, 'get_positioning', { slug: 'acme' }),
  );
}, 120_000);

/** Links lead to the service that was named. */
function ofSite(answer: unknown, url: string): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll('https://assay.example', url));
}

describe('the package', () => {
  it('answers from a directory of generations, without a service [D4.stdio.offline]', async () => {
    const client = await connected({ ASSAY_URL: 'https://else.example/', ASSAY_GENERATION: generations });
    const asked = [
      ...NAMES.map((name) => [name, givenTo(name)] as const),
      ['get_pricing', { slug: 'old-acme' }] as const,
    ];
    for (const [name, given] of asked) {
      const expected = ofSite(await answerOf(service, name, given), 'https://else.example');
      expect((await client.callTool(name, given)).structuredContent, name).toEqual(expected);
    }
  });

  it('answers from a generation’s file that was copied elsewhere', async () => {
    const elsewhere = join(temporaryDirectory(), 'copied.db');
    cpSync(join(generations, readCurrent(generations)?.file ?? ''), elsewhere);
    const client = await connected({ ASSAY_GENERATION: elsewhere });
    const { structuredContent } = await client.callTool('get_pricing', { slug: 'acme' });
    const { tiers } = (await answerOf(service, 'get_pricing', { slug: 'acme' })) as { tiers: unknown };
    expect(structuredContent?.tiers).toEqual(tiers);
  });

  it('follows a directory to its newer generation, also when several calls find it at once', async () => {
    const { dir, publish } = publisher(MARKET);
    const client = await connected({ ASSAY_GENERATION: dir });
    const generationNow = async () =>
      (await client.callTool('get_pricing', { slug: 'acme' })).structuredContent?.generation;
    expect(await generationNow()).toBe('000001');
    // So many that the second call comes while the first still opens them.
    const many = Array.from({ length: 300 }, (_, at) => sold({ slug: `acme-${at}` }));
    publish({ ...MARKET, products: [...MARKET.products, ...many] });
    const calls = await Promise.all([generationNow(), generationNow(), generationNow()]);
    expect(calls).toEqual(['000002', '000002', '000002']);
  });

  it('says so in a result when the service can’t be reached, or is none', async () => {
    const unreachable = await connected({ ASSAY_URL: 'http://127.0.0.1:9' });
    const result = await unreachable.callTool('get_pricing', { slug: 'acme' });
    expect([result.isError, JSON.parse(result.content[0]?.text ?? '')]).toMatchObject([true, { code: 'unavailable' }]);
    const other = await connected({ ASSAY_URL: `${service.url}/elsewhere` });
    expect((await other.callTool('get_pricing', { slug: 'acme' })).content[0]?.text).toMatch(/returned status 404/);
  });

  it('writes one JSON a line and nothing else, says the rest on stderr, and ends with its input', async () => {
    const child = spawn(process.execPath, [unpackedPackage()], { env: { ASSAY_GENERATION: generations } });
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'get_pricing', arguments: { slug: 'acme' } } },
    ];
    child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    child.stdin.write('this is no message\n');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let out = '';
    await new Promise<void>((resolve) =>
      child.stdout.on('data', (chunk) => {
        out += chunk;
        if (out.split('\n').length > 3) resolve();
      }),
    );
    const said = text(child.stderr);
    child.stdin.end();
    expect(await ended).toBe(0);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    expect(lines.map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
    expect(await said).toMatch(/^Serving tools from /);
  });

  it.each([
    [{ ASSAY_URL: 'nowhere' }, []],
    [{ ASSAY_GENERATION: '/nowhere' }, []],
    [{}, ['--what']],
  ])('that is started wrongly says how it is meant: %j %j', async (env, args) => {
    const failed = promisify(execFile)(process.execPath, [unpackedPackage(), ...args], { env });
    await expect(failed).rejects.toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/ASSAY_URL .*the service to query/),
    });
  });

  it('is one program without dependencies, described alike for both registries', () => {
    const folder = join(packed(), 'package');
    const { name, version, bin, mcpName, dependencies } = jsonOf(join(folder, 'package.json'));
    expect([bin, dependencies]).toEqual([{ 'assay-mcp-server': 'dist/main.js' }, undefined]);
    expect(jsonOf(join(folder, 'server.json'))).toMatchObject({
      name: mcpName,
      version,
      packages: [{ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } }],
    });
    const licences = readFileSync(join(folder, 'dist/LICENSES.txt'), 'utf8');
    for (const bundled of ['@modelcontextprotocol/server', 'decimal.js', 'zod'])
      expect(licences).toContain(`${bundled}\n\n`);
    expect(readFileSync(join(folder, 'dist/main.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('is started by a package runner', async () => {
    const runner = ['exec', '--offline', '--yes', '--cache', join(temporaryDirectory(), 'cache')];
    const args = [...runner, `--package=${join(packed(), 'assay-mcp-server.tgz')}`, '--', 'assay-mcp-server', '--help'];
    const { stderr } = await promisify(execFile)('npm', args, { cwd: temporaryDirectory() });
    expect(stderr).toMatch(/ASSAY_GENERATION/);
  }, 120_000);
});

const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

function jsonOf(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}
