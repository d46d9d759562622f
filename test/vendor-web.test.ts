/** The vendor web itself: what it says it plays is what it plays. Everything else that is tested on it stands on this. */
import { get, type IncomingMessage, type RequestOptions } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Amount } from '../data/money.ts';
import { Slug } from '../data/product.ts';
import { Unit } from '../data/reading.ts';
import { INJECTIONS } from './vendor-web/injection.ts';
import { startVendorWeb, type VendorWeb } from './vendor-web/server.ts';
import type { Vendor } from './vendor-web/vendor.ts';
import { GROUPS, VENDORS } from './vendor-web/vendors.ts';

let web: VendorWeb;
beforeAll(async () => {
  web = await startVendorWeb({ clock: new Date('2026-02-01T00:00:00Z') });
});
afterAll(() => web.close());

/** Reads with node:http, which, unlike fetch, sends the Host that it is given and follows nothing. */
function ask(
  slug: string,
  path = web.vendor(slug).path,
  options: RequestOptions = {},
): Promise<{ answer: IncomingMessage; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: web.hostOf(slug), ...options.headers };
    get({ host: '127.0.0.1', port: web.port, path, agent: false, ...options, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({ answer, body: Buffer.concat(chunks).toString() }));
    }).on('error', reject);
  });
}

describe('vendors', () => {
  const serving = (vendor: Vendor) =>
    ['prices', 'no_price', 'survives', 'disallowed', 'not_pricing'].includes(vendor.expect);

  test('slugs are unique and fit to be hosts', () => {
    expect(new Set(VENDORS.map(({ slug }) => slug)).size).toBe(VENDORS.length);
    for (const { slug } of VENDORS) expect(Slug.parse(slug)).toBe(slug);
  });

  test('truths are written in the words of the project', () => {
    const days = ['2026-01-01', '2026-06-15', '2026-12-31'].map((day) => new Date(day));
    for (const vendor of VENDORS) {
      for (const { prices } of days.flatMap((day) => vendor.truth(day).tiers)) {
        for (const { amount, unit } of prices) {
          expect(Amount.parse(amount)).toBe(amount);
          if (unit !== undefined) expect(Unit.parse(unit)).toBe(unit);
        }
      }
    }
  });

  test('a vendor that must yield prices has some in its truth, and any other has none to publish', () => {
    for (const vendor of VENDORS) {
      const { tiers, tokenRates } = vendor.truth(web.now());
      const amounts = tiers.flatMap(({ prices }) => prices).length + tokenRates.length;
      if (vendor.expect === 'prices')
        expect({ slug: vendor.slug, amounts }).not.toEqual({ slug: vendor.slug, amounts: 0 });
      if (['no_price', 'not_pricing', 'unreadable', 'refused', 'disallowed'].includes(vendor.expect))
        expect({ slug: vendor.slug, amounts }).toEqual({ slug: vendor.slug, amounts: 0 });
    }
  });

  test('a decoy is never an amount of the truth', () => {
    for (const { slug, decoys = [], truth } of VENDORS) {
      const stated = truth(web.now()).tiers.flatMap(({ prices }) => prices.map(({ amount }) => Number(amount)));
      expect({ slug, both: decoys.filter((decoy) => stated.includes(Number(decoy))) }).toEqual({ slug, both: [] });
    }
  });

  test('every vendor with a page answers by host and by path prefix, and both pages are the same', async () => {
    // Of these no two answers are alike, or none is one to node:http.
    const own: readonly Vendor[] = [...GROUPS.wire, ...GROUPS.doors, ...GROUPS.turncoats];
    const pages = VENDORS.filter(serving).filter(
      (vendor) => vendor.slug !== 'splittest' && vendor.slug !== 'million-nodes' && !own.includes(vendor),
    );
    expect(pages.length).toBeGreaterThan(100);
    for (const { slug, path } of pages) {
      const byHost = await ask(slug);
      const byPath = await ask(slug, `/${slug}${path}`, { headers: { host: `127.0.0.1:${web.port}` } });
      expect({ slug, status: byPath.answer.statusCode }).toEqual({ slug, status: byHost.answer.statusCode });
      expect(byPath.body === byHost.body, `the two pages of ${slug}`).toBe(true);
    }
  });

  test('every page of an offer states its truth as the server sends it', async () => {
    const groups = [GROUPS.plain, GROUPS.terms, GROUPS.rates, GROUPS.changing]
      .flat()
      .filter(({ render }) => render === 'http');
    for (const { slug, truth } of groups) {
      const { body } = await ask(slug);
      const digits = body.replaceAll(/<[^>]*>/g, '').replaceAll(/[^\d]/g, '') + body.replaceAll(/[^\d]/g, '');
      for (const { amount } of truth(web.now()).tiers.flatMap(({ prices }) => prices)) {
        expect(digits, `${amount} at ${slug}`).toContain(amount.replace(/\.00$/, '').replace('.', ''));
      }
    }
  });

  test('a page that needs a browser has no price in its document and all of them in its data', async () => {
    const { body } = await ask('violetfen');
    expect(body).not.toMatch(/\$\d/);
    const { body: data } = await ask('violetfen', '/plans.json');
    expect(data).toContain('$25');
    expect(data).toContain('$240');
  });

  test('prices change with the clock', async () => {
    const priceOn = async (day: string) => {
      web.setClock(new Date(`${day}T12:00:00Z`));
      return /\$(\d+)/.exec((await ask('deepcut')).body)?.[1];
    };
    expect([
      await priceOn('2025-06-01'),
      await priceOn('2026-02-28'),
      await priceOn('2026-03-01'),
      await priceOn('2027-01-01'),
    ]).toEqual(['100', '100', '20', '20']);
    web.setClock(new Date('2026-02-01T00:00:00Z'));
  });

  test('what a changing vendor states differs on each of its days, and so does its page', async () => {
    for (const { slug, changesOn } of GROUPS.changing) {
      for (const day of changesOn) {
        web.setClock(new Date(Date.parse(day) - 1));
        const before = (await ask(slug)).body;
        web.setClock(new Date(day));
        expect((await ask(slug)).body === before, `${slug} on ${day}`).toBe(false);
      }
    }
    web.setClock(new Date('2026-02-01T00:00:00Z'));
  });

  test('a split test alternates its layouts and keeps its prices', async () => {
    const [first, second, third] = [await ask('splittest'), await ask('splittest'), await ask('splittest')].map(
      ({ body }) => body,
    );
    expect(first).toBe(third);
    expect(first).not.toBe(second);
    for (const body of [first, second]) for (const price of ['$29', '$79']) expect(body).toContain(price);
  });

  test('every injection text stands on the page of features, and there are enough of them', async () => {
    expect(INJECTIONS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(INJECTIONS.map(({ text }) => text)).size).toBe(INJECTIONS.length);
    for (const { text, trace } of INJECTIONS) expect(text).toContain(trace);
    const { body } = await ask('injected-features');
    for (const { text } of INJECTIONS) {
      expect(body).toContain(
        text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
      );
    }
  });
});
