/** The vendor web itself: what it says it plays is what it plays. Everything else that is tested on it stands on this. */
import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INJECTIONS } from './vendor-web/injection.ts';
import { DOMAIN, startVendorWeb, type VendorWeb } from './vendor-web/server.ts';
import { GROUPS, VENDORS } from './vendor-web/vendors.ts';

const NOW = new Date('2026-02-01T00:00:00Z');

let web: VendorWeb;
beforeAll(async () => {
  web = await startVendorWeb({ clock: NOW });
});
afterAll(() => web.close());

/** Reads with node:http, which, unlike fetch, sends the Host that it is given and follows nothing. */
async function ask(slug: string, path = web.vendor(slug).path): Promise<string> {
  const headers = { host: `${slug}.${DOMAIN}` };
  const [answer] = await once(get({ port: web.port, path, agent: false, headers }), 'response');
  return text(answer);
}

describe('vendors', () => {
  test('a vendor that must yield prices has some in its truth, and any other has none to publish', () => {
    for (const vendor of VENDORS) {
      const { tiers, tokenRates } = vendor.truth(NOW);
      const amounts = tiers.flatMap(({ prices }) => prices).length + tokenRates.length;
      if (vendor.expect === 'prices')
        expect({ slug: vendor.slug, amounts }).not.toEqual({ slug: vendor.slug, amounts: 0 });
      if (['no_price', 'not_pricing', 'unreadable', 'refused', 'disallowed'].includes(vendor.expect))
        expect({ slug: vendor.slug, amounts }).toEqual({ slug: vendor.slug, amounts: 0 });
    }
  });

  test('a decoy is never an amount of the truth', () => {
    for (const { slug, decoys = [], truth } of VENDORS) {
      const stated = truth(NOW).tiers.flatMap(({ prices }) => prices.map(({ amount }) => Number(amount)));
      expect({ slug, both: decoys.filter((decoy) => stated.includes(Number(decoy))) }).toEqual({ slug, both: [] });
    }
  });

  test('what a changing vendor states differs on each of its days, and so does its page', async () => {
    for (const { slug, changesOn } of GROUPS.changing) {
      for (const day of changesOn) {
        web.setClock(new Date(Date.parse(day) - 1));
        const before = await ask(slug);
        web.setClock(new Date(day));
        expect((await ask(slug)) === before, `${slug} on ${day}`).toBe(false);
      }
    }
    web.setClock(NOW);
  });

  test('a split test alternates its layouts and keeps its prices', async () => {
    const [first, second, third] = [await ask('splittest'), await ask('splittest'), await ask('splittest')];
    expect(first).toBe(third);
    expect(first).not.toBe(second);
    for (const body of [first, second]) for (const price of ['$29', '$79']) expect(body).toContain(price);
  });

  test('every injection text stands on the page of features, and there are enough of them', async () => {
    expect(INJECTIONS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(INJECTIONS.map(({ text }) => text)).size).toBe(INJECTIONS.length);
    for (const { text, trace } of INJECTIONS) expect(text).toContain(trace);
    const body = await ask('injected-features');
    for (const { text } of INJECTIONS) {
      expect(body).toContain(
        text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
      );
    }
  });
});
