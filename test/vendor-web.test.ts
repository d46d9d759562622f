/** The vendor web itself: what it says it plays is what it plays. Everything else that is tested on it stands on this. */
import { spawn } from 'node:child_process';
import { get, type IncomingMessage, type RequestOptions } from 'node:http';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Amount } from '../data/money.ts';
import { Slug } from '../data/product.ts';
import { Unit } from '../data/reading.ts';
import { eventually } from './eventually.ts';
import { gzipBomb } from './vendor-web/bomb.ts';
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

describe('trouble', () => {
  const statusOf = async (slug: string, path?: string) => (await ask(slug, path)).answer.statusCode;

  test('an unknown host and an unknown path are 404', async () => {
    const { answer } = await ask('ambervale', '/pricing', { headers: { host: 'nobody.vendor.test' } });
    expect(answer.statusCode).toBe(404);
    expect(await statusOf('ambervale', '/elsewhere')).toBe(404);
  });

  test('an unchanged page is 304 by etag and by date, and else it is sent whole', async () => {
    const { answer, body } = await ask('both-validators');
    const { etag = '', 'last-modified': modified = '' } = answer.headers;
    expect(body.length).toBeGreaterThan(0);
    const again = async (headers: Record<string, string>) =>
      (await ask('both-validators', '/pricing', { headers })).answer.statusCode;
    expect(await again({ 'if-none-match': etag })).toBe(304);
    expect(await again({ 'if-modified-since': modified })).toBe(304);
    expect(await again({ 'if-none-match': '"other"', 'if-modified-since': modified })).toBe(200);
    expect(await again({ 'if-modified-since': new Date(Date.parse(modified) - 1000).toUTCString() })).toBe(200);
  });

  test('a refusal says when to come back, in seconds and as a date of the clock', async () => {
    expect((await ask('busy-429-seconds')).answer.headers['retry-after']).toBe('3600');
    const { answer } = await ask('busy-429-date');
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('Sun, 01 Feb 2026 01:00:00 GMT');
  });

  test('redirects stay on the site by host and by prefix, and an inward one names the trap', async () => {
    expect((await ask('moved-301')).answer.headers.location).toBe('/plans');
    const byPath = await ask('moved-301', '/moved-301/pricing', { headers: { host: 'localhost' } });
    expect(byPath.answer.headers.location).toBe('/moved-301/plans');
    expect((await ask('inward-decimal')).answer.headers.location).toBe(`http://2130706433:${web.trapPort}/pricing`);
    const followed = await fetch(web.urlOf('five-hops'));
    expect(await followed.text()).toContain('$26');
  });

  test('the trap remembers who came', async () => {
    expect(web.trapped).toEqual([]);
    await fetch(web.urlOf('inward-loopback'));
    expect(web.trapped.map(({ path }) => path)).toEqual(['/pricing']);
    web.forgetRequests();
    expect(web.trapped).toEqual([]);
  });

  test('robots.txt is of the vendor, and the page behind it would answer', async () => {
    expect((await ask('robots-no', '/robots.txt')).body).toContain('Disallow: /pricing');
    expect(await statusOf('robots-no')).toBe(200);
    expect(await statusOf('robots-503', '/robots.txt')).toBe(503);
    expect(await statusOf('robots-404', '/robots.txt')).toBe(404);
    expect((await ask('robots-moved-no', '/robots.txt')).answer.headers.location).toBe('/rules.txt');
    expect((await ask('robots-moved-no', '/rules.txt')).body).toContain('Disallow');
    expect((await ask('robots-hop')).answer.headers.location).toBe('/private/pricing');
    expect(await statusOf('robots-hop', '/private/pricing')).toBe(200);
    expect((await ask('robots-long', '/robots.txt')).body.length).toBeGreaterThan(500 * 1024);
  });

  test('broken connections break', async () => {
    await expect(ask('reset')).rejects.toThrow(/ECONNRESET|hang up/);
    await expect(ask('truncated')).rejects.toThrow(/aborted/);
    await expect(ask('truncated-chunks')).rejects.toThrow(/aborted/);
    await expect(ask('not-http')).rejects.toThrow(/Parse Error/);
    await expect(ask('endless-headers')).rejects.toThrow(/Header overflow|too large/i);
  });

  test('the bomb is small, valid, and inflates to what it says', async () => {
    const bomb = gzipBomb('<h1>Pricing</h1>', 200);
    expect(bomb.length).toBeLessThan(512 * 1024);
    let inflated = 0;
    const gunzip = createGunzip();
    gunzip.on('data', (chunk: Buffer) => {
      inflated += chunk.length;
    });
    gunzip.end(bomb);
    await new Promise((resolve, reject) => gunzip.on('end', resolve).on('error', reject));
    expect(inflated).toBe(16 + 200 * 1024 * 1024);
    expect((await ask('gzip-bomb')).answer.headers['content-encoding']).toBe('gzip');
  });

  test('a page of a million nodes stays under ten megabytes', async () => {
    const { body } = await ask('million-nodes');
    expect(body.split('<b>').length - 1).toBe(1_000_000);
    expect(body.length).toBeLessThan(10_000_000);
  });

  test('an endless body ends when the client goes away', async () => {
    const gone = new AbortController();
    const answer = await fetch(web.urlOf('endless-body'), { signal: gone.signal });
    const reader = answer.body?.getReader();
    let bytes = 0;
    while (bytes < 3_000_000) bytes += (await reader?.read())?.value?.length ?? Number.POSITIVE_INFINITY;
    expect(bytes).toBeLessThan(10_000_000);
    expect(web.open()).toBeGreaterThan(0);
    gone.abort();
    await eventually('every connection is closed', () => web.open() === 0);
  });

  test('close ends silent, dripping and endless answers at once', async () => {
    const other = await startVendorWeb();
    const open = ['silent', 'slow-drip', 'endless-body', 'headers-then-silence', 'declared-huge'].map((slug) =>
      fetch(other.urlOf(slug)).then((answer) => answer.text()),
    );
    const ended = Promise.allSettled(open);
    await eventually('only those are open', () => other.open() === open.length);
    const start = performance.now();
    await other.close();
    // None of them ends of itself.
    expect(performance.now() - start).toBeLessThan(10_000);
    for (const { status } of await ended) expect(status).toBe('rejected');
    await expect(fetch(other.origin)).rejects.toThrow();
  });
});

describe('the record of requests', () => {
  test('holds who asked, for what, with which headers and when', async () => {
    web.forgetRequests();
    const before = Date.now();
    await ask('ambervale', '/pricing?x=1', { headers: { 'user-agent': 'TestBot/1.0' } });
    await fetch(`${web.origin}/birchline/robots.txt`);
    const [first] = web.requestsTo('ambervale');
    expect(first).toMatchObject({
      slug: 'ambervale',
      host: 'ambervale.vendor.test',
      method: 'GET',
      path: '/pricing?x=1',
    });
    expect(first?.headers['user-agent']).toBe('TestBot/1.0');
    expect(first?.at.getTime()).toBeGreaterThanOrEqual(before);
    expect(web.requestsTo('birchline').map(({ path }) => path)).toEqual(['/robots.txt']);
    expect(web.requests).toHaveLength(2);
  });

  test('a vendor with a bug hangs nobody, and closing tells of it', async () => {
    const [vendor] = GROUPS.plain;
    if (vendor === undefined) throw new Error('Cannot find a plain vendor');
    const broken: Vendor = {
      ...vendor,
      respond: () => {
        throw new Error('no such layout');
      },
    };
    const other = await startVendorWeb({ vendors: [broken] });
    await expect(fetch(other.urlOf(broken.slug))).rejects.toThrow();
    await expect(other.close()).rejects.toThrow('1 answers of the vendor web failed');
  });

  test('two vendors of one slug cannot be played', async () => {
    const [vendor] = GROUPS.plain;
    if (vendor === undefined) throw new Error('Cannot find a plain vendor');
    await expect(startVendorWeb({ vendors: [vendor, vendor] })).rejects.toThrow('two vendors of one slug');
  });
});

test('a person can start it with node, and it stops when told to', async () => {
  const program = spawn(process.execPath, ['test/vendor-web/main.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = new Promise((resolve) => program.once('exit', resolve));
  let last = '';
  for await (const line of createInterface({ input: program.stdout })) {
    last = line;
    if (line.includes('plays')) program.kill('SIGTERM');
  }
  expect(last).toContain(`plays ${VENDORS.length} vendors`);
  expect(await exit).toBe(0);
});
