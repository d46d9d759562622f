/** Calls and lists that are answered from memory, against the official SDK answering all by itself. */
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../../serve/tools/json-rpc.ts';
import { plainRequests } from '../../../serve/tools/plain-request.ts';
import { toolServer } from '../../../serve/tools/server.ts';
import { callTool, definitions, toolNamed } from '../../../serve/tools/toolbox.ts';
import { repetitions } from '../../long.ts';
import { FIGURES, MARKET } from '../market-of-crm.ts';
import { publisher, type Served, SITE, serve } from '../served.ts';
import { ENVELOPE, MODERN, send } from './rpc.ts';

let ours: Served;
let bySdk: Served;
beforeAll(async () => {
  const { dir } = publisher({ ...MARKET, quality: FIGURES });
  ours = await serve(dir);
  bySdk = await serve(dir, {
    toolServer: (now) =>
      toolServer(SITE, {
        definitions: definitions(),
        call: (name, given) => callTool(toolNamed(name), given, { site: SITE, now }),
      }),
  });
});

const slug = fc.constantFrom('acme', 'acme-crm', 'beta', 'gamma', 'delta', 'tokens', 'bygone', 'nobody', '', 7);
const given = fc.oneof(
  { weight: 6, arbitrary: fc.record({ slug }) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        slug,
        slugs: fc.constantFrom('acme,delta', ['beta', 'tokens'], 'acme'),
        depth: fc.constantFrom('summary', 'full', 'deep'),
        seats: fc.constantFrom(1, 5, '7', 0),
        category: fc.constantFrom('crm', 'llm', 'none'),
        tier: fc.constantFrom('pro', 'Business', 'platinum'),
        asOf: fc.constantFrom('2026-01-15', 'yesterday'),
        inputTokens: fc.nat(5_000_000),
        limit: fc.integer({ min: 0, max: 5 }),
        more: fc.string(),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(undefined, null, [], 'acme', {}) },
);
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...definitions().map((tool) => tool.name)) },
  { weight: 1, arbitrary: fc.constantFrom('get_price', '', 5, undefined, '__proto__') },
);
const id = fc.oneof(
  { weight: 18, arbitrary: fc.oneof(fc.maxSafeInteger(), fc.stringMatching(/^[\w.:-]{1,90}$/)) },
  {
    weight: 2,
    arbitrary: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(null, undefined, 1.5, true, 2 ** 60)),
  },
);
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const strangeMeta = fc.constantFrom(
  undefined,
  {},
  { progressToken: 1 },
  ENVELOPE._meta,
  { ...ENVELOPE._meta, progressToken: 'a' },
  { ...ENVELOPE._meta, [CAPABILITIES]: 'all' },
  { ...ENVELOPE._meta, [VERSION]: '2025-11-25' },
  { ...ENVELOPE._meta, 'io.modelcontextprotocol/clientInfo': { name: 5 } },
  { [VERSION]: MODERN },
  'meta',
);
const LEGACY = [undefined, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const strangeVersion = fc.constantFrom(...LEGACY, MODERN, '2024-10-07', '2027-01-01', 'x', '');
/** What a request says of its era: as a client of either would, or anyhow. */
const era = fc.oneof(
  { weight: 4, arbitrary: fc.record({ version: fc.constantFrom(...LEGACY), meta: fc.constant(undefined) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      version: fc.constant(MODERN),
      meta: fc.constantFrom(ENVELOPE._meta, { ...ENVELOPE._meta, [CAPABILITIES]: { roots: {}, sampling: {} } }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ version: strangeVersion, meta: strangeMeta }) },
);

interface Asked {
  body: string;
  headers: Record<string, string>;
}

const asked = fc
  .record({
    id,
    name,
    given,
    era,
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant('tools/call') },
      { weight: 1, arbitrary: fc.constantFrom('tools/list', 'ping', 'server/discover', 'tools/nothing') },
    ),
    paramsless: fc.boolean(),
    more: fc.oneof(
      { weight: 18, arbitrary: fc.constant({}) },
      fc.constantFrom({ cursor: 'x' }, { cursor: '' }, { other: 1 }),
    ),
    namedAs: fc.oneof({ weight: 18, arbitrary: fc.constant('itself') }, fc.constantFrom('other', 'nothing')),
    around: fc.oneof({ weight: 18, arbitrary: fc.constant({}) }, fc.constantFrom({ jsonrpc: '1.0' }, { extra: 1 })),
  })
  .map(({ id, name, given, era: { meta, version }, method, paramsless, more, namedAs, around }): Asked => {
    const ofCall = method === 'tools/call' ? { name, arguments: given } : {};
    const all = { ...ofCall, ...(meta === undefined ? {} : { _meta: meta }), ...more };
    const params = paramsless && Object.keys(all).length === 0 ? undefined : all;
    const headers: Record<string, string> = version === undefined ? {} : { 'MCP-Protocol-Version': version };
    if (version === MODERN && namedAs !== 'nothing') {
      headers['Mcp-Method'] = namedAs === 'itself' ? method : 'tools/list';
      if (typeof name === 'string' && method === 'tools/call')
        headers['Mcp-Name'] = namedAs === 'itself' ? name : 'other';
    }
    return { body: JSON.stringify({ jsonrpc: '2.0', id, method, params, ...around }), headers };
  });

const RUNS = repetitions(250, 1_000);

describe('from memory', () => {
  it(`the answer is the SDK’s to the byte (${RUNS} requests, each twice)`, async () => {
    let fromMemory = 0;
    const { recognize, learn } = plainRequests(SITE);
    await fc.assert(
      fc.asyncProperty(asked, async ({ body, headers }) => {
        const read = messageOf(JSON.parse(body));
        const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
        const theirs = await send(bySdk, body, headers);
        if (read.kind === 'message' && theirs.text.startsWith('{"result":')) {
          learn(read.message, lower);
          if (recognize(read.message, lower) !== undefined) fromMemory += 1;
        }
        // What a client says of itself is taken from memory the second time.
        for (const answer of [await send(ours, body, headers), await send(ours, body, headers)]) {
          // Lists are long, and a difference shows itself at once.
          if (answer.text !== theirs.text) expect(answer.text.slice(0, 500)).toBe(theirs.text.slice(0, 500));
          expect(answer.text === theirs.text).toBe(true);
          expect(answer.status).toBe(theirs.status);
          for (const name of [
            'content-type',
            'cache-control',
            'access-control-allow-origin',
            'content-security-policy',
          ])
            expect(answer.headers.get(name), name).toBe(theirs.headers.get(name));
          expect(Number(answer.headers.get('content-length') ?? 0)).toBe(Buffer.byteLength(answer.text));
        }
      }),
      { numRuns: RUNS },
    );
    // Else nothing of it was compared.
    expect(fromMemory).toBeGreaterThan(RUNS / 10);
  }, 300_000);

  it('a new generation and a new day have answers of their own', async () => {
    const { dir, publish } = publisher(MARKET);
    let at = Date.parse('2026-11-21T12:00:00.000Z');
    const server = await serve(dir, { clock: () => at });
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_pricing', arguments: { slug: 'acme', depth: 'summary' } },
    });
    const asked = async () => (await send(server, body)).json?.result?.structuredContent as Record<string, unknown>;
    const first = await asked();
    expect(await asked()).toEqual(first);
    at += 40 * 86_400_000;
    const later = await asked();
    expect(later.verification).not.toEqual(first.verification);
    publish({ ...MARKET, categories: [{ id: 'crm', name: 'Customers' }] });
    await server.generations.follow();
    expect(await asked()).toMatchObject({ generation: '000002' });
  });

  it('answers that a slow client has not taken yet stay as they were, whoever else is answered meanwhile', async () => {
    const { port } = ours.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    const ids = Array.from({ length: 400 }, (_, at) => at);
    for (const id of ids) {
      const called = `"method":"tools/call","params":{"name":"${definitions()[id % 3]?.name}","arguments":{"slug":"acme"}}`;
      const body = `{"jsonrpc":"2.0","id":${id},${id % 20 === 7 ? '"method":"tools/list"' : called}}`;
      const last = id === ids.length - 1 ? 'Connection: close\r\n' : '';
      socket.write(
        `POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${last}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
    }
    for (const id of ids.slice(0, 100)) {
      const given = { name: definitions()[id % 3]?.name, arguments: { slug: 'acme' } };
      const body = { jsonrpc: '2.0', id: `other-${id}`, method: 'tools/call', params: given };
      expect((await send(ours, JSON.stringify(body))).json?.id).toBe(`other-${id}`);
    }
    const received = await buffer(socket);
    let at = 0;
    for (const id of ids) {
      const end = received.indexOf('\r\n\r\n', at);
      const head = received.toString('latin1', at, end);
      expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      at = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
      expect(JSON.parse(received.toString('utf8', end + 4, at))).toMatchObject({ id, result: expect.anything() });
    }
    expect(at).toBe(received.length);
  });
});
