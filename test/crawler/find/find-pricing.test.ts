/** Sites of the vendor web, asked through the real fetcher and a real Redis. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../../config/env.ts';
import { POLITENESS } from '../../../config/politeness.ts';
import { findPricing, plansOf, type SiteFound } from '../../../crawler/find/find-pricing.ts';
import { openTrials } from '../../../crawler/find/trial.ts';
import { ownRedis } from '../../redis-server.ts';
import { startVendorWeb } from '../../vendor-web/server.ts';
import { SITES } from '../../vendor-web/vendors/sites.ts';

const [web, redis] = await Promise.all([startVendorWeb({ vendors: SITES }), ownRedis()]);
const environment = readEnvironment({ LOOPBACK_VENDORS: `*=${web.port}`, HOST_SPACING_MS: '0' });
const trials = openTrials(environment, redis.url, () => new Date());

beforeAll(async () => {
  expect(await trials.isReady()).toBe(true);
});
afterAll(async () => {
  await trials.close();
  await web.close();
});
beforeEach(() => web.forgetRequests());

const find = (url: string) => findPricing(url, trials.tools);
/** Beside robots.txt. */
const asked = (slug: string) =>
  web
    .requestsTo(slug)
    .map(({ path }) => path)
    .filter((path) => path !== '/robots.txt');
const readOf = ({ best }: SiteFound) => (best && 'reading' in best.tried ? plansOf(best.tried.reading) : undefined);
const PLANS = 'Seed free, Grove 14.00 USD, Forest 39.00 USD';

describe('the pricing page of a site', () => {
  test.each([
    ['larkspur', 'https://larkspur.test/', 'link', '/product/pricing'],
    ['tannenhof', 'https://www.tannenhof.test/', 'link', '/de/s/117'],
    ['undergrowth', 'https://undergrowth.test/', 'sitemap', '/crm/plans-and-pricing'],
    ['bareroot', 'https://bareroot.test/', 'usual path', '/plans'],
    ['hedgerow', 'https://hedgerow.test/', 'link', '/plans'],
  ])('%s: from %s by a %s', async (_, url, by, path) => {
    const found = await find(url);
    expect(found).toMatchObject({ best: { by, url: expect.stringMatching(new RegExp(`\\.test${path}$`)) } });
    expect(readOf(found)).toBe(PLANS);
    expect(found.fault).toBeUndefined();
  });

  test('is the page that is given, if it is one, and nothing else is asked for', async () => {
    const found = await find('https://larkspur.test/product/pricing');
    expect(found.best).toMatchObject({ by: 'given', url: 'https://larkspur.test/product/pricing' });
    expect(asked('larkspur')).toEqual(['/product/pricing']);
    expect(found.homepage).toBe('https://larkspur.test');
  });

  test('is looked for from the homepage where another page of the site is given', async () => {
    const found = await find('https://larkspur.test/about');
    expect(found.best).toMatchObject({ by: 'link', url: 'https://larkspur.test/product/pricing' });
  });

  test('comes with the names that the site gives itself', async () => {
    expect(await find('https://larkspur.test/')).toMatchObject({ name: 'Larkspur', vendor: 'Larkspur Labs GmbH' });
    expect(await find('https://bareroot.test/')).toMatchObject({ name: 'Bareroot', vendor: 'Bareroot' });
  });
});

describe('a site is asked politely', () => {
  test('no article, no other site, and no page twice', async () => {
    await find('https://larkspur.test/');
    expect(asked('larkspur')).toEqual(['/', '/editions', '/product/pricing']);
    expect(web.requests.filter(({ slug }) => slug === undefined)).toEqual([]);
  });

  test('robots.txt decides what is asked for', async () => {
    const found = await find('https://hedgerow.test/');
    expect(found.candidates).toMatchObject([
      { by: 'given' },
      { url: 'https://hedgerow.test/pricing', tried: { failed: expect.stringMatching(/^disallowed/) } },
      { url: 'https://hedgerow.test/plans' },
    ]);
    expect(asked('hedgerow')).not.toContain('/pricing');
    const walled = await find('https://walled.test/pricing');
    expect(walled.fault).toMatch(/^disallowed: robots\.txt/);
    expect(asked('walled')).toEqual([]);
  });

  test('for a bounded number of pages and sitemaps, however many there are', async () => {
    const found = await find('https://labyrinth.test/');
    expect(found.fault).toBe('No page with prices found');
    expect(found.best).toBeUndefined();
    expect(found.requests).toBeLessThanOrEqual(POLITENESS.requestsToFind);
    expect(asked('labyrinth').length).toBeLessThanOrEqual(POLITENESS.requestsToFind);
  });

  test('an address of this network is not asked', async () => {
    expect((await find('https://127.0.0.1/')).fault).toMatch(/blocked address/);
    expect((await find('https://localhost/')).fault).toMatch(/blocked address/);
  });
});
