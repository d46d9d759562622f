import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLITENESS, userAgent } from '../../../config/politeness.ts';
import { type Browser, startBrowser } from '../../../crawler/fetch/browser.ts';
import { type EgressProxy, startEgressProxy } from '../../../crawler/fetch/egress-proxy.ts';
import { isPicture } from '../../../data/page.ts';
import { chromiumPath } from '../chromium.ts';
import { type LoopbackServer, serve } from '../loopback-server.ts';

let server: LoopbackServer;
let proxy: EgressProxy;
let browser: Browser;
let body = '';

/** Width and height of an extended WebP. */
const sizeOf = (picture: Buffer) => [picture.readUIntLE(24, 3) + 1, picture.readUIntLE(27, 3) + 1];

describe.skipIf(chromiumPath === undefined)('a picture of a page', () => {
  beforeAll(async () => {
    server = await serve((_req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end(body));
    const loopbackVendors = new Map([['acme.test', server.port]]);
    proxy = await startEgressProxy(
      { loopbackVendors, connectTimeoutMs: 1_000 },
      { maxBytes: 2_000_000, maxMs: 20_000 },
    );
    const limits = { ...POLITENESS, totalTimeoutMs: 10_000 };
    const userAgentOf = userAgent('https://assay.test/bot');
    const options = { executablePath: chromiumPath ?? '', proxy, userAgent: userAgentOf, loopbackVendors, limits };
    browser = await startBrowser({ ...options, tabs: 1, leastMs: 0 });
  });
  afterAll(async () => {
    await browser.stop();
    await proxy.close();
  });

  async function pictured(html: string, isPictured = true): Promise<Buffer | undefined> {
    body = `<!doctype html><html><body>${html}</body></html>`;
    const clock = () => new Date('2026-11-21T12:00:00Z');
    const result = await browser.fetch({ url: 'https://acme.test/', clock, isPictured: async () => isPictured });
    if (result.kind !== 'page') throw new Error(`no page: ${result.kind}`);
    return result.picture;
  }

  it('shows the surroundings of its first price, in a bounded WebP', async () => {
    const picture = await pictured(
      `<div style="height:5000px">Top</div><h2>Pro</h2><p><b>$</b><b>29</b> a month</p><div style="height:5000px">End</div>`,
    );
    expect(picture && isPicture(picture)).toBe(true);
    expect(sizeOf(picture ?? Buffer.alloc(30))).toEqual([1280, 800]);
  });

  it.each([
    ['nobody asks for it', '<p>$29</p>', false],
    ['no price is drawn', '<p>Prices on request</p><p hidden>$29</p>', true],
    ['its own scripts keep it busy', '<p>$29</p><script>onresize = () => { for (;;); }</script>', true],
  ])('is not taken where %s', async (_, html, isPictured) => {
    expect(await pictured(html, isPictured)).toBeUndefined();
  });
});
