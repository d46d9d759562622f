/** Who may ask for tools, as far as a browser tells. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { originGuard } from '../../../serve/tools/origin-guard.ts';
import { MARKET } from '../market-of-crm.ts';
import { type Served, served } from '../served.ts';

const guard = originGuard({ brand: 'Assay', baseUrl: 'https://assay.example' }, ['proxy.internal']);

describe('a request for tools [D4.origin]', () => {
  it.each([
    [{ host: 'assay.example' }],
    [{ host: 'ASSAY.example:443', origin: 'https://agent.example' }],
    [{ host: 'proxy.internal:8080', origin: 'http://agent.example:3000' }],
    [{ host: 'localhost:3000' }],
    [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:6274' }],
    [{ host: '[::1]:3000', origin: 'http://localhost' }],
    [{ host: 'localhost:3000', origin: 'https://assay.example' }],
    [{ host: '203.0.113.7', origin: 'https://agent.example' }],
  ])('%j is heard', (asker) => {
    expect(guard(asker)).toBeUndefined();
  });

  it.each([
    [{}],
    [{ host: 'evil.example' }],
    [{ host: 'evil.example', origin: 'https://assay.example' }],
    [{ host: 'assay.example.evil.example' }],
    [{ host: 'evil.example/assay.example' }],
    [{ host: 'assay.example@evil.example' }],
    [{ host: 'localhost.evil.example' }],
    [{ host: '' }],
  ])('%j is led here by a name that is not ours', (asker) => {
    expect(guard(asker)).toBe('Host');
  });

  it.each([
    [{ host: 'localhost:3000', origin: 'https://evil.example' }],
    [{ host: '127.0.0.1:3000', origin: 'null' }],
    [{ host: 'assay.example', origin: 'null' }],
    [{ host: 'assay.example', origin: 'file://' }],
    [{ host: 'assay.example', origin: 'https://agent.example/path' }],
    [{ host: 'assay.example', origin: 'https://user@agent.example' }],
    [{ host: 'assay.example', origin: 'https://one.example, https://two.example' }],
    [{ host: 'assay.example', origin: 'chrome-extension://abcdef' }],
  ])('%j is of a page that may not ask', (asker) => {
    expect(guard(asker)).toBe('Origin');
  });
});

describe('over HTTP', () => {
  let server: Served;
  beforeAll(async () => {
    server = await served(MARKET);
  });

  it.each([
    [{ host: 'evil.example', origin: 'http://evil.example' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'http://localhost:6274' }, 200],
    [{}, 200],
  ])('%j is a %i, and JSON-RPC all the same [D4.origin]', async (headers, status) => {
    const [answered, body] = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const sent = request(
        `${server.url}/api/mcp`,
        { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
        async (response) => resolve([response.statusCode, await text(response)]),
      );
      sent.on('error', reject).end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    });
    expect(answered).toBe(status);
    expect(JSON.parse(body)).toMatchObject(status === 200 ? { result: {} } : { id: null, error: { code: -32_600 } });
  });
});
