/** What docs/security.md says of every answer, over HTTP and over bare sockets. */
import { describe, expect, it } from 'vitest';
import { words } from '../../words.ts';
import { MARKET } from '../market-of-crm.ts';
import { answerTo, served } from '../served.ts';

const server = await served(MARKET);

const PATHS = words(`
  /api/v2/pricing/acme /api/v2/pricing/nobody /api/v2/openapi.json /api/v2/nowhere /feed.xml / /tools/acme/pricing
  /nowhere /go/acme /livez /metrics`);

describe('the server', () => {
  it.each(PATHS)('says on every answer that it is neither to be run, framed nor sniffed: %s', async (path) => {
    const { headers } = await server.get(path, { headers: { Accept: 'text/html' } });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    for (const name of ['x-powered-by', 'server', 'access-control-allow-credentials'])
      expect(headers.get(name)).toBeNull();
  });

  it.each(PATHS)('sets no cookie and minds no credentials: %s', async (path) => {
    const bodyOf = async (headers: Record<string, string>) => {
      const response = await server.get(path, { headers: { 'X-Request-Id': 'one-and-the-same', ...headers } });
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(response.headers.get('www-authenticate')).toBeNull();
      return [response.status, path === '/metrics' ? '' : await response.text()];
    };
    const withCredentials = { Authorization: 'Bearer x', Cookie: 'session=1', 'X-Api-Key': 'x' };
    expect(await bodyOf(withCredentials)).toEqual(await bodyOf({}));
  });

  it('cuts off whoever does not finish a request within seconds (slow-clients.test.ts tries it)', () => {
    const { headersTimeout, requestTimeout, maxConnections } = server.server;
    expect([headersTimeout <= 10_000, requestTimeout <= 15_000, maxConnections <= 20_000]).toEqual([true, true, true]);
  });

  it.each(['/api/v2/pricing/acme', '/nowhere'])(
    'answers a request with two Host headers with a 400: %s',
    async (path) => {
      await server.get(path);
      const bytes = `GET ${path} HTTP/1.1\r\nHost: assay\r\nhOST: assay\r\nConnection: close\r\n\r\n`;
      expect(await answerTo(server, bytes)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    },
  );
});
