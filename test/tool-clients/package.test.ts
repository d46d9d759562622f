/** The stdio package as its users have it: packed, unpacked where nothing else is, and started. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readCurrent } from '../../data/store/generation/current.ts';
import { MARKET } from '../serve/market-of-crm.ts';
import { publisher, type Served, serve, sold } from '../serve/served.ts';
import { answerOf } from '../serve/tools/rpc.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { packed, stdioClient, unpackedPackage } from './clients.ts';

let service: Served;
let generations: string;
beforeAll(async () => {
  const { dir, publish } = publisher();
  publish(MARKET);
  generations = dir;
  service = await serve(dir, { clock: () => Date.now() });
}, 120_000);

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connected(env: Record<string, string>) {
  const client = await stdioClient(env);
  open.push(client);
  return client;
}

const ASKED = [
  ['get_pricing', { slug: 'acme' }],
  ['get_pricing', { slug: 'old-acme', depth: 'summary' }],
  ['compare_software', { slugs: 'acme,delta', seats: 10 }],
  ['discover_software', { category: 'crm' }],
  ['get_hidden_costs', { slug: 'acme' }],
  ['get_cost_guide', { slug: 'acme' }],
  ['get_positioning', { slug: 'acme' }],
  ['calculate_tco', { slug: 'acme', seats: 10 }],
  ['estimate_llm_cost', { slug: 'tokens', inputTokens: 1_000_000 }],
  ['get_price_history', { slug: 'acme' }],
] as const;

/** Links lead to the service that was named. */
function ofSite(answer: unknown, url: string): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll('https://assay.example', url));
}

describe('the package', () => {
  it.each(['directory', 'file', 'file elsewhere'])(
    'answers from a generation on this machine, without a service: a %s [D4.stdio.offline]',
    async (kind) => {
      const { file = '' } = readCurrent(generations) ?? {};
      const elsewhere = join(temporaryDirectory(), 'copied.db');
      cpSync(join(generations, file), elsewhere);
      const path = { directory: generations, file: join(generations, file), 'file elsewhere': elsewhere }[kind] ?? '';
      const client = await connected({ ASSAY_URL: 'https://else.example/', ASSAY_GENERATION: path });
      for (const [name, given] of ASKED) {
        const { structuredContent } = await client.callTool(name, given);
        const expected = ofSite(await answerOf(service, name, given), 'https://else.example') as Record<
          string,
          unknown
        >;
        if (kind !== 'file elsewhere') expect(structuredContent, name).toEqual(expected);
        else expect(structuredContent?.tiers, name).toEqual(expected.tiers);
      }
    },
  );

  it('follows a directory to its newer generation, also when several calls find it at once', async () => {
    const { dir, publish } = publisher();
    publish(MARKET);
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
